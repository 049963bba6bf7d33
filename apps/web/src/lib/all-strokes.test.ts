import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Stroke } from '@boathouse/contract/strokes';
import { allStrokes } from './all-strokes.ts';

const id = '018f0000-0000-7000-8000-000000000001';
const strokeAt = (sequence: number): Stroke => ({
  number: sequence + 1,
  interval: 1,
  elapsedTime: sequence * 2,
  distance: sequence * 10,
  pace: null,
  strokeRate: null,
  heartRate: null,
  power: null,
  driveLength: null,
  driveTime: null,
  recoveryTime: null,
  strokeDistance: null,
  peakForce: null,
  averageForce: null,
  workPerStroke: null,
  calories: null,
});
const strokesFrom = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => strokeAt(from + index));

/** Answers with pages of this many strokes. */
function serve(stored: number, page: number): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const from = Number(new URL(url, 'http://localhost').searchParams.get('from') ?? 0);
    const end = Math.min(stored, from + page);
    return Response.json({
      isComplete: true,
      strokes: strokesFrom(from, end),
      next: end < stored ? end : null,
    });
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

test('all strokes are read, for any size of a response', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 60 }),
      fc.integer({ min: 1, max: 30 }),
      fc.nat({ max: 70 }),
      async (stored, page, from) => {
        const asked = serve(stored, page);
        const read = await allStrokes(id, { withForceCurve: false, from }, {});
        expect(read).toEqual(strokesFrom(from, stored));
        expect(asked).toHaveLength(Math.max(1, Math.ceil((stored - from) / page)));
      },
    ),
    { numRuns: 40 },
  );
});

test('force curves are requested in each call', async () => {
  const asked = serve(3, 2);
  await allStrokes(id, { withForceCurve: true, from: 0 }, {});
  expect(asked).toEqual([
    `/api/activities/${id}/strokes?forceCurve=1`,
    `/api/activities/${id}/strokes?forceCurve=1&from=2`,
  ]);
});

test('an earlier server, whose response has all strokes, is asked once', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ isComplete: true, strokes: strokesFrom(0, 5) }));
  expect(await allStrokes(id, { withForceCurve: false, from: 0 }, {})).toEqual(strokesFrom(0, 5));
});
