import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Stroke } from '@boathouse/contract/strokes';
import { activities, strokeChunks } from '../../db/tables.ts';
import { onEachDatabase } from '../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../test/support/test-app.ts';
import { buildActivity } from '../activities/factory.ts';
import { buildSession } from '../sessions/factory.ts';

const strokeAt = (sequence: number, more: Partial<Stroke> = {}): Stroke => ({
  number: sequence + 1,
  interval: 1,
  elapsedTime: (sequence + 1) * 2.13,
  distance: (sequence + 1) * 9.4,
  pace: 118.31,
  strokeRate: 28,
  heartRate: null,
  power: 211,
  driveLength: 1.34,
  driveTime: 0.71,
  recoveryTime: 1.42,
  strokeDistance: 9.87,
  peakForce: 812.3,
  averageForce: 501.2,
  workPerStroke: 672.5,
  calories: sequence,
  forceCurve: [0, 210, 640, 812, 590, 140],
  ...more,
});
const strokesFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => strokeAt(from + index));

onEachDatabase('strokes', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;
  let activityId: string;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    const sessionId = await buildSession(database().db, {
      hostUserId: ben.user._id,
      isAccessibleByLink: true,
    });
    activityId = await buildActivity(database().db, { userId: ann.user._id, sessionId });
  });

  const append = (body: unknown, as = ann) =>
    app().call('POST', `/api/activities/${activityId}/strokes`, { as, body });
  const list = async (query = '?forceCurve=1', as = ben) =>
    (await app().call('GET', `/api/activities/${activityId}/strokes${query}`, { as })).body;
  const chunkCounts = async () =>
    (
      await database()
        .db.select({ count: strokeChunks.count })
        .from(strokeChunks)
        .where(eq(strokeChunks.activityId, activityId))
        .orderBy(strokeChunks.first)
    ).map(({ count }) => count);

  describe('appending', () => {
    test('stores batches in order and returns the next sequence', async () => {
      expect(await append({ from: 0, strokes: strokesFrom(0, 3) })).toMatchObject({
        status: 200,
        body: { next: 3 },
      });
      expect(await append({ from: 3, strokes: strokesFrom(3, 2) })).toMatchObject({
        status: 200,
        body: { next: 5 },
      });
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 5) });
    });

    test('stores nothing twice when a batch is repeated or overlaps', async () => {
      const batch = { from: 0, strokes: strokesFrom(0, 4) };
      await append(batch);
      expect((await append(batch)).body).toEqual({ next: 4 });
      expect((await append({ from: 2, strokes: strokesFrom(2, 5) })).body).toEqual({ next: 7 });
      expect((await append({ from: 1, strokes: strokesFrom(1, 2) })).body).toEqual({ next: 7 });
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 7) });
    });

    test('stores nothing of a batch that leaves a gap, and says where to continue', async () => {
      await append({ from: 0, strokes: strokesFrom(0, 2) });
      expect(await append({ from: 3, strokes: strokesFrom(3, 2) })).toMatchObject({
        status: 200,
        body: { next: 2 },
      });
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 2) });
    });

    test('returns the next sequence for an empty batch', async () => {
      expect((await append({ from: 0, strokes: [] })).body).toEqual({ next: 0 });
      await append({ from: 0, strokes: strokesFrom(0, 2) });
      expect((await append({ from: 0, strokes: [] })).body).toEqual({ next: 2 });
    });

    test('stores each stroke once when the same batches arrive at the same time', async () => {
      const batches = [0, 3, 0, 3, 0].map((from) => ({ from, strokes: strokesFrom(from, 3) }));
      await Promise.all(batches.map((batch) => append(batch)));
      await append({ from: 3, strokes: strokesFrom(3, 3) });
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 6) });
    });

    test('refuses other strokes at stored sequences, so that a second page overwrites nothing', async () => {
      await append({ from: 0, strokes: strokesFrom(0, 3) });
      const refused = await append({ from: 2, strokes: [strokeAt(2, { power: 300 }), strokeAt(3)] });
      expect(refused).toMatchObject({ status: 409, body: { code: 'stroke_conflict' } });
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 3) });
    });

    test('accepts strokes that arrive after the completion', async () => {
      await append({ from: 0, strokes: strokesFrom(0, 2) });
      await app().call('PATCH', `/api/activities/${activityId}/complete`, {
        as: ann,
        body: { distance: 37.6 },
      });
      expect((await append({ from: 2, strokes: strokesFrom(2, 2) })).body).toEqual({ next: 4 });
      expect(await list()).toEqual({ isComplete: true, strokes: strokesFrom(0, 4) });
    });

    test('merges small batches into few chunks without changing a stroke', async () => {
      for (let from = 0; from < 40; from += 1) await append({ from, strokes: [strokeAt(from)] });
      expect(await chunkCounts()).toEqual([32, ...Array.from({ length: 8 }, () => 1)]);
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 40) });
    });

    test('names the field of a stroke that no monitor can send', async () => {
      const wrong: Array<[Partial<Record<keyof Stroke, unknown>>, string]> = [
        [{ number: 0 }, 'strokes.0.number'],
        [{ strokeRate: 256 }, 'strokes.0.strokeRate'],
        [{ driveLength: 2.56 }, 'strokes.0.driveLength'],
        [{ peakForce: -1 }, 'strokes.0.peakForce'],
        [{ forceCurve: Array.from({ length: 289 }, () => 1) }, 'strokes.0.forceCurve'],
        [{ distance: undefined }, 'strokes.0.distance'],
      ];
      for (const [change, field] of wrong) {
        const refused = await append({ from: 0, strokes: [{ ...strokeAt(0), ...change }] });
        expect(refused, field).toMatchObject({ status: 400, body: { fields: [{ field }] } });
      }
      expect(await append({ from: -1, strokes: [] })).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'from' }] },
      });
      expect(await list()).toEqual({ isComplete: false, strokes: [] });
    });

    test('refuses strokes for another athlete’s activity', async () => {
      expect(await append({ from: 0, strokes: strokesFrom(0, 1) }, ben)).toMatchObject({
        status: 403,
        body: { code: 'not_the_caller' },
      });
      expect(await list()).toEqual({ isComplete: false, strokes: [] });
    });
  });

  describe('reading', () => {
    test('leaves force curves out unless they are asked for', async () => {
      await append({ from: 0, strokes: [strokeAt(0), strokeAt(1, { forceCurve: null })] });
      const { forceCurve: _curve, ...plain } = strokeAt(0);
      expect(await list('')).toMatchObject({ strokes: [plain, { number: 2 }] });
      expect(JSON.stringify(await list('?forceCurve=0'))).not.toContain('forceCurve');
      expect(await list()).toEqual({
        isComplete: false,
        strokes: [strokeAt(0), strokeAt(1, { forceCurve: null })],
      });
    });

    test('returns nothing of a discarded activity', async () => {
      await append({ from: 0, strokes: strokesFrom(0, 3) });
      await app().call('DELETE', `/api/activities/${activityId}`, { as: ann });
      expect(await list()).toMatchObject({ code: 'not_found' });
      expect(await database().db.select().from(strokeChunks)).toEqual([]);
    });
  });
});
