import { readFileSync } from 'node:fs';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { imports as importCalls } from '@boathouse/contract/activities/imports';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useConnectedAthletes } from '../../../../test/sync/connected-athletes.ts';
import { strokesInBatches } from '../../training/strokes/index.ts';

const userId = 7;
const AnswersSchema = z.object({
  result: z.looseObject({ id: z.number() }),
  strokes: z.array(z.looseObject({})),
});
/** The Logbook's responses for a result and its strokes. */
function answersOf(name: string) {
  const path = new URL(`../../../../test/sync/answers/${name}.json`, import.meta.url);
  const { result, strokes } = AnswersSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const { id: _id, user_id: _userId, stroke_data: _strokeData, ...fields } = result;
  return { fields, strokes };
}

onEachDatabase('a result of the Logbook', (database) => {
  const { logbook, app, ann, db, run, connect } = useConnectedAthletes(database);
  const own = () =>
    db()
      .select()
      .from(activities)
      .where(eq(activities.userId, ann().user._id))
      .orderBy(asc(activities.createdAt));
  const strokesOf = async (id: string) => {
    const all = [];
    for await (const some of strokesInBatches(db(), id)) all.push(...some);
    return all;
  };
  const connected = (timeZone = 'Europe/Berlin') =>
    connect('logbook', logbook.personalToken(userId), { uploads: false, timeZone });
  const notes = async () => {
    const { body } = await app().call('GET', '/api/imports', { as: ann() });
    return importCalls.list.response.parse(body).flatMap((record) => record.notes ?? []);
  };
  const put = (name: string, more: Record<string, unknown> = {}) => {
    const { fields, strokes } = answersOf(name);
    return logbook.put(userId, { ...fields, ...more }, { strokes });
  };

  describe('of intervals whose rests were rowed', () => {
    test('has the strokes of the work, and the import reports the omitted ones', async () => {
      put('logbook-intervals-with-rowed-rests');
      await connected();
      await run();
      const [row] = await own();
      expect(row).toMatchObject({ elapsedTime: 180, distance: 900, strokeCount: 89 });
      const strokes = await strokesOf(row?.id ?? '');
      const counts = [1, 2, 3].map((at) => strokes.filter(({ interval }) => interval === at).length);
      expect(counts).toEqual([30, 29, 30]);
      expect(strokes.at(-1)).toMatchObject({ elapsedTime: 180, distance: 900 });
      expect(row?.summary?.splits).toMatchObject([{ restTime: 60 }, { restTime: 60 }, { restTime: 60 }]);
      expect(await notes()).toEqual([expect.stringMatching(/: 51 strokes of the rests left out$/)]);
    });

    test.each([
      ['whose strokes are not there', { status: 404, body: { message: 'None', status_code: 404 } }],
      ['whose strokes may not be read', { status: 403, body: { message: 'No rights', status_code: 403 } }],
      ['whose strokes are not a list', { status: 200, body: { data: null } }],
      ['whose strokes are no JSON', { status: 200, body: '<html>' }],
    ])('and %s is stored without them, and does not delay any other', async (_, answer) => {
      put('logbook-intervals-with-rowed-rests');
      await connected();
      logbook.answers.set('/strokes', answer);
      await run();
      expect(await own()).toMatchObject([{ elapsedTime: 180, strokeCount: 0 }]);
    });

    test('keeps the strokes that are understood', async () => {
      const { fields, strokes } = answersOf('logbook-intervals-with-rowed-rests');
      logbook.put(userId, fields, { strokes: [...strokes, { t: null, d: 5 }, 'rubbish'] });
      await connected();
      await run();
      expect(await own()).toMatchObject([{ strokeCount: 89 }]);
      expect(await notes()).toEqual([expect.stringContaining('2 strokes not understood')]);
    });
  });

  describe('that was typed in with only a day', () => {
    test.each([
      'America/Los_Angeles',
      'UTC',
      'Europe/Berlin',
      'Asia/Tokyo',
      'Pacific/Auckland',
      'Pacific/Kiritimati',
    ])('stays on that day in %s', async (timeZone) => {
      put('logbook-entered-by-hand');
      put('logbook-entered-by-hand', {
        date: '2025-10-28 00:00:00',
        timezone: 'America/New_York',
        date_utc: '2025-10-28 04:00:00',
      });
      await connected(timeZone);
      await run();
      expect(await own()).toMatchObject([
        { day: '2025-10-28', elapsedTime: 5_400, distance: 21_800 },
        { day: '2025-10-29', elapsedTime: 5_400, distance: 21_800 },
      ]);
    });

    test('a result from today without a time of day is stored, for any length', async () => {
      put('logbook-entered-by-hand', { date: '2026-11-25 00:00:00', time: 600_000, distance: 200_000 });
      await connected();
      await run();
      expect(await own()).toMatchObject([{ day: '2026-11-25', elapsedTime: 60_000 }]);
    });
  });

  test('with fields that are not understood is stored without them', async () => {
    put('logbook-entered-by-hand', { heart_rate: [], drag_factor: 'high', comments: 7, workout: 'none' });
    await connected();
    await run();
    expect(await own()).toMatchObject([{ elapsedTime: 5_400, heartRate: null, dragFactor: 0 }]);
  });
});
