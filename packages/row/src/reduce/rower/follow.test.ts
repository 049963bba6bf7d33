import { emptyRowerData, type RowerData } from '@boathouse/pm5/ftms/rower-data';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { machineOfRow } from '../machine.ts';
import { beginRow, finishByHand, reduceRow, takeStrokes, type RowProgress } from '../progress.ts';

type Told = Partial<Omit<RowerData, 'kind'>>;

const record = (told: Told): RowerData => ({ ...emptyRowerData, ...told });
const after = (progress: RowProgress, atSec: number, told: Told) =>
  reduceRow(progress, record(told), atSec * 1_000);

/** The machine's counts at a second of steady rowing at 4 m/s and 30 strokes a minute. */
const steady = (sec: number) => ({
  elapsedSec: sec,
  distanceM: 4 * sec,
  strokeCount: Math.floor(sec / 2),
  calories: Math.floor(sec / 5),
  paceSec: 125,
  powerW: 150,
  strokeRateSpm: 30,
  heartRateBpm: 140,
});

/** Rows with a record a second, from one second of the machine's to another. */
function rowOn(before: RowProgress, fromSec: number, toSec: number, told: (sec: number) => Told = steady) {
  let progress = before;
  for (let sec = fromSec; sec <= toSec; sec += 1) progress = after(progress, sec, told(sec));
  return progress;
}

