import { describe, expect, test } from 'vitest';
import {
  averageHeartRateOf,
  closeSplitHeart,
  heartAfter,
  heartRateSourceOf,
  unheardHeart,
} from './heart-rate.ts';
import { beginRow, finishByHand, reduceRow, type RowProgress } from './progress.ts';
import {
  additionalSplit,
  generalStatus,
  split,
  status1,
  stroke,
  summary,
} from '../../test/record-factory.ts';

type Heart = { monitor?: number | null; belt?: number | null };

/** Continues a row at 4 m/s, with two statuses a second and a stroke every 2 s. */
function rowOn(before: RowProgress, fromSec: number, toSec: number, { monitor = null, belt = null }: Heart) {
  let progress = before;
  for (let elapsedSec = fromSec + 0.5; elapsedSec <= toSec; elapsedSec += 0.5) {
    const records = [
      generalStatus({ elapsedSec, distanceM: elapsedSec * 4 }),
      status1({ heartRateBpm: monitor, beltHeartRateBpm: belt }),
      ...(elapsedSec % 2 === 1
        ? [stroke({ strokeCount: (elapsedSec + 1) / 2, elapsedSec, distanceM: elapsedSec * 4 })]
        : []),
    ];
    for (const record of records) progress = reduceRow(progress, record, elapsedSec * 1_000);
  }
  return progress;
}

const resultOf = (progress: RowProgress) => finishByHand(progress, 0).result?.averageHeartRateBpm;

describe('the heart rate of a row', () => {
  test("is the belt's if the monitor has none, in its values and strokes", () => {
    const rowed = rowOn(beginRow(), 0, 10, { belt: 141 });
    expect(rowed.heartRateBpm).toBe(141);
    expect(rowed.closedStrokes.map(({ heartRate }) => heartRate)).toEqual([141, 141, 141, 141]);
    expect(heartRateSourceOf(rowed)).toBe('belt');
  });

  test("is the monitor's if it has one", () => {
    const rowed = rowOn(beginRow(), 0, 10, { monitor: 150, belt: 141 });
    expect(rowed.heartRateBpm).toBe(150);
    expect(heartRateSourceOf(rowed)).toBe('monitor');
  });

  test('is mixed if both sent values', () => {
    const rowed = rowOn(rowOn(beginRow(), 0, 10, { belt: 141 }), 10, 20, { monitor: 150 });
    expect(heartRateSourceOf(rowed)).toBe('mixed');
    expect(resultOf(rowed)).toBe(146);
  });

  test('is mixed if a value of the belt and one of the monitor arrive at the same second', () => {
    const belt = heartAfter(unheardHeart, status1({ heartRateBpm: null, beltHeartRateBpm: 140 }), 10);
    expect(heartAfter(belt, status1({ heartRateBpm: 150 }), 10)).toEqual({ ...belt, source: 'mixed' });
  });

  test('is missing while neither has one, and has no source then', () => {
    const rowed = rowOn(rowOn(beginRow(), 0, 10, { belt: 141 }), 10, 20, {});
    expect(rowed.heartRateBpm).toBeNull();
    expect(rowed.closedStrokes.at(-1)?.heartRate).toBeNull();
    expect(heartRateSourceOf(rowed)).toBe('belt');
    expect(heartRateSourceOf(rowOn(beginRow(), 0, 10, { belt: 255 }))).toBeNull();
  });

  test('the heart rate of a row from before the first stroke does not count', () => {
    const waiting = reduceRow(beginRow(), status1({ beltHeartRateBpm: 80 }), 0);
    expect(waiting.heartRateBpm).toBe(80);
    expect(heartRateSourceOf(rowOn(waiting, 0, 10, {}))).toBeNull();
  });
});

describe('the average heart rate of a result', () => {
  test('is weighted by time, over all values of a belt', () => {
    const rowed = rowOn(rowOn(beginRow(), 0, 30, { belt: 120 }), 30, 90, { belt: 150 });
    expect(resultOf(rowed)).toBe(140);
  });

  test('is averaged over a gap of up to a fifth of the row, and is unknown with a longer one', () => {
    const short = rowOn(rowOn(beginRow(), 0, 85, { belt: 140 }), 85, 100, {});
    expect(resultOf(short)).toBe(140);
    const long = rowOn(rowOn(beginRow(), 0, 75, { belt: 140 }), 75, 100, {});
    expect(resultOf(long)).toBeNull();
  });

  test('does not count time in which the page was away', () => {
    const rowed = rowOn(rowOn(beginRow(), 0, 20, { belt: 140 }), 60, 100, { belt: 140 });
    expect(resultOf(rowed)).toBeNull();
  });

  test("is the monitor's own if it has the belt, and the belt's in its summary otherwise", () => {
    const end = (progress: RowProgress, averageHeartRateBpm: number | null) => {
      const over = generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: 125, distanceM: 500 });
      const ended = reduceRow(progress, over, 125_000);
      return reduceRow(ended, summary({ averageHeartRateBpm }), 126_500).result?.averageHeartRateBpm;
    };
    expect(end(rowOn(beginRow(), 0, 125, { monitor: 150 }), 149)).toBe(149);
    expect(end(rowOn(beginRow(), 0, 125, { belt: 140 }), null)).toBe(140);
    expect(heartRateSourceOf(rowOn(beginRow(), 0, 125, {}))).toBeNull();
  });
});

