import type { Person } from '../support/test-app.ts';
import type { Attempts, Fixture } from './authorisation-fixture.ts';

/** Valid calls, made by any persona. */
export function statisticsAttempts(fixture: Fixture) {
  const ofSelf = (as: Person | null, call: string) =>
    fixture.app().call('GET', `/api/users/${fixture.people().self.user._id}/${call}`, { as });

  return {
    'statistics.meters': (as) => ofSelf(as, 'statistics'),
    'statistics.general': (as) => ofSelf(as, 'statistics-general'),
    'statistics.progress': (as) => ofSelf(as, 'statistics-progress'),
    'statistics.heatmap': (as) => ofSelf(as, 'activity-heatmap?currentYear=2026'),
  } satisfies Attempts<'statistics'>;
}