describe('a row on a rower of another maker', () => {
  test("counts from the machine's first values", () => {
    const waiting = rowOn(beginRow(), 1_000, 1_003, () => ({ ...steady(1_000), elapsedSec: 1_000 }));
    expect(waiting).toMatchObject({ phase: 'waiting', distanceM: 0, elapsedSec: 0 });
    const rowing = rowOn(waiting, 1_004, 1_100, (sec) => steady(sec - 3));
    expect(rowing).toMatchObject({
      phase: 'rowing',
      elapsedSec: 97,
      distanceM: 388,
      strokeCount: 48,
      strokeRateSpm: 30,
      currentPaceSec: 125,
      powerW: 150,
      heartRateBpm: 140,
      totalCalories: 19,
      pieceNumber: 1,
      setup: null,
      dragFactor: null,
    });
    expect(machineOfRow(rowing)).toBe('otherrower');
  });

  test('has its strokes with all values that the machine sends, and null for the others', () => {
    const { strokes } = takeStrokes(rowOn(beginRow(), 0, 20));
    expect(strokes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(strokes.map(({ strokeRate }) => strokeRate)).toEqual([
      null,
      null,
      null,
      30,
      30,
      30,
      30,
      30,
      30,
      30,
    ]);
    expect(strokes.at(-1)).toMatchObject({
      interval: 1,
      elapsedTime: 20,
      distance: 80,
      pace: 125,
      heartRate: 140,
      power: 150,
      calories: 4,
      driveLength: null,
      driveTime: null,
      recoveryTime: null,
      strokeDistance: null,
      peakForce: null,
      averageForce: null,
      workPerStroke: null,
    });
  });

  test('counts strokes and calories from the first count of each, even if the machine sends it later than meters', () => {
    const metersOnly = rowOn(beginRow(), 0, 10, (sec) => ({ distanceM: 4 * sec }));
    const first = after(metersOnly, 11, { distanceM: 44, strokeCount: 2, calories: 2 });
    expect(first).toMatchObject({ distanceM: 44, strokeCount: 0 });
    const next = after(first, 13, { distanceM: 52, strokeCount: 3, calories: 3 });
    expect(next).toMatchObject({ distanceM: 52, strokeCount: 1 });
  });

  test('has few values if the machine sends few, and takes the time from the page', () => {
    const rowed = rowOn(beginRow(), 0, 60, (sec) => ({ distanceM: 3 * sec }));
    expect(rowed).toMatchObject({
      elapsedSec: 60,
      distanceM: 180,
      currentPaceSec: null,
      powerW: null,
      strokeRateSpm: 0,
      heartRateBpm: null,
    });
    expect(finishByHand(rowed, 60_000).result).toMatchObject({
      averageStrokeRateSpm: null,
      averagePowerW: null,
      totalCalories: null,
      dragFactor: null,
    });
  });

  test("ends by hand, with averages of its own and not of the machine's counts since it was switched on", () => {
    const waiting = after(beginRow(), 1_999, { ...steady(1_999), powerW: 0 });
    const { result } = finishByHand(rowOn(waiting, 2_000, 2_500), 2_500_000);
    expect(result).toMatchObject({
      source: 'byHand',
      elapsedSec: 501,
      distanceM: 2_004,
      averagePaceSec: 125,
      averageStrokeRateSpm: 30,
      averagePowerW: 150,
      totalCalories: 101,
    });
  });

  test("pauses while neither meters nor strokes arrive, even if the machine's clock runs", () => {
    const rowing = rowOn(beginRow(), 0, 60);
    const stood = rowOn(rowing, 61, 90, (sec) => ({ ...steady(60), elapsedSec: sec }));
    expect(stood).toMatchObject({
      phase: 'paused',
      elapsedSec: 60,
      distanceM: 240,
      currentPaceSec: null,
      powerW: null,
      strokeRateSpm: 0,
    });
    const again = rowOn(stood, 91, 100, (sec) => ({ ...steady(sec - 30), elapsedSec: sec }));
    expect(again).toMatchObject({ phase: 'rowing', elapsedSec: 70, distanceM: 280, strokeCount: 35 });
  });

  test("continues over a drop with the machine's counts of that time", () => {
    const dropped = rowOn(rowOn(beginRow(), 0, 60), 100, 110);
    expect(dropped).toMatchObject({ phase: 'rowing', elapsedSec: 110, distanceM: 440, strokeCount: 55 });
    const numbers = takeStrokes(dropped).strokes.map(({ number }) => number);
    expect([numbers.indexOf(30), numbers.indexOf(50)]).toEqual([29, 30]);
  });

  /** The second notification of a record whose first one was missed. */
  const half = (sec: number) => ({
    ...steady(sec),
    elapsedSec: null,
    distanceM: null,
    paceSec: null,
    powerW: null,
  });

  test.each([1, 2, 3, 40, 600])(
    'continues after a drop of %i s that ends with half a record, and counts each second and meter once',
    (sec) => {
      const heard = 60 + sec;
      const halved = after(rowOn(beginRow(), 0, 60), heard + 0.7, half(heard));
      const rowed = rowOn(halved, heard + 1, heard + 10);
      expect(rowed).toMatchObject({
        phase: 'rowing',
        elapsedSec: heard + 10,
        distanceM: 4 * (heard + 10),
        strokeCount: Math.floor((heard + 10) / 2),
      });
    },
  );

  test('on a machine whose records come in halves that do not belong together is timed once', () => {
    let rowed = beginRow();
    for (let sec = 0; sec <= 60; sec += 1) {
      rowed = after(rowed, sec, { ...steady(sec), strokeCount: null, calories: null });
      rowed = after(rowed, sec + 0.5, half(sec));
    }
    expect(rowed).toMatchObject({ elapsedSec: 60, distanceM: 240, strokeCount: 30 });
  });

  test('continues over a reload of the page', () => {
    const kept: RowProgress = JSON.parse(JSON.stringify(rowOn(beginRow(), 0, 60)));
    expect(rowOn(kept, 61, 80)).toMatchObject({
      elapsedSec: 80,
      distanceM: 320,
      strokeCount: 40,
      pieceNumber: 1,
    });
  });

  test.each([
    ['tells 0 of everything for a moment', { elapsedSec: 0, distanceM: 0, strokeCount: 0, calories: 0 }],
    ['tells counts that no one can have rowed', { elapsedSec: 9_000, distanceM: 50_000, strokeCount: 9_000 }],
    ['tells nothing for a moment', { elapsedSec: null, distanceM: null, strokeCount: null, calories: null }],
  ])('keeps the rowed meters of a machine that %s', (_, glitch) => {
    const before = rowOn(beginRow(), 0, 60);
    const glitched = after(before, 61, { ...steady(61), ...glitch });
    const rowed = rowOn(glitched, 62, 100);
    expect(rowed.phase).toBe('rowing');
    expect(rowed.distanceM).toBeGreaterThanOrEqual(388);
    expect(rowed.distanceM).toBeLessThanOrEqual(400);
    expect(rowed.strokeCount).toBeGreaterThanOrEqual(48);
    expect(rowed.strokeCount).toBeLessThanOrEqual(50);
  });
});

describe('the stroke rate', () => {
  const rates = (told: (sec: number) => Told) => rowOn(beginRow(), 0, 60, told).strokeRateSpm;

  test.each([
    ['in the unit of the standard', 30],
    ['in whole strokes, which are read as half', 15],
    ['in double strokes', 60],
    ['as nothing', null],
    ['that has nothing to do with the strokes', 66 * 3],
  ])('the stroke rate on a machine that reports it %s is the rate of the strokes', (_, strokeRateSpm) => {
    expect(rates((sec) => ({ ...steady(sec), strokeRateSpm }))).toBe(30);
  });

  test('is 0 while the count of strokes does not change', () => {
    const lying = (sec: number) => ({ ...steady(sec), strokeCount: 0, strokeRateSpm: 66 });
    expect(rates(lying)).toBe(0);
    expect(takeStrokes(rowOn(beginRow(), 0, 60, lying)).strokes).toEqual([]);
  });
});

test('a row has the meters since its start, for any earlier counts of the machine and any width of its counters', () => {
  fc.assert(
    fc.property(
      fc.record({
        elapsedSec: fc.integer({ min: 0, max: 65_535 }),
        distanceM: fc.integer({ min: 0, max: 0xff_ffff }),
        strokeCount: fc.integer({ min: 0, max: 65_535 }),
        calories: fc.integer({ min: 0, max: 65_535 }),
      }),
      fc.array(fc.record({ meters: fc.integer({ min: 1, max: 6 }), isStroke: fc.boolean() }), {
        minLength: 1,
        maxLength: 60,
      }),
      (start, seconds) => {
        const counts = { ...start };
        let progress = after(beginRow(), 0, counts);
        for (const [index, { meters, isStroke }] of seconds.entries()) {
          counts.elapsedSec = (counts.elapsedSec + 1) % 2 ** 16;
          counts.distanceM = (counts.distanceM + meters) % 2 ** 24;
          counts.strokeCount = (counts.strokeCount + Number(isStroke)) % 2 ** 16;
          progress = after(progress, index + 1, counts);
        }
        const strokeCount = seconds.filter(({ isStroke }) => isStroke).length;
        expect(progress).toMatchObject({
          elapsedSec: seconds.length,
          distanceM: seconds.reduce((sum, { meters }) => sum + meters, 0),
          strokeCount,
        });
        expect(takeStrokes(progress).strokes.map(({ number }) => number)).toEqual(
          Array.from({ length: strokeCount }, (_, index) => index + 1),
        );
      },
    ),
  );
});

test('no records end, shrink or break a row', () => {
  const count = (max: number) => fc.option(fc.integer({ min: 0, max }));
  const anyRecord = fc.record({
    elapsedSec: count(65_535),
    distanceM: count(0xff_ffff),
    strokeCount: count(65_535),
    calories: count(65_535),
    paceSec: count(65_535),
    powerW: fc.option(fc.integer({ min: -500, max: 3_000 })),
    strokeRateSpm: count(127),
    heartRateBpm: fc.option(fc.integer({ min: 30, max: 240 })),
  });
  fc.assert(
    fc.property(
      fc.array(fc.record({ told: anyRecord, afterMs: fc.integer({ min: -5_000, max: 60_000 }) })),
      (records) => {
        let [progress, atMs] = [beginRow(), 0];
        for (const { told, afterMs } of records) {
          atMs += afterMs;
          const next = reduceRow(progress, record(told), atMs);
          // A machine that was restarted begins another workout.
          if (next.pieceNumber === progress.pieceNumber) {
            expect(next.distanceM).toBeGreaterThanOrEqual(progress.distanceM);
            expect(next.elapsedSec).toBeGreaterThanOrEqual(progress.elapsedSec);
            expect(next.strokeCount).toBeGreaterThanOrEqual(progress.strokeCount);
          }
          expect(next.pieceNumber).toBeGreaterThanOrEqual(progress.pieceNumber);
          expect(next.result).toBeNull();
          progress = next;
        }
      },
    ),
  );
});
