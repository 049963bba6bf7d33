import {
  finishByHand,
  beginRow,
  reduceRow,
  type RowProgress,
  type RowRecord,
} from '@boathouse/row/reduce/progress';
import {
  additionalSplit,
  generalStatus,
  intervalWorkout,
  split,
  status1,
  summary,
} from '@boathouse/row/test/record-factory';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { describe, expect, test } from 'vitest';
import { planReadingOf } from '../cockpit/cockpit-plan.ts';
import { readingOf } from '../cockpit/cockpit-reading.ts';
import { announce, type Memory } from './announce.ts';
import type { VoicedRow } from './heard-row.ts';

type Step = { atMs: number; progress: RowProgress } & Partial<Omit<VoicedRow, 'plan' | 'progress' | 'atMs'>>;

/** Returns the sentences of each step, without the steps that have none. */
function hear(workout: string | null, steps: readonly Step[]): string[] {
  const plan = workout === null ? null : parseWorkoutText(workout);
  let memory: Memory | null = null;
  return steps.flatMap((step) => {
    const { progress } = step;
    const heard = announce(memory, {
      plan,
      targets: planReadingOf(plan, progress, readingOf(progress))?.targets ?? [],
      staleWords: null,
      isOver: progress.result !== null,
      unit: 'pace',
      getRank: () => null,
      ...step,
    });
    ({ memory } = heard);
    return heard.sentences.map(({ words }) => words);
  });
}

type Timed = { atMs: number; record: RowRecord };

function rowed(records: readonly Timed[], from = beginRow()): Step[] {
  let progress = from;
  return [
    { atMs: 0, progress },
    ...records.map(({ atMs, record }) => {
      progress = reduceRow(progress, record, atMs);
      return { atMs, progress };
    }),
  ];
}

/** Two readings a second at 4 m/s; the monitor's setup and the rate can be chosen. */
function steady({ untilSec, rate = () => 24, ...set }: SteadyWorkout): Timed[] {
  const records: Timed[] = [
    { atMs: 0, record: generalStatus({ ...set, workoutState: 0, rowingState: 0 }) },
    { atMs: 0, record: status1() },
  ];
  for (let sec = 0.5; sec <= untilSec; sec += 0.5) {
    const atMs = sec * 1000;
    records.push(
      { atMs, record: status1({ strokeRateSpm: rate(sec) }) },
      { atMs, record: generalStatus({ ...set, elapsedSec: sec, distanceM: 4 * sec }) },
    );
    if (sec % 25 !== 0) continue;
    const splitNumber = sec / 25;
    records.push(
      { atMs, record: split({ splitNumber, splitTimeSec: 25, splitDistanceM: 100 }) },
      { atMs, record: additionalSplit({ splitNumber, averageStrokeRateSpm: rate(sec) }) },
    );
  }
  return records;
}
type SteadyWorkout = {
  untilSec: number;
  rate?: (sec: number) => number;
  workoutType?: number;
  workoutDuration?: number;
  workoutDurationType?: number;
};

const end: Timed[] = [
  {
    atMs: 125_000,
    record: generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: 125, distanceM: 500 }),
  },
  { atMs: 126_500, record: summary() },
];
const minutes = (count: number) => ({
  workoutType: 5,
  workoutDuration: count * 60,
  workoutDurationType: 0,
});

