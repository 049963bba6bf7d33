import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  activities as activityCalls,
  ActivitySchema,
  type WorkoutSummary,
} from '@boathouse/contract/activities';
import { history } from '@boathouse/contract/activities/history';
import { imports as calls } from '@boathouse/contract/activities/imports';
import { strokes as strokeCalls, type Stroke } from '@boathouse/contract/strokes';
import { readWorkouts } from '@boathouse/formats/read';
import { activities, activityDays, imports, rankedResults } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { readZip } from '../../../../test/support/read-zip.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildStrokes, strokeOf } from '../../training/strokes/factory.ts';

const summaryOf = (splits: WorkoutSummary['splits']): WorkoutSummary => ({
  logEntryDate: null,
  logEntryTime: null,
  averageStrokeRate: 28,
  averageHeartRate: 160,
  recoveryHeartRate: null,
  splits,
  source: 'summary',
});

const split = (splitNumber: number, restTime: number) => ({
  splitNumber,
  time: 100.5,
  distance: 500,
  averagePace: 100.5,
  restTime,
  strokeRate: 28,
  heartRate: 160,
});

/** Strokes with every value that a monitor has, in two intervals. */
const rowed = Array.from({ length: 100 }, (_, index): Stroke => {
  const interval = index < 50 ? 1 : 2;
  const elapsedTime = Math.round((index + 1) * 201) / 100;
  return strokeOf({
    number: (index % 50) + 1,
    interval,
    elapsedTime,
    distance: (index + 1) * 10,
    pace: (1_005 + (index % 7)) / 10,
    strokeRate: 28 + (index % 3),
    heartRate: 120 + Math.floor(index / 3),
    power: 330 + (index % 11),
    driveLength: (140 + (index % 10)) / 100,
    driveTime: (80 + (index % 5)) / 100,
    recoveryTime: (120 + (index % 5)) / 100,
    strokeDistance: (1_000 + (index % 4)) / 100,
    peakForce: (9_000 + (index % 9)) / 10,
    averageForce: (5_000 + (index % 9)) / 10,
    workPerStroke: 600 + (index % 13),
    calories: Math.floor(index / 2),
    forceCurve: Array.from({ length: 30 + (index % 60) }, (_point, at) => (at * 37 + index) % 1_000),
    rowedAfterMs: Math.round(elapsedTime * 1_000) + (interval === 2 ? 60_000 : 0) + 1_500,
  });
});

