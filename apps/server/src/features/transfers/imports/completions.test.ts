import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  activities as activityCalls,
  ActivitySchema,
  type WorkoutSummary,
} from '@boathouse/contract/activities';
import { imports as calls } from '@boathouse/contract/activities/imports';
import { strokes as strokeCalls, type Stroke } from '@boathouse/contract/strokes';
import { activities, activityDays, importCompletions, imports, rankedResults } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { emptySummary } from '../../../../test/support/summaries.ts';
import { buildActivity, type ActivityToBuild } from '../../training/activities/factory.ts';
import { buildStrokes, strokeOf } from '../../training/strokes/factory.ts';

const file = readFileSync(
  fileURLToPath(import.meta.resolve('@boathouse/formats/fixtures/concept2-logbook-interval.fit')),
);
const fileStrokes = 351;

const summary = emptySummary('lastStatus');

onEachDatabase('a live row that a file completes', (database) => {
  const app = useTestApp(database);
  let ann: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
  });
  beforeEach(async () => {
    for (const table of [activities, activityDays, imports]) await database().db.delete(table);
  });

  /** The file's row as the monitor sent it live. */
  const rowOfAnn = (parts: Partial<ActivityToBuild> = {}) =>
    buildActivity(database().db, {
      userId: ann.user._id,
      createdAt: new Date('2025-12-14T10:40:03Z'),
      completedAt: new Date('2025-12-14T11:03:10Z'),
      distance: 3_842.6,
      elapsedTime: 960,
      totalCalories: 245,
      heartRate: null,
      summary,
      ...parts,
    });
  async function read(bytes: Uint8Array = file) {
    const answer = await app().call('POST', '/api/imports?name=row.fit', {
      as: ann,
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { _id: id, workouts } = calls.read.response.parse(answer.body);
    const [workout] = workouts;
    if (!workout) throw new Error('not read');
    return { id, workout };
  }
  const call = (method: 'POST' | 'DELETE', id: string, body?: object) =>
    app().call(method, `/api/imports/${id}`, { as: ann, body });
  const filesOf = async (id: string, as = ann) => {
    const { body } = await app().call('GET', `/api/activities/${id}`, { as });
    return activityCalls.byId.response.parse(body).completedFrom;
  };
  const activityOf = async (id: string) =>
    ActivitySchema.parse((await app().call('GET', `/api/activities/${id}`, { as: ann })).body);
  const strokesOf = async (id: string) =>
    strokeCalls.list.response.parse(
      (await app().call('GET', `/api/activities/${id}/strokes`, { as: ann })).body,
    ).strokes;
  const append = (id: string, from: number, strokes: readonly Stroke[]) =>
    app().call('POST', `/api/activities/${id}/strokes`, { as: ann, body: { from, strokes } });
  const totals = async () => ({
    days: await database().db.select().from(activityDays),
    bests: await database().db.select().from(rankedResults),
  });

  test('gets strokes, intervals and heart rate that it lacks, keeps its figures, and is unchanged when it is undone', async () => {
    const id = await rowOfAnn();
    const [before, totalsBefore] = [await activityOf(id), await totals()];
    const preview = await read();
    expect(preview.workout).toMatchObject({
      status: 'duplicate',
      completes: ['strokes', 'intervals', 'heartRates'],
      message: 'Completes "Just row": adds strokes, intervals, heart rates',
      duplicateOf: { activity: id },
    });
    expect(await call('POST', preview.id, { indexes: [0] })).toMatchObject({
      status: 200,
      body: { stored: 0, completed: 1, left: 1 },
    });
    const after = await activityOf(id);
    expect(await filesOf(id)).toEqual(['row.fit']);
    expect(after).toMatchObject({ heartRate: 158, source: 'monitor', distance: 3_842.6, totalCalories: 245 });
    expect(after.summary).toMatchObject({ source: 'lastStatus', splits: { length: 7 } });
    expect(await strokesOf(id)).toHaveLength(fileStrokes);
    expect((await totals()).days).toEqual(totalsBefore.days);
    expect((await read()).workout).toMatchObject({ status: 'duplicate', completes: [] });

    expect(await call('DELETE', preview.id)).toMatchObject({ status: 200, body: { completed: 1, left: 0 } });
    expect(await filesOf(id)).toEqual([]);
    const undone = await activityOf(id);
    expect({ ...undone, heardAt: null }).toEqual({ ...before, heardAt: null });
    expect(await strokesOf(id)).toEqual([]);
    expect(await totals()).toEqual(totalsBefore);
    expect((await call('DELETE', preview.id)).status).toBe(409);
  });

  test('names the file to its athlete, and to no other reader', async () => {
    const ben = await app().signUp('Ben');
    const id = await rowOfAnn({ visibility: 'profile' });
    expect(await filesOf(id)).toEqual([]);
    const { id: importId } = await read();
    await call('POST', importId, { indexes: [0] });
    expect(await filesOf(id)).toEqual(['row.fit']);
    expect(await filesOf(id, ben)).toEqual([]);
  });

  test('a row that has all of it, is simulated or came from a file is a duplicate that gets nothing', async () => {
    const full = { ...summary, splits: [split(1), split(2)] };
    const id = await rowOfAnn({ heartRate: 150, summary: full });
    await buildStrokes(database().db, id, [strokeOf({ heartRate: 150 })]);
    const { id: importId, workout } = await read();
    expect(workout).toMatchObject({ status: 'duplicate', completes: [], message: 'The same as "Just row"' });
    expect((await call('POST', importId, { indexes: [0] })).status).toBe(400);
    await database().db.delete(activities);
    await rowOfAnn({ isSimulated: true });
    const real = await read();
    expect(real.workout).toMatchObject({ status: 'new' });
    await call('POST', real.id, { indexes: [0] });
    expect((await read()).workout).toMatchObject({ status: 'duplicate', completes: [] });
  });

  test('keeps its own strokes, and gets their heart rates if it had no belt', async () => {
    const id = await rowOfAnn();
    const rowed = Array.from({ length: 100 }, (_, at) =>
      strokeOf({ number: at + 1, elapsedTime: (at + 1) * 2.7, distance: (at + 1) * 11 }),
    );
    await buildStrokes(database().db, id, rowed);
    const preview = await read();
    expect(preview.workout.completes).toEqual(['intervals', 'heartRates']);
    await call('POST', preview.id, { indexes: [0] });
    const filled = await strokesOf(id);
    expect(filled.map((stroke) => ({ ...stroke, heartRate: null }))).toMatchObject(
      rowed.map(({ elapsedTime, distance }) => ({ elapsedTime, distance, heartRate: null })),
    );
    expect(filled.every(({ heartRate }) => heartRate !== null && heartRate > 60)).toBe(true);
    // A page that does not know that they are stored sends them again, and the later ones.
    const last = strokeOf({ number: 101, elapsedTime: 275, distance: 1_111, heartRate: 140 });
    expect(await append(id, 98, [...rowed.slice(98), last])).toMatchObject({
      status: 200,
      body: { next: 101 },
    });
    await call('DELETE', preview.id);
    const undone = await strokesOf(id);
    expect(undone.map(({ heartRate }) => heartRate)).toEqual([...rowed.map(() => null), 140]);
  });

  test('keeps its own strokes if the file has a heart rate but no strokes', async () => {
    const id = await rowOfAnn({ completedAt: new Date('2025-12-14T11:00:00Z') });
    const rowed = [strokeOf({ number: 1, elapsedTime: 3, distance: 11 })];
    await buildStrokes(database().db, id, rowed);
    const season = [
      'Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Work Distance,Avg Heart Rate,Type',
      '77,2025-12-14 11:00:00,3843m row,16:00.0,960,3843,158,RowErg',
      '',
    ].join('\n');
    const preview = await read(Buffer.from(season));
    expect(preview.workout.completes).toEqual(['heartRates']);
    expect(await call('POST', preview.id, { indexes: [0] })).toMatchObject({ body: { completed: 1 } });
    expect(await activityOf(id)).toMatchObject({ heartRate: 158, distance: 3_842.6 });
    expect(await strokesOf(id)).toMatchObject([{ elapsedTime: 3, heartRate: null }]);
  });

  test('uses its own strokes instead of those of the file when they arrive late', async () => {
    const id = await rowOfAnn();
    const { id: importId } = await read();
    await call('POST', importId, { indexes: [0] });
    const rowed = [1, 2, 3].map((at) => strokeOf({ number: at, elapsedTime: at * 3, distance: at * 12 }));
    expect(await append(id, 0, rowed)).toMatchObject({ status: 200, body: { next: 3 } });
    expect((await strokesOf(id)).map(({ elapsedTime }) => elapsedTime)).toEqual([3, 6, 9]);
    await call('DELETE', importId);
    expect(await strokesOf(id)).toHaveLength(3);
  });

  test('a row also uses its own strokes from a page that has read those of the file, and sends its own after them', async () => {
    const id = await rowOfAnn();
    const { id: importId } = await read();
    await call('POST', importId, { indexes: [0] });
    const ofFile = (await strokesOf(id)).length;
    expect(ofFile).toBeGreaterThan(3);
    const rowed = [1, 2, 3].map((at) => strokeOf({ number: at, elapsedTime: at * 3, distance: at * 12 }));
    // The page reads again if the end differs from the expected one.
    expect(await append(id, ofFile, rowed)).toMatchObject({ status: 200, body: { next: 0 } });
    expect(await append(id, 0, rowed)).toMatchObject({ status: 200, body: { next: 3 } });
    expect((await strokesOf(id)).map(({ elapsedTime }) => elapsedTime)).toEqual([3, 6, 9]);
    const last = strokeOf({ number: 4, elapsedTime: 12, distance: 48 });
    expect(await append(id, 3, [last])).toMatchObject({ status: 200, body: { next: 4 } });
  });

  const addedTo = async () =>
    (await database().db.select().from(importCompletions)).map(({ added }) => Object.keys(added).toSorted());
  /** The monitor's own summary, from a page that was offline. */
  async function completeLate(id: string, heartRate: number | null, splits: WorkoutSummary['splits']) {
    const body = {
      distance: 3_842.6,
      elapsedTime: 960,
      heartRate,
      summary: { ...summary, splits, source: 'summary' },
      timeZone: 'UTC',
    };
    expect(await app().call('PATCH', `/api/activities/${id}/complete`, { as: ann, body })).toMatchObject({
      status: 200,
    });
    return activityOf(id);
  }

  test("uses the monitor’s own intervals and heart rate instead of the file's when they arrive late, and keeps them when the import is undone", async () => {
    const id = await rowOfAnn();
    const { id: importId } = await read();
    await call('POST', importId, { indexes: [0] });
    const own = [split(1), split(2)];
    // The heart rate of the file is the monitor's.
    const late = await completeLate(id, 158, own);
    expect(late).toMatchObject({ heartRate: 158, summary: { source: 'summary', splits: own } });
    expect(await addedTo()).toEqual([['strokes']]);
    await call('DELETE', importId);
    expect(await activityOf(id)).toMatchObject({ heartRate: 158, summary: { splits: own } });
    expect(await strokesOf(id)).toEqual([]);
  });

  test('keeps intervals and heart rate of the file if the monitor’s late summary has none, until the import is undone', async () => {
    const id = await rowOfAnn();
    const { id: importId } = await read();
    await call('POST', importId, { indexes: [0] });
    const late = await completeLate(id, null, []);
    expect(late).toMatchObject({ heartRate: 158, summary: { source: 'summary', splits: { length: 7 } } });
    expect(await addedTo()).toEqual([['heartRate', 'intervals', 'strokes']]);
    await call('DELETE', importId);
    expect(await activityOf(id)).toMatchObject({
      heartRate: null,
      summary: { source: 'summary', splits: [] },
    });
  });

  test('and is reopened keeps the newly rowed part when the import is undone', async () => {
    const id = await rowOfAnn({ summary: { ...summary, source: 'byHand' } });
    const { id: importId } = await read();
    await call('POST', importId, { indexes: [0] });
    expect((await app().call('POST', `/api/activities/${id}/reopen`, { as: ann })).status).toBe(200);
    expect(await call('DELETE', importId)).toMatchObject({ status: 200, body: { left: 0 } });
    expect((await activityOf(id)).isCompleted).toBe(false);
    expect(await database().db.select().from(importCompletions)).toEqual([]);
  });
});

function split(splitNumber: number) {
  const time = 480;
  return {
    splitNumber,
    time,
    distance: 1_921,
    averagePace: 125,
    restTime: 0,
    strokeRate: 21,
    heartRate: 150,
  };
}
