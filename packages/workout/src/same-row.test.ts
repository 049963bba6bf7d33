import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRows, sameRowFigures, sameRowReachMs, type RowRecord } from './same-row.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const noon = Date.UTC(2026, 10, 20, 12);

/** A record of a row on a RowErg, by default of 2,000 m in 8:00.0 from noon on. */
function record(more: Partial<RowRecord> & { startMs?: number; restSec?: number } = {}): RowRecord {
  const { startMs = noon, restSec = 0, ...said } = more;
  const elapsedSec = said.elapsedSec ?? 480;
  return {
    machine: 'rower',
    isSimulated: false,
    serviceIds: {},
    clock: 'set',
    day: null,
    spans: [{ startMs, endMs: startMs + (elapsedSec + restSec) * second }],
    elapsedSec,
    distanceM: 2_000,
    parts: [],
    ...said,
  };
}
const partsOf = (...times: number[]) => times.map((timeSec) => ({ timeSec, distanceM: 500 }));
const four = partsOf(118.2, 120.7, 121.4, 119.7);

describe('two records describe one row', () => {
  test.each<[string, Partial<RowRecord>, Parameters<typeof record>[0], 'same' | 'probable' | 'different']>([
    ['of equal figures and times', {}, {}, 'same'],
    ['with the last digits rounded', {}, { elapsedSec: 480.1, distanceM: 2_001 }, 'same'],
    ['with whole seconds cut off by a watch', { elapsedSec: 481.9 }, { elapsedSec: 481 }, 'same'],
    ['with meters in tens', { distanceM: 1_996 }, { distanceM: 2_000 }, 'same'],
    ['whose end is of its minute', {}, { startMs: noon - 59 * second }, 'same'],
    [
      'of one number of a service',
      { serviceIds: { logbook: '7' } },
      { serviceIds: { logbook: '7' }, startMs: 0 },
      'same',
    ],
    ['without a machine', {}, { machine: null }, 'same'],
    [
      'of a clock in another zone, part by part',
      { parts: four },
      { parts: four, clock: 'local', startMs: noon + 6 * hour },
      'same',
    ],
    ['of a clock in another zone', {}, { clock: 'local', startMs: noon - 5.5 * hour }, 'probable'],
    [
      'of a clock in another zone with its minute',
      {},
      { clock: 'local', startMs: noon + hour - 40 * second },
      'probable',
    ],
    ['in the time of moving alone', {}, { elapsedSec: 402, distanceM: 1_990 }, 'probable'],
    ['of the same minutes with other figures', { elapsedSec: 480.4 }, { elapsedSec: 482.7 }, 'probable'],
    [
      'of the same minutes divided in another way',
      { parts: four },
      { parts: partsOf(130, 110, 120, 120) },
      'probable',
    ],
    ['of a day without a time', {}, { clock: 'day', day: '2026-11-20' }, 'probable'],
    [
      'both of a day without a time',
      { clock: 'day', day: '2026-11-20' },
      { clock: 'day', day: '2026-11-20', startMs: noon + hour },
      'probable',
    ],
    ['typed hours later', {}, { clock: 'typed', startMs: noon + 5 * hour }, 'probable'],
    ['without a date', {}, { spans: [] }, 'probable'],
    ['of one machine that a watch does not know', {}, { machine: 'dynamic' }, 'probable'],
    [
      'of a whole training and a piece of it',
      {},
      { elapsedSec: 3_600, distanceM: 12_000, startMs: noon - 20 * minute },
      'probable',
    ],
    [
      'of a row that a monitor dates to the minute',
      { elapsedSec: 17.4, distanceM: 100 },
      { elapsedSec: 17.4, distanceM: 100, startMs: noon - 17_400 },
      'probable',
    ],
    ['of two machines', {}, { machine: 'bike' }, 'different'],
    ['one of them simulated', {}, { isSimulated: true }, 'different'],
    [
      'of two numbers of a service',
      { serviceIds: { logbook: '7' } },
      { serviceIds: { logbook: '8' } },
      'different',
    ],
    ['of two equal rows one after the other', {}, { startMs: noon + 481 * second }, 'different'],
    [
      'of two equal rows by a clock without a zone',
      { clock: 'local' },
      { clock: 'local', startMs: noon + 15 * minute },
      'different',
    ],
    ['of two days', {}, { clock: 'day', day: '2026-11-22' }, 'different'],
    [
      'of two days without a time',
      { clock: 'day', day: '2026-11-20' },
      { clock: 'day', day: '2026-11-21', startMs: noon + 24 * hour },
      'different',
    ],
    [
      'of one day with other figures',
      {},
      { clock: 'day', day: '2026-11-20', elapsedSec: 482.3 },
      'different',
    ],
    [
      'of one day with other parts',
      { parts: four },
      { clock: 'day', day: '2026-11-20', parts: partsOf(130, 110, 120, 120) },
      'different',
    ],
    ['without a date and with other figures', {}, { spans: [], distanceM: 2_100 }, 'different'],
    ['of clocks in two zones that are both known', {}, { startMs: noon + 6 * hour }, 'different'],
  ])('%s', (_, one, two, verdict) => {
    expect(compareRows(record(one), record(two))).toBe(verdict);
    expect(compareRows(record(two), record(one))).toBe(verdict);
  });
});