describe('a single piece', () => {
  test('announces the start, each split, the last 100 m and the end', () => {
    expect(hear('500 m', rowed([...steady({ untilSec: 124.5 }), ...end]))).toEqual([
      'Rowing 500 m',
      '100 m, 2:05.0, rate 24',
      '200 m, 2:05.0, rate 24',
      '300 m, 2:05.0, rate 24',
      'Last 100 m',
      '400 m, 2:05.0, rate 24',
      'Finished 2:05.0',
    ]);
  });

  test('a single piece for a time announces the elapsed time, the last 30 s and the distance', () => {
    const progress = rowed(steady({ untilSec: 119.5, ...minutes(2) }));
    const last = progress.at(-1)?.progress ?? beginRow();
    const records = [
      {
        atMs: 120_000,
        record: generalStatus({ ...minutes(2), workoutState: 10, elapsedSec: 120, distanceM: 480 }),
      },
      { atMs: 121_500, record: summary({ workoutType: 5, timeElapsedSec: 120, distanceM: 480 }) },
    ];
    expect(hear('2:00', [...progress, ...rowed(records, last).slice(1)])).toEqual([
      'Rowing 2:00',
      '0:25, 2:05.0, rate 24',
      '0:50, 2:05.0, rate 24',
      '1:15, 2:05.0, rate 24',
      'Last 30 s',
      '1:40, 2:05.0, rate 24',
      'Finished 480 m',
    ]);
  });

  test('a single piece without an end announces the rowed amount, and no last part', () => {
    const free = { workoutType: 1, workoutDuration: 0 };
    const steps = rowed(steady({ untilSec: 60, ...free }));
    const result = finishByHand(steps.at(-1)?.progress ?? beginRow(), 61_000);
    expect(hear('Just row', [...steps, { atMs: 61_000, progress: result }])).toEqual([
      'Rowing',
      '100 m, 2:05.0, rate 24',
      '200 m, 2:05.0, rate 24',
      'Finished 240 m in 1:00.0',
    ]);
  });

  test('a single piece that is finished by hand before its end counts as stopped', () => {
    const steps = rowed(steady({ untilSec: 20 }));
    const progress = finishByHand(steps.at(-1)?.progress ?? beginRow(), 21_000);
    expect(hear('500 m', [...steps, { atMs: 21_000, progress }]).at(-1)).toBe('Stopped at 80 m, 0:20.0');
  });

  test('a single piece to which the monitor was set by hand counts by the monitor, not by the text', () => {
    expect(hear('2000 m', rowed([...steady({ untilSec: 1 }), ...end]))).toEqual([
      'Rowing 500 m',
      'Finished 2:05.0',
    ]);
    expect(hear(null, rowed(steady({ untilSec: 1 })))).toEqual(['Rowing 500 m']);
  });

  test.each([
    [{ rank: 1, count: 2 }, 'Finished 2:05.0, first of two'],
    [{ rank: 12, count: 30 }, 'Finished 2:05.0, place 12 of 30'],
    [{ rank: 1, count: 1 }, 'Finished 2:05.0'],
    [null, 'Finished 2:05.0'],
  ])('ends with the rank %o among the others', (rank, words) => {
    const steps = rowed([...steady({ untilSec: 1 }), ...end]);
    expect(
      hear(
        '500 m',
        steps.map((step) => ({ ...step, getRank: () => rank })),
      ).at(-1),
    ).toBe(words);
  });

  test.each([
    ['watts', '100 m, 179 W, rate 24'],
    ['calories', '100 m, 917 cal/h, rate 24'],
  ] as const)('says splits in %s where the cockpit shows them', (unit, words) => {
    const steps = rowed(steady({ untilSec: 26 })).map((step) => ({ ...step, unit }));
    expect(hear('500 m', steps)).toContain(words);
  });

  test('a single piece that restarts on the monitor is announced again', () => {
    const first = rowed(steady({ untilSec: 30 }));
    const left = first.at(-1)?.progress ?? beginRow();
    const menu = { atMs: 31_000, record: generalStatus({ workoutState: 0, rowingState: 0 }) };
    const second = steady({ untilSec: 30 }).map(({ atMs, record }) => ({ atMs: 32_000 + atMs, record }));
    expect(hear('500 m', [...first, ...rowed([menu, ...second], left).slice(1)])).toEqual([
      'Rowing 500 m',
      '100 m, 2:05.0, rate 24',
      'Rowing 500 m',
      '100 m, 2:05.0, rate 24',
    ]);
  });
});

test('a split whose second record is lost is announced without its rate', () => {
  const records = steady({ untilSec: 30 }).filter(
    ({ record }) => record.kind !== 'additionalSplitIntervalData',
  );
  expect(hear('500 m', rowed(records))).toEqual(['Rowing 500 m', '100 m, 2:05.0']);
});

describe('intervals', () => {
  const said = (workout: string, restSec: number) => hear(workout, rowed(intervalWorkout(3, 250, restSec)));

  test('announce each with its rest, the next one with its number and target, and the end', () => {
    expect(said('3 x 250 m / 1:00 rest', 60)).toEqual([
      'Rowing 3 x 250 m, 1:00 rest',
      'Last 100 m',
      'Interval 1: 250 m, 2:05.0, rate 30. Rest 1:00',
      'Interval 2 of 3: 250 m',
      'Last 100 m',
      'Interval 2: 250 m, 2:05.0, rate 30. Rest 1:00',
      'Interval 3 of 3: 250 m',
      'Last 100 m',
      'Interval 3: 250 m, 2:05.0, rate 30',
      'Finished 3:07.5',
    ]);
  });

  test('intervals with undefined rests announce the rest without a length', () => {
    const sentences = said('3 x 250 m / undefined rest', 40);
    expect(sentences).toContain('Interval 1: 250 m, 2:05.0, rate 30. Rest');
    expect(sentences.at(-1)).toBe('Finished 3:07.5');
  });

  test('intervals of another workout than the text have only numbers', () => {
    expect(said('4 x 1000 m / 2:00 rest', 60)).toEqual([
      'Rowing',
      'Last 100 m',
      'Interval 1: 250 m, 2:05.0, rate 30. Rest',
      'Interval 2',
      'Last 100 m',
      'Interval 2: 250 m, 2:05.0, rate 30. Rest',
      'Interval 3',
      'Last 100 m',
      'Interval 3: 250 m, 2:05.0, rate 30',
      'Finished 750 m in 3:07.5',
    ]);
  });
});

