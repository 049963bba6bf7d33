import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ActivitySchema, ListedActivitySchema, type Machine } from '@boathouse/contract/activities';
import { entries as calls, type SheetRow } from '@boathouse/contract/activities/entries';
import { results } from '@boathouse/contract/activities/results';
import { notifications } from '@boathouse/contract/notifications';
import { statistics } from '@boathouse/contract/statistics';
import { readWorkouts } from '@boathouse/formats/read';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { activities, activityDays, blocks, entryRefusals, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { strokeOf } from '../strokes/factory.ts';

const result = { distance: 2_000, elapsedTime: 425.3 };

onEachDatabase('entered results', (database) => {
  const app = useTestApp(database);
  let [coach, admin, ann, ben, eve]: Person[] = [];
  let club: string;
  let session: string;

  const idOf = (person: Person | undefined) => person?.user._id ?? '';
  beforeAll(async () => {
    coach = await app().signUp('Cleo Coach');
    admin = await app().signUp('Adam Admin');
    ann = await app().signUp('Ann Oar');
    ben = await app().signUp('Ben Scull');
    eve = await app().signUp('Eve Elsewhere');
    const { db } = database();
    club = await buildClub(db, { ownerId: idOf(admin) });
    for (const person of [coach, ann, ben]) {
      await buildMembership(db, { clubId: club, userId: idOf(person), role: 0 });
    }
  });
  beforeEach(async () => {
    const { db } = database();
    for (const table of [activities, activityDays, blocks, entryRefusals]) await db.delete(table);
    await app().call('PATCH', `/api/clubs?club=${club}&requestingUser=${idOf(admin)}`, {
      as: admin ?? null,
      body: { ranksEntered: false },
    });
    session = await buildSession(db, {
      hostUserId: idOf(coach),
      clubId: club,
      title: 'Tuesday test',
      startAt: new Date('2026-03-01T18:00:00Z'),
      workoutItems: ['2000 m', '4 x 500 m / 2:00 rest', '30:00'],
    });
  });

  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    as: Person | undefined,
    body?: unknown,
  ) => app().call(method, `/api${path}`, { as: as ?? null, body });
  const save = async (
    rows: Array<{ user: string; result: object | null }>,
    more: { as?: Person | undefined; item?: number; machine?: Machine } = {},
  ) => {
    const { as = coach, item = 0, machine = 'rower' } = more;
    const answer = await call('PUT', `/sessions/${session}/entries/${item}`, as, {
      timeZone: 'Europe/Berlin',
      machine,
      rows,
    });
    expect(answer.status).toBe(200);
    return calls.save.response.parse(answer.body);
  };
  const enterFor = (person: Person | undefined, given: object | null = result, more = {}) =>
    save([{ user: idOf(person), result: given }], more);
  const rowOf = (rows: readonly SheetRow[], person: Person | undefined) =>
    rows.find(({ user }) => user._id === idOf(person));
  const sheet = async (as = coach, item = 0) =>
    calls.sheet.response.parse((await call('GET', `/sessions/${session}/entries/${item}`, as)).body);
  const stored = () => database().db.select().from(activities).orderBy(activities.createdAt);
  const days = () => database().db.select().from(activityDays);
  const enteredIdOf = async (person: Person | undefined) =>
    rowOf((await sheet()).rows, person)?.entered?.activity ?? '';
  const linesOf = async (person: Person | undefined) =>
    notifications.list.response.parse((await call('GET', '/notifications', person)).body);
  const bestsOf = async (person: Person | undefined) =>
    statistics.personalBests.response.parse(
      (await call('GET', `/users/${idOf(person)}/personal-bests`, person)).body,
    );
  async function row(person: Person | undefined, figures: object = {}, more: object = {}): Promise<Answer> {
    const begun = await call('POST', '/activities', person, {
      user: idOf(person),
      session,
      workoutItemIndex: 0,
    });
    const { _id } = ActivitySchema.parse(begun.body);
    const body = { distance: 2_000, elapsedTime: 430.1, averagePace: 107.5, timeZone: 'UTC', ...figures };
    return call('PATCH', `/activities/${_id}/complete`, person, { ...body, ...more });
  }

  describe('of the athlete', () => {
    const own = {
      createdAt: '2026-03-01T22:30:00.000Z',
      timeZone: 'Europe/Berlin',
      machine: 'rower',
      workout: '2000 m',
      ...result,
    };
    const enter = (more: object = {}, as = ann) =>
      call('POST', '/activities/entered', as, { _id: randomUUIDv7(), user: idOf(as), ...own, ...more });

    test('are stored with the figures that follow from them, and marked', async () => {
      const answer = await enter({ strokeRate: 28, heartRate: 171, note: 'Borrowed erg' });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          source: 'entered',
          enteredBy: { _id: idOf(ann) },
          workout: '2000 m',
          title: '2000 m',
          session: null,
          visibility: 'me',
          isCompleted: true,
          createdAt: own.createdAt,
          completedAt: '2026-03-01T22:37:05.300Z',
          ...result,
          averagePower: 291,
          strokeRate: 28,
          heartRate: 171,
          totalCalories: null,
          summary: null,
          isPartial: false,
        },
      });
      const { _id, averagePace } = ActivitySchema.parse(answer.body);
      expect(averagePace).toBeCloseTo(106.325, 6);
      expect((await call('GET', `/activities/${_id}/note`, ann)).body).toEqual({ note: 'Borrowed erg' });
      expect((await call('GET', `/activities/${_id}`, ben)).status).toBe(404);
    });

    test('count on the day of their start in its time zone, and on their machine', async () => {
      await enter();
      await enter({ machine: 'bike', distance: 5_000, workout: '' });
      expect(await days()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ day: '2026-03-01', machine: 'rower', meters: 2_000, withoutCalories: 1 }),
          expect.objectContaining({ day: '2026-03-01', machine: 'bike', meters: 5_000 }),
        ]),
      );
    });

    test('state their length if no workout is given, and a workout that is not reached makes them partial', async () => {
      expect((await enter({ workout: '' })).body).toMatchObject({ workout: '2000 m', isPartial: false });
      expect((await enter({ workout: '', distance: 1_987 })).body).toMatchObject({ workout: 'Just row' });
      expect((await enter({ distance: 1_987 })).body).toMatchObject({ workout: '2000 m', isPartial: true });
    });

    test('are stored once, even if they are sent often', async () => {
      const _id = randomUUIDv7();
      const answers = await Promise.all([enter({ _id }), enter({ _id }), enter({ _id })]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await stored()).toHaveLength(1);
      expect(await days()).toMatchObject([{ count: 1, meters: 2_000 }]);
      expect(problemOf(await enter({ _id }, ben))).toMatchObject({ status: 400, fields: ['_id'] });
    });

    test('are not personal bests, and are not compared', async () => {
      const { _id } = ActivitySchema.parse((await enter()).body);
      expect(await bestsOf(ann)).toEqual([]);
      expect(
        results.standing.response.parse((await call('GET', `/activities/${_id}/standing`, ann)).body),
      ).toEqual({ decides: null, last: null, best: null });
    });

    test('are deleted by their athlete, and not stored again by a late repetition', async () => {
      const _id = randomUUIDv7();
      await enter({ _id });
      expect((await call('DELETE', `/activities/${_id}`, ann)).status).toBe(200);
      expect(await days()).toEqual([]);
      expect((await enter({ _id })).status).toBe(404);
      expect(await stored()).toEqual([]);
    });

    test('accept no strokes, no summary and no second beginning', async () => {
      const { _id } = ActivitySchema.parse((await enter()).body);
      const strokes = await call('POST', `/activities/${_id}/strokes`, ann, {
        from: 0,
        strokes: [strokeOf({})],
      });
      expect(strokes.status).toBe(404);
      expect((await call('POST', `/activities/${_id}/reopen`, ann)).status).toBe(409);
      const summary = {
        logEntryDate: null,
        logEntryTime: null,
        averageStrokeRate: 30,
        averageHeartRate: null,
        recoveryHeartRate: null,
        splits: [],
        source: 'summary',
      };
      const completed = await call('PATCH', `/activities/${_id}/complete`, ann, { distance: 9, summary });
      expect(completed).toMatchObject({ status: 200, body: { ...result, summary: null, source: 'entered' } });
    });

    test.each([
      ['createdAt', { createdAt: '2090-01-01T00:00:00.000Z' }],
      ['createdAt', { createdAt: '1989-01-01T00:00:00.000Z' }],
      ['distance', { distance: -5 }],
      ['distance', { distance: 0 }],
      ['elapsedTime', { elapsedTime: 0 }],
      ['elapsedTime', { elapsedTime: 7.05 }],
      ['elapsedTime', { elapsedTime: 425_300 }],
      ['heartRate', { heartRate: 400 }],
      ['strokeRate', { strokeRate: 28.5 }],
      ['machine', { machine: 'canoe' }],
      ['timeZone', { timeZone: 'Mars Olympus' }],
      ['workout', { workout: 'x'.repeat(201) }],
    ])('are refused for a wrong %s: %j', async (field, wrong) => {
      expect(problemOf(await enter(wrong))).toMatchObject({ status: 400, fields: [field] });
      expect(await stored()).toEqual([]);
    });

    test('have files that other apps can read', async () => {
      const { _id } = ActivitySchema.parse((await enter({ heartRate: 171 })).body);
      const bytesOf = async (path: string) =>
        (
          await app().app.http.inject({
            url: `/api${path}`,
            headers: { authorization: `Bearer ${ann?.token}` },
          })
        ).rawPayload;
      for (const format of ['fit', 'tcx']) {
        const bytes = await bytesOf(`/activities/${_id}/export?format=${format}`);
        const { workouts, problems } = readWorkouts(bytes, `a.${format}`);
        expect(problems).toEqual([]);
        expect(workouts).toMatchObject([{ machine: 'rower', ...result, strokes: [] }]);
      }
      const season = await bytesOf(`/activities/export?user=${idOf(ann)}&format=csv`);
      expect(readWorkouts(season, 'a.csv').workouts).toMatchObject([{ machine: 'rower', ...result }]);
    });
  });

  describe('of a session', () => {
    test('are entered for its athletes, whom a sheet lists by name', async () => {
      const { title, workoutItems, rows } = await sheet();
      expect({ title, workoutItems: workoutItems.length }).toEqual({
        title: 'Tuesday test',
        workoutItems: 3,
      });
      expect(rows.map(({ user }) => user.displayName)).toEqual([
        'Adam Admin',
        'Ann Oar',
        'Ben Scull',
        'Cleo Coach',
      ]);
      const saved = await save([
        { user: idOf(ann), result: { ...result, strokeRate: 28 } },
        { user: idOf(ben), result: { ...result, elapsedTime: 440 } },
      ]);
      expect(saved.problems).toEqual([]);
      expect(rowOf(saved.rows, ann)).toMatchObject({ entered: { ...result, strokeRate: 28 }, own: null });
      const lists = z
        .array(z.array(ListedActivitySchema))
        .parse((await call('GET', `/sessions/${session}/activities`, ben)).body);
      expect(lists[0]).toMatchObject([
        { source: 'entered', enteredBy: { displayName: 'Cleo Coach' }, workout: '2000 m' },
        { source: 'entered', createdAt: '2026-03-01T18:00:00.000Z' },
      ]);
      expect(await days()).toHaveLength(2);
    });

    test('saved again change nothing, and notify the athlete once', async () => {
      await enterFor(ann);
      const before = await stored();
      await Promise.all([enterFor(ann), enterFor(ann)]);
      expect(await stored()).toEqual(before);
      expect(await days()).toMatchObject([{ count: 1, meters: 2_000 }]);
      expect(await linesOf(ann)).toMatchObject([
        { kind: 'entered', actors: [{ displayName: 'Cleo Coach' }], activity: { workoutItem: '2000 m' } },
      ]);
      expect(await linesOf(coach)).toEqual([]);
    });

    test('are corrected and removed by any user who manages the session, and the totals follow', async () => {
      await enterFor(ann);
      await enterFor(ann, { distance: 2_000, elapsedTime: 415.3 }, { as: admin, machine: 'skierg' });
      expect(await stored()).toMatchObject([
        { elapsedTime: 415.3, enteredBy: idOf(admin), machine: 'skierg', averagePower: 313 },
      ]);
      expect(await days()).toMatchObject([{ machine: 'skierg', count: 1, timeSec: 415.3 }]);
      await enterFor(ann, null);
      expect(await stored()).toEqual([]);
      expect(await days()).toEqual([]);
    });

    test('with a mistake are named, and the others are stored', async () => {
      const stranger = { user: idOf(eve), result };
      const nobody = { user: randomUUID(), result };
      const { problems } = await save([
        stranger,
        { user: idOf(ann), result },
        nobody,
        { user: idOf(ben), result: { distance: 2_000, elapsedTime: 42.5 } },
      ]);
      expect(problems).toEqual([
        { user: idOf(eve), message: expect.stringContaining('not an athlete') },
        { user: nobody.user, message: expect.stringContaining('not an athlete') },
        { user: idOf(ben), message: expect.stringContaining('0:10.6 /500 m') },
      ]);
      expect(await stored()).toMatchObject([{ userId: idOf(ann) }]);
      const twice = await call('PUT', `/sessions/${session}/entries/0`, coach, {
        timeZone: 'UTC',
        machine: 'rower',
        rows: [
          { user: idOf(ann), result },
          { user: idOf(ann), result: null },
        ],
      });
      expect(problemOf(twice)).toMatchObject({ status: 400, fields: ['rows'] });
      expect((await call('GET', `/sessions/${session}/entries/3`, coach)).status).toBe(404);
    });

    test('are refused for an athlete who has blocked the caller', async () => {
      await database()
        .db.insert(blocks)
        .values({ blockerId: idOf(ann), blockedId: idOf(coach) });
      expect(rowOf((await sheet()).rows, ann)).toBeUndefined();
      expect((await enterFor(ann)).problems).toHaveLength(1);
      expect(await stored()).toEqual([]);
    });

    test('without a club are for users who will attend, and those who have begun', async () => {
      session = await buildSession(database().db, {
        hostUserId: idOf(coach),
        isAccessibleByLink: true,
        workoutItems: ['2000 m'],
        startAt: new Date(nowMs() + 600_000),
      });
      await call('PUT', `/sessions/${session}/attendance`, eve);
      await buildActivity(database().db, {
        userId: idOf(ben),
        sessionId: session,
        completedAt: new Date(nowMs()),
      });
      const names = (await sheet()).rows.map(({ user }) => user.displayName);
      expect(names).toEqual(['Ben Scull', 'Cleo Coach', 'Eve Elsewhere']);
      expect((await enterFor(ann)).problems).toHaveLength(1);
      expect((await enterFor(eve)).problems).toEqual([]);
      // Results of a future session have the present time.
      const [{ createdAt } = { createdAt: new Date(0) }] = await database()
        .db.select()
        .from(activities)
        .where(eq(activities.userId, idOf(eve)));
      expect(Math.abs(createdAt.getTime() - nowMs())).toBeLessThan(60_000);
    });
  });

  describe('beside the monitor', () => {
    test("are replaced by the item's complete result, which counts once", async () => {
      await enterFor(ann);
      const answer = await row(ann);
      expect(answer.status).toBe(200);
      expect(await stored()).toMatchObject([{ source: 'monitor', elapsedTime: 430.1 }]);
      expect(await days()).toMatchObject([{ count: 1, meters: 2_000, timeSec: 430.1 }]);
      const { rows } = await sheet();
      expect(rowOf(rows, ann)).toMatchObject({ entered: null, own: { elapsedTime: 430.1 } });
      const { problems } = await enterFor(ann);
      expect(problems).toMatchObject([{ message: expect.stringContaining('7:10.1, 2000 m') }]);
      expect(await days()).toMatchObject([{ count: 1, timeSec: 430.1 }]);
    });

    test.each([
      ['a part of the item', { distance: 300, elapsedTime: 60 }, {}],
      ['one of a simulated erg', {}, { isSimulated: true }],
      ['one that was left', {}, { isLeft: true }],
    ])('stay beside %s', async (_what, figures, more) => {
      await enterFor(ann);
      expect((await row(ann, figures, more)).status).toBe(200);
      expect((await stored()).map(({ source }) => source)).toContain('entered');
      expect((await enterFor(ann, { distance: 2_000, elapsedTime: 411 })).problems).toEqual([]);
      expect(rowOf((await sheet()).rows, ann)).toMatchObject({ entered: { elapsedTime: 411 } });
    });

    test('are stored while the athlete rows, and deleted when the host ends that row as complete', async () => {
      const begun = await call('POST', '/activities', ann, {
        user: idOf(ann),
        session,
        workoutItemIndex: 0,
      });
      const { _id } = ActivitySchema.parse(begun.body);
      await enterFor(ann);
      expect(await stored()).toHaveLength(2);
      await database()
        .db.update(activities)
        .set({ heardAt: new Date(0), distance: 2_000, elapsedTime: 440 })
        .where(eq(activities.id, _id));
      expect((await call('POST', `/activities/${_id}/end`, coach)).status).toBe(200);
      expect(await stored()).toMatchObject([{ id: _id, source: 'monitor' }]);
      expect(await days()).toMatchObject([{ count: 1, timeSec: 440 }]);
    });

    test("stay in addition to a row of the item's new workout, and are corrected as results of the old one", async () => {
      await enterFor(ann);
      const reword = { workoutItems: ['5000 m', '4 x 500 m / 2:00 rest', '30:00'] };
      expect((await call('PATCH', `/sessions/${session}`, coach, reword)).status).toBe(200);
      expect((await row(ann, { distance: 5_000, elapsedTime: 1_150 })).status).toBe(200);
      expect(await stored()).toMatchObject([
        { source: 'entered', workout: '2000 m' },
        { source: 'monitor', workout: '5000 m' },
      ]);
      expect(await days()).toMatchObject([
        { count: 1, meters: 2_000 },
        { count: 1, meters: 5_000 },
      ]);

      await enterFor(ben);
      await database()
        .db.update(activities)
        .set({ workout: '2000 m', plan: parseWorkoutText('2000 m') })
        .where(eq(activities.userId, idOf(ben)));
      expect((await enterFor(ben, { ...result, heartRate: 181 })).problems).toEqual([]);
      const [corrected] = (await stored()).filter(({ userId }) => userId === idOf(ben));
      expect(corrected).toMatchObject({ workout: '2000 m', heartRate: 181, isPartial: false });
    });

    test('are replaced by a row of the same workout in other words', async () => {
      await enterFor(ann);
      const reword = { workoutItems: ['2k', '4 x 500 m / 2:00 rest', '30:00'] };
      expect((await call('PATCH', `/sessions/${session}`, coach, reword)).status).toBe(200);
      expect((await row(ann)).status).toBe(200);
      expect(await stored()).toMatchObject([{ source: 'monitor', workout: '2k' }]);
    });

    test('leave one result if both arrive at the same moment', async () => {
      for (let round = 0; round < 5; round += 1) {
        for (const table of [activities, activityDays]) await database().db.delete(table);
        await Promise.all([row(ann), enterFor(ann), enterFor(ann, { distance: 2_000, elapsedTime: 420 })]);
        expect(await stored()).toMatchObject([{ source: 'monitor' }]);
        expect(await days()).toMatchObject([{ count: 1 }]);
      }
    });
  });

  describe('that the athlete refuses', () => {
    test('are deleted, and users who manage the session see it until something is entered again', async () => {
      await enterFor(ann);
      const id = await enteredIdOf(ann);
      const refused = await call('POST', `/activities/${id}/refusal`, ann, { reason: 'It was 7:15' });
      expect(refused).toMatchObject({ status: 200, body: { _id: id } });
      expect(await stored()).toEqual([]);
      expect(await days()).toEqual([]);
      expect(rowOf((await sheet()).rows, ann)).toMatchObject({
        entered: null,
        refusal: { reason: 'It was 7:15', ...result },
      });
      expect(await linesOf(coach)).toMatchObject([
        { kind: 'entryRefused', actors: [{ displayName: 'Ann Oar' }], session: { title: 'Tuesday test' } },
      ]);
      expect((await call('POST', `/activities/${id}/refusal`, ann, {})).status).toBe(404);
      await enterFor(ann, { distance: 2_000, elapsedTime: 435 });
      expect(rowOf((await sheet()).rows, ann)).toMatchObject({
        entered: { elapsedTime: 435 },
        refusal: null,
      });
      expect(await database().db.select().from(entryRefusals)).toEqual([]);
    });

    test('are only those that others entered', async () => {
      await enterFor(coach);
      const own = await enteredIdOf(coach);
      expect(problemOf(await call('POST', `/activities/${own}/refusal`, coach, {})).status).toBe(409);
      await enterFor(ann);
      const anns = await enteredIdOf(ann);
      expect((await call('POST', `/activities/${anns}/refusal`, ben, {})).status).toBe(403);
      expect((await call('DELETE', `/activities/${anns}`, coach)).status).toBe(409);
    });

    test('entries that are refused and corrected at the same moment are either refused or corrected', async () => {
      for (let round = 0; round < 5; round += 1) {
        for (const table of [activities, activityDays, entryRefusals]) await database().db.delete(table);
        await enterFor(ann);
        const id = await enteredIdOf(ann);
        const [answer] = await Promise.all([
          call('POST', `/activities/${id}/refusal`, ann, {}),
          enterFor(ann, { distance: 2_000, elapsedTime: 415 }),
        ]);
        expect(answer.status).toBe(200);
        const kept = await stored();
        expect((await days()).map(({ count }) => count)).toEqual(kept.length === 0 ? [] : [1]);
      }
    });
  });

  test('are personal bests from the moment when the club allows it until it withdraws that', async () => {
    const say = (ranksEntered: boolean) =>
      call('PATCH', `/clubs?club=${club}&requestingUser=${idOf(admin)}`, admin, { ranksEntered });
    await enterFor(ann);
    await enterFor(ben, result, { machine: 'bike' });
    expect(await bestsOf(ann)).toEqual([]);
    expect((await say(true)).body).toMatchObject({ ranksEntered: true });
    expect(await bestsOf(ann)).toMatchObject([{ piece: '2k', elapsedTime: 425.3 }]);
    // Another machine is never among them.
    expect(await bestsOf(ben)).toEqual([]);
    await enterFor(ann, { distance: 2_000, elapsedTime: 415 });
    expect(await bestsOf(ann)).toMatchObject([{ elapsedTime: 415 }]);
    await say(false);
    expect(await bestsOf(ann)).toEqual([]);
  });

  test('results that athletes have entered are corrected by them, with their day and totals, and keep their own title', async () => {
    const _id = randomUUIDv7();
    const at = { createdAt: '2026-03-01T09:00:00.000Z', timeZone: 'UTC', machine: 'rower', workout: '' };
    await call('POST', '/activities/entered', ann, { _id, user: idOf(ann), ...at, ...result });
    const corrected = { ...at, createdAt: '2026-03-02T09:00:00.000Z', machine: 'skierg', workout: '5000 m' };
    const figures = { distance: 5_000, elapsedTime: 1_200, strokeRate: 24 };
    const correct = (body: object, as = ann) => call('PUT', `/activities/${_id}/entered`, as, body);
    const answer = await correct({ ...corrected, ...figures });
    expect(ActivitySchema.parse(answer.body)).toMatchObject({
      ...figures,
      machine: 'skierg',
      title: '5000 m',
    });
    expect(await days()).toMatchObject([{ day: '2026-03-02', machine: 'skierg', meters: 5_000 }]);
    await call('PUT', `/activities/${_id}/title`, ann, { title: 'Winter test' });
    await correct({ ...corrected, ...figures, workout: '' });
    expect(await stored()).toMatchObject([{ title: 'Winter test', workout: '5000 m' }]);

    for (const [body, field] of [
      [{ ...corrected, ...figures, createdAt: '2027-03-02T09:00:00.000Z' }, 'createdAt'],
      [{ ...corrected, ...figures, elapsedTime: 60 }, 'elapsedTime'],
    ] as const) {
      expect(problemOf(await correct(body))).toMatchObject({ status: 400, fields: [field] });
    }
    expect((await correct({ ...corrected, ...figures }, ben)).status).toBe(404);
    expect(await days()).toMatchObject([{ day: '2026-03-02', meters: 5_000 }]);
  });

  test('stay when the user who entered them is deleted, without the name', async () => {
    const helper = await app().signUp('Hal Helper');
    await buildMembership(database().db, { clubId: club, userId: helper.user._id, role: 1 });
    await enterFor(ann, result, { as: helper });
    await database().db.delete(users).where(eq(users.id, helper.user._id));
    const id = await enteredIdOf(ann);
    expect((await call('GET', `/activities/${id}`, ann)).body).toMatchObject({
      source: 'entered',
      enteredBy: null,
    });
    expect((await call('POST', `/activities/${id}/refusal`, ann, {})).status).toBe(200);
  });
});
