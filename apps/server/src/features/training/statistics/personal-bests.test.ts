import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { PersonalBest, RankedPiece } from '@boathouse/contract/statistics';
import { activities, sessions } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity } from '../activities/factory.ts';
import { completeActivity } from '../activities/service.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildUser } from '../../people/users/factory.ts';
import { rankedPiecesOf } from './rules.ts';
import { personalBests } from './service.ts';
import { listBestsAmong, updateBests } from './store.ts';

const unheard = { onChange: () => {}, onReplaced: () => {} };

const piecesOf = (given: Partial<Parameters<typeof rankedPiecesOf>[0]>) =>
  rankedPiecesOf({
    distance: 0,
    elapsedTime: 0,
    workoutType: null,
    machine: 'rower',
    source: 'monitor',
    workout: '',
    plan: null,
    hasRests: false,
    isPartial: false,
    ...given,
  }).map(({ piece }) => piece);

test.each([
  ['a whole distance', { workout: '2000m', distance: 2_000, elapsedTime: 440, workoutType: 3 }, ['2k']],
  ['a whole time', { workout: '30:00', distance: 7_512.3, elapsedTime: 1_800, workoutType: 5 }, ['30min']],
  ['both at once', { workout: '4:00', distance: 1_000, elapsedTime: 240, workoutType: 5 }, ['1k', '4min']],
  ['a half marathon', { workout: '21097m', distance: 21_097, elapsedTime: 5_400 }, ['halfMarathon']],
  ['a text that is not understood', { workout: 'race!', distance: 500, elapsedTime: 95 }, ['500m']],
  ['a row ended by hand just after', { workout: '2k', distance: 2_000.7, elapsedTime: 440 }, ['2k']],
  ['a row ended well after', { workout: '2k', distance: 2_001.2, elapsedTime: 440 }, []],
  ['a distance short by a tenth', { workout: 'race!', distance: 1_999.9, elapsedTime: 440 }, []],
  ['a part of the item', { workout: '5000m', distance: 2_000, elapsedTime: 440, isPartial: true }, []],
  ['intervals, by the monitor', { workout: 'race!', distance: 2_000, elapsedTime: 400, workoutType: 7 }, []],
  ['intervals, by the item', { workout: '4 x 500m / 1:00 rest', distance: 2_000, elapsedTime: 400 }, []],
  ['intervals, by their rests', { workout: '', distance: 2_000, elapsedTime: 400, hasRests: true }, []],
  ['Just Row', { workout: 'Just row', distance: 2_000.4, elapsedTime: 440, workoutType: 0 }, ['2k']],
  ['a piece with targets', { workout: '2k @ 1:50 r28', distance: 2_000, elapsedTime: 440 }, ['2k']],
  ['calories', { workout: '130 cal', distance: 2_143, elapsedTime: 480.4 }, []],
  ['a warm-up and a test', { workout: 'WU 1k + 2k test', distance: 2_000, elapsedTime: 440 }, []],
  ['more than 50 pieces', { workout: '60 x 100m / 0:20', distance: 6_000, elapsedTime: 1_300 }, []],
  [
    'a simulated erg',
    { workout: '2000m', distance: 2_000, elapsedTime: 440, source: 'simulated' as const },
    [],
  ],
  [
    'a rower of another maker',
    { workout: '2000m', distance: 2_000, elapsedTime: 440, machine: 'otherrower' as const },
    [],
  ],
  ['a distance without a time', { workout: '2000m', distance: 2_000, elapsedTime: 0 }, []],
])('rankedPiecesOf %s', (_, result, expected) => {
  expect(piecesOf(result)).toEqual(expected);
});

