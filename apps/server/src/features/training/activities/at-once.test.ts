import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { activities, sessions } from '../../../db/tables.ts';
import { onEachDatabase, waitingFor } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { lockSession } from '../../sessions/sessions/index.ts';
import { buildActivity } from './factory.ts';

onEachDatabase('while its session changes', (database) => {
  const app = useTestApp(database);
  const db = () => database().db;
  let ann: Person;
  let ben: Person;
  let sessionId: string;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    await db().delete(activities);
    sessionId = await buildSession(db(), { hostUserId: ben.user._id, workoutItems: ['500m'] });
  });

  const build = (more: object) => buildActivity(db(), { userId: ann.user._id, sessionId, ...more });
  const rowed = { distance: 500, elapsedTime: 100, workoutType: 3 };

  /** Makes a call that has passed its first checks when the session is locked and before it changes. */
  async function duringChange(call: () => Promise<Answer>, change: (tx: Database) => Promise<unknown>) {
    const { kind } = database();
    const waiting = await db().transaction(async (tx) => {
      await lockSession(tx, sessionId);
      const answer = call();
      // PGlite runs one transaction at a time, so the call has not started yet.
      if (kind === 'postgresql') await expect.poll(() => waitingFor(db()), { timeout: 10_000 }).toBe(1);
      await change(tx);
      return { answer };
    });
    return waiting.answer;
  }

  test.each([
    ['a result of the monitor', () => ann, 'PATCH', 'complete', rowed],
    ['an end by the host', () => ben, 'POST', 'end', {}],
  ] as const)('%s waits for a common start, and neither fails', async (_, by, method, path, body) => {
    const heardAt = new Date(nowMs() - limits.staleActivityMs - 1_000);
    const id = await build({ heardAt });
    const answer = await duringChange(
      () => app().call(method, `/api/activities/${id}/${path}`, { as: by(), body }),
      (tx) => tx.update(activities).set({ startOffset: null }).where(eq(activities.sessionId, sessionId)),
    );
    expect(answer).toMatchObject({ status: 200, body: { isCompleted: true } });
  });

  test('no result is reopened in a session that is deleted at that moment', async () => {
    const id = await build({ ...rowed, completedAt: new Date(nowMs()) });
    const answer = await duringChange(
      () => app().call('POST', `/api/activities/${id}/reopen`, { as: ann }),
      (tx) =>
        tx
          .update(sessions)
          .set({ deletedAt: new Date(nowMs()) })
          .where(eq(sessions.id, sessionId)),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
    expect(await db().select().from(activities)).toMatchObject([{ isCompleted: true }]);
  });
});
