import { randomUUIDv7 } from 'node:crypto';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import type { Person } from '../support/test-app.ts';
import { idOf, visibilityOf, type Attempts, type Fixture } from './authorization-fixture.ts';
import { nowMs } from '../support/now.ts';

/** Returns the id of a result that the host of the club's session has entered for Sol Self. */
export async function enteredForSelf(fixture: Fixture, as: Person | null): Promise<string> {
  const { host, self } = fixture.people();
  await fixture.forgetActivities();
  return buildActivity(fixture.db(), {
    ...(await fixture.placeOf('club', as)),
    userId: self.user._id,
    enteredBy: host.user._id,
    source: 'entered',
    completedAt: new Date(nowMs()),
    distance: 2_000,
    elapsedTime: 425.3,
  });
}

const own = { createdAt: '2026-03-01T06:00:00.000Z', timeZone: 'UTC', machine: 'rower', workout: '' };

/** Returns the id of a result that Sol Self has entered. */
async function enteredBySelf(fixture: Fixture): Promise<string> {
  const { self } = fixture.people();
  await fixture.forgetActivities();
  const _id = randomUUIDv7();
  const body = { ...own, _id, user: self.user._id, distance: 2_000, elapsedTime: 425.3 };
  await fixture.app().call('POST', '/api/activities/entered', { as: self, body });
  return _id;
}

export function entryAttempts(fixture: Fixture) {
  const result = { distance: 2_000, elapsedTime: 425.3 };
  const sheetOf = async (situation: string, as: Person | null) =>
    `/api/sessions/${await fixture.sessionOf(visibilityOf(situation), as)}/entries/0`;
  return {
    'entries.enter': (as, situation) =>
      fixture.app().call('POST', '/api/activities/entered', {
        as,
        body: {
          ...result,
          _id: randomUUIDv7(),
          user: situation === 'asSelf' ? fixture.people().self.user._id : idOf(as),
          ...own,
        },
      }),
    'entries.correct': async (as, situation) => {
      const id = await (situation === 'own'
        ? enteredBySelf(fixture)
        : situation === 'entered'
          ? enteredForSelf(fixture, as)
          : fixture.activityIn(situation, as));
      return fixture.app().call('PUT', `/api/activities/${id}/entered`, {
        as,
        body: { ...result, ...own },
      });
    },
    'entries.sheet': async (as, situation) => fixture.app().call('GET', await sheetOf(situation, as), { as }),
    'entries.save': async (as, situation) =>
      fixture.app().call('PUT', await sheetOf(situation, as), {
        as,
        body: {
          timeZone: 'UTC',
          machine: 'rower',
          rows: [{ user: fixture.people().self.user._id, result }],
        },
      }),
    'entries.refuse': async (as, situation) => {
      const id = await (situation === 'entered'
        ? enteredForSelf(fixture, as)
        : fixture.activityIn(situation, as));
      return fixture
        .app()
        .call('POST', `/api/activities/${id}/refusal`, { as, body: { reason: 'Not mine' } });
    },
  } satisfies Attempts<'entries'>;
}