onEachDatabase('personal bests', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let hostId: string;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    hostId = (await buildUser(database().db))._id;
  });

  const athlete = async () => (await buildUser(database().db))._id;
  async function begin(userId: string, workoutItem: string, isReadable = true): Promise<string> {
    const sessionId = await buildSession(database().db, {
      hostUserId: hostId,
      workoutItems: [workoutItem],
      isAccessibleByLink: isReadable,
    });
    return buildActivity(database().db, { userId, sessionId });
  }
  async function row(
    userId: string,
    workoutItem: string,
    result: object,
    isReadable = true,
  ): Promise<string> {
    const id = await begin(userId, workoutItem, isReadable);
    await completeActivity(database().db, userId, id, result, unheard);
    return id;
  }
  const bestsOf = (userId: string, viewerId = ann.user._id) => personalBests(database().db, userId, viewerId);

  test('lists the best result over each ranked piece, distances first', async () => {
    const userId = await athlete();
    await row(userId, '30:00', { distance: 7_400, elapsedTime: 1_800 });
    const far = await row(userId, '30:00', { distance: 7_500, elapsedTime: 1_800 });
    await row(userId, '2000m', { distance: 2_000, elapsedTime: 450 });
    const fast = await row(userId, '2k', { distance: 2_000, elapsedTime: 430 });
    expect(await bestsOf(userId)).toEqual([
      {
        piece: '2k',
        activity: fast,
        createdAt: expect.any(String),
        elapsedTime: 430,
        distance: 2_000,
        averagePace: 107.5,
      },
      {
        piece: '30min',
        activity: far,
        createdAt: expect.any(String),
        elapsedTime: 1_800,
        distance: 7_500,
        averagePace: 120,
      },
    ]);
  });

  test('a viewer gets the best that they may read, and the athlete the best of all', async () => {
    const userId = await athlete();
    const hidden = await row(userId, '2000m', { distance: 2_000, elapsedTime: 420 }, false);
    const shown = await row(userId, '2000m', { distance: 2_000, elapsedTime: 430 });
    const onlyOf = async (viewerId: string) =>
      (await bestsOf(userId, viewerId)).map(({ activity }) => activity);
    expect(await onlyOf(ann.user._id)).toEqual([shown]);
    expect(await onlyOf(userId)).toEqual([hidden]);
    expect(await onlyOf(hostId)).toEqual([hidden]);
  });

  test('the next best replaces a deleted one', async () => {
    const userId = await athlete();
    const next = await row(userId, '500m', { distance: 500, elapsedTime: 95 });
    const best = await row(userId, '500m', { distance: 500, elapsedTime: 90 });
    expect((await bestsOf(userId)).map(({ activity }) => activity)).toEqual([best]);
    await database().db.delete(activities).where(eq(activities.id, best));
    expect((await bestsOf(userId)).map(({ activity }) => activity)).toEqual([next]);
  });

  test('[API-USERS] GET /users/{id}/personal-bests returns them, and 404 for a user who does not exist', async () => {
    const userId = await athlete();
    await row(userId, '1:00', { distance: 300, elapsedTime: 60 });
    const answer = await app().call('GET', `/api/users/${userId}/personal-bests`, { as: ann });
    expect(answer).toMatchObject({ status: 200, body: [{ piece: '1min', distance: 300, elapsedTime: 60 }] });
    const unknown = '019a0000-0000-7000-8000-000000000000';
    const missing = await app().call('GET', `/api/users/${unknown}/personal-bests`, { as: ann });
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  const tenths = (min: number, max: number) =>
    fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10);
  /** A time of 500 m or 2 km, often exactly 4 minutes, which is also a ranked piece. */
  const timeOfDistance = fc.oneof(
    { weight: 5, arbitrary: tenths(80, 500) },
    { weight: 1, arbitrary: fc.constant(240) },
  );

  /** Results with a known ranked piece. */
  const anyResult = fc.oneof(
    fc
      .tuple(fc.constantFrom(['500m', 500], ['2k', 2_000]), timeOfDistance)
      .map(([[piece, distance], elapsedTime]) => ({
        piece,
        item: `${distance}m`,
        distance,
        elapsedTime,
        workoutType: 3,
      })),
    fc.tuple(fc.constantFrom(['1min', 60], ['4min', 240]), tenths(10, 80)).map(([[piece, time], tenth]) => ({
      piece,
      item: `${time} s`,
      // Never the distance of another ranked piece.
      distance: (time / 20) * 83 + tenth,
      elapsedTime: time,
      workoutType: 5,
    })),
    tenths(300, 500).map((elapsedTime) => ({
      piece: null,
      item: fc.sample(fc.constantFrom('5000m', '4 x 500m', '500m + 1500m'), {
        numRuns: 1,
        seed: elapsedTime,
      })[0],
      distance: 2_000,
      elapsedTime,
      workoutType: 1,
    })),
  );
  const history = fc.array(
    fc.record({
      result: anyResult,
      isSimulated: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      isReadable: fc.boolean(),
      fate: fc.constantFrom('kept', 'kept', 'kept', 'completed again', 'corrected', 'deleted'),
      corrected: timeOfDistance,
    }),
    { maxLength: 10 },
  );

  test('personal bests equal a recomputation from the activities', async () => {
    const { db } = database();
    await fc.assert(
      fc.asyncProperty(history, async (rows) => {
        const userId = await athlete();
        const counted: { id: string; piece: string; score: number; isReadable: boolean }[] = [];
        for (const { result, isSimulated, isReadable, fate, corrected } of rows) {
          const { piece, item = '', ...figures } = result;
          const id = await begin(userId, item, isReadable);
          const complete = (more: object) =>
            completeActivity(db, userId, id, { ...figures, isSimulated, ...more }, unheard);
          await complete({});
          let { elapsedTime } = figures;
          if (fate === 'completed again') await complete({ elapsedTime: 1 });
          if (fate === 'corrected' && figures.workoutType === 3) {
            elapsedTime = corrected;
            await db.update(activities).set({ elapsedTime }).where(eq(activities.id, id));
            await updateBests(db, [id]);
            await updateBests(db, [id]);
          }
          if (fate === 'deleted') {
            const [one] = await db.select().from(activities).where(eq(activities.id, id));
            await db.delete(sessions).where(eq(sessions.id, one?.sessionId ?? ''));
          } else if (piece !== null && !isSimulated) {
            const score = figures.workoutType === 3 ? elapsedTime : -figures.distance;
            counted.push({ id, piece, score, isReadable });
            if (figures.workoutType === 3 && elapsedTime === 240) {
              counted.push({ id, piece: '4min', score: -figures.distance, isReadable });
            }
          }
        }
        for (const [viewerId, visible] of [
          [userId, counted],
          [ann.user._id, counted.filter(({ isReadable }) => isReadable)],
        ] as const) {
          const expected = (['500m', '2k', '1min', '4min'] as const).flatMap((piece: RankedPiece) => {
            const of = visible.filter((one) => one.piece === piece);
            const best = Math.min(...of.map(({ score }) => score));
            const [first] = of
              .filter(({ score }) => score === best)
              .map(({ id }) => id)
              .sort();
            return first === undefined ? [] : [[piece, first, Math.abs(best)]];
          });
          const scoreOf = ({ piece, elapsedTime, distance }: PersonalBest) =>
            piece.endsWith('min') ? distance : elapsedTime;
          const found = await bestsOf(userId, viewerId);
          expect(found.map((best) => [best.piece, best.activity, scoreOf(best)])).toEqual(expected);
          const ids = visible.map(({ id }) => id);
          const among = ids.length === 0 ? [] : [...(await listBestsAmong(db, ids, viewerId))];
          const marked = among.flatMap(([id, pieces]) => pieces.map((piece) => `${piece} ${id}`));
          expect(marked.sort()).toEqual(expected.map(([piece, id]) => `${piece} ${id}`).sort());
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