onEachDatabase('exports', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    for (const table of [activities, activityDays, imports]) await database().db.delete(table);
  });

  const bytesAt = async (path: string, as = ann) => {
    const answer = await app().app.http.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${as.token}` },
    });
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
  };
  const exported = (id: string, format: string, as = ann) =>
    bytesAt(`/activities/${id}/export?format=${format}`, as);
  const workoutIn = (bytes: Uint8Array, name: string) => {
    const { workouts, problems } = readWorkouts(bytes, name);
    expect(problems).toEqual([]);
    const [workout] = workouts;
    if (!workout || workouts.length > 1) throw new Error(`${workouts.length} workouts`);
    return workout;
  };
  async function rowOfAnn(): Promise<string> {
    const id = await buildActivity(database().db, {
      userId: ann.user._id,
      title: 'Before work',
      workout: '2 x 500 m / 1:00 rest',
      visibility: 'profile',
      createdAt: new Date('2026-03-01T06:00:00.250Z'),
      completedAt: new Date('2026-03-01T06:05:40Z'),
      distance: 1_000,
      elapsedTime: 201,
      averagePace: 100.5,
      averagePower: 345,
      strokeRate: 28,
      heartRate: 160,
      dragFactor: 121,
      totalCalories: 77,
      workoutType: 7,
      summary: summaryOf([split(1, 60), split(2, 60)]),
    });
    await buildStrokes(database().db, id, rowed);
    return id;
  }
  async function importBy(person: Person, name: string, bytes: Buffer) {
    const answer = await app().call('POST', `/api/imports?name=${name}`, {
      as: person,
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    const preview = calls.read.response.parse(answer.body);
    expect(preview.workouts).toMatchObject([{ status: 'new' }]);
    const stored = await app().call('POST', `/api/imports/${preview._id}`, {
      as: person,
      body: { indexes: [0] },
    });
    expect(stored.status).toBe(200);
    const past = await app().call('GET', `/api/activities/search?user=${person.user._id}`, { as: person });
    const id = history.search.response.parse(past.body).activities[0]?._id;
    const byId = await app().call('GET', `/api/activities/${id}`, { as: person });
    return activityCalls.byId.response.parse(byId.body);
  }
  const strokesOf = async (person: Person, id: string) => {
    const answer = await app().call('GET', `/api/activities/${id}/strokes?forceCurve=1`, { as: person });
    return strokeCalls.list.response.parse(answer.body).strokes;
  };

  test('are files with a name and a type, as other apps expect them', async () => {
    const id = await rowOfAnn();
    for (const [format, type] of [
      ['fit', 'application/vnd.ant.fit'],
      ['tcx', 'application/vnd.garmin.tcx+xml'],
      ['csv', 'text/csv; charset=utf-8'],
    ]) {
      const { status, headers } = await exported(id, format ?? '');
      expect([status, headers['content-type']]).toEqual([200, type]);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="2026-03-01-2-x-500-m-1-00-rest-${id.slice(-8)}.${format}"`,
      );
    }
    expect((await exported(id, 'gpx')).status).toBe(400);
  });

  test('as FIT and imported by another user, are the same row to the last stroke and force point', async () => {
    const id = await rowOfAnn();
    const { bytes } = await exported(id, 'fit', ben);
    const copy = await importBy(ben, 'row.fit', bytes);
    const original = ActivitySchema.parse(
      (await app().call('GET', `/api/activities/${id}`, { as: ann })).body,
    );
    const { createdAt, workout, elapsedTime, distance, averagePace, averagePower, strokeRate } = original;
    const { heartRate, dragFactor, totalCalories, machine, isPartial } = original;
    expect(copy).toMatchObject({ workout, elapsedTime, distance, averagePace, averagePower, strokeRate });
    expect(copy).toMatchObject({ heartRate, dragFactor, totalCalories, machine, isPartial, source: 'file' });
    expect(copy.summary?.splits).toEqual(original.summary?.splits);
    // Times in FIT and in Boathouse's fields are exact to 1 ms.
    expect(Date.parse(copy.createdAt)).toBe(Date.parse(createdAt));
    expect(await strokesOf(ben, copy._id)).toEqual(await strokesOf(ann, id));
  });

  test('as TCX, are the same row except for force curves and values that only a monitor measures', async () => {
    const id = await rowOfAnn();
    const { bytes } = await exported(id, 'tcx', ben);
    const copy = await importBy(ben, 'row.tcx', bytes);
    expect(copy).toMatchObject({ elapsedTime: 201, distance: 1_000, heartRate: 160, machine: 'rower' });
    const pick = (list: readonly Stroke[]) =>
      list.map(({ interval, elapsedTime, distance, strokeRate, heartRate, power }) => ({
        interval,
        elapsedTime,
        distance,
        strokeRate,
        heartRate,
        power,
      }));
    expect(pick(await strokesOf(ben, copy._id))).toEqual(pick(rowed));
  });

  test('as CSV, have a line for each stroke', async () => {
    const { bytes } = await exported(await rowOfAnn(), 'csv');
    const copy = workoutIn(bytes, 'row.csv');
    expect(copy.strokes.map(({ elapsedTime, distance }) => [elapsedTime, distance])).toEqual(
      rowed.map(({ elapsedTime, distance }) => [elapsedTime, distance]),
    );
  });

  test.each(['fit', 'tcx', 'csv'])(
    'of a simulated erg are marked in %s, and do not count when they are imported',
    async (format) => {
      const id = await buildActivity(database().db, {
        userId: ann.user._id,
        workout: '2000 m',
        visibility: 'profile',
        isSimulated: true,
        createdAt: new Date('2026-03-01T06:00:00Z'),
        completedAt: new Date('2026-03-01T06:06:00Z'),
        distance: 2_000,
        elapsedTime: 360,
      });
      await buildStrokes(database().db, id, [
        strokeOf({ number: 1, elapsedTime: 360, distance: 2_000, pace: 90 }),
      ]);
      const { bytes } = await exported(id, format, ben);
      const copy = await importBy(ben, `sim.${format}`, bytes);
      expect(copy).toMatchObject({ source: 'simulated', isSimulated: true, distance: 2_000 });
      expect(copy).toMatchObject({ origin: { fileName: `sim.${format}` } });
      for (const table of [activityDays, rankedResults]) {
        expect(await database().db.select().from(table)).toEqual([]);
      }
      const again = await app().call('POST', `/api/imports?name=sim.${format}`, {
        as: ben,
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      });
      const statuses = calls.read.response.parse(again.body).workouts.map(({ status }) => status);
      expect(statuses).toEqual(['duplicate']);
      expect((await app().call('DELETE', `/api/activities/${copy._id}`, { as: ben })).status).toBe(200);
      expect((await app().call('DELETE', `/api/activities/${id}`, { as: ann })).status).toBe(409);
    },
  );

  test('contain the note only for its athlete', async () => {
    const id = await rowOfAnn();
    await app().call('PUT', `/api/activities/${id}/note`, { as: ann, body: { note: 'Head up' } });
    expect(workoutIn((await exported(id, 'fit')).bytes, 'a.fit').comments).toBe('Head up');
    expect(workoutIn((await exported(id, 'fit', ben)).bytes, 'a.fit').comments).toBeNull();
  });

  test('are refused for a row in progress, with a message', async () => {
    const id = await buildActivity(database().db, { userId: ann.user._id });
    const answer = await app().call('GET', `/api/activities/${id}/export?format=fit`, { as: ann });
    expect(problemOf(answer)).toMatchObject({ status: 409, code: 'activity_in_progress' });
  });

  test('files of a long row are written on a thread, with every stroke', async () => {
    const id = await buildActivity(database().db, {
      userId: ann.user._id,
      createdAt: new Date('2026-03-01T06:00:00Z'),
      completedAt: new Date('2026-03-01T09:00:00Z'),
      distance: 30_000,
      elapsedTime: 7_500,
    });
    const long = Array.from({ length: 2_500 }, (_, index) =>
      strokeOf({ number: index + 1, elapsedTime: (index + 1) * 3, distance: (index + 1) * 12, pace: 125 }),
    );
    await buildStrokes(database().db, id, long);
    const copy = workoutIn((await exported(id, 'fit')).bytes, 'a.fit');
    expect(copy.strokes).toHaveLength(2_500);
    expect(copy.strokes.at(-1)).toMatchObject({ elapsedTime: 7_500, distance: 30_000 });
  });

  describe('of a history', () => {
    const seasonOf = (query: string) => bytesAt(`/activities/export?user=${ann.user._id}&${query}`);

    test('are a ZIP archive with a FIT file of each workout that the filters find', async () => {
      const id = await rowOfAnn();
      await buildActivity(database().db, {
        userId: ann.user._id,
        machine: 'skierg',
        createdAt: new Date('2026-03-02T06:00:00Z'),
        completedAt: new Date('2026-03-02T06:08:00Z'),
        distance: 2_000,
        elapsedTime: 480,
      });
      const all = readZip((await seasonOf('format=fit')).bytes);
      expect([...all.values()].map((bytes) => workoutIn(bytes, 'a.fit').machine)).toEqual([
        'rower',
        'skierg',
      ]);
      const found = await seasonOf('format=fit&machine=rower&from=2026-03-01&to=2026-03-01');
      expect(found.headers['content-disposition']).toBe('attachment; filename="workouts.zip"');
      const [[name, bytes] = ['', Buffer.alloc(0)], ...others] = readZip(found.bytes);
      expect(others).toEqual([]);
      expect(name).toContain(id.slice(-8));
      expect(workoutIn(bytes, name).strokes).toHaveLength(100);
    });

    test('are a season that can be imported again unchanged', async () => {
      const season = readFileSync(
        fileURLToPath(import.meta.resolve('@boathouse/formats/fixtures/concept2-season-2021.csv')),
      );
      const timeZone = 'Europe/Berlin';
      const preview = calls.read.response.parse(
        (
          await app().call('POST', `/api/imports?name=season.csv&timeZone=${timeZone}`, {
            as: ann,
            body: season,
            headers: { 'content-type': 'application/octet-stream' },
          })
        ).body,
      );
      const indexes = preview.workouts.map(({ index }) => index);
      await app().call('POST', `/api/imports/${preview._id}`, { as: ann, body: { indexes } });
      const { bytes } = await seasonOf(`format=csv&timeZone=${timeZone}`);
      const [before, after] = [season, bytes].map((file) =>
        readWorkouts(file, 'season.csv').workouts.toSorted((one, other) =>
          (one.logbookId ?? '').localeCompare(other.logbookId ?? ''),
        ),
      );
      const figures = z.array(
        z.object({
          logbookId: z.string(),
          machine: z.string(),
          endedAt: z.string(),
          elapsedTime: z.number(),
          distance: z.number(),
          strokeCount: z.nullable(z.number()),
          calories: z.nullable(z.number()),
          dragFactor: z.nullable(z.number()),
          averageHeartRate: z.nullable(z.number()),
          averagePower: z.nullable(z.number()),
        }),
      );
      expect(after).toHaveLength(277);
      expect(figures.parse(after)).toEqual(figures.parse(before));
    });
  });

  describe('of a session and a club', () => {
    const tableAt = async (path: string, as: Person) => {
      const { status, headers, bytes } = await bytesAt(path, as);
      expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      const [head = [], ...rows] = bytes
        .toString('utf8')
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
      return rows.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at]])));
    };
    async function clubSession() {
      const { db } = database();
      const [olga, eve] = [await app().signUp('Olga'), await app().signUp('=Eve()')];
      const clubId = await buildClub(db, { ownerId: olga.user._id, name: 'Crew' });
      for (const { user } of [ann, ben, eve]) {
        await buildMembership(db, { clubId, userId: user._id, role: 0 });
      }
      const sessionId = await buildSession(db, {
        hostUserId: ben.user._id,
        clubId,
        title: 'Winter',
        workoutItems: ['2 x 500 m / 1:00 rest'],
        startAt: new Date('2026-03-01T06:00:00Z'),
      });
      const of = (person: Person, elapsedTime: number) =>
        buildActivity(db, {
          userId: person.user._id,
          sessionId,
          createdAt: new Date('2026-03-01T06:00:10Z'),
          completedAt: new Date('2026-03-01T06:06:00Z'),
          distance: 1_000,
          elapsedTime,
          averagePace: elapsedTime / 2,
          summary: summaryOf([split(1, 60), split(2, 60)]),
        });
      const first = await of(ann, 201);
      await buildStrokes(db, first, rowed);
      await of(eve, 210.25);
      return { olga, eve, clubId, sessionId };
    }

    test('are tables of results, splits and strokes for its host', async () => {
      const { sessionId } = await clubSession();
      const path = `/sessions/${sessionId}/export?timeZone=Europe/Berlin&table=`;
      const results = await tableAt(`${path}results`, ben);
      expect(results).toMatchObject([
        {
          date: '2026-03-01 07:00:10',
          session: 'Winter',
          item: '1',
          workout: '2 x 500 m / 1:00 rest',
          athlete: 'Ann',
          time: '3:21.0',
          timeSec: '201',
          distanceM: '1000',
          paceSecPer500m: '100.5',
          source: 'monitor',
        },
        // A spreadsheet runs no name as a formula.
        { athlete: "'=Eve()", time: '3:30.3', timeSec: '210.25' },
      ]);
      expect(await tableAt(`${path}splits`, ben)).toHaveLength(4);
      const strokeTable = await tableAt(`${path}strokes`, ben);
      expect(strokeTable).toHaveLength(rowed.length);
      expect(strokeTable[99]).toMatchObject({ athlete: 'Ann', sequence: '99', distance: '1000' });
    });

    test('do not contain the result of an athlete who has blocked the host', async () => {
      const { sessionId, eve } = await clubSession();
      await app().call('PUT', `/api/users/${eve.user._id}/blocked/${ben.user._id}`, { as: eve });
      const results = await tableAt(`/sessions/${sessionId}/export?table=results`, ben);
      expect(results.map(({ athlete }) => athlete)).toEqual(['Ann']);
    });

    test('are a season for the admins of the club, from one day to another', async () => {
      const { clubId, olga } = await clubSession();
      const season = (query = '', as = olga) => tableAt(`/clubs/${clubId}/export${query}`, as);
      expect(await season()).toHaveLength(2);
      expect(await season('?from=2026-03-01&to=2026-03-01')).toHaveLength(2);
      expect(await season('?from=2026-03-02')).toEqual([]);
      const refused = await app().call('GET', `/api/clubs/${clubId}/export`, { as: ann });
      expect(problemOf(refused)).toMatchObject({ status: 403, code: 'forbidden' });
      expect(refused.body).toMatchObject({ message: expect.stringContaining('Crew') });
      const turned = await app().call('GET', `/api/clubs/${clubId}/export?from=2026-03-02&to=2026-03-01`, {
        as: olga,
      });
      expect(problemOf(turned).status).toBe(400);
    });
  });
});
