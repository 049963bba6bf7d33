import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ActivitySchema } from '@boathouse/contract/activities';
import { history } from '@boathouse/contract/activities/history';
import { imports as calls, type ImportPreview } from '@boathouse/contract/activities/imports';
import { strokes } from '@boathouse/contract/strokes';
import {
  activities,
  activityDays,
  activityOrigins,
  imports,
  rankedResults,
  strokeChunks,
} from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity } from '../../training/activities/factory.ts';

const fixture = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@boathouse/formats/fixtures/${name}`)));

onEachDatabase('an import', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    await database().db.delete(activityDays);
    await database().db.delete(imports);
  });

  function send(name: string, bytes: Buffer, more: Record<string, string> = {}, as: Person | null = ann) {
    const query = new URLSearchParams({ name, ...more }).toString();
    const headers = { 'content-type': 'application/octet-stream' };
    return app().call('POST', `/api/imports?${query}`, { as, body: bytes, headers });
  }
  async function read(name: string, bytes = fixture(name), more: Record<string, string> = {}, as = ann) {
    const answer = await send(name, bytes, more, as);
    expect(answer.status).toBe(200);
    return calls.read.response.parse(answer.body);
  }
  const store = (id: string, indexes: readonly number[], more: object = {}, as = ann) =>
    app().call('POST', `/api/imports/${id}`, { as, body: { indexes, ...more } });
  const undo = (id: string, as = ann) => app().call('DELETE', `/api/imports/${id}`, { as });
  const newOnes = ({ workouts }: ImportPreview) =>
    workouts.flatMap(({ status, index }) => (status === 'new' ? [index] : []));
  async function imported(name: string, more: object = {}, as = ann): Promise<string> {
    const preview = await read(name, fixture(name), {}, as);
    const answer = await store(preview._id, newOnes(preview), more, as);
    expect(answer.status).toBe(200);
    return preview._id;
  }
  async function past(as = ann) {
    const answer = await app().call('GET', `/api/activities/search?user=${as.user._id}&pagesize=100`, { as });
    return history.search.response.parse(answer.body);
  }

  test('gives each new activity the tags that were chosen', async () => {
    await imported('concept2-logbook-interval.fit', { tags: ['winter', 'Club'] });
    expect((await past()).activities).toMatchObject([{ tags: ['winter', 'Club'] }]);
  });

  test('shows the content of a file before anything is stored', async () => {
    const preview = await read('concept2-logbook-interval.fit');
    expect(preview.workouts).toMatchObject([
      {
        index: 0,
        status: 'new',
        file: 'concept2-logbook-interval.fit',
        machine: 'rower',
        startedAt: '2025-12-14T10:40:00.000Z',
        elapsedTime: 960,
        distance: 3843,
        strokes: 351,
        hasHeartRates: true,
        duplicateOf: null,
      },
    ]);
    expect(preview.readInTimeZone).toBeNull();
    expect(await database().db.select().from(activities)).toEqual([]);
  });

  test('stores the chosen workouts as activities that only the athlete reads, with strokes and intervals', async () => {
    await imported('concept2-logbook-interval.fit');
    const { activities: found } = await past();
    expect(found).toMatchObject([
      {
        source: 'file',
        machine: 'rower',
        visibility: 'me',
        session: null,
        isCompleted: true,
        isPartial: false,
        kind: 'intervals',
        createdAt: '2025-12-14T10:40:00.000Z',
        completedAt: '2025-12-14T11:03:00.000Z',
        distance: 3843,
        elapsedTime: 960,
        heartRate: 158,
        // The file has 65 W, its rests included.
        averagePower: 180,
        totalCalories: 246,
      },
    ]);
    const id = found[0]?._id ?? '';
    const byId = await app().call('GET', `/api/activities/${id}`, { as: ann });
    const { summary } = ActivitySchema.parse(byId.body);
    expect(summary?.splits.length).toBeGreaterThan(5);
    expect(summary?.splits[0]).toMatchObject({ splitNumber: 1, time: 60, distance: 236, restTime: 60 });
    expect(byId.body).toMatchObject({
      origin: { fileName: 'concept2-logbook-interval.fit', app: 'Concept2' },
    });
    const rowed = await app().call('GET', `/api/activities/${id}/strokes`, { as: ann });
    expect(strokes.list.response.parse(rowed.body).strokes).toHaveLength(351);
    expect((await app().call('GET', `/api/activities/${id}`, { as: ben })).status).toBe(404);
  });

  test('keeps force curves and the moment of each stroke', async () => {
    await imported('rowingdata_standard_example.fit');
    const { activities: found } = await past();
    const rowed = await app().call('GET', `/api/activities/${found[0]?._id}/strokes?forceCurve=1`, {
      as: ann,
    });
    const { strokes: list } = strokes.list.response.parse(rowed.body);
    expect(list).toHaveLength(843);
    expect(list[3]).toMatchObject({
      elapsedTime: 5,
      driveLength: 1.47,
      rowedAfterMs: 5_000,
      forceCurve: [0, 201, 285, 341, 387, 452, 460, 481, 446, 401, 362, 244, 198, 138, 76, 7],
    });
  });

  test('asks for a machine that a file does not name, and for a date that it lacks', async () => {
    const preview = await read('rowingdata_eth.csv');
    expect(preview.workouts).toMatchObject([
      { status: 'new', machine: null, startedAt: null, hasForceCurves: true },
    ]);
    const at = '2026-03-01T08:00:00.000Z';
    expect(problemOf(await store(preview._id, [0]))).toMatchObject({ status: 400, fields: ['machine'] });
    expect(problemOf(await store(preview._id, [0], { machine: 'rower' }))).toMatchObject({
      fields: ['startedAt'],
    });
    const early = { machine: 'rower', startedAt: [{ index: 0, at: '1989-12-31T00:00:00Z' }] };
    expect(problemOf(await store(preview._id, [0], early))).toMatchObject({ fields: ['startedAt'] });
    const answer = await store(preview._id, [0], { machine: 'skierg', startedAt: [{ index: 0, at }] });
    expect(answer).toMatchObject({ status: 200, body: { stored: 1, left: 1 } });
    const { activities: found } = await past();
    expect(found).toMatchObject([{ machine: 'skierg', createdAt: at, averagePower: 160 }]);
    expect(await database().db.select().from(rankedResults)).toEqual([]);
  });

  test('finds a workout that is stored already, even a live row', async () => {
    await imported('concept2-logbook-interval.fit');
    const again = await read('concept2-logbook-interval.fit');
    const [stored] = (await past()).activities;
    expect(again.workouts).toMatchObject([{ status: 'duplicate', duplicateOf: { activity: stored?._id } }]);
    expect(problemOf(await store(again._id, [0]))).toMatchObject({ status: 400, fields: ['indexes'] });
    // Another athlete does not have it.
    expect((await read('concept2-logbook-interval.fit', undefined, {}, ben)).workouts).toMatchObject([
      { status: 'new' },
    ]);

    await database().db.delete(activities);
    const live = await buildActivity(database().db, {
      userId: ann.user._id,
      createdAt: new Date('2025-12-14T10:40:03Z'),
      // The page was offline for a day.
      completedAt: new Date('2025-12-15T10:00:00Z'),
      distance: 3842.6,
      elapsedTime: 960,
      summary: {
        logEntryDate: null,
        logEntryTime: null,
        averageStrokeRate: null,
        averageHeartRate: null,
        recoveryHeartRate: null,
        splits: [
          {
            splitNumber: 1,
            time: 960,
            distance: 3842.6,
            averagePace: 125,
            restTime: 420,
            strokeRate: 21,
            heartRate: 1,
          },
        ],
        source: 'summary',
      },
    });
    expect((await read('concept2-logbook-interval.fit')).workouts).toMatchObject([
      { status: 'duplicate', duplicateOf: { activity: live } },
    ]);
  });

  describe('of a season', () => {
    const season = (rows: readonly string[]) =>
      Buffer.from(
        [
          '"Log ID",Date,Description,"Work Time (Formatted)","Work Time (Seconds)","Rest Time (Formatted)","Rest Time (Seconds)","Work Distance","Rest Distance","Stroke Rate/Cadence","Stroke Count",Pace,"Avg Watts",Cal/Hour,"Total Cal","Avg Heart Rate","Drag Factor",Age,Weight,Type,Ranked,Comments,"Date Entered"',
          ...rows,
        ].join('\n'),
      );
    const row = (id: string, date: string, sec: string, meters: number, type = 'RowErg') =>
      `${id},"${date}","${meters}m row",8:00.0,${sec},,,${meters},,24,192,2:00.0,203,998,133,150,120,40,Hwt,${type},No,,"2024-04-30 11:45:21"`;
    const before = '2024-04-30 06:44:00';
    const storeRow = async () => {
      const preview = await read('season.csv', season([row('', before, '480.0', 2000)]));
      expect((await store(preview._id, [0])).status).toBe(200);
    };
    const found = async (...rows: string[]) =>
      (await read('season.csv', season(rows))).workouts.map(({ status, isProbable }) =>
        isProbable ? 'probable' : status,
      );

    test.each([
      ['last digits', row('', before, '480.1', 2001), 'duplicate'],
      ['the minute of its end', row('7', '2024-04-30 06:44:59', '479.9', 1999), 'duplicate'],
      ['what a watch and Strava round', row('', before, '480.4', 2004), 'duplicate'],
      ['the time', row('', before, '481.4', 2000), 'probable'],
      ['the distance', row('', before, '480.0', 2023), 'probable'],
      ['the rower, which watches do not know', row('', before, '480.0', 2000, 'Dynamic'), 'probable'],
      ['an hour of the zone', row('', '2024-04-30 07:44:00', '480.0', 2000), 'probable'],
      ['the machine', row('', before, '480.0', 2000, 'SkiErg'), 'new'],
      ['the time of day, with an equal row before', row('', '2024-04-30 06:53:00', '480.0', 2000), 'new'],
    ])('a workout that differs in %s from a stored row is %s', async (_, line, status) => {
      await storeRow();
      expect(await found(line)).toEqual([status]);
    });

    test('the same number of the Logbook is one workout, and two numbers are two', async () => {
      const other = '2024-05-01 06:44:00';
      const later = row('8', '2024-06-01 07:00:00', '90.0', 500);
      expect(await found(row('8', other, '480.0', 2000), later)).toEqual(['new', 'duplicate']);
      const again = row('9', other, '480.0', 2000);
      expect(await found(row('8', other, '480.0', 2000), again)).toEqual(['new', 'new']);
    });

    const probable = row('', before, '481.4', 2000);
    test('a workout that is probably a stored row raises a question, and is stored in addition to it if it is another', async () => {
      await storeRow();
      const [stored] = (await past()).activities;
      const { _id, workouts } = await read('season.csv', season([probable]));
      expect(workouts).toMatchObject([
        {
          status: 'new',
          isProbable: true,
          duplicateOf: { activity: stored?._id },
          message: 'This looks like a row you have already: "2000m"',
        },
      ]);
      expect(await store(_id, [0])).toMatchObject({ status: 200, body: { stored: 1 } });
      expect((await past()).count).toBe(2);
      // Asked again if the file is read again; its copy is the same.
      expect(await found(probable)).toEqual(['duplicate']);
    });

    test('a workout confirmed as the same row is not stored', async () => {
      await storeRow();
      const { _id } = await read(
        'season.csv',
        season([probable, row('', '2024-05-02 06:44:00', '90.0', 500)]),
      );
      expect(await store(_id, [0, 1], { same: [0] })).toMatchObject({ status: 200, body: { stored: 1 } });
      expect((await past()).activities.map(({ distance }) => distance).toSorted()).toEqual([2_000, 500]);
    });

    test('a workout confirmed as the same as a live row completes it', async () => {
      const live = await buildActivity(database().db, {
        userId: ann.user._id,
        createdAt: new Date('2024-04-30T06:36:00Z'),
        completedAt: new Date('2024-04-30T06:44:00Z'),
        distance: 2_000,
        elapsedTime: 480,
      });
      const { _id, workouts } = await read('season.csv', season([probable]));
      expect(workouts).toMatchObject([{ isProbable: true, completes: ['heartRates'] }]);
      expect(await store(_id, [0], { same: [0] })).toMatchObject({ body: { stored: 0, completed: 1 } });
      const [completed] = await database().db.select().from(activities).where(eq(activities.id, live));
      expect(completed).toMatchObject({ elapsedTime: 480, heartRate: 150 });
      expect((await past()).count).toBe(1);
    });

    test('a result typed in for its day, and one of the file, raise a question', async () => {
      await storeRow();
      expect(await found(row('5', '2024-04-30 00:00:00', '480.0', 2000))).toEqual(['probable']);
      const twice = [
        row('', '2024-05-03 00:00:00', '100.0', 500),
        row('', '2024-05-03 00:00:00', '100.0', 500),
      ];
      expect(await found(...twice)).toEqual(['new', 'probable']);
    });
  });

  test('finds the same file read in another time zone', async () => {
    const preview = await read('boatcoach.csv');
    const [index = 0] = newOnes(preview);
    expect((await store(preview._id, [index], { machine: 'rower' })).status).toBe(200);
    const elsewhere = await read('boatcoach.csv', undefined, { timeZone: 'America/New_York' });
    expect(elsewhere.readInTimeZone).toBe('America/New_York');
    const [stored] = (await past()).activities;
    expect(elsewhere.workouts[0]).toMatchObject({ isProbable: true, duplicateOf: { activity: stored?._id } });
  });

  test('reads wall clocks in the requested time zone', async () => {
    const zoned = await read('concept2-season-2021.csv', undefined, { timeZone: 'America/New_York' });
    expect(zoned.readInTimeZone).toBe('America/New_York');
    // Its Logbook says 13:38.
    expect(zoned.workouts[0]?.endedAt).toBe('2021-02-19T18:38:00.000Z');
    const utc = await read('concept2-season-2021.csv');
    expect(utc.readInTimeZone).toBe('UTC');
    expect(utc.workouts[0]?.endedAt).toBe('2021-02-19T13:38:00.000Z');
    const unknown = await send('a.csv', fixture('concept2-season-2021.csv'), { timeZone: 'SystemV/AST4' });
    expect(unknown).toMatchObject({ status: 200, body: { readInTimeZone: 'UTC' } });
  });

  test('stores a season whose results count like those of a monitor, and undoes it', async () => {
    const id = await imported('concept2-season-2021.csv');
    const { count, totals } = await past();
    expect(count).toBe(277);
    const days = await database().db.select().from(activityDays);
    expect(days.reduce((sum, day) => sum + day.count, 0)).toBe(277);
    expect(days.reduce((sum, day) => sum + day.meters, 0)).toBeCloseTo(
      (totals ?? []).reduce((sum, { meters }) => sum + meters, 0),
    );
    expect((await database().db.select().from(rankedResults)).length).toBeGreaterThan(5);

    const list = () => app().call('GET', '/api/imports', { as: ann });
    expect((await list()).body).toMatchObject([
      { _id: id, files: ['concept2-season-2021.csv'], stored: 277, left: 277 },
    ]);
    expect(await undo(id)).toMatchObject({ status: 200, body: { _id: id, stored: 277, left: 0 } });
    for (const table of [activities, activityDays, rankedResults, activityOrigins]) {
      expect(await database().db.select().from(table)).toEqual([]);
    }
    expect((await list()).body).toEqual([]);
    expect(problemOf(await undo(id))).toMatchObject({ status: 409, code: 'nothing_left' });
    expect(problemOf(await store(id, [0]))).toMatchObject({ status: 409, code: 'nothing_left' });
  });

  test('undoes only what the import stored', async () => {
    const mine = await buildActivity(database().db, {
      userId: ann.user._id,
      createdAt: new Date('2025-12-14T07:00:00Z'),
      completedAt: new Date('2025-12-14T07:08:00Z'),
      distance: 2_000,
      elapsedTime: 480,
    });
    const first = await imported('concept2-logbook-interval.fit');
    await imported('rowingdata_standard_example.fit');
    expect((await undo(first)).status).toBe(200);
    const left = await past();
    expect(left.activities.map(({ _id, distance }) => [_id === mine, distance])).toEqual([
      [true, 2_000],
      [false, 8_829],
    ]);
    const days = await database().db.select().from(activityDays).orderBy(activityDays.day);
    expect(days.map(({ meters }) => meters)).toEqual([8_829, 2_000]);
  });

  test('stores once, for repeated and simultaneous requests', async () => {
    const preview = await read('concept2-season-2021.csv');
    const answers = await Promise.all([1, 2, 3].map(() => store(preview._id, [0, 1, 2])));
    expect(
      answers.map(({ status, body }) => [status, z.object({ stored: z.int() }).parse(body).stored]),
    ).toEqual([
      [200, 3],
      [200, 3],
      [200, 3],
    ]);
    expect((await past()).count).toBe(3);
  });

  test('refuses an outdated plan, and stores nothing of it', async () => {
    const first = await read('concept2-season-2021.csv');
    const second = await read('concept2-season-2021.csv');
    expect((await store(first._id, [3])).status).toBe(200);
    expect(problemOf(await store(second._id, [2, 3, 4]))).toMatchObject({
      status: 409,
      code: 'import_changed',
    });
    expect((await past()).count).toBe(1);
    expect((await store(second._id, [2, 4])).status).toBe(200);
  });

  test('keeps read files only for their user, for an hour, and a few at a time', async () => {
    const preview = await read('concept2-season-2021.csv');
    expect(problemOf(await store(preview._id, [0], {}, ben))).toMatchObject({ status: 404 });
    expect(problemOf(await undo(preview._id, ben))).toMatchObject({ status: 404 });
    for (let more = 0; more < 3; more += 1) await read('rowingdata_eth.csv');
    const gone = await store(preview._id, [0]);
    expect(gone).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('choose the file again') },
    });
  });

  test('deletes read files if it is undone before they are stored', async () => {
    const { _id } = await read('concept2-season-2021.csv');
    expect(await undo(_id)).toMatchObject({ status: 200, body: { stored: 0, left: 0 } });
    expect((await store(_id, [0])).status).toBe(404);
  });

  test('adds files to an import, and recognizes workouts that are in two of them', async () => {
    const { _id } = await read('concept2-logbook-interval.fit');
    const more = await read('again.fit.gz', gzipSync(fixture('concept2-logbook-interval.fit')), {
      into: _id,
    });
    expect(more).toMatchObject({
      _id,
      workouts: [{ index: 1, status: 'duplicate', duplicateOf: { activity: null, index: 0 } }],
    });
    const others = await read('rowingdata_standard_example.fit', undefined, { into: _id });
    expect(others).toMatchObject({ _id, workouts: [{ index: 2, status: 'new' }] });
    expect(await store(_id, [0, 1, 2])).toMatchObject({
      status: 200,
      body: { stored: 2, files: { length: 3 } },
    });
    const answer = await send('b.fit', fixture('concept2-logbook-interval.fit'), { into: _id }, ben);
    expect(problemOf(answer)).toMatchObject({ status: 404 });
  });

  describe('bad input', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const header =
      '"Log ID",Date,Description,"Work Time (Seconds)","Work Distance",Pace,"Avg Watts","Total Cal",Type,Comments';
    const seasonOf = ({ date = '2024-04-30 06:44:00', meters = '2000', watts = '203' }) =>
      `${header}\r\n,"${date}","2000m row",480,${meters},2:00.0,${watts},133,RowErg,\r\n`;

    test('is made from a season that is read completely', async () => {
      expect(newOnes(await read('a.csv', Buffer.from(seasonOf({}))))).toEqual([0]);
    });

    test.each([
      ['an empty file', 'a.fit', Buffer.alloc(0), 'empty'],
      ['negative meters', 'a.csv', Buffer.from(seasonOf({ meters: '-2000' })), 'below zero'],
      ['a picture named .fit', 'a.fit', png, 'not a workout'],
      ['text of no known kind', 'a.csv', Buffer.from('a,b\n1,2\n'), 'not known'],
      ['wrong scales', 'broken-scales.fit', fixture('broken-scales.fit'), ''],
    ])('explains why %s is wrong, and has nothing to store', async (_, name, bytes, words) => {
      const preview = await read(name, bytes);
      expect(newOnes(preview)).toEqual([]);
      expect(preview.workouts.map(({ status }) => status)).toContain('problem');
      expect(preview.workouts.map(({ message }) => message).join(' ')).toContain(words);
      expect(problemOf(await store(preview._id, [0]))).toMatchObject({ status: 400, fields: ['indexes'] });
      expect(await database().db.select().from(activities)).toEqual([]);
    });

    test.each([
      ['a date of 1989', seasonOf({ date: '1989-12-31 06:44:00' }), 'was not set', { startedAt: null }],
      ['a date of 2090', seasonOf({ date: '2090-01-01 06:44:00' }), 'in the future', { startedAt: null }],
      [
        'watts of a BikeErg',
        seasonOf({ meters: '3000', watts: '85' }),
        "are a BikeErg's",
        { distance: 3000 },
      ],
    ])('reads a workout without %s, and reports it', async (_, text, words, shown) => {
      const { workouts } = await read('a.csv', Buffer.from(text));
      expect(workouts).toMatchObject([
        { status: 'new', ...shown },
        { status: 'problem', message: expect.stringContaining(words) },
      ]);
    });

    test('reads text in UTF-16', async () => {
      const preview = await read('a.csv', Buffer.from(`\ufeff${seasonOf({})}`, 'utf16le'));
      expect(preview.workouts.map(({ status }) => status)).toEqual(['new']);
    });

    test('refuses more than 20 MB, another type, and no bytes, with a message', async () => {
      const large = await send('large.csv', Buffer.alloc(20_000_001, 'a'));
      expect(problemOf(large)).toMatchObject({ status: 413, code: 'too_large' });
      const json = await app().call('POST', '/api/imports?name=a.fit', { as: ann, body: {} });
      expect(problemOf(json)).toMatchObject({ status: 415 });
      const nameless = await app().call('POST', '/api/imports', { as: ann });
      expect(problemOf(nameless).status).toBe(400);
    });
  });

  describe('an activity from a file', () => {
    const discard = (id: string, as = ann): Promise<Answer> =>
      app().call('DELETE', `/api/activities/${id}`, { as });

    test('can be deleted by its athlete, and no longer counts', async () => {
      const importId = await imported('concept2-logbook-interval.fit');
      const id = (await past()).activities[0]?._id ?? '';
      expect((await discard(id, ben)).status).toBe(404);
      expect(await discard(id)).toMatchObject({ status: 200, body: { _id: id } });
      for (const table of [activities, activityDays, rankedResults, strokeChunks]) {
        expect(await database().db.select().from(table)).toEqual([]);
      }
      expect(problemOf(await undo(importId))).toMatchObject({ status: 409, code: 'nothing_left' });
      // It can be imported again.
      expect((await read('concept2-logbook-interval.fit')).workouts).toMatchObject([{ status: 'new' }]);
    });

    test('can be renamed by its athlete, and found by its new name', async () => {
      await imported('concept2-logbook-interval.fit');
      const id = (await past()).activities[0]?._id ?? '';
      const rename = (title: string, as = ann) =>
        app().call('PUT', `/api/activities/${id}/title`, { as, body: { title } });
      expect(await rename('Sunday intervals')).toMatchObject({
        status: 200,
        body: { title: 'Sunday intervals' },
      });
      expect(problemOf(await rename('  '))).toMatchObject({ status: 400, fields: ['title'] });
      expect((await rename('Mine', ben)).status).toBe(404);
      const found = await app().call('GET', `/api/activities/search?user=${ann.user._id}&text=sunday`, {
        as: ann,
      });
      expect(found.body).toMatchObject({ count: 1, activities: [{ title: 'Sunday intervals' }] });
    });

    test('is final: no call reopens it or changes its result', async () => {
      await imported('concept2-logbook-interval.fit');
      const id = (await past()).activities[0]?._id ?? '';
      const call = (method: 'POST' | 'PATCH', path: string, body?: object) =>
        app().call(method, `/api/activities/${id}${path}`, { as: ann, body });
      expect((await call('POST', '/reopen')).status).toBe(409);
      expect((await call('PATCH', '', { distance: 1 })).status).toBe(409);
      await call('PATCH', '/complete', { distance: 1, elapsedTime: 1 });
      const [row] = await database().db.select().from(activities).where(eq(activities.id, id));
      expect(row).toMatchObject({ distance: 3843, elapsedTime: 960, isCompleted: true });
    });
  });

  test('takes bytes in the OpenAPI document, not JSON', async () => {
    const { body } = await app().call('GET', '/api/openapi.json');
    expect(body).toHaveProperty(['paths', '/api/imports', 'post', 'requestBody', 'content'], {
      'application/octet-stream': expect.anything(),
    });
  });

  test("leaves no rows in any table after the user's account is deleted", async () => {
    const eve = await app().signUp('Eve');
    await imported('concept2-logbook-interval.fit', {}, eve);
    await database().db.execute(sql`delete from users where id = ${eve.user._id}`);
    expect(await database().db.select().from(imports)).toEqual([]);
    expect(await database().db.select().from(activityOrigins)).toEqual([]);
  });
});