type Row = {
  startMs: number;
  tenths: number;
  decimeters: number;
  restSec: number;
  parts: RowRecord['parts'];
};

const part = fc.record({
  timeSec: fc.integer({ min: 300, max: 9_000 }).map((tenths) => tenths / 10),
  distanceM: fc.integer({ min: 500, max: 30_000 }).map((decimeters) => decimeters / 10),
});
const row: fc.Arbitrary<Row> = fc
  .record({
    startMs: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 0, 1) }),
    parts: fc.array(part, { minLength: 1, maxLength: 8 }),
    rests: fc.integer({ min: 0, max: 180 }),
  })
  .map(({ startMs, parts, rests }) => ({
    startMs,
    parts,
    tenths: Math.round(parts.reduce((sum, { timeSec }) => sum + timeSec, 0) * 10),
    decimeters: Math.round(parts.reduce((sum, { distanceM }) => sum + distanceM, 0) * 10),
    restSec: parts.length > 1 ? rests * parts.length : 0,
  }));

const exactly = ({ startMs, tenths, decimeters, restSec, parts }: Row): RowRecord =>
  record({
    startMs,
    elapsedSec: tenths / 10,
    distanceM: decimeters / 10,
    restSec,
    parts: parts.length > 1 ? parts : [],
  });

/** How each source records a row. */
const lenses = {
  live: fc.constant((rowed: Row) => exactly(rowed)),
  logbook: fc.constant((rowed: Row) => {
    const said = exactly({ ...rowed, decimeters: Math.floor(rowed.decimeters / 10) * 10 });
    const tookMs = rowed.tenths * 100 + rowed.restSec * second;
    const endMs = Math.floor((rowed.startMs + tookMs) / minute) * minute;
    const parts = said.parts.map(({ timeSec, distanceM }) => ({ timeSec, distanceM: Math.round(distanceM) }));
    return { ...said, spans: [{ startMs: endMs - tookMs, endMs }], parts };
  }),
  watch: fc.constantFrom(Math.floor, Math.round).map((toWhole) => (rowed: Row) => {
    const startMs = Math.floor(rowed.startMs / second) * second;
    return exactly({ ...rowed, startMs, tenths: toWhole(rowed.tenths / 10) * 10, parts: [] });
  }),
  strava: fc.constant((rowed: Row) => {
    const startMs = Math.floor(rowed.startMs / second) * second;
    const [tenths, decimeters] = [
      Math.round(rowed.tenths / 10) * 10,
      Math.round(rowed.decimeters / 100) * 100,
    ];
    return exactly({ ...rowed, startMs, tenths, decimeters, parts: [] });
  }),
};
const lens = fc.oneof(lenses.live, lenses.logbook, lenses.watch, lenses.strava);

/** Losses compared with the original row, one at a time: a second loss on the other side would hide the first. */
const furtherLenses = {
  moving: fc.double({ min: 0.5, max: 1, noNaN: true }).map((share) => (rowed: Row) => {
    const elapsedSec = Math.round((rowed.tenths / 10) * share);
    return record({ startMs: rowed.startMs, elapsedSec, distanceM: Math.round(rowed.decimeters / 100) * 10 });
  }),
  zone: fc.integer({ min: 2, max: 104 }).chain((quarters) =>
    fc.constantFrom(1, -1).map((sign) => (rowed: Row) => {
      const startMs = rowed.startMs + sign * quarters * 15 * minute;
      return { ...exactly({ ...rowed, startMs }), clock: 'local' as const };
    }),
  ),
  day: fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => (rowed: Row) => {
    const day = new Date(rowed.startMs + quarters * 15 * minute).toISOString().slice(0, 10);
    const startMs = Date.parse(`${day}T12:00:00Z`) - quarters * 15 * minute;
    return { ...exactly({ ...rowed, startMs }), clock: 'day' as const, day };
  }),
  typed: fc.integer({ min: -11 * hour, max: 11 * hour }).map((wrongMs) => (rowed: Row) => {
    return { ...exactly({ ...rowed, startMs: rowed.startMs + wrongMs, parts: [] }), clock: 'typed' as const };
  }),
  undated: fc.constant((rowed: Row) => ({ ...exactly(rowed), spans: [] })),
};
const furtherLens = fc.oneof(...Object.values(furtherLenses));

