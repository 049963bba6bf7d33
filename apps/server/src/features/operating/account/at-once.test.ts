import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { formerMemberName } from '@boathouse/contract/users';
import { activities, activityDays, sessions, strokeChunks, users } from '../../../db/tables.ts';
import { newId } from '../../../db/ids.ts';
import { onEachDatabase, waitingFor } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { strokeOf } from '../../training/strokes/factory.ts';
import { deleteUser, lockUserToDelete } from './store.ts';

const stroke = strokeOf({ heartRate: 180 });
const summary = {
  logEntryDate: null,
  logEntryTime: null,
  averageStrokeRate: 24,
  averageHeartRate: 161,
  recoveryHeartRate: null,
  splits: [],
};

onEachDatabase('while an account is deleted', (database) => {
  const app = useTestApp(database);
  const db = () => database().db;

  /** A result that stays after its athlete is deleted, in a session of a club. */
  async function resultThatStays() {
    const [ann, coach] = [await app().signUp('Ann'), await app().signUp('Coach')];
    const clubId = await buildClub(db(), { ownerId: coach.user._id });
    await buildMembership(db(), { clubId, userId: ann.user._id, role: 0 });
    const id = await buildActivity(db(), {
      userId: ann.user._id,
      sessionId: await buildSession(db(), { hostUserId: coach.user._id, clubId }),
      completedAt: new Date(nowMs()),
      distance: 2000,
      elapsedTime: 480,
      summary: { ...summary, source: 'byHand' },
    });
    return { ann, coach, id };
  }

  /** Makes a call that has passed its first checks when the deletion is stored. */
  async function duringDeletion(person: Person, call: () => Promise<Answer>): Promise<Answer> {
    const { kind } = database();
    const waiting = await db().transaction(async (tx) => {
      await lockUserToDelete(tx, person.user._id);
      await deleteUser(tx, person.user._id, { clubResults: 'keep', now: new Date(nowMs()) });
      const answer = call();
      // PGlite runs one transaction at a time, so the call has not started yet.
      if (kind === 'postgresql') await expect.poll(() => waitingFor(db()), { timeout: 10_000 }).toBe(1);
      return { answer };
    });
    return waiting.answer;
  }

  test.each([
    ['stroke', 'POST', 'strokes', { from: 0, strokes: [stroke] }],
    ['better result', 'PATCH', 'complete', { summary: { ...summary, source: 'summary' }, heartRate: 170 }],
    [
      'recovery heart rate',
      'PATCH',
      '',
      { summary: { ...summary, source: 'byHand', recoveryHeartRate: 120 } },
    ],
  ] as const)('no %s is stored in the result that stays', async (_, method, path, body) => {
    const { ann, id } = await resultThatStays();
    const answer = await duringDeletion(ann, () =>
      app().call(method, `/api/activities/${id}${path && `/${path}`}`, { as: ann, body }),
    );
    expect(answer.status).toBeLessThan(500);
    const [left] = await db()
      .select({ activity: activities, name: users.displayName })
      .from(activities)
      .innerJoin(users, eq(users.id, activities.userId))
      .where(eq(activities.id, id));
    expect(left).toMatchObject({
      name: formerMemberName,
      activity: {
        heartRate: null,
        strokeCount: 0,
        summary: { source: 'byHand', averageHeartRate: null, recoveryHeartRate: null },
      },
    });
    expect(await db().select().from(strokeChunks).where(eq(strokeChunks.activityId, id))).toEqual([]);
  });

  test('a row that another user begins in a session of the account stays, with the session', async () => {
    const [ann, ben] = [await app().signUp('Ann'), await app().signUp('Ben')];
    const sessionId = await buildSession(db(), { hostUserId: ann.user._id });
    const id = newId();
    const removal = () =>
      app().call('POST', `/api/users/${ann.user._id}/deletion`, {
        as: ann,
        body: { clubResults: 'keep', password: 'a good password' },
      });
    const removed = await db().transaction(async (tx) => {
      await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('share');
      const workout = { title: 'Pieces', workout: '2000m', sessionId, workoutItemIndex: 0 };
      await tx.insert(activities).values({ id, userId: ben.user._id, ...workout });
      const answer = removal();
      if (database().kind === 'postgresql') {
        await expect.poll(() => waitingFor(db()), { timeout: 10_000 }).toBe(1);
      }
      return { answer };
    });
    expect((await removed.answer).status).toBe(200);
    expect(await db().select().from(activities).where(eq(activities.id, id))).toHaveLength(1);
    const read = await app().call('GET', `/api/sessions/${sessionId}`, { as: ben });
    expect(read).toMatchObject({ status: 200, body: { hostUser: { displayName: formerMemberName } } });
  });

  test('the host can’t reopen a result that stays, even later', async () => {
    const { ann, coach, id } = await resultThatStays();
    await db().transaction(async (tx) => {
      await lockUserToDelete(tx, ann.user._id);
      await deleteUser(tx, ann.user._id, { clubResults: 'keep', now: new Date(nowMs()) });
    });
    const days = await db().select().from(activityDays);
    const reopened = await app().call('POST', `/api/activities/${id}/reopen`, { as: coach });
    expect(problemOf(reopened)).toMatchObject({ status: 409, code: 'activity_completed' });
    expect(await db().select().from(activityDays)).toEqual(days);
  });
});
