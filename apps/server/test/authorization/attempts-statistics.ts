import { buildActivity } from '../../src/features/training/activities/factory.ts';
import type { Person } from '../support/test-app.ts';
import { activityPlaceOf, type Attempts, type Fixture } from './authorization-fixture.ts';
import { nowMs } from '../support/now.ts';

/** Valid calls, made by any persona. */
export function statisticsAttempts(fixture: Fixture) {
  const ofSelf = (as: Person | null, call: string) =>
    fixture.app().call('GET', `/api/users/${fixture.people().self.user._id}/${call}`, { as });

  const goalOfSelf = () => `/api/users/${fixture.people().self.user._id}/goal`;
  const goal = { period: 'week', meters: 20_000 };

  const bests = fixture.shared<string>();

  return {
    'statistics.meters': (as) => ofSelf(as, 'statistics'),
    'statistics.general': (as) => ofSelf(as, 'statistics-general'),
    'statistics.progress': (as) => ofSelf(as, 'statistics-progress'),
    'statistics.heatmap': (as) => ofSelf(as, 'activity-heatmap?currentYear=2026'),
    'statistics.personalBests': async (as, situation) => {
      const place = await fixture.placeOf(activityPlaceOf(situation), as);
      await bests(JSON.stringify(place), async () => {
        await fixture.forgetActivities();
        const userId = fixture.people().self.user._id;
        const result = { distance: 500, elapsedTime: 100, completedAt: new Date(nowMs()) };
        return buildActivity(fixture.db(), { userId, ...place, workoutItemIndex: 9, workout: '', ...result });
      });
      return ofSelf(as, 'personal-bests');
    },
    'statistics.rowedDays': (as) => ofSelf(as, 'rowed-days?from=2020-11-01&to=2020-12-05'),
    'statistics.totalsOfSpan': (as) => ofSelf(as, 'statistics-span?from=2020-11-01&to=2020-12-05&step=day'),
    'statistics.paceOfSpan': (as) =>
      ofSelf(as, 'statistics-span-progress?from=2020-11-01&to=2020-12-05&step=day'),
    'goals.ofUser': async (as) => {
      await fixture.app().call('PUT', goalOfSelf(), { as: fixture.people().self, body: goal });
      return ofSelf(as, 'goal');
    },
    'goals.set': (as) => fixture.app().call('PUT', goalOfSelf(), { as, body: goal }),
    'goals.remove': (as) => fixture.app().call('DELETE', goalOfSelf(), { as }),
    'statistics.clubMeters': (as, situation) =>
      fixture.withPrivacy(situation === 'ofThePrivateClub', () =>
        fixture.app().call('GET', `/api/clubs/${fixture.clubId()}/meters?period=week`, { as }),
      ),
  } satisfies Attempts<'statistics' | 'goals'>;
}
