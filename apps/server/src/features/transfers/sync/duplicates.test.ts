import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { imports as contract } from '@boathouse/contract/activities/imports';
import { newId } from '../../../db/ids.ts';
import { activities, activityDays, activityNotes, activityTags, syncUploads } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { hourMs, useConnectedAthletes } from '../../../../test/sync/connected-athletes.ts';
import { buildActivity, type ActivityToBuild } from '../../training/activities/factory.ts';

const userId = 7;
/** A row of 2,000 m that ended at 11:00 UTC, stored by another app of the athlete. */
const result = {
  type: 'rower',
  date: '2026-11-20 12:00:00',
  timezone: 'Europe/Berlin',
  date_utc: '2026-11-20 11:00:00',
  distance: 2_000,
  time: 4_253,
  workout_type: 'FixedDistanceSplits',
};
const figures = { distance: 2_000, elapsedTime: 425.3, workoutType: 3, timeZone: 'Europe/Berlin' };

onEachDatabase('a row that ends here after the Logbook has had its result', (database) => {
  const { logbook, app, ann, db, pass, run, connect } = useConnectedAthletes(database);

  /** Begins the row, and imports its result. */
  async function imported(more: object = {}, row: Partial<ActivityToBuild> = {}): Promise<string> {
    await db().delete(activityDays);
    const createdAt = new Date('2026-11-20T10:52:40Z');
    const id = await buildActivity(db(), { userId: ann().user._id, createdAt, ...row });
    logbook.put(userId, { ...result, ...more });
    await connect('logbook', logbook.personalToken(userId));
    await run();
    return id;
  }
  const duplicate = async () => {
    const [row] = await db().select().from(activities).where(eq(activities.source, 'sync'));
    return row?.id ?? '';
  };
  const complete = async (id: string, body: object = figures) => {
    const answer = await app().call('PATCH', `/api/activities/${id}/complete`, { as: ann(), body });
    expect(answer.status).toBe(200);
  };
  const sources = async () => (await db().select().from(activities)).map(({ source }) => source).toSorted();
  const counted = async () =>
    (await db().select().from(activityDays)).map(({ count, meters }) => [count, meters]);
  const put = async (path: string, body: object) => {
    const answer = await app().call('PUT', `/api/activities/${await duplicate()}/${path}`, {
      as: ann(),
      body,
    });
    expect(answer.status).toBe(200);
  };

  test('replaces it, counts once, and is not sent there', async () => {
    const id = await imported();
    expect(await sources()).toEqual(['monitor', 'sync']);
    await complete(id);
    expect(await sources()).toEqual(['monitor']);
    expect(await counted()).toEqual([[1, 2_000]]);
    expect(await db().select().from(syncUploads)).toMatchObject([{ state: 'there', nextAt: null }]);
    pass(2 * hourMs);
    logbook.editAll({ comments: 'Edited' });
    await run();
    expect(await sources()).toEqual(['monitor']);
    expect(logbook.results).toHaveLength(1);
  });

  test("replaces it also by its monitor's clock only", async () => {
    const id = await imported({}, { createdAt: new Date('2026-11-20T09:00:00Z') });
    const logged = {
      logEntryDate: { year: 2026, month: 11, day: 20 },
      logEntryTime: { hour: 12, minute: 0 },
    };
    const rest = { averageStrokeRate: 28, averageHeartRate: null, recoveryHeartRate: null, splits: [] };
    await complete(id, { ...figures, summary: { ...logged, ...rest, source: 'summary' } });
    expect(await sources()).toEqual(['monitor']);
  });

  test.each([
    ['machine', { type: 'skierg' }],
    ['end', { date: '2026-11-20 12:10:00', date_utc: '2026-11-20 11:10:00' }],
  ])('does not replace a result of another %s', async (_, other) => {
    const id = await imported(other);
    await complete(id);
    expect(await sources()).toEqual(['monitor', 'sync']);
    expect((await counted()).reduce((sum, [count = 0]) => sum + count, 0)).toBe(2);
  });

  test.each([
    ['the time in whole seconds', { time: 4_250 }],
    ['a rounded distance', { distance: 2_001 }],
  ])('replaces it if it has %s', async (_, other) => {
    await complete(await imported(other));
    expect(await sources()).toEqual(['monitor']);
    expect(await counted()).toEqual([[1, 2_000]]);
  });

  test("gets the result's notes, comments and visibility", async () => {
    const id = await imported();
    pass(hourMs);
    await put('note', { note: 'Head up' });
    await put('tags', { tags: ['test'] });
    const isResult = eq(activities.source, 'sync');
    await db().update(activities).set({ title: 'Mine', visibility: 'profile' }).where(isResult);
    await complete(id);
    expect(await counted()).toEqual([[1, 2_000]]);
    expect(await db().select().from(activities)).toMatchObject([
      { id, title: 'Mine', visibility: 'profile' },
    ]);
    expect(await db().select().from(activityNotes)).toMatchObject([{ activityId: id, note: 'Head up' }]);
    expect(await db().select().from(activityTags)).toMatchObject([{ activityId: id, tag: 'test' }]);
  });

  test('gets the strokes, intervals and heart rate that it lacks', async () => {
    const id = await imported({
      heart_rate: { average: 161 },
      stroke_data: true,
      workout: { splits: [500, 1_500].map((distance) => ({ distance, time: distance * 2 + 126.5 })) },
    });
    await complete(id);
    expect(await counted()).toEqual([[1, 2_000]]);
    expect(await db().select().from(activities)).toMatchObject([{ id, heartRate: 161, elapsedTime: 425.3 }]);
  });

  const questions = async () => {
    const asked = await app().call('GET', '/api/imports/questions', { as: ann() });
    return contract.questions.response.parse(asked.body);
  };
  const answer = (id: string, other: string, isSame: boolean) =>
    app().call('PUT', `/api/imports/questions/${id}`, { as: ann(), body: { other, isSame } });

  describe.each([
    ['time', { time: 4_260 }],
    ['distance', { distance: 2_013 }],
  ])('of the same minutes and another %s', (_, other) => {
    test('is asked about when the row ends, and merged if it is the same', async () => {
      const id = await imported(other);
      pass(hourMs);
      await put('note', { note: 'Head up' });
      await complete(id);
      expect(await sources()).toEqual(['monitor', 'sync']);
      const [asked, ...more] = await questions();
      expect(more).toEqual([]);
      expect(asked).toMatchObject({
        activity: { _id: await duplicate() },
        other: { _id: id, distance: 2_000 },
      });
      expect((await answer(await duplicate(), id, true)).body).toEqual({ _id: id });
      expect(await counted()).toEqual([[1, 2_000]]);
      expect(await sources()).toEqual(['monitor']);
      expect(await db().select().from(activityNotes)).toMatchObject([{ activityId: id, note: 'Head up' }]);
      expect(await questions()).toEqual([]);
      expect((await answer(await duplicate(), id, true)).status).toBe(400);
    });

    test('raises a question if it comes after the row, and stays in addition to it if it is another', async () => {
      await db().delete(activityDays);
      const id = await buildActivity(db(), {
        userId: ann().user._id,
        createdAt: new Date('2026-11-20T10:52:55Z'),
        completedAt: new Date('2026-11-20T11:00:00Z'),
        distance: 2_000,
        elapsedTime: 425.3,
      });
      logbook.put(userId, { ...result, ...other });
      await connect('logbook', logbook.personalToken(userId));
      await run();
      expect(await sources()).toEqual(['monitor', 'sync']);
      expect(await questions()).toMatchObject([{ other: { _id: id } }]);
      expect((await answer(await duplicate(), id, false)).status).toBe(200);
      expect(await questions()).toEqual([]);
      // No further question, after any later reading or end.
      await complete(id, { ...figures, summary: null });
      expect(await questions()).toEqual([]);
      expect(await sources()).toEqual(['monitor', 'sync']);
    });
  });

  test('a result that its athlete types in again is asked about', async () => {
    const id = await buildActivity(db(), {
      userId: ann().user._id,
      createdAt: new Date('2026-11-20T10:52:55Z'),
      completedAt: new Date('2026-11-20T11:00:00Z'),
      distance: 2_000,
      elapsedTime: 425.3,
    });
    const body = {
      _id: newId(),
      user: ann().user._id,
      machine: 'rower',
      distance: 2_000,
      elapsedTime: 425.3,
      createdAt: '2026-11-20T08:00:00.000Z',
      timeZone: 'Europe/Berlin',
      workout: '',
      strokeRate: null,
      heartRate: null,
      note: '',
      tags: [],
    };
    expect((await app().call('POST', '/api/activities/entered', { as: ann(), body })).status).toBe(200);
    expect(await questions()).toMatchObject([{ activity: { _id: body._id }, other: { _id: id } }]);
  });
});
