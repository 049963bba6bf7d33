import { nowMs } from '../support/now.ts';
import { syncConnections, syncUploads } from '../../src/db/tables.ts';
import { newId } from '../../src/db/ids.ts';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import type { Person } from '../support/test-app.ts';
import type { Attempts, Fixture } from './authorization-fixture.ts';

/** How each call of connected services is made, correct except for its caller. */
export function syncAttempts(fixture: Fixture) {
  const call = (
    as: Person | null,
    method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ) => fixture.app().call(method, `/api/sync${path}`, { as, ...(body === undefined ? {} : { body }) });
  const choices = { uploads: true, imports: true, timeZone: 'Europe/Berlin' };

  async function connectedBySelf(): Promise<void> {
    await fixture.db().delete(syncConnections);
    await fixture
      .db()
      .insert(syncConnections)
      .values({
        id: newId(),
        userId: fixture.people().self.user._id,
        service: 'logbook',
        uploads: true,
        imports: true,
        timeZone: 'Europe/Berlin',
        sealed: 'sealed',
        connectedAt: new Date(nowMs()),
        importAt: new Date(nowMs()),
      });
  }
  async function refusedToSelf(): Promise<string> {
    await connectedBySelf();
    const userId = fixture.people().self.user._id;
    await fixture.forgetActivities();
    const activityId = await buildActivity(fixture.db(), { userId, completedAt: new Date(nowMs()) });
    const upload = { activityId, service: 'logbook', userId, createdAt: new Date(nowMs()) } as const;
    await fixture
      .db()
      .insert(syncUploads)
      .values({ ...upload, state: 'refused', problem: 'No.' });
    return activityId;
  }

  return {
    'sync.state': (as) => call(as, 'GET', ''),
    'sync.ofActivity': async (as) => call(as, 'GET', `/activities/${await refusedToSelf()}`),
    'sync.connect': (as) => call(as, 'PUT', '/logbook', { key: 'a-key', ...choices }),
    'sync.change': async (as) => {
      await connectedBySelf();
      return call(as, 'PATCH', '/logbook', { uploads: false });
    },
    'sync.disconnect': async (as) => {
      await connectedBySelf();
      return call(as, 'DELETE', '/logbook');
    },
    'sync.importNow': async (as) => {
      await connectedBySelf();
      return call(as, 'POST', '/logbook/import');
    },
    'sync.retry': async (as) => call(as, 'POST', `/logbook/activities/${await refusedToSelf()}`),
    'sync.authorize': (as) => call(as, 'POST', '/logbook/authorization', choices),
  } satisfies Attempts<'sync'>;
}
