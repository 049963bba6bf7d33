import { eq, ne } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { limits, serverLimits } from '@boathouse/contract/limits';
import { strokes as contract, type Stroke, type StrokePage } from '@boathouse/contract/strokes';
import { activities, strokeChunks } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity } from '../activities/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildStrokes } from './factory.ts';
import { fullChunkStrokes, packStrokes, unpackChunk } from '../../../infra/packed-strokes.ts';
import { insertStrokes, listStrokes } from './store.ts';

/** The statements that drizzle gives to a client of pg, and their results. */
const StatementSchema = z.object({ text: z._default(z.string(), '') });
const ResultSchema = z.object({ rows: z.array(z.unknown()) });

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
/** The bytes of two strokes, as the server packed them before it had a list of 18 fields. */
const oldChunk =
  'ncy5DcAwDMXQhQhBX77kWQxvEKTL/oHLtOlYEG8tIYJpDSmtiEju57oICVmpuI1T9Vw5SIUVmsuCPsIaznJCTq++NysQFc3/oj7ifgE=';
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
  /** Returns how many rows each statement about chunks returned within a transaction. */
  const chunkRowsRead = async (work: () => Promise<unknown>) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await work();
    const results = await Promise.all(
      query.mock.calls.flatMap(([given], index) => {
        const { text } = StatementSchema.parse(given);
        return text.includes('stroke_chunks') ? [query.mock.results[index]?.value] : [];
      }),
    );
    query.mockRestore();
    return results.map((result) => ResultSchema.parse(result).rows.length);
  };
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
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 5), next: null });
    });

    test('stores nothing twice when a batch is repeated or overlaps', async () => {
      const batch = { from: 0, strokes: strokesFrom(0, 4) };
      await append(batch);
      expect((await append(batch)).body).toEqual({ next: 4 });
      expect((await append({ from: 2, strokes: strokesFrom(2, 5) })).body).toEqual({ next: 7 });
      expect((await append({ from: 1, strokes: strokesFrom(1, 2) })).body).toEqual({ next: 7 });
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 7), next: null });
    });

    test('counts batches in the metrics as stored, repeated or after a gap, and each stroke once', async () => {
      const counts = async () => {
        const { body } = await app().services.metrics.text();
        const of = (name: string) =>
          Number(
            body
              .split('\n')
              .find((line) => line.startsWith(name))
              ?.split(' ')[1] ?? 0,
          );
        return [
          ...['stored', 'repeated', 'gap'].map((result) =>
            of(`boathouse_stroke_batches_total{result="${result}"}`),
          ),
          of('boathouse_strokes_stored_total '),
        ];
      };
      const before = await counts();
      const batch = { from: 0, strokes: strokesFrom(0, 4) };
      await append(batch);
      await append(batch);
      await append({ from: 2, strokes: strokesFrom(2, 5) });
      await append({ from: 9, strokes: strokesFrom(9, 1) });
      const after = await counts();
      expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([2, 1, 1, 7]);
    });

    test('stores nothing from a batch that leaves a gap, and returns where to continue', async () => {
      await append({ from: 0, strokes: strokesFrom(0, 2) });
      expect(await append({ from: 3, strokes: strokesFrom(3, 2) })).toMatchObject({
        status: 200,
        body: { next: 2 },
      });
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 2), next: null });
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
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 6), next: null });
    });

    test('refuses different strokes at stored sequence numbers, so that a second page overwrites nothing', async () => {
      await append({ from: 0, strokes: strokesFrom(0, 3) });
      const refused = await append({ from: 2, strokes: [strokeAt(2, { power: 300 }), strokeAt(3)] });
      expect(refused).toMatchObject({ status: 409, body: { code: 'stroke_conflict' } });
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 3), next: null });
    });

    test('accepts strokes that arrive after the completion', async () => {
      await append({ from: 0, strokes: strokesFrom(0, 2) });
      await app().call('PATCH', `/api/activities/${activityId}/complete`, {
        as: ann,
        body: { distance: 37.6 },
      });
      expect((await append({ from: 2, strokes: strokesFrom(2, 2) })).body).toEqual({ next: 4 });
      expect(await list()).toEqual({ isComplete: true, strokes: strokesFrom(0, 4), next: null });
    });

    test('merges small batches into few chunks without changing a stroke', async () => {
      for (let from = 0; from < 40; from += 1) await append({ from, strokes: [strokeAt(from)] });
      expect(await chunkCounts()).toEqual([32, ...Array.from({ length: 8 }, () => 1)]);
      expect(await list()).toEqual({ isComplete: false, strokes: strokesFrom(0, 40), next: null });
    });

    test('compares a repeated batch with the chunks that it overlaps, and reads no others', async () => {
      await buildStrokes(database().db, activityId, strokesFrom(0, 20 * fullChunkStrokes));
      const inTheMiddle = { from: 10 * fullChunkStrokes, strokes: strokesFrom(10 * fullChunkStrokes, 3) };
      // Chunks that can't be unpacked: reading one of them fails.
      await database()
        .db.update(strokeChunks)
        .set({ packed: Buffer.from('no chunk') })
        .where(ne(strokeChunks.first, 10 * fullChunkStrokes));
      expect(await append(inTheMiddle)).toMatchObject({ status: 200, body: { next: 20 * fullChunkStrokes } });
      const added = { from: 20 * fullChunkStrokes, strokes: strokesFrom(20 * fullChunkStrokes, 1) };
      expect(await append(added)).toMatchObject({ status: 200, body: { next: 20 * fullChunkStrokes + 1 } });
    });

    test('reads equally few rows of the chunks for any number of stored strokes', async () => {
      await buildStrokes(database().db, activityId, strokesFrom(0, 100 * fullChunkStrokes));
      const rows = await chunkRowsRead(async () => {
        const from = 50 * fullChunkStrokes - 1;
        expect((await append({ from, strokes: strokesFrom(from, 2) })).body).toMatchObject({ next: 6_400 });
      });
      // Two overlap.
      expect(rows).toEqual([2]);
      const afterIt = await chunkRowsRead(() => append({ from: 6_400, strokes: strokesFrom(6_400, 2) }));
      // The new chunk, and the last ones, which might be merged.
      expect(afterIt).toEqual([0, 32]);
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
      expect(await list()).toEqual({ isComplete: false, strokes: [], next: null });
    });

    test('refuses strokes for another athlete’s activity', async () => {
      expect(await append({ from: 0, strokes: strokesFrom(0, 1) }, ben)).toMatchObject({
        status: 403,
        body: { code: 'not_the_caller' },
      });
      expect(await list()).toEqual({ isComplete: false, strokes: [], next: null });
    });
  });

  describe('reading', () => {
    test('leaves force curves out unless they are requested', async () => {
      await append({ from: 0, strokes: [strokeAt(0), strokeAt(1, { forceCurve: null })] });
      const { forceCurve: _curve, ...plain } = strokeAt(0);
      expect(await list('')).toMatchObject({ strokes: [plain, { number: 2 }] });
      expect(JSON.stringify(await list('?forceCurve=0'))).not.toContain('forceCurve');
      expect(await list()).toEqual({
        isComplete: false,
        strokes: [strokeAt(0), strokeAt(1, { forceCurve: null })],
        next: null,
      });
    });

    /** The bytes of a stroke in a chunk, without its comma. */
    const packedBytes = (stroke: Stroke) => unpackChunk(packStrokes([stroke])).bytes - 2;

    const pagesOf = async (query: string) => {
      const pages: StrokePage[] = [];
      for (let from: number | null = 0; from !== null;) {
        const page: StrokePage = contract.list.response.parse(await list(`?${query}&from=${from}`));
        pages.push(page);
        from = page.next ?? null;
      }
      return pages;
    };

    test('answers are bounded, and together they are all that was stored', async () => {
      const stored = strokesFrom(0, 2 * limits.strokePageMax + 300);
      await buildStrokes(database().db, activityId, stored);
      const pages = await pagesOf('forceCurve=1');
      expect(pages.map(({ next }) => next)).toEqual([2_500, 5_000, null]);
      expect(pages.flatMap((page) => page.strokes)).toEqual(stored);
    });

    test('an answer with long force curves has fewer strokes', async () => {
      const forceCurve = Array.from({ length: 288 }, (_, point) => 200_000 + point);
      const stored = strokesFrom(0, 1_000).map((stroke) => ({ ...stroke, forceCurve }));
      await buildStrokes(database().db, activityId, stored);
      const pages = await pagesOf('forceCurve=1');
      expect(pages.length).toBeGreaterThan(2);
      for (const page of pages) {
        expect(page.strokes.reduce((sum, stroke) => sum + packedBytes(stroke), 0)).toBeLessThanOrEqual(
          serverLimits.strokePageBytesMax,
        );
      }
      expect(pages.flatMap((page) => page.strokes)).toEqual(stored);
      expect((await pagesOf('forceCurve=0')).flatMap((page) => page.strokes)).toEqual(
        stored.map(({ forceCurve: _curve, ...stroke }) => stroke),
      );
    });

    test('an old chunk that is larger than a response comes in several', async () => {
      const forceCurve = Array.from({ length: 288 }, (_, point) => 200_000 + point);
      const stored = strokesFrom(0, 2_016).map((stroke) => ({ ...stroke, forceCurve }));
      const after = strokesFrom(2_016, 900);
      for (const strokes of [stored, after]) {
        const first = strokes === stored ? 0 : stored.length;
        const packed = packStrokes(strokes);
        await database().db.insert(strokeChunks).values({ activityId, first, count: strokes.length, packed });
      }
      const pages = await pagesOf('forceCurve=1');
      expect(pages.length).toBeGreaterThan(5);
      for (const page of pages.slice(0, -2)) {
        expect(page.strokes.reduce((sum, stroke) => sum + packedBytes(stroke), 0)).toBeLessThanOrEqual(
          serverLimits.strokePageBytesMax,
        );
      }
      expect(pages.flatMap((page) => page.strokes)).toEqual([...stored, ...after]);
    });

    test('a chunk from before strokes had moments reads as before, also merged with strokes that have them', async () => {
      const packed = Buffer.from(oldChunk, 'base64');
      await database().db.insert(strokeChunks).values({ activityId, first: 0, count: 2, packed });
      await database().db.update(activities).set({ strokeCount: 2 });
      const moments = Array.from({ length: 130 }, (_, index) => 3_600_000 + 2_100 * index);
      const later = moments.map((rowedAfterMs, index) => strokeAt(2 + index, { rowedAfterMs }));
      for (const stroke of later) {
        const [from] = [stroke.number - 1];
        expect((await append({ from, strokes: [stroke] })).body).toEqual({ next: from + 1 });
      }
      const chunks = await database().db.select().from(strokeChunks);
      expect(chunks.length).toBeLessThan(60);
      const [{ strokes } = { strokes: [] }] = await pagesOf('forceCurve=1');
      const old = [0, 1].map((sequence) => ({
        ...strokeAt(sequence),
        elapsedTime: 2 * (sequence + 1),
        distance: 9.5 * (sequence + 1),
        forceCurve: [0, 210, 640],
      }));
      expect(strokes).toEqual([...old, ...later]);
      // A page of before sends them again.
      expect((await append({ from: 0, strokes: old })).body).toEqual({ next: 132 });
      const changed = { ...later[0], rowedAfterMs: 1 };
      expect((await append({ from: 2, strokes: [changed] })).status).toBe(409);
    });

    test('pages from any sequence are the rest of the stored strokes, in any order of arrival', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 40 }),
          fc.nat({ max: 2_000 }),
          async (batches, from) => {
            await database().db.delete(strokeChunks);
            let count = 0;
            for (const batch of batches) {
              await insertStrokes(database().db, activityId, count, strokesFrom(count, batch));
              count += batch;
            }
            const rest = strokesFrom(from, Math.max(0, count - from));
            expect(await list(`?forceCurve=1&from=${from}`)).toMatchObject({ strokes: rest, next: null });
            const some = await listStrokes(database().db, activityId, from, 50);
            expect(some).toEqual(rest.slice(0, 50).map((stroke) => ({ ...stroke, rowedAfterMs: null })));
          },
        ),
        { numRuns: 12 },
      );
    });

    test('strokes checked when they were stored are not checked again', async () => {
      await buildStrokes(database().db, activityId, [strokeAt(0, { strokeRate: 999 })]);
      const page = await app().call('GET', `/api/activities/${activityId}/strokes`, { as: ben });
      expect(page).toMatchObject({ status: 200, body: { strokes: [{ strokeRate: 999 }] } });
    });

    test('many calls of one user at once are refused, and do not affect the others', async () => {
      await append({ from: 0, strokes: strokesFrom(0, 3) });
      const path = `/api/activities/${activityId}/strokes`;
      const many = Array.from({ length: 12 }, () => app().call('GET', path, { as: ben }));
      const [own, ...others] = await Promise.all([app().call('GET', path, { as: ann }), ...many]);
      expect(own.status).toBe(200);
      const refused = others.filter(({ status }) => status !== 200);
      expect(refused).not.toEqual([]);
      for (const answer of refused) {
        expect(problemOf(answer)).toMatchObject({ status: 429, code: 'too_many_requests' });
        expect(answer.headers['retry-after']).toBe('1');
      }
      expect((await app().call('GET', path, { as: ben })).status).toBe(200);
    });

    test('returns nothing for a discarded activity', async () => {
      await append({ from: 0, strokes: strokesFrom(0, 3) });
      await app().call('DELETE', `/api/activities/${activityId}`, { as: ann });
      expect(await list()).toMatchObject({ code: 'not_found' });
      expect(await database().db.select().from(strokeChunks)).toEqual([]);
    });
  });
});
