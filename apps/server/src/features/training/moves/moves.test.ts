import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  activities as activityCalls,
  ActivitySchema,
  OwnActivitySchema,
} from '@boathouse/contract/activities';
import { moves } from '@boathouse/contract/activities/moves';
import { ActivityChangedSchema, liveEvents } from '@boathouse/contract/live';
import { notifications } from '@boathouse/contract/notifications';
import { sessions as sessionCalls } from '@boathouse/contract/sessions';
import { statistics } from '@boathouse/contract/statistics';
import {
  activities,
  activityDays,
  blocks,
  clubMemberships,
  rowMoves,
  sessions,
  strokeChunks,
} from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildActivity, type ActivityToBuild } from '../activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { strokeOf } from '../strokes/factory.ts';

onEachDatabase('a row without a session', (database) => {
  const app = useTestApp(database);
  const db = () => database().db;
  let coach: Person;
  let ann: Person;
  let ben: Person;
  let clubId: string;
  let sessionId: string;
  let address: string;
  const open = usePages(() => address);
  const idOf = ({ user }: Person) => user._id;

  beforeAll(async () => {
    coach = await app().signUp('Cleo Coach');
    ann = await app().signUp('Ann Oar');
    ben = await app().signUp('Ben Scull');
    address = await app().listen();
  });
  beforeEach(async () => {
    for (const table of [activities, activityDays, blocks, sessions]) await db().delete(table);
    await db().delete(clubMemberships);
    clubId = await buildClub(db(), { ownerId: idOf(coach) });
    for (const person of [ann, ben]) {
      await buildMembership(db(), { clubId, userId: idOf(person), role: 0 });
    }
    sessionId = await buildSession(db(), {
      hostUserId: idOf(coach),
      clubId,
      title: 'Tuesday test',
      startAt: new Date(nowMs() - 3_600_000),
      workoutItems: ['500m', '2000m', '4 x 500m / 1:00 rest'],
    });
  });

  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    as: Person,
    body?: unknown,
  ) => app().call(method, `/api${path}`, { as, body });
  const rowed = { distance: 2_000, elapsedTime: 425.3, workoutType: 3, totalCalories: 120 };
  const ownRow = (more: Partial<ActivityToBuild> = {}) =>
    buildActivity(db(), {
      userId: idOf(ann),
      title: 'Just row',
      workout: 'Just row',
      ...rowed,
      createdAt: new Date(nowMs() - 1_800_000),
      completedAt: new Date(nowMs() - 60_000),
      ...more,
    });
  const besideRow = async (more: Partial<ActivityToBuild> = {}, besideSessionId = sessionId) => {
    const activityId = await ownRow(more);
    await db().insert(rowMoves).values({ activityId, besideSessionId });
    return activityId;
  };
  const move = (id: string, item = 1, as = ann, session = sessionId) =>
    call('PUT', `/activities/${id}/session`, as, { session, workoutItemIndex: item });
  const takeOut = (id: string, as = ann) => call('DELETE', `/activities/${id}/session`, as);
  const itemsFor = async (as: Person) =>
    sessionCalls.activities.response.parse((await call('GET', `/sessions/${sessionId}/activities`, as)).body);
  const days = () => db().select().from(activityDays);
  const bestsFor = async (as: Person) =>
    statistics.personalBests.response.parse(
      (await call('GET', `/users/${idOf(ann)}/personal-bests`, as)).body,
    );
  const linesFor = async (as: Person) =>
    notifications.list.response.parse((await call('GET', '/notifications', as)).body);
  const besideFor = async (as: Person) =>
    moves.beside.response
      .parse((await call('GET', `/sessions/${sessionId}/beside`, as)).body)
      .map(({ _id }) => _id);

  test('becomes a result of the item with all that it has, and counts once', async () => {
    const begun = await call('POST', '/activities', ann, {
      user: idOf(ann),
      title: 'Just row',
      workout: 'Just row',
      timeZone: 'Europe/Berlin',
    });
    const { _id: id } = OwnActivitySchema.parse(begun.body);
    await call('POST', `/activities/${id}/strokes`, ann, { from: 0, strokes: [strokeOf({ number: 1 })] });
    await call('PATCH', `/activities/${id}/complete`, ann, { ...rowed, timeZone: 'Europe/Berlin' });
    await call('POST', '/comments', ann, { parent: id, user: idOf(ann), message: 'Legs gone' });
    const [before, strokes] = [await days(), await db().select().from(strokeChunks)];
    expect(await bestsFor(ben)).toEqual([]);

    const page = await open.into(sessionId, ben);
    const told = page.next(liveEvents.activityChanged);
    const answer = await move(id);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...rowed,
        _id: id,
        title: 'Tuesday test',
        workout: '2000m',
        session: { _id: sessionId },
        workoutItemIndex: 1,
        visibility: null,
        isPartial: false,
        isCompleted: true,
      },
    });
    expect(ActivityChangedSchema.parse(await told).activities).toMatchObject([
      { _id: id, workoutItemIndex: 1 },
    ]);

    expect(await itemsFor(ben)).toMatchObject([[], [{ _id: id, distance: 2_000 }], []]);
    expect(await db().select().from(activities)).toHaveLength(1);
    expect(await days()).toEqual(before);
    expect(await db().select().from(strokeChunks)).toEqual(strokes);
    expect((await call('GET', `/activities/${id}/strokes`, ben)).body).toMatchObject({
      strokes: [{ number: 1 }],
    });
    expect((await call('GET', `/comments/parent/${id}`, ben)).body).toMatchObject([{ message: 'Legs gone' }]);
    expect(await bestsFor(ben)).toMatchObject([{ piece: '2k', activity: id }]);
    expect((await call('GET', `/activities/search?user=${idOf(ann)}`, ann)).body).toMatchObject({ count: 1 });
    expect((await call('GET', `/activities/${id}`, ann)).body).toMatchObject({ isMoved: true });
  });

  test.each([
    ['shorter than the item, is partial', { distance: 1_350 }, { workout: '2000m', isPartial: true }],
    [
      'that went on after its end, keeps its own text',
      { distance: 5_000, workoutType: 1 },
      { workout: 'Just row', isPartial: false },
    ],
    ['left on the monitor, stays left', { distance: 700, isLeft: true, isPartial: true }, { isLeft: true }],
    [
      'left on the monitor and found whole later, is whole',
      { isLeft: true, isPartial: false },
      { isLeft: false, isPartial: false, workout: '2000m' },
    ],
    ['without the time of a part, stays partial', { isPartial: true }, { isPartial: true, workout: '2000m' }],
    ['of a simulated erg, stays simulated', { isSimulated: true }, { isSimulated: true }],
  ] as const)('%s', async (_, more, expected) => {
    expect(await move(await ownRow(more))).toMatchObject({
      status: 200,
      body: { session: { _id: sessionId }, ...expected },
    });
  });

  test('is moved once by repeated and late calls, and is not moved on', async () => {
    const id = await ownRow();
    await move(id);
    expect(await move(id)).toMatchObject({ status: 200, body: { _id: id, workoutItemIndex: 1 } });
    const again = await move(id, 0);
    expect(problemOf(again)).toMatchObject({ status: 409, code: 'already_exists' });
    expect(await itemsFor(ann)).toMatchObject([[], [{ _id: id }], []]);
  });

  test('two moves at once, of two rows into one item or of one row into two items, move only one row', async () => {
    const [one, other] = [await ownRow(), await ownRow()];
    const both = await Promise.all([move(one), move(other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'activity_completed',
      message: 'You have already rowed this workout item',
    });
    const left = both[0]?.status === 200 ? other : one;
    const twice = await Promise.all([move(left, 0), move(left, 2)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await itemsFor(ann)).flat()).toHaveLength(2);
  });

  test('is moved once by its athlete and a host at one moment', async () => {
    const id = await besideRow();
    const answers = await Promise.all([move(id), move(id, 1, coach), move(id), move(id, 1, coach)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await itemsFor(ann)).flat()).toHaveLength(1);
  });

  test('is not moved into an item that its athlete begins at that moment, or the athlete does not begin it', async () => {
    const id = await ownRow();
    const begin = call('POST', '/activities', ann, {
      user: idOf(ann),
      session: sessionId,
      workoutItemIndex: 1,
    });
    const [moved, begun] = await Promise.all([move(id), begin]);
    expect([moved.status, begun.status].toSorted()).toEqual([200, 409]);
    expect((await itemsFor(ann)).flat()).toHaveLength(1);
  });

  describe('is refused', () => {
    test.each([
      ['in progress', { completedAt: undefined }, 'activity_in_progress'],
      ['from a file', { source: 'file' as const }, 'activity_completed'],
      ['typed in', { source: 'entered' as const }, 'activity_completed'],
    ])('%s', async (_, more, code) => {
      const { completedAt, ...rest } = { completedAt: new Date(nowMs()), ...more };
      const id = await buildActivity(db(), {
        userId: idOf(ann),
        ...rowed,
        ...rest,
        ...(completedAt === undefined ? {} : { completedAt }),
      });
      expect(problemOf(await move(id))).toMatchObject({ status: 409, code });
      expect((await itemsFor(ann)).flat()).toEqual([]);
    });

    test.each([
      ['a result of it', { completedAt: new Date(nowMs()) }],
      ['it in progress', {}],
    ])('if the athlete has %s', async (_, more) => {
      await buildActivity(db(), { userId: idOf(ann), sessionId, workoutItemIndex: 1, ...more });
      const id = await besideRow();
      expect(problemOf(await move(id))).toMatchObject({ status: 409, code: 'activity_completed' });
      expect((await move(id, 1, coach)).body).toMatchObject({
        message: 'The athlete has already rowed this workout item',
      });
    });

    test('in an item that does not exist, and a session that its athlete may not read', async () => {
      const id = await ownRow();
      expect(problemOf(await move(id, 3))).toMatchObject({ status: 400, fields: ['workoutItemIndex'] });
      const hidden = await buildSession(db(), { hostUserId: idOf(ben), isAccessibleByLink: false });
      expect(problemOf(await move(id, 0, ann, hidden))).toMatchObject({ status: 404 });
    });

    test('a move is refused for a host who was blocked, and for an athlete who has left the club', async () => {
      const id = await besideRow();
      await db()
        .insert(blocks)
        .values({ blockerId: idOf(ann), blockedId: idOf(coach) });
      expect((await move(id, 1, coach)).status).toBe(404);
      expect(await besideFor(coach)).toEqual([]);
      await db().delete(blocks);
      await db()
        .delete(clubMemberships)
        .where(eq(clubMemberships.userId, idOf(ann)));
      expect((await move(id, 1, coach)).status).toBe(404);
      expect((await move(id)).status).toBe(404);
    });

    test('a move is refused for a host of another session than the one on whose page it was rowed', async () => {
      const other = await buildSession(db(), { hostUserId: idOf(coach), clubId });
      const id = await besideRow({ visibility: 'profile' }, other);
      expect(problemOf(await move(id, 1, coach))).toMatchObject({ status: 403, code: 'forbidden' });
      expect((await move(id, 0, coach, other)).status).toBe(200);
    });
  });

  test('replaces the result entered for the athlete and item', async () => {
    const entered = await buildActivity(db(), {
      userId: idOf(ann),
      sessionId,
      workoutItemIndex: 1,
      source: 'entered',
      enteredBy: idOf(coach),
      distance: 2_000,
      elapsedTime: 430,
      completedAt: new Date(nowMs()),
    });
    const page = await open.into(sessionId, ben);
    const told = page.next(
      liveEvents.activityChanged,
      (payload) => ActivityChangedSchema.parse(payload).discarded.length > 0,
    );
    const id = await ownRow();
    expect((await move(id)).status).toBe(200);
    expect(ActivityChangedSchema.parse(await told).discarded).toEqual([entered]);
    expect((await itemsFor(ann))[1]).toMatchObject([{ _id: id }]);
    expect(await days()).toMatchObject([{ count: 1, meters: 2_000 }]);
  });

  describe('that was rowed on a session’s page', () => {
    const begin = async (beside: string) => {
      const body = { user: idOf(ann), title: 'Just row', workout: 'Just row', beside };
      const { _id: id } = OwnActivitySchema.parse((await call('POST', '/activities', ann, body)).body);
      await call('PATCH', `/activities/${id}/complete`, ann, rowed);
      return id;
    };

    test('is read, listed and moved by its hosts, and hidden from all others', async () => {
      const id = await begin(sessionId);
      expect((await call('GET', `/activities/${id}`, coach)).body).toMatchObject({
        _id: id,
        visibility: 'me',
        isMoved: false,
      });
      expect((await call('GET', `/activities/${id}`, ben)).status).toBe(404);
      expect(await besideFor(coach)).toEqual([id]);
      expect(await besideFor(ann)).toEqual([id]);
      expect(await besideFor(ben)).toEqual([]);
      expect((await call('GET', `/feed/athlete-profile?user=${idOf(ann)}`, coach)).body).toEqual([]);
      expect(await move(id, 1, coach)).toMatchObject({ status: 200, body: { workout: '2000m' } });
      expect(await besideFor(coach)).toEqual([]);
      expect((await itemsFor(ben))[1]).toMatchObject([{ _id: id }]);
    });

    test('shows its athlete that hosts may open it, if others manage the session', async () => {
      const openness = async (id: string, as = ann) =>
        activityCalls.byId.response.parse((await call('GET', `/activities/${id}`, as)).body).isOpenToHosts;
      const id = await besideRow();
      expect(await openness(id)).toBe(true);
      expect(await openness(id, coach)).toBeUndefined();
      expect(await openness(await ownRow())).toBe(false);
      const own = await buildSession(db(), { hostUserId: idOf(ann) });
      expect(await openness(await besideRow({}, own))).toBe(false);
      await move(id);
      expect(await openness(id)).toBe(false);
      await takeOut(id);
      expect(await openness(id)).toBe(true);
      await db()
        .update(sessions)
        .set({ deletedAt: new Date(nowMs()) });
      expect(await openness(id)).toBe(false);
    });

    test('is reported to its athlete when a host moves it, once, until it is taken out again', async () => {
      const id = await besideRow();
      const page = await open.into(sessionId, ann);
      const told = page.next(liveEvents.notificationsChanged);
      await move(id, 1, coach);
      await told;
      await move(id, 1, coach);
      expect(await linesFor(ann)).toMatchObject([
        {
          kind: 'rowMoved',
          actors: [{ _id: idOf(coach) }],
          activity: { _id: id, workoutItem: '2000m' },
          isRead: false,
        },
      ]);
      expect(await linesFor(coach)).toEqual([]);
      await takeOut(id);
      expect(await linesFor(ann)).toEqual([]);
    });

    test('is not reported to an athlete who moves it', async () => {
      await move(await besideRow());
      expect(await linesFor(ann)).toEqual([]);
    });

    test('stays visible only to its athlete if they may not read that session', async () => {
      const hidden = await buildSession(db(), { hostUserId: idOf(ben), isAccessibleByLink: false });
      const id = await begin(hidden);
      expect((await call('GET', `/activities/${id}`, ben)).status).toBe(404);
      expect(await db().select().from(rowMoves)).toEqual([]);
    });

    test('is not begun in another session at once', async () => {
      const body = { user: idOf(ann), session: sessionId, workoutItemIndex: 0, beside: sessionId };
      expect(problemOf(await call('POST', '/activities', ann, body))).toMatchObject({
        status: 400,
        fields: ['beside'],
      });
    });
  });

  describe('that was moved', () => {
    test('is moved out again unchanged, and leaves the lists of the room', async () => {
      const id = await besideRow({ title: 'Before work', visibility: 'me' });
      const before = ActivitySchema.parse((await call('GET', `/activities/${id}`, ann)).body);
      const [total, best] = [await days(), await bestsFor(ann)];
      await move(id, 1, coach);
      const page = await open.into(sessionId, ben);
      const told = page.next(liveEvents.activityChanged);
      expect(await takeOut(id)).toMatchObject({ status: 200, body: { session: null } });
      expect(ActivityChangedSchema.parse(await told).discarded).toEqual([id]);
      expect(ActivitySchema.parse((await call('GET', `/activities/${id}`, ann)).body)).toEqual(before);
      expect([await days(), await bestsFor(ann)]).toEqual([total, best]);
      expect((await itemsFor(ann)).flat()).toEqual([]);
      expect((await takeOut(id)).status).toBe(200);
      expect(await besideFor(coach)).toEqual([id]);
      expect((await move(id, 1, coach)).status).toBe(200);
    });

    test('is moved out by a host, who can no longer read it if it was not rowed on the session’s page', async () => {
      const id = await ownRow();
      await move(id);
      expect(problemOf(await takeOut(id, ben))).toMatchObject({ status: 403 });
      expect(await takeOut(id, coach)).toMatchObject({ status: 200, body: null });
      expect((await call('GET', `/activities/${id}`, ann)).body).toMatchObject({ session: null });
      expect(await db().select().from(rowMoves)).toEqual([]);
    });

    test('is the only kind that can be moved out: a row begun in its session stays there', async () => {
      const id = await buildActivity(db(), {
        userId: idOf(ann),
        sessionId,
        completedAt: new Date(nowMs()),
      });
      expect(problemOf(await takeOut(id))).toMatchObject({ status: 409, code: 'activity_completed' });
      expect(problemOf(await takeOut(id, coach))).toMatchObject({ status: 409 });
    });
  });

  test("is offered its page's session first, then the sessions of its day, and in each the item that it fits best", async () => {
    const link = await buildSession(db(), {
      hostUserId: idOf(coach),
      isAccessibleByLink: true,
      startAt: new Date(nowMs() - 86_400_000),
      workoutItems: ['500m', '2000m', '5000m'],
    });
    await buildActivity(db(), { userId: idOf(ann), sessionId: link, workoutItemIndex: 1 });
    const id = await besideRow({}, link);
    const placesFor = async (as: Person) =>
      moves.places.response.parse((await call('GET', `/activities/${id}/places`, as)).body);
    expect(await placesFor(ann)).toMatchObject([
      {
        _id: link,
        items: [
          { index: 2, fit: 'part', isTaken: false },
          { index: 0, fit: 'other', isTaken: false },
          { index: 1, fit: 'whole', isTaken: true },
        ],
      },
      {
        _id: sessionId,
        items: [
          { index: 1, fit: 'whole' },
          { index: 0, fit: 'other' },
          { index: 2, fit: 'other' },
        ],
      },
    ]);
    expect((await placesFor(coach)).map(({ _id }) => _id)).toEqual([link]);
    expect((await call('GET', `/activities/${id}/places`, ben)).status).toBe(404);
  });
});