describe('the average heart rate of a split', () => {
  const endSplit = (progress: RowProgress, splitNumber: number, monitorsBpm: number | null) => {
    const atMs = progress.elapsedSec * 1_000;
    const ended = reduceRow(
      progress,
      split({ splitNumber, splitTimeSec: 60, splitDistanceM: 240, elapsedSec: progress.elapsedSec }),
      atMs,
    );
    return reduceRow(ended, additionalSplit({ splitNumber, workHeartRateBpm: monitorsBpm }), atMs);
  };
  const ratesOf = (progress: RowProgress) =>
    progress.splits.map(({ averageHeartRateBpm }) => averageHeartRateBpm);

  test("is the average of the belt's values in it, if the monitor has none", () => {
    const first = endSplit(rowOn(beginRow(), 0, 60, { belt: 130 }), 1, null);
    const second = endSplit(rowOn(first, 60, 120, { belt: 150 }), 2, null);
    expect(ratesOf(second)).toEqual([130, 150]);
    expect(ratesOf(endSplit(second, 2, null))).toEqual([130, 150]);
  });

  test("is the monitor's if it has one, and unknown if the belt sent values for less than four fifths", () => {
    const first = endSplit(rowOn(beginRow(), 0, 60, { belt: 130 }), 1, 133);
    const silent = rowOn(rowOn(first, 60, 100, { belt: 150 }), 100, 120, {});
    expect(ratesOf(endSplit(silent, 2, null))).toEqual([133, null]);
  });

  test('is unknown for several splits after a gap that the page was away in', () => {
    // The record of the first is lost.
    const second = endSplit(rowOn(beginRow(), 0, 120, { belt: 130 }), 2, null);
    expect(ratesOf(second)).toEqual([null]);
    expect(ratesOf(endSplit(rowOn(second, 120, 180, { belt: 150 }), 3, null))).toEqual([null, 150]);
  });
});

describe('the time of a heart rate', () => {
  const heard = { ...unheardHeart, source: 'belt' as const, bpmSec: 1_400, heardSec: 10, untilSec: 10 };
  const belt = status1({ beltHeartRateBpm: 150 });

  test.each([
    ['after a second', 11, 11, 1_550],
    ['after 3 s', 13, 13, 1_850],
    ['after more than 3 s', 13.1, 10, 1_400],
    ['that went back', 9, 10, 1_400],
  ])('counts since the status before: %s', (_, elapsedSec, heardSec, bpmSec) => {
    expect(heartAfter(heard, belt, elapsedSec)).toMatchObject({ heardSec, bpmSec, untilSec: elapsedSec });
  });

  test('the time of a heart rate of a repeated status counts once', () => {
    expect(heartAfter(heard, belt, 10)).toBe(heard);
    expect(heartAfter(heard, status1(), 10)).toBe(heard);
    expect(heartAfter(heard, status1(), 11)).toEqual({ ...heard, untilSec: 11 });
    expect(heartAfter(heard, status1({ heartRateBpm: 140 }), 10)).toEqual({ ...heard, source: 'mixed' });
  });

  test.each([
    ['four fifths', 8, 10, 140],
    ['less', 7.9, 10, null],
    ['none', 0, 0, null],
  ])('gives an average of a row with %s of it', (_, heardSec, elapsedSec, bpm) => {
    const heart = { ...heard, heardSec, bpmSec: 140 * heardSec };
    expect(averageHeartRateOf(heart, elapsedSec, 99)).toBe(bpm);
  });

  test.each<[string, number, number, number | null]>([
    ['four fifths of a split', 8, 10, 140],
    ['less', 7.9, 10, null],
    ['none', 0, 0, null],
    ['3 s more than a short split', 13, 10, 140],
    ['more than that', 13.1, 10, null],
    ['a tenth more than a long split', 110, 100, 140],
    ['more than a tenth', 110.1, 100, null],
  ])('gives an average of %s', (_, heardSec, splitSec, bpm) => {
    const heart = {
      ...heard,
      atSplit: { heardSec: 5, bpmSec: 500 },
      heardSec: 5 + heardSec,
      bpmSec: 500 + 140 * heardSec,
    };
    const closed = closeSplitHeart(heart, splitSec);
    expect(closed.bpm).toBe(bpm);
    expect(closed.heart.atSplit).toEqual({ heardSec: heart.heardSec, bpmSec: heart.bpmSec });
    expect(closeSplitHeart({ ...heart, source: 'monitor' }, splitSec).bpm).toBeNull();
  });
});
