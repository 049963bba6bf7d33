import { beginRow, reduceRow, type RowProgress } from '@boathouse/row/reduce/progress';
import { generalStatus, intervalWorkout, status1 } from '@boathouse/row/test/record-factory';
import { withBests } from '@boathouse/workout-text/bests';
import type { PlannedPiece, WorkoutPlan } from '@boathouse/workout-text/plan';
import { describe, expect, test } from 'vitest';
import { planReadingOf } from './cockpit-plan.ts';
import { readingOf } from './cockpit-reading.ts';

const piece = (restSec: number | null, target?: PlannedPiece['target']): PlannedPiece => ({
  kind: 'distance',
  distanceM: 500,
  restSec,
  ...(target === undefined ? {} : { target }),
});
const planOf = (...pieces: PlannedPiece[]): WorkoutPlan => ({ pieces });
const read = (plan: WorkoutPlan | null, progress: RowProgress) =>
  planReadingOf(plan, progress, readingOf(progress));

const all: RowProgress[] = [];
let progress = beginRow();
for (const { record, atMs } of intervalWorkout(3, 500, 60)) {
  progress = reduceRow(progress, record, atMs);
  all.push(progress);
}
function at(phase: RowProgress['phase'], interval: number): RowProgress {
  const found = all.filter((one) => one.phase === phase && one.intervalNumber === interval)[3];
  if (found === undefined) throw new Error('The workout never reached this state');
  return found;
}

describe('the next piece', () => {
  const r20 = { strokeRate: { min: 20, max: 20 }, paceSec: 125, intensity: 'UT2' };

  test.each<[PlannedPiece[], number, RowProgress['phase'], string | null]>([
    [[piece(60), piece(60), piece(0)], 1, 'rowing', 'then 1:00 rest'],
    [[piece(60), piece(60), piece(0)], 1, 'resting', 'next 500 m'],
    [[piece(60), piece(60, r20), piece(0)], 1, 'resting', 'next 500 m UT2 at rate 20 at 2:05.0'],
    [[piece(60), piece(null), piece(0)], 2, 'rowing', 'then rest'],
    [[piece(60), piece(0), piece(0)], 2, 'rowing', 'then 500 m'],
    [[piece(60), piece(60), piece(0)], 3, 'rowing', 'last piece'],
  ])('is shown in %#', (pieces, interval, phase, words) => {
    expect(read(planOf(...pieces), at(phase, interval))).toMatchObject({
      position: { number: interval, count: 3 },
      next: words,
    });
  });

  test('is not shown if the monitor is set to something else, or the text has no plan', () => {
    const other = planOf({ kind: 'time', durationSec: 60, restSec: 60 }, piece(60));
    expect(read(other, at('rowing', 2))).toMatchObject({ position: null, next: null });
    expect(read(null, at('rowing', 2))).toBeNull();
  });
});

describe('the places of the figures', () => {
  const r20 = { strokeRate: { min: 20, max: 20 } };
  const plan = planOf(piece(60, r20), piece(60), piece(0, { paceSec: 125 }));

  test('are the same in each piece and rest, with the label of the target that holds now', () => {
    const places = (phase: RowProgress['phase'], interval: number) => read(plan, at(phase, interval))?.places;
    for (const [phase, interval] of [
      ['rowing', 1],
      ['resting', 1],
      ['rowing', 2],
      ['rowing', 3],
    ] as const) {
      expect(places(phase, interval)).toMatchObject({
        targets: [{ kind: 'strokeRate' }, { kind: 'pace' }],
        position: true,
        end: true,
      });
    }
    expect(places('rowing', 1)?.targets.map(({ label }) => label)).toEqual(['target rate 20', 'target pace']);
    expect(places('rowing', 3)?.targets.map(({ label }) => label)).toEqual([
      'target rate',
      'target pace 2:05.0',
    ]);
  });

  test('the places of the figures for a row without an end have no projection of it', () => {
    expect(read(planOf(), at('rowing', 1))?.places).toEqual({ targets: [], position: false, end: false });
  });
});

