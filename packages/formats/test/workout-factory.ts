import * as fc from 'fast-check';
import {
  newInterval,
  newStroke,
  newWorkout,
  type Interval,
  type Workout,
  type WorkoutStroke,
} from '../src/workout.ts';

/** Decimals of a monitor: a whole number of tenths, hundredths or thousandths. */
function decimal(min: number, max: number, parts: number): fc.Arbitrary<number> {
  return fc
    .integer({ min: Math.round(min * parts), max: Math.round(max * parts) })
    .map((whole) => whole / parts);
}
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 });

const figures = fc.record({
  pace: maybe(decimal(70, 270, 10)),
  strokeRate: maybe(fc.integer({ min: 10, max: 60 })),
  power: maybe(fc.integer({ min: 0, max: 900 })),
  heartRate: maybe(fc.integer({ min: 40, max: 220 })),
  driveLength: maybe(decimal(0.3, 2, 100)),
  driveTime: maybe(decimal(0.2, 2.5, 100)),
  recoveryTime: maybe(decimal(0.2, 6, 100)),
  strokeDistance: maybe(decimal(1, 20, 100)),
  peakForce: maybe(decimal(10, 1500, 10)),
  averageForce: maybe(decimal(10, 900, 10)),
  workPerStroke: maybe(fc.integer({ min: 0, max: 2000 })),
  calories: maybe(fc.integer({ min: 0, max: 3000 })),
  dragFactor: maybe(fc.integer({ min: 60, max: 220 })),
  forceCurve: maybe(fc.array(decimal(0, 1500, 10), { minLength: 1, maxLength: 288 })),
});

const piece = fc.record({
  time: decimal(20, 2400, 10),
  metersPerSec: decimal(2.5, 5.5, 10),
  restTime: fc.integer({ min: 0, max: 300 }),
  restDistance: maybe(fc.integer({ min: 0, max: 60 })),
  strokes: fc.array(figures, { maxLength: 12 }),
  averageHeartRate: maybe(fc.integer({ min: 60, max: 200 })),
  averageStrokeRate: maybe(decimal(15, 40, 10)),
  averagePower: maybe(decimal(50, 500, 10)),
  strokeCount: maybe(fc.integer({ min: 1, max: 900 })),
  calories: maybe(fc.integer({ min: 1, max: 900 })),
});
type Piece = Parameters<Parameters<typeof piece.map>[0]>[0];

const start = fc.integer({ min: Date.UTC(2015, 0, 1) / 1000, max: Date.UTC(2025, 0, 1) / 1000 });
const zone = fc.constantFrom('Z', '+02:00', '-07:30', '');
const words = fc
  .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
  .map((text) => `x${text.replaceAll('\0', '')}`);

/** Possible workouts: intervals or one piece, with or without rests, strokes, curves, dates and zones. */
export const workouts: fc.Arbitrary<Workout> = fc
  .record({
    machine: maybe(
      fc.constantFrom('rower', 'skierg', 'dynamic', 'slides', 'multierg', 'otherrower', 'other'),
    ),
    pieces: fc.array(piece, { minLength: 1, maxLength: 5 }),
    hasIntervals: fc.boolean(),
    start: maybe(start),
    hasEnd: fc.boolean(),
    zone,
    title: maybe(words),
    comments: maybe(words),
    logbookId: maybe(fc.integer({ min: 1, max: 999_999_999 }).map(String)),
    app: maybe(words),
    dragFactor: maybe(fc.integer({ min: 60, max: 220 })),
    axis: fc.constantFrom('time', 'distance', null),
  })
  .map(({ pieces, hasIntervals, start: startSec, hasEnd, zone: suffix, axis, ...known }) => {
    const rowed = hasIntervals ? pieces : pieces.slice(0, 1);
    const { intervals, strokes, sec, meters, restSec, restM } = row(rowed);
    const dateOf = (atSec: number) => new Date(atSec * 1000).toISOString().slice(0, 19) + suffix;
    const [first] = rowed;
    return newWorkout({
      ...known,
      startedAt: startSec === null ? null : dateOf(startSec),
      endedAt: startSec === null || !hasEnd ? null : dateOf(startSec + Math.ceil(sec + restSec)),
      elapsedTime: sec,
      distance: meters,
      restTime: hasIntervals ? restSec : null,
      restDistance: hasIntervals ? restM : null,
      averageHeartRate: first?.averageHeartRate ?? null,
      averagePower: first?.averagePower ?? null,
      averageStrokeRate: first?.averageStrokeRate ?? null,
      calories: first?.calories ?? null,
      strokeCount: first?.strokeCount ?? null,
      intervals: hasIntervals ? intervals : [],
      strokes,
      forceCurveAxis: strokes.some(({ forceCurve }) => forceCurve) ? axis : null,
    });
  });

function row(pieces: readonly Piece[]) {
  const intervals: Interval[] = [];
  const strokes: WorkoutStroke[] = [];
  // In tenths, because sums of decimals are not exact.
  let [sec, meters, restSec, restM] = [0, 0, 0, 0];
  for (const [
    at,
    { time, metersPerSec, restTime, restDistance, strokes: rowed, ...averages },
  ] of pieces.entries()) {
    const distance = tenths(time * metersPerSec);
    intervals.push(newInterval({ kind: 'work', time, distance, ...averages }));
    for (const [stroke, values] of rowed.entries()) {
      const share = (stroke + 1) / rowed.length;
      const elapsedTime = tenths(sec + time * share);
      strokes.push(
        newStroke({
          ...values,
          elapsedTime,
          distance: tenths(meters + distance * share),
          interval: at + 1,
          rowedAfter: at % 2 === 0 ? tenths(elapsedTime + restSec) : null,
        }),
      );
    }
    sec = tenths(sec + time);
    meters = tenths(meters + distance);
    if (restTime > 0 && at < pieces.length - 1) {
      intervals.push(newInterval({ kind: 'rest', time: restTime, distance: restDistance }));
      restSec += restTime;
      restM += restDistance ?? 0;
    }
  }
  return { intervals, strokes, sec, meters, restSec, restM };
}

const tenths = (value: number) => Math.round(value * 10) / 10;
