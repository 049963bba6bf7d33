import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { imports as calls, type ImportRecord } from '@boathouse/contract/activities/imports';
import {
  activities,
  activityDays,
  imports,
  readEntries,
  readImports,
  readStrokes,
} from '../../../db/tables.ts';
import { KeyedQueue } from '../../../infra/keyed-queue.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { stoppedAfter } from '../../../../test/kills/stopped-database.ts';
import { problemOf, TestApp, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';
import { Imports } from './service.ts';

const fixture = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@boathouse/formats/fixtures/${name}`)));
const seasonRows = 277;

onEachDatabase('imports in batches', (database) => {
  const app = useTestApp(database);
  let ann: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
  });
  beforeEach(async () => {
    for (const table of [activities, activityDays, imports, readImports]) await database().db.delete(table);
  });

  async function read(name = 'concept2-season-2021.csv', bytes = fixture(name)) {
    const answer = await app().call('POST', `/api/imports?name=${name}`, {
      as: ann,
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { _id: id, workouts } = calls.read.response.parse(answer.body);
    return { id, indexes: workouts.flatMap(({ status, index }) => (status === 'new' ? [index] : [])) };
  }
  const call = (method: 'GET' | 'POST' | 'DELETE', id: string, body?: object) =>
    app().call(method, `/api/imports/${id}`, { as: ann, body });
  const record = async (id: string): Promise<ImportRecord> =>
    calls.byId.response.parse((await call('GET', id)).body);
  const countOf = async (table: typeof activities | typeof readEntries | typeof readStrokes) =>
    (await database().db.select().from(table)).length;

  /** Stores as a process that is killed after some transactions, a minute ago. */
  async function storeUntilKilled(id: string, indexes: number[], transactions: number) {
    const killed = new Imports({
      db: stoppedAfter(database().db, transactions),
      nowMs: () => clockMs() - 60_000,
      turns: new KeyedQueue(),
      batchRows: 100,
    });
    await expect(killed.store(ann.user._id, id, { indexes })).rejects.toThrow('killed');
  }

  test('continue where a killed process stopped, and store no row twice', async () => {
    const { id, indexes } = await read();
    await storeUntilKilled(id, indexes, 2);
    expect(await record(id)).toMatchObject({ state: 'stopped', chosen: seasonRows, stored: 200, left: 200 });
    expect(await countOf(activities)).toBe(200);
    expect(await call('POST', id, {})).toMatchObject({
      status: 200,
      body: { state: 'stored', chosen: seasonRows, stored: seasonRows, left: seasonRows },
    });
    expect(await countOf(activities)).toBe(seasonRows);
    const days = await database().db.select().from(activityDays);
    expect(days.reduce((sum, day) => sum + day.count, 0)).toBe(seasonRows);
  });

  test('can be undone when they were stopped, and are not continued then', async () => {
    const { id, indexes } = await read();
    await storeUntilKilled(id, indexes, 1);
    expect(await call('DELETE', id)).toMatchObject({ status: 200, body: { stored: 100, left: 0 } });
    for (const table of [activities, readEntries]) expect(await countOf(table)).toBe(0);
    expect(await database().db.select().from(activityDays)).toEqual([]);
    expect(problemOf(await call('POST', id, {}))).toMatchObject({ status: 409, code: 'nothing_left' });
    expect((await call('GET', id)).status).toBe(404);
  });

  test('leave out workouts that were stored in another way while they were stopped', async () => {
    const { id, indexes } = await read();
    await storeUntilKilled(id, indexes, 1);
    const other = await read();
    expect(other.indexes).toHaveLength(seasonRows - 100);
    expect((await call('POST', other.id, { indexes: other.indexes.slice(0, 7) })).status).toBe(200);
    expect(await call('POST', id, {})).toMatchObject({
      status: 200,
      body: { state: 'stored', chosen: seasonRows, stored: seasonRows - 7 },
    });
    expect(await countOf(activities)).toBe(seasonRows);
  });

  test('are read by one process and stored by another, with their strokes', async () => {
    const other = await TestApp.on(database());
    const { id, indexes } = await read('rowingdata_standard_example.fit');
    expect(await countOf(readStrokes)).toBeGreaterThan(10);
    const answer = await other.call('POST', `/api/imports/${id}`, { as: ann, body: { indexes } });
    expect(answer).toMatchObject({ status: 200, body: { stored: 1 } });
    const [row] = await database().db.select().from(activities);
    const rowed = await app().call('GET', `/api/activities/${row?.id}/strokes`, { as: ann });
    expect(rowed.body).toMatchObject({ strokes: { length: 843 } });
    await other.close();
  });

  test('delete everything read once they are stored', async () => {
    const { id, indexes } = await read('rowingdata_standard_example.fit');
    await call('POST', id, { indexes });
    for (const table of [readEntries, readStrokes]) expect(await countOf(table)).toBe(0);
  });

  test('delete read files after an hour, and end stopped imports after a day', async () => {
    const waiting = await read('rowingdata_eth.csv');
    const stopped = await read();
    await storeUntilKilled(stopped.id, stopped.indexes, 1);
    const sweepIn = (hours: number) =>
      new Imports({
        db: database().db,
        nowMs: () => clockMs() + hours * 3_600_000,
        turns: new KeyedQueue(),
      }).sweep();
    await sweepIn(2);
    expect((await call('DELETE', waiting.id)).status).toBe(404);
    expect(await record(stopped.id)).toMatchObject({ state: 'stopped' });
    await sweepIn(25);
    expect(await record(stopped.id)).toMatchObject({ state: 'stored', stored: 100, left: 100 });
    expect(await countOf(readEntries)).toBe(0);
    expect(await call('POST', stopped.id, {})).toMatchObject({ status: 200, body: { stored: 100 } });
  });

  test('request indexes when they begin', async () => {
    const { id } = await read();
    expect(problemOf(await call('POST', id, {}))).toMatchObject({ status: 400, fields: ['indexes'] });
  });

  test('go with their user, stored or not', async () => {
    const eve = await app().signUp('Eve');
    await app().call('POST', '/api/imports?name=a.fit', {
      as: eve,
      body: fixture('rowingdata_standard_example.fit'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const ofEve = eq(readImports.userId, eve.user._id);
    expect(await database().db.select().from(readImports).where(ofEve)).toHaveLength(1);
    const gone = await app().call('POST', `/api/users/${eve.user._id}/deletion`, {
      as: eve,
      body: { clubResults: 'keep', password: 'a good password' },
    });
    expect(gone.status).toBe(200);
    expect(await database().db.select().from(readImports).where(ofEve)).toEqual([]);
  });
});