describe('a target from the athlete’s own best', () => {
  const relative = { ofDistanceM: 2000, offsetSec: 10 };
  const moving = [
    generalStatus({ elapsedSec: 10, distanceM: 40 }),
    status1({ strokeRateSpm: 20, currentPaceSec: 125 }),
  ].reduce((row, record) => reduceRow(row, record, 0), beginRow());
  const planned = (bests: { distanceM: number; timeSec: number }[]) =>
    withBests(planOf(piece(60, { relative }), piece(60, { relative })), bests);
  const best = [{ distanceM: 2000, timeSec: 460 }];

  test('is a figure, named with the best', () => {
    expect(read(planned(best), moving)?.targets).toMatchObject([
      { kind: 'pace', label: 'target pace 2:05.0, from your 2k of 7:40.0', side: 'in' },
    ]);
    expect(read(planned(best), at('resting', 1))?.next).toBe('next 500 m at 2:05.0 (2k+10)');
  });

  test('is only a text if the best is unknown', () => {
    expect(read(planned([]), moving)?.targets).toEqual([]);
    expect(read(planned([]), at('resting', 1))?.next).toBe('next 500 m at 2k+10');
  });
});

describe('a target', () => {
  const single = (fields: { strokeRateSpm: number; currentPaceSec: number }) =>
    [generalStatus({ elapsedSec: 10, distanceM: 40 }), status1(fields)].reduce(
      (row, record) => reduceRow(row, record, 0),
      beginRow(),
    );
  const targetsAt = (target: PlannedPiece['target'], strokeRateSpm: number, currentPaceSec: number) =>
    read(planOf(piece(0, target)), single({ strokeRateSpm, currentPaceSec }))?.targets.map(
      ({ label, side, words }) => [label, side, words],
    );
  const range = { strokeRate: { min: 18, max: 20 } };

  test.each([
    [18, 'in', 'on target'],
    [22, 'above', '2 above'],
    [15, 'below', '3 below'],
  ] as const)('a target of a rate is said at %i', (rate, side, words) => {
    expect(targetsAt(range, rate, 120)).toEqual([['target rate 18 to 20', side, words]]);
  });

  test.each([
    [125.9, 'in', 'on target'],
    [127.4, 'above', '2.4 s slow'],
    [122.5, 'below', '2.5 s fast'],
  ] as const)('a target of a pace is said at %d s', (pace, side, words) => {
    expect(targetsAt({ paceSec: 125 }, 24, pace)).toEqual([['target pace 2:05.0', side, words]]);
  });

  test.each([
    [25, 'in', 'on target'],
    [24, 'below', '2 below'],
    [27, 'above', '1 above'],
  ] as const)('a target of one rate is counted from the rate that is printed, at %i', (rate, side, words) => {
    expect(targetsAt({ strokeRate: { min: 26, max: 26 } }, rate, 120)).toEqual([
      ['target rate 26', side, words],
    ]);
  });

  test('has its band and the value on a scale, faster to the right', () => {
    const [slow] =
      read(planOf(piece(0, { paceSec: 125 })), single({ strokeRateSpm: 24, currentPaceSec: 130 }))?.targets ??
      [];
    expect(slow?.marker).toBeLessThan(slow?.from ?? 0);
    expect(slow?.to).toBeGreaterThan(slow?.from ?? 1);
    const [high] =
      read(planOf(piece(0, range)), single({ strokeRateSpm: 60, currentPaceSec: 130 }))?.targets ?? [];
    expect(high?.marker).toBe(1);
  });

  test('sets the metronome: a range to its middle, a maximum to its top', () => {
    const row = single({ strokeRateSpm: 20, currentPaceSec: 120 });
    const rateOf = (target: PlannedPiece['target']) => read(planOf(piece(0, target)), row)?.metronomeSpm;
    expect(rateOf(range)).toBe(19);
    expect(rateOf({ strokeRate: { min: 0, max: 20 } })).toBe(20);
    expect(rateOf(undefined)).toBeNull();
  });
});
