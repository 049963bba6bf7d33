import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { imports as importCalls } from '@boathouse/contract/activities/imports';
import { activities, activityDays } from '../../../db/tables.ts';
import { emptySummary } from '../../../../test/support/summaries.ts';
import { strokeOf } from '../../training/strokes/factory.ts';
import { appendStrokes } from '../../training/strokes/service.ts';
import { strokesInBatches } from '../../training/strokes/index.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { hourMs, minuteMs, useConnectedAthletes } from '../../../../test/sync/connected-athletes.ts';

const userId = 7;
const rowed = {
  type: 'rower',
  date: '2026-11-20 12:00:00',
  timezone: 'Europe/Berlin',
  date_utc: '2026-11-20 11:00:00',
  distance: 2_000,
  time: 4_253,
  workout_type: 'FixedDistanceSplits',
  heart_rate: { average: 161 },
  comments: 'Head up',
};
const strokes = [
  { t: 20, d: 90, p: 1_100, spm: 30, hr: 120 },
  { t: 4_253, d: 20_000, p: 1_060, spm: 28, hr: 170 },
];

onEachDatabase('values that come late', (database) => {
  const given = useConnectedAthletes(database);
  const { logbook, intervals, app, ann, db, pass, run, connect, state, finished } = given;
  const token = () => logbook.personalToken(userId);
  const uploads = async () => (await state()).uploads.map(({ state: is, problem }) => [is, problem]);
  const own = async () => {
    const [row] = await db().select().from(activities).where(eq(activities.userId, ann().user._id));
    if (row === undefined) throw new Error('Nothing is stored');
    return row;
  };
  const noteOf = async (id: string) =>
    (await app().call('GET', `/api/activities/${id}/note`, { as: ann() })).body;
  const storedStrokes = async (id: string) => {
    const all = [];
    for await (const some of strokesInBatches(db(), id)) all.push(...some);
    return all;
  };
  /** Imports the Logbook's results. */
  async function imported(): Promise<string> {
    await connect('logbook', token(), { uploads: false });
    await run();
    return (await own()).id;
  }
  async function importAgain(): Promise<void> {
    pass(2 * hourMs);
    await run();
  }

  describe('of a result in the Logbook', () => {
    test('replace its figures, strokes and comments here, and its days and title follow', async () => {
      logbook.put(userId, { ...rowed }, { strokes });
      const id = await imported();
      pass(hourMs);
      logbook.editAll({ distance: 2_100, time: 4_400, comments: 'Head down', heart_rate: { average: 155 } });
      logbook.addStrokes([
        { t: 30, d: 100 },
        { t: 60, d: 210 },
        { t: 4_400, d: 21_000, hr: 171 },
      ]);
      await importAgain();
      expect(await own()).toMatchObject({
        id,
        distance: 2_100,
        elapsedTime: 440,
        heartRate: 155,
        strokeCount: 3,
        title: '2100 m',
        workout: '2100 m',
        completedAt: new Date('2026-11-20T11:00:00Z'),
      });
      expect((await storedStrokes(id)).map(({ distance }) => distance)).toEqual([10, 21, 2_100]);
      expect(await noteOf(id)).toEqual({ note: 'Head down' });
      const days = await db().select().from(activityDays).where(eq(activityDays.userId, ann().user._id));
      expect(days.filter(({ count }) => count > 0)).toMatchObject([{ count: 1, meters: 2_100 }]);
      const read = await app().call('GET', `/api/activities/${id}/strokes`, { as: ann() });
      expect(read.body).toMatchObject({ strokes: [{ distance: 10 }, { distance: 21 }, { distance: 2_100 }] });
    });

    test('bring strokes to a result that had none', async () => {
      logbook.put(userId, { ...rowed });
      const id = await imported();
      expect(await storedStrokes(id)).toEqual([]);
      pass(hourMs);
      logbook.addStrokes(strokes);
      await importAgain();
      expect(await storedStrokes(id)).toMatchObject([{ heartRate: 120 }, { heartRate: 170 }]);
      expect(await own()).toMatchObject({ strokeCount: 2, distance: 2_000 });
    });

    test("do not change the athlete's own texts here: the title, the note, and the deletion of a note", async () => {
      logbook.put(userId, { ...rowed });
      const id = await imported();
      const as = ann();
      await app().call('PUT', `/api/activities/${id}/title`, { as, body: { title: 'My test' } });
      await app().call('PUT', `/api/activities/${id}/note`, { as, body: { note: 'Mine' } });
      expect(await noteOf(id)).toEqual({ note: 'Mine' });
      pass(hourMs);
      logbook.editAll({ distance: 2_100, comments: 'Theirs' });
      await importAgain();
      expect(await own()).toMatchObject({ distance: 2_100, title: 'My test' });
      expect(await noteOf(id)).toEqual({ note: 'Mine' });
      await app().call('PUT', `/api/activities/${id}/note`, { as, body: { note: '' } });
      pass(hourMs);
      logbook.editAll({ comments: 'Theirs again' });
      await importAgain();
      expect(await noteOf(id)).toEqual({ note: '' });
    });

    test('values that are impossible do not change ours, and are counted', async () => {
      logbook.put(userId, { ...rowed }, { strokes });
      await imported();
      pass(hourMs);
      logbook.editAll({ time: 1 });
      await importAgain();
      expect(await own()).toMatchObject({ elapsedTime: 425.3, strokeCount: 2 });
      const { services } = await state();
      expect(services.find(({ service }) => service === 'logbook')?.connection?.problem).toBe(
        'Of the new results, 1 could not be read',
      );
    });
  });

  describe('of a live row that a result in the Logbook has completed', () => {
    const parts = (time: number) => ({
      splits: [
        { distance: 1_000, time, type: 'distance' },
        { distance: 1_000, time: 4_253 - time, type: 'distance' },
      ],
    });
    /** A row as the monitor sent it, with some strokes without heart rates, or none. */
    async function completed(strokeCount: number): Promise<string> {
      const completedAt = new Date('2026-11-20T11:00:00Z');
      const createdAt = new Date(completedAt.getTime() - 425_300);
      const id = await finished({
        createdAt,
        completedAt,
        heartRate: null,
        summary: emptySummary('lastStatus'),
      });
      if (strokeCount > 0) {
        const own = Array.from({ length: strokeCount }, (_, at) =>
          strokeOf({ number: at + 1, elapsedTime: (at + 1) * 3, distance: (at + 1) * 14, heartRate: null }),
        );
        await appendStrokes(db(), ann().user._id, id, { from: 0, strokes: own });
      }
      logbook.put(userId, { ...rowed, workout: parts(2_100) }, { strokes });
      await imported();
      return id;
    }
    const figures = { source: 'monitor', distance: 2_000, elapsedTime: 425.3 } as const;

    test('replace its added data, but nothing that the monitor measured', async () => {
      const id = await completed(0);
      expect(await own()).toMatchObject({ id, ...figures, heartRate: 161, strokeCount: 2 });
      pass(hourMs);
      logbook.editAll({ heart_rate: { average: 155 }, stroke_rate: 40, workout: parts(2_200) });
      logbook.addStrokes([...strokes, { t: 4_253, d: 20_000, hr: 171 }]);
      await importAgain();
      expect(await own()).toMatchObject({
        ...figures,
        heartRate: 155,
        strokeCount: 3,
        strokeRate: 0,
        summary: { source: 'lastStatus', splits: [{ time: 220 }, { time: 205.3 }] },
      });
      expect(await storedStrokes(id)).toMatchObject([{}, {}, { heartRate: 171 }]);
    });

    test('replace the heart rates that the strokes of the monitor got', async () => {
      const id = await completed(2);
      expect((await storedStrokes(id)).map(({ heartRate }) => heartRate)).toEqual([120, 120]);
      pass(hourMs);
      logbook.addStrokes([
        { t: 30, d: 140, hr: 101 },
        { t: 60, d: 280, hr: 102 },
        { t: 4_253, d: 20_000, hr: 171 },
      ]);
      logbook.editAll({ heart_rate: { average: 150 } });
      await importAgain();
      expect(await storedStrokes(id)).toMatchObject([
        { elapsedTime: 3, distance: 14, heartRate: 101 },
        { elapsedTime: 6, distance: 28, heartRate: 102 },
      ]);
      expect(await own()).toMatchObject({ ...figures, heartRate: 150, strokeCount: 2 });
    });

    test('do not change it if the result has other figures by now', async () => {
      const id = await completed(0);
      pass(hourMs);
      logbook.editAll({ distance: 2_100, heart_rate: { average: 155 } });
      await importAgain();
      expect(await own()).toMatchObject({ id, ...figures, heartRate: 161, strokeCount: 2 });
    });

    test('are taken off with the import', async () => {
      const id = await completed(0);
      pass(hourMs);
      logbook.editAll({ heart_rate: { average: 155 }, workout: parts(2_200) });
      logbook.addStrokes([...strokes, { t: 4_253, d: 20_000, hr: 171 }]);
      await importAgain();
      const { body } = await app().call('GET', '/api/imports', { as: ann() });
      const [record] = importCalls.list.response.parse(body);
      expect((await app().call('DELETE', `/api/imports/${record?._id}`, { as: ann() })).status).toBe(200);
      expect(await own()).toMatchObject({
        ...figures,
        heartRate: null,
        strokeCount: 0,
        summary: emptySummary('lastStatus'),
      });
      expect(await storedStrokes(id)).toEqual([]);
    });
  });

  describe('of a row that was sent', () => {
    const late = [strokeOf({ number: 1, elapsedTime: 2, distance: 9 })];
    async function sent(service: 'intervals' | 'logbook', key: string): Promise<string> {
      await connect(service, key, { imports: false });
      const id = await finished();
      await run();
      expect(await uploads()).toEqual([['sent', null]]);
      return id;
    }
    /** After the moment at which the stores record the arrival of the strokes. */
    async function addLateStrokes(id: string): Promise<void> {
      await appendStrokes(db(), ann().user._id, id, { from: 0, strokes: late });
      given.clock.nowMs = nowMs() + 10 * minuteMs;
    }

    const changes = () =>
      logbook.requests
        .filter(({ method }) => method === 'PATCH')
        .map(({ body }): unknown => JSON.parse(body.toString()));

    test('are strokes that the Logbook accepts only with a new result: the activity shows this, and no second result is sent', async () => {
      const id = await sent('logbook', token());
      await addLateStrokes(id);
      expect(await uploads()).toEqual([['waiting', null]]);
      await run();
      expect(logbook.results).toHaveLength(1);
      expect(logbook.calls.filter((call) => call === 'POST /api/users/me/results')).toHaveLength(1);
      expect(await uploads()).toEqual([['sent', strokesWords]]);
      const ofActivity = await app().call('GET', `/api/sync/activities/${id}`, { as: ann() });
      expect(ofActivity.body).toMatchObject([{ state: 'sent', problem: strokesWords }]);
      const calls = logbook.calls.length;
      pass(hourMs);
      await run();
      expect(logbook.calls).toHaveLength(calls);
    });

    test('do not restore a result that its athlete has deleted in the Logbook, and the activity shows this', async () => {
      const id = await sent('logbook', token());
      logbook.results = [];
      await addLateStrokes(id);
      await run();
      expect(logbook.results).toEqual([]);
      expect(await uploads()).toEqual([['sent', 'It was deleted there after it was sent']]);
    });

    test('make no second activity at intervals.icu, and the activity shows this', async () => {
      intervals.recognizes = false;
      const id = await sent('intervals', 'anns-key');
      await addLateStrokes(id);
      await run();
      expect(intervals.activities).toHaveLength(1);
      expect(await uploads()).toEqual([
        ['sent', 'More of this row came after it was sent, and intervals.icu keeps what it got first'],
      ]);
    });

    const summary = {
      logEntryDate: null,
      logEntryTime: null,
      averageStrokeRate: 28,
      averageHeartRate: 161,
      recoveryHeartRate: null,
      splits: [],
      source: 'summary',
    };
    const strokesWords =
      'Strokes of this row came after it was sent, and the Concept2 Logbook takes strokes only with a new result';
    const complete = async (id: string, elapsedTime = 425.1) => {
      const body = { summary, distance: 2_000, elapsedTime, dragFactor: 121 };
      const answer = await app().call('PATCH', `/api/activities/${id}/complete`, { as: ann(), body });
      expect(answer.status).toBe(200);
    };
    const recover = async (id: string) => {
      const body = { summary: { ...summary, recoveryHeartRate: 120 } };
      const answer = await app().call('PATCH', `/api/activities/${id}`, { as: ann(), body });
      expect(answer.status).toBe(200);
    };

    test("include the monitor's own summary and the recovery heart rate, and only changes are sent", async () => {
      const id = await sent('logbook', token());
      await complete(id);
      expect(await uploads()).toEqual([['waiting', null]]);
      pass(10 * minuteMs);
      await run();
      expect(await uploads()).toEqual([['sent', null]]);
      expect(changes()).toEqual([{ time: 4_251, drag_factor: 121, heart_rate: { average: 161 } }]);
      await complete(id);
      expect(await uploads()).toEqual([['sent', null]]);
      await recover(id);
      expect(await uploads()).toEqual([['waiting', null]]);
      pass(10 * minuteMs);
      await run();
      expect(changes()[1]).toEqual({ heart_rate: { average: 161, recovery: 120 } });
      expect(await uploads()).toEqual([['sent', null]]);
      expect(logbook.results).toMatchObject([
        { fields: { time: 4_251, drag_factor: 121, heart_rate: { average: 161, recovery: 120 } } },
      ]);
    });

    test("do not change the athlete's own texts in the Logbook", async () => {
      const id = await sent('logbook', token());
      logbook.editAll({ comments: 'Hard', privacy: 'private', heart_rate: { average: 150, max: 171 } });
      await complete(id);
      pass(10 * minuteMs);
      await run();
      expect(logbook.results).toMatchObject([
        { fields: { comments: 'Hard', privacy: 'private', heart_rate: { average: 161, max: 171 } } },
      ]);
    });

    test.each([
      ['may not be changed', { status: 403, body: { message: 'No rights', status_code: 403 } }, 'No rights'],
      [
        'has the figures of another one',
        { status: 409, body: { message: 'Duplicate result', status_code: 409 } },
        'Duplicate result',
      ],
      [
        'is refused by field',
        {
          status: 422,
          body: {
            message: 'Could not update result.',
            status_code: 422,
            errors: { drag_factor: ['The drag factor must be an integer.'] },
          },
        },
        'Could not update result. drag_factor: The drag factor must be an integer.',
      ],
      ['has no such method', { status: 405, body: {} }, 'It answered with the status 405'],
    ])('of a result that %s are reported as missing there, and not tried again', async (_, answer, words) => {
      const id = await sent('logbook', token());
      await complete(id);
      pass(10 * minuteMs);
      logbook.troubles = [null, answer];
      await run();
      expect(await uploads()).toEqual([
        ['sent', `More of this row came after it was sent, and Concept2 Logbook didn't take it: ${words}`],
      ]);
      const calls = logbook.calls.length;
      pass(72 * hourMs);
      await run();
      expect(logbook.calls).toHaveLength(calls);
      expect(logbook.results).toHaveLength(1);
    });

    test('values of a result that is deleted while it is changed create no new one', async () => {
      const id = await sent('logbook', token());
      await complete(id);
      pass(10 * minuteMs);
      logbook.troubles = [null, { status: 404, body: { message: 'None', status_code: 404 } }];
      await run();
      expect(await uploads()).toEqual([['sent', 'It was deleted there after it was sent']]);
    });

    test('wait as long as the Logbook asks, and are then sent', async () => {
      const id = await sent('logbook', token());
      await complete(id);
      pass(10 * minuteMs);
      logbook.troubles = [null, { status: 429, headers: { 'retry-after': '600' } }];
      await run();
      expect((await state()).uploads).toMatchObject([{ state: 'waiting', attempts: 0 }]);
      pass(5 * minuteMs);
      await run();
      expect(changes()).toHaveLength(1);
      pass(6 * minuteMs);
      await run();
      expect(changes()).toHaveLength(2);
      expect(await uploads()).toEqual([['sent', null]]);
    });

    describe('by another app', () => {
      const ofOther = {
        type: 'rower',
        date: '2026-11-25 18:40:00',
        distance: 2_000,
        time: 4_253,
        workout_type: 'FixedDistanceSplits',
        stroke_rate: 31,
        verified: true,
        heart_rate: { average: 158, max: 170 },
      };

      test('get the missing data there, and otherwise do not change', async () => {
        const there = logbook.put(userId, { ...ofOther }, { strokes: [{ t: 20, d: 90 }] });
        await connect('logbook', token(), { imports: false });
        const id = await finished({ strokeRate: 28, dragFactor: 118, heartRate: 161 });
        await run();
        expect(await uploads()).toEqual([['there', null]]);
        expect(changes()).toEqual([{ drag_factor: 118 }]);
        expect(logbook.results).toMatchObject([
          { id: there, fields: { ...ofOther, drag_factor: 118 }, strokes: [{ t: 20 }] },
        ]);
        await complete(id, 425.3);
        await recover(id);
        pass(hourMs);
        await run();
        expect(changes()[1]).toEqual({ heart_rate: { average: 158, max: 170, recovery: 120 } });
        expect(await uploads()).toEqual([['there', null]]);
      });

      test('results of another app that lack nothing are not changed', async () => {
        logbook.put(userId, { ...ofOther, drag_factor: 118, heart_rate: { average: 158 } });
        await connect('logbook', token(), { imports: false });
        await finished({ strokeRate: 28, dragFactor: 118, heartRate: 161 });
        await run();
        expect(changes()).toEqual([]);
        expect(await uploads()).toEqual([['there', null]]);
      });

      test('are sent as those of our own result after a response was lost', async () => {
        await connect('logbook', token(), { imports: false });
        const id = await finished();
        logbook.troubles = ['lostAnswer'];
        await run();
        pass(5 * minuteMs);
        await run();
        expect(await uploads()).toEqual([['sent', null]]);
        await complete(id);
        pass(10 * minuteMs);
        await run();
        expect(logbook.results).toMatchObject([{ fields: { time: 4_251 } }]);
      });
    });

    test('values that could not be sent for three days leave the row sent, and the activity shows this', async () => {
      const id = await sent('logbook', token());
      await addLateStrokes(id);
      logbook.troubles = Array.from({ length: 20 }, () => ({ status: 500 }));
      await run();
      pass(3 * 24 * hourMs);
      await run();
      expect(await uploads()).toEqual([
        [
          'sent',
          "More of this row came after it was sent, and Concept2 Logbook didn't take it: It answered with the status 500",
        ],
      ]);
      expect(logbook.results).toHaveLength(1);
    });

    test('values of a reopened row wait for its next end, and create no second result', async () => {
      const id = await sent('logbook', token());
      await addLateStrokes(id);
      const as = ann();
      expect((await app().call('POST', `/api/activities/${id}/reopen`, { as })).status).toBe(200);
      await run();
      expect(await uploads()).toEqual([['sent', null]]);
      const body = { summary, distance: 2_500, elapsedTime: 530 };
      expect((await app().call('PATCH', `/api/activities/${id}/complete`, { as, body })).status).toBe(200);
      given.clock.nowMs = Date.parse('2026-11-25T20:00:00Z');
      await run();
      expect(logbook.results).toHaveLength(1);
      expect(await uploads()).toEqual([['sent', strokesWords]]);
    });

    test('values that still wait are dropped, and the row stays sent, if the athlete disconnects', async () => {
      const id = await sent('logbook', token());
      await addLateStrokes(id);
      expect((await app().call('DELETE', '/api/sync/logbook', { as: ann() })).status).toBe(200);
      expect(await uploads()).toEqual([['sent', null]]);
    });

    test('are not sent after the athlete has stopped sending', async () => {
      const id = await sent('logbook', token());
      await app().call('PATCH', '/api/sync/logbook', { as: ann(), body: { uploads: false } });
      await addLateStrokes(id);
      expect(await uploads()).toEqual([['sent', null]]);
    });
  });
});