describe('a page opened later', () => {
  const steps = rowed([...steady({ untilSec: 124.5 }), ...end]);

  test('after a reload in mid-workout announces nothing old', () => {
    const later = steps.filter(({ atMs }) => atMs > 60_000);
    expect(hear('500 m', later)).toEqual([
      '300 m, 2:05.0, rate 24',
      'Last 100 m',
      '400 m, 2:05.0, rate 24',
      'Finished 2:05.0',
    ]);
    expect(
      hear(
        '500 m',
        steps.filter(({ atMs }) => atMs > 110_000),
      ),
    ).toEqual(['Finished 2:05.0']);
    expect(hear('500 m', steps.slice(-1))).toEqual([]);
  });

  test('takes a row over in mid-workout: its first values aren’t a start, and its splits aren’t new', () => {
    const records = [...steady({ untilSec: 60 })].filter(({ atMs }) => atMs > 52_000);
    expect(hear('500 m', [...rowed(records), ...steps.filter(({ atMs }) => atMs > 76_000)])).toEqual([
      '300 m, 2:05.0, rate 24',
      'Last 100 m',
      '400 m, 2:05.0, rate 24',
      'Finished 2:05.0',
    ]);
  });

  test('after a gap does not announce the last 100 m when they are nearly over', () => {
    const gap = steps.filter(({ atMs }) => atMs < 80_000 || atMs > 115_000);
    expect(hear('500 m', gap)).not.toContain('Last 100 m');
  });
});

describe('an erg that sends nothing', () => {
  const words = 'The monitor has stopped sending. These are its last values.';
  const row = rowed(steady({ untilSec: 20 }));
  const last = row.at(-1)?.progress ?? beginRow();
  const silentAt = (atMs: number, staleWords: string | null) => ({ atMs, progress: last, staleWords });

  test('is announced once, for any length, and again when it is back', () => {
    expect(
      hear('500 m', [
        ...row,
        silentAt(23_000, words),
        silentAt(24_000, words),
        silentAt(30_000, 'The erg is disconnected. These are its last values.'),
        silentAt(40_000, null),
        silentAt(41_000, null),
        silentAt(50_000, words),
      ]),
    ).toEqual(['Rowing 500 m', words, 'The monitor sends again', words]);
  });

  test('is not announced on a page that begins without it, and neither is its return', () => {
    expect(hear('500 m', [silentAt(0, words), silentAt(1_000, words), silentAt(2_000, null)])).toEqual([]);
  });

  test('is not announced after the end', () => {
    const over = { ...silentAt(21_000, null), isOver: true };
    expect(hear('500 m', [...row, over, { ...over, staleWords: words }])).toEqual(['Rowing 500 m']);
  });
});

describe('targets', () => {
  const targetsSaid = (rate: (sec: number) => number, untilSec = 124) =>
    rowed(steady({ untilSec, rate }))
      .map((step) => ({ step, at: step.atMs }))
      .flatMap(({ at }, index, all) => {
        const before = hear(
          '500 m @ rate 24',
          all.slice(0, index).map(({ step }) => step),
        ).length;
        const now = hear(
          '500 m @ rate 24',
          all.slice(0, index + 1).map(({ step }) => step),
        );
        return now
          .slice(before)
          .flatMap((words) => (words.startsWith('Target') ? [`${at / 1000}: ${words}`] : []));
      });

  test('lost and regained are announced after some seconds, at most once in 15 s', () => {
    expect(targetsSaid((sec) => (sec >= 20 && sec < 30 ? 28 : 24), 60)).toEqual([
      '23: Target rate 24: 4 above',
      '38: Target rate 24: on target',
    ]);
  });

  test('targets that are missed for a stroke are not lost', () => {
    expect(targetsSaid((sec) => (sec >= 20 && sec < 22.5 ? 28 : 24), 60)).toEqual([]);
  });

  test('targets that change all the time are announced at most once in 15 s', () => {
    const sentences = targetsSaid((sec) => (Math.floor(sec / 4) % 2 === 0 ? 24 : 28), 100);
    const times = sentences.map((words) => Number.parseFloat(words));
    expect(times.length).toBeGreaterThan(2);
    expect(times.slice(1).every((at, index) => at - (times[index] ?? 0) >= 15)).toBe(true);
  });

  test('missed from the first stroke are announced once the piece has settled', () => {
    expect(targetsSaid(() => 20, 40)).toEqual(['15.5: Target rate 24: 4 below']);
  });

  test('missed before a reload are not announced again after it', () => {
    const later = rowed(steady({ untilSec: 124, rate: () => 20 })).filter(({ atMs }) => atMs > 60_000);
    expect(hear('500 m @ rate 24', later).filter((words) => words.startsWith('Target'))).toEqual([]);
  });
});