const seed = 20_261_129;
const runs = { numRuns: 2_000, seed };

describe('any row', () => {
  test('is never different from its record by another source, whichever is compared first', () => {
    fc.assert(
      fc.property(row, lens, lens, (rowed, one, two) => {
        const verdict = compareRows(one(rowed), two(rowed));
        expect(verdict).not.toBe('different');
        expect(compareRows(two(rowed), one(rowed))).toBe(verdict);
      }),
      runs,
    );
  });

  test('is the same for a watch and for Strava as for the page that recorded it', () => {
    fc.assert(
      fc.property(row, fc.oneof(lenses.watch, lenses.strava), (rowed, one) => {
        expect(compareRows(exactly(rowed), one(rowed))).toBe('same');
      }),
      runs,
    );
  });

  test('is never different from itself without pauses, in another zone, on its day, typed in, or undated', () => {
    fc.assert(
      fc.property(row, furtherLens, (rowed, one) => {
        const verdict = compareRows(exactly(rowed), one(rowed));
        expect(verdict).not.toBe('different');
        expect(compareRows(one(rowed), exactly(rowed))).toBe(verdict);
      }),
      runs,
    );
  });

  test('is never the same as a row with other figures at another time', () => {
    const anyLens = fc.oneof(lens, furtherLens);
    fc.assert(
      fc.property(
        row,
        row,
        anyLens,
        anyLens,
        fc.integer({ min: 61, max: 90_000 }),
        (rowed, next, one, two, gapSec) => {
          const endMs = rowed.startMs + rowed.tenths * 100 + rowed.restSec * second;
          const later = { ...next, startMs: endMs + gapSec * second };
          fc.pre(
            Math.abs(rowed.tenths - later.tenths) > 20 || Math.abs(rowed.decimeters - later.decimeters) > 200,
          );
          expect(compareRows(one(rowed), two(later))).not.toBe('same');
        },
      ),
      runs,
    );
  });

  test('and an equal one after it are two, for each source whose clock is set', () => {
    const seen = fc.constantFrom<keyof typeof lenses>('live', 'watch', 'strava');
    fc.assert(
      fc.property(
        row,
        seen,
        seen,
        fc.integer({ min: 1, max: 90_000 }),

        (rowed, one, two, gapSec) => {
          fc.pre(rowed.tenths >= 600);
          const lensOf = (name: keyof typeof lenses) =>
            fc.sample(lenses[name], { numRuns: 1, seed })[0] ?? exactly;
          const endMs = rowed.startMs + rowed.tenths * 100 + rowed.restSec * second;
          const later = { ...rowed, startMs: endMs + gapSec * second };
          expect(compareRows(lensOf(one)(rowed), lensOf(two)(later))).toBe('different');
        },
      ),
      runs,
    );
  });

  test('is within reach, or has equal figures, of any row that may be the same', () => {
    const anyLens = fc.oneof(lens, furtherLens);
    const apart = fc.integer({ min: -4 * 24 * hour, max: 4 * 24 * hour });
    fc.assert(
      fc.property(row, anyLens, anyLens, apart, (rowed, one, two, apartMs) => {
        const [first, other] = [one(rowed), two({ ...rowed, startMs: rowed.startMs + apartMs })];
        if (compareRows(first, other) === 'different') return;
        const isUndated = first.spans.length === 0 || other.spans.length === 0;
        const gaps = first.spans.flatMap((a) =>
          other.spans.map((b) => Math.max(a.startMs, b.startMs) - Math.min(a.endMs, b.endMs)),
        );
        if (!isUndated) expect(Math.min(...gaps)).toBeLessThanOrEqual(sameRowReachMs);
        const overlap = gaps.some((gapMs) => gapMs < 0);
        if (overlap) return;
        expect(Math.abs(first.elapsedSec - other.elapsedSec)).toBeLessThanOrEqual(sameRowFigures.sec);
        expect(Math.abs(first.distanceM - other.distanceM)).toBeLessThanOrEqual(sameRowFigures.m);
      }),
      { ...runs, numRuns: 5_000 },
    );
  });
});
