import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '@boathouse/contract/limits';
import { results } from '@boathouse/contract/activities/results';
import { rowsOf } from '../../../db/migrations.ts';
import { newId } from '../../../db/ids.ts';
import {
  activities,
  activityDays,
  activityNotes,
  clubs,
  rankedResults,
  strokeChunks,
} from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity, type ActivityToBuild } from '../activities/factory.ts';
import { buildClub } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { strokeOf } from '../strokes/factory.ts';
import { comparisonOf } from './rules.ts';
import { findRowed, isCompared, selectCompared, selectLast } from './store.ts';

const onDay = (day: number) => new Date(Date.UTC(2026, 4, day, 6));

onEachDatabase('a result', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(() => database().db.delete(activities));

  type Row = Partial<ActivityToBuild> & { day: number };
  const row = ({ day, ...given }: Row) =>
    buildActivity(database().db, {
      userId: ann.user._id,
      title: 'Morning',
      workout: '2000m',
      distance: 2_000,
      workoutType: 3,
      createdAt: onDay(day),
      completedAt: onDay(day),
      ...given,
    });
  const standing = async (id: string, as = ann) =>
    results.standing.response.parse((await app().call('GET', `/api/activities/${id}/standing`, { as })).body);
  const ids = async (id: string, as = ann) => {
    const { decides, last, best } = await standing(id, as);
    return [decides, last?.activity ?? null, best?.activity ?? null];
  };

  describe('is compared with the last and the best of the same workout', () => {
    test('over a ranked distance, with any text', async () => {
      const best = await row({ day: 1, elapsedTime: 430 });
      const last = await row({ day: 2, elapsedTime: 450, workout: 'Just row', workoutType: 0 });
      const own = await row({ day: 3, elapsedTime: 440 });
      const later = await row({ day: 4, elapsedTime: 445 });
      expect(await ids(own)).toEqual(['elapsedTime', last, best]);
      expect(await ids(best)).toEqual(['elapsedTime', null, own]);
      expect(await ids(later)).toEqual(['elapsedTime', own, best]);
      expect((await standing(own)).best).toEqual({
        activity: best,
        createdAt: onDay(1).toISOString(),
        distance: 2_000,
        elapsedTime: 430,
        averagePace: null,
        isEntered: false,
      });
    });

    test('in a time, by the distance', async () => {
      const timed = { workout: '20:00', elapsedTime: 1_200, workoutType: 5 };
      const best = await row({ ...timed, day: 1, distance: 5_100 });
      const last = await row({ ...timed, day: 2, distance: 4_900 });
      const own = await row({ ...timed, day: 3, distance: 5_000 });
      await row({ ...timed, day: 2, workout: '30:00', distance: 5_200 });
      expect(await ids(own)).toEqual(['distance', last, best]);
    });

    test('in intervals with the same rests, with or without targets', async () => {
      const four = { distance: 2_000, workoutType: 7, workout: '4 x 500m / 1:00 rest' };
      const best = await row({ ...four, day: 1, elapsedTime: 400, workout: '4 x 500 m / 1:00 r @ 1:45' });
      const last = await row({ ...four, day: 2, elapsedTime: 420 });
      const own = await row({ ...four, day: 4, elapsedTime: 410 });
      await row({ ...four, day: 3, elapsedTime: 390, workout: '4 x 500m / 2:00 rest' });
      await row({ ...four, day: 3, elapsedTime: 395, workout: '2000m', workoutType: 3 });
      expect(await ids(own)).toEqual(['elapsedTime', last, best]);
    });

    test('with the same text if no plan is stored', async () => {
      const older = await row({ day: 1, workout: '3k', distance: 3_000, elapsedTime: 700 });
      await row({ day: 2, workout: '3000m', distance: 3_000, elapsedTime: 690 });
      await database().db.update(activities).set({ plan: null });
      const own = await row({ day: 3, workout: '3k', distance: 3_000, elapsedTime: 710 });
      expect(await ids(own)).toEqual(['elapsedTime', older, older]);
    });
  });

  test("is not compared with partial, simulated or unfinished results, or with results on another machine, and on another maker's rower is compared with none", async () => {
    const three = { workout: '3000m', distance: 3_000, elapsedTime: 600 };
    const [partial] = [await row({ ...three, day: 1 })];
    await database().db.update(activities).set({ isPartial: true }).where(eq(activities.id, partial));
    await row({ ...three, day: 1, isSimulated: true });
    await row({ ...three, day: 1, machine: 'slides' });
    await row({ ...three, day: 1, distance: 3_002 });
    await row({ ...three, day: 1, userId: ben.user._id });
    const own = await row({ ...three, day: 2 });
    const ofAnotherMaker = await row({ ...three, day: 3, machine: 'otherrower' });
    await row({ ...three, day: 1, machine: 'otherrower' });
    expect(await ids(own)).toEqual(['elapsedTime', null, null]);
    expect(await ids(ofAnotherMaker)).toEqual([null, null, null]);
    expect(await ids(partial)).toEqual([null, null, null]);
  });

  test('is compared with entered ones of the same plan if their club lets these be bests, and these are with it', async () => {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: ann.user._id });
    const workoutItems = ['3000m'];
    const sessionId = await buildSession(db, { hostUserId: ann.user._id, clubId, workoutItems });
    const alike = { workout: '3000m', distance: 3_000, workoutType: null };
    const alone = { visibility: 'me' as const };
    const entered = await row({ ...alike, day: 1, elapsedTime: 600, source: 'entered', sessionId });
    // Without a club, no setting lets it count.
    await row({ ...alike, ...alone, day: 2, elapsedTime: 590, source: 'entered' });
    const own = await row({ ...alike, ...alone, day: 3, elapsedTime: 610 });
    expect(await ids(own)).toEqual(['elapsedTime', null, null]);
    expect(await ids(entered)).toEqual([null, null, null]);
    await db.update(clubs).set({ ranksEntered: true });
    expect(await ids(own)).toEqual(['elapsedTime', entered, entered]);
    expect((await standing(own)).best?.isEntered).toBe(true);
    expect(await ids(entered)).toEqual(['elapsedTime', null, own]);
    await db.update(clubs).set({ ranksEntered: false });
  });

  test('is compared for other users only with results that they may read', async () => {
    const open = { visibility: 'profile' as const };
    const secret = await row({ day: 1, elapsedTime: 420 });
    const shown = await row({ ...open, day: 1, elapsedTime: 450 });
    const own = await row({ ...open, day: 2, elapsedTime: 440 });
    expect(await ids(own, ben)).toEqual(['elapsedTime', shown, shown]);
    expect((await ids(own))[2]).toBe(secret);
  });

  test('is compared only by indexes, for any amount of rowing', async () => {
    const { db } = database();
    const sessionId = await buildSession(db, {
      hostUserId: ann.user._id,
      workoutItems: ['4 x 750m / 1:00 rest'],
    });
    await db.execute(sql`insert into activities (id, user_id, title, workout, visibility, is_completed, completed_at, created_at,
        distance, elapsed_time)
      select gen_random_uuid(), ${ann.user._id}, '', 'Just row', 'me', true, now(), now() - n * interval '1 hour', 5000 + n, 1200
      from generate_series(1, 3000) n`);
    const own = await row({ day: 2, sessionId, distance: 3_000, elapsedTime: 620, workoutType: 7 });
    await db.execute(sql`analyze activities`);
    const rowed = await findRowed(db, own);
    const comparison = rowed && comparisonOf(rowed);
    if (!rowed || !comparison) throw new Error('The result is compared');
    const of = { id: own, rowed, comparison, viewerId: ann.user._id };
    const plan = rowsOf(await db.execute(sql`explain ${selectCompared(db, of).where(isCompared(of))}`));
    expect(JSON.stringify(plan)).toContain('activities_past');
    expect(JSON.stringify(plan)).not.toContain('Seq Scan on activities');
  });

  test('is compared with the last of a ranked piece without reading the others', async () => {
    const { db } = database();
    await db.execute(sql`insert into activities (id, user_id, title, workout, visibility, is_completed, completed_at, created_at,
        distance, elapsed_time)
      select gen_random_uuid(), ${ann.user._id}, '', 'Ranked', 'me', true, now(), now() - n * interval '1 hour', 2000, 420
      from generate_series(1, 3000) n`);
    await db.execute(sql`insert into ranked_results (activity_id, piece, user_id, machine, pace)
      select id, '2k', user_id, machine, 105 from activities where workout = 'Ranked'`);
    const own = await row({ day: 2, elapsedTime: 410 });
    await db.execute(sql`analyze activities`);
    await db.execute(sql`analyze ranked_results`);
    const rowed = await findRowed(db, own);
    const comparison = rowed && comparisonOf(rowed);
    if (!rowed || !comparison) throw new Error('The result is compared');
    expect(comparison.by).toBe('piece');
    const of = { id: own, rowed, comparison, viewerId: ann.user._id };
    const plan = JSON.stringify(rowsOf(await db.execute(sql`explain ${selectLast(db, of)}`)));
    expect(plan).toContain('Backward using activities_past');
    expect(plan).not.toContain('Sort');
  });

  describe('has a note of its athlete', () => {
    const note = async (id: string) =>
      (await app().call('GET', `/api/activities/${id}/note`, { as: ann })).body;
    const write = (id: string, text: string, as = ann) =>
      app().call('PUT', `/api/activities/${id}/note`, { as, body: { note: text } });

    test('can be replaced and removed by them', async () => {
      const id = await row({ day: 1 });
      expect(await note(id)).toEqual({ note: '' });
      expect(await write(id, '  Head up.\nLonger! ')).toMatchObject({ body: { note: 'Head up.\nLonger!' } });
      expect(await note(id)).toEqual({ note: 'Head up.\nLonger!' });
      await write(id, 'Shorter');
      expect(await note(id)).toEqual({ note: 'Shorter' });
      await write(id, ' ');
      expect(await note(id)).toEqual({ note: '' });
      expect(await database().db.$count(activityNotes)).toBe(0);
    });

    test('has a limited length', async () => {
      const id = await row({ day: 1 });
      expect((await write(id, 'x'.repeat(limits.noteMax))).status).toBe(200);
      expect(await write(id, 'x'.repeat(limits.noteMax + 1))).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'note' }] },
      });
    });

    test('is read by no one else, and is deleted with the activity', async () => {
      const id = await row({ day: 1, visibility: 'profile' });
      await write(id, 'Tired');
      expect((await app().call('GET', `/api/activities/${id}/note`, { as: ben })).status).toBe(403);
      expect(
        JSON.stringify((await app().call('GET', `/api/activities/${id}`, { as: ben })).body),
      ).not.toContain('Tired');
      await database().db.delete(activities).where(eq(activities.id, id));
      expect(await database().db.$count(activityNotes)).toBe(0);
    });
  });
  describe('without a session belongs to its athlete', () => {
    const see = async (id: string, as: Person) =>
      (await app().call('GET', `/api/activities/${id}`, { as })).status;
    const show = (id: string, visibility: string, as = ann) =>
      app().call('PUT', `/api/activities/${id}/visibility`, { as, body: { visibility } });
    const remove = (id: string, as = ann) => app().call('DELETE', `/api/activities/${id}/result`, { as });
    const tables = [activities, activityDays, rankedResults, strokeChunks];
    /** A row as a page stores it, with its strokes, its day and its best. */
    const rowIt = async () => {
      await database().db.delete(activityDays);
      const _id = newId();
      const body = { _id, user: ann.user._id, title: 'Just row', workout: '2000 m' };
      await app().call('POST', '/api/activities', { as: ann, body });
      await app().call('POST', `/api/activities/${_id}/strokes`, {
        as: ann,
        body: { from: 0, strokes: [strokeOf()] },
      });
      const result = { distance: 2_000, elapsedTime: 430, workoutType: 3, timeZone: 'UTC' };
      await app().call('PATCH', `/api/activities/${_id}/complete`, { as: ann, body: result });
      return _id;
    };
    const counts = () => Promise.all(tables.map((table) => database().db.$count(table)));

    test('is shown to others or hidden by its athlete', async () => {
      const id = await row({ day: 1 });
      expect(await see(id, ben)).toBe(404);
      expect(await show(id, 'profile')).toMatchObject({ status: 200, body: { visibility: 'profile' } });
      expect(await see(id, ben)).toBe(200);
      expect(await show(id, 'everyone')).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'visibility' }] },
      });
      await show(id, 'me');
      expect(await see(id, ben)).toBe(404);
    });

    test("is deleted by its athlete with its strokes, day and bests; a device that still keeps it can't begin it again", async () => {
      const id = await rowIt();
      expect(await counts()).toEqual([1, 1, 1, 1]);
      expect((await remove(id, ben)).status).toBe(404);
      expect(await remove(id)).toMatchObject({ status: 200, body: { _id: id } });
      expect(await counts()).toEqual([0, 0, 0, 0]);
      const body = { _id: id, user: ann.user._id, title: 'Just row', workout: '2000 m' };
      expect((await app().call('POST', '/api/activities', { as: ann, body })).status).toBe(404);
      expect((await remove(id)).status).toBe(404);
    });

    test('in progress is discarded instead, and a result of a session stays', async () => {
      const rowing = await buildActivity(database().db, { userId: ann.user._id });
      expect(await remove(rowing)).toMatchObject({ status: 409, body: { code: 'activity_in_progress' } });
      const sessionId = await buildSession(database().db, {
        hostUserId: ann.user._id,
        workoutItems: ['2000m'],
      });
      const compared = await row({ day: 2, sessionId });
      expect((await remove(compared)).status).toBe(409);
      expect((await show(compared, 'me')).status).toBe(409);
      expect(await see(compared, ann)).toBe(200);
    });
  });
});
