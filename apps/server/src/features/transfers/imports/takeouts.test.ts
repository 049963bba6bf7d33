import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { imports as calls } from '@boathouse/contract/activities/imports';
import { activities, imports, readImports } from '../../../db/tables.ts';
import { KeyedQueue } from '../../../infra/keyed-queue.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { WorkoutFiles } from '../workoutfiles/index.ts';
import { Imports } from './service.ts';

const fixture = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@boathouse/formats/fixtures/${name}`)));
/** Three archives in an archive, with the same three seasons of a row and a file of messages, and another such file. */
const takeout = fixture('zip/python-nested.zip');
const name = 'takeout.zip';

onEachDatabase('a takeout', (database) => {
  const app = useTestApp(database);
  let ann: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
  });
  beforeEach(async () => {
    for (const table of [activities, imports, readImports]) await database().db.delete(table);
  });

  const send = (bytes: Buffer, more: Record<string, string> = {}) =>
    app().call('POST', `/api/imports?${new URLSearchParams({ name, ...more }).toString()}`, {
      as: ann,
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });

  test('is read with the archives in it, and files without a workout are reported once', async () => {
    const answer = await send(takeout);
    const { workouts, rest } = calls.read.response.parse(answer.body);
    expect(rest).toBeNull();
    expect(workouts.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 'duplicate'),
      ...Array.from({ length: 3 }, () => 'new'),
      'problem',
    ]);
    expect(workouts.at(-1)?.message).toMatch(/^One of 4 such files: This kind of file is not known/);
    const indexes = workouts.flatMap(({ status, index }) => (status === 'new' ? [index] : []));
    const preview = calls.read.response.parse(answer.body);
    const stored = await app().call('POST', `/api/imports/${preview._id}`, {
      as: ann,
      body: { indexes, machine: 'rower' },
    });
    expect(stored).toMatchObject({ status: 200, body: { stored: 3 } });
  });

  test('continues where a limit stopped its reading, and finds each row once', async () => {
    const files = new WorkoutFiles({ turn: { processorMs: 0, ms: 0 } });
    const service = new Imports({ db: database().db, nowMs, turns: new KeyedQueue(), files });
    const query = { name, timeZone: 'UTC' };
    const first = await service.read(ann.user._id, query, takeout);
    expect(first.rest).toMatchObject({ looked: 1 });
    expect(first.workouts.map(({ message }) => message).join()).toContain('Reading stopped after 1 of');
    let read = await service.read(ann.user._id, { ...query, from: '0' }, takeout);
    const looked: number[] = [];
    const found = [...read.workouts];
    while (read.rest) {
      looked.push(read.rest.looked);
      read = await service.read(ann.user._id, { ...query, into: read._id, from: read.rest.from }, takeout);
      found.push(...read.workouts);
    }
    service.close();
    // The last file is the thirteenth, so nothing remains then.
    expect(looked).toEqual(Array.from({ length: looked.length }, (_, at) => at + 1));
    expect(looked.length).toBeGreaterThanOrEqual(12);
    expect(found.filter(({ status }) => status === 'new')).toHaveLength(3);
    expect(found.filter(({ status }) => status === 'duplicate')).toHaveLength(6);
    expect(found.map(({ message }) => message).join()).not.toContain('Reading stopped');
  });

  test('is refused with a message when the maximum already waits to be stored', async () => {
    const { _id } = calls.read.response.parse((await send(takeout)).body);
    await database()
      .db.update(readImports)
      .set({ bytes: 64 * 1_024 * 1_024 })
      .where(eq(readImports.id, _id));
    expect(problemOf(await send(takeout, { into: _id }))).toMatchObject({ status: 409, code: 'import_full' });
    expect((await send(takeout)).status).toBe(200);
  });

  test.each(['1', '1-2', '-1-0-0-0', '1-0-0-0-0', '99999999-0-0-0', 'x'])('has no place %s', async (from) => {
    expect(problemOf(await send(takeout, { from }))).toMatchObject({ status: 400, fields: ['from'] });
  });

  test('an import that is continued after its end has nothing new', async () => {
    expect(await send(takeout, { from: '9999999-0-0-0' })).toMatchObject({
      status: 200,
      body: { workouts: [], rest: null },
    });
  });
});
