import type { ErgometerFields, WorkoutSummary } from '@boathouse/contract/activities';
import type { Stroke } from '@boathouse/contract/strokes';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { heartRatesOf } from './sample-heart.ts';
import { chanceOf } from './sample-year.ts';

type Figures = Pick<ErgometerFields, 'distance' | 'elapsedTime' | 'heartRate' | 'dragFactor'> & {
  strokeRate: number;
  totalCalories: number;
};

type RowToSample = {
  /** The text of the workout item. */
  text: string;
  figures: Figures;
  /** It ended before its workout did. */
  isPartial?: boolean;
  /** Numbers that make this row different from others, the same in every run. */
  seed: readonly number[];
};

/** A piece of the row: its part of the whole, and the rest after it. */
type Part = { distanceM: number; timeSec: number; restSec: number };

const hundredths = (value: number) => Math.round(value * 100) / 100;
const tenths = (value: number) => Math.round(value * 10) / 10;

/** Divides the row into the parts of its plan. Later intervals are a little faster. */
function partsOf({ text, figures, seed }: RowToSample): Part[] {
  const pieces = parseWorkoutText(text)?.pieces ?? [];
  const count = Math.max(1, pieces.length);
  const isByTime = pieces[0]?.kind === 'time';
  const shares = Array.from({ length: count }, (_, index) =>
    count === 1 ? 1 : 1 + 0.012 * ((count - 1) / 2 - index) + 0.012 * (chanceOf(...seed, index, 11) - 0.5),
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share, index) => ({
    distanceM: (figures.distance * (isByTime ? 2 * (sum / count) - share : 1)) / (isByTime ? sum : count),
    timeSec: (figures.elapsedTime * (isByTime ? 1 : share)) / (isByTime ? count : sum),
    restSec: index === count - 1 ? 0 : (pieces[index]?.restSec ?? 0),
  }));
}

/** Speed relative to the average, at a share of the part: a fast start, a steady middle and a sprint at the end. */
function speedAt(share: number, fast: number): number {
  const start = 0.05 * Math.exp(-share * 14);
  const sprint = 0.045 * Math.exp(-(1 - share) * 12);
  return 0.995 + fast * (start + sprint) - 0.012 * Math.sin(Math.PI * share);
}

const pointsPerSec = 50;

/** A drive: rises fast, holds, and falls; `skew` moves the peak. */
function forceCurve(peakN: number, driveTimeSec: number, skew: number): number[] {
  const count = Math.round(driveTimeSec * pointsPerSec);
  return Array.from({ length: count }, (_, index) =>
    Math.round(peakN * Math.sin(Math.PI * (index / (count - 1)) ** skew) ** 0.9),
  );
}

/** Returns strokes as a monitor would have sent them, with these figures in total, and the splits of the row. */
export function sampleStrokes(row: RowToSample): { strokes: Stroke[]; summary: WorkoutSummary } {
  const { figures, seed } = row;
  const parts = partsOf(row);
  const strokes: Stroke[] = [];
  let done = { distanceM: 0, timeSec: 0 };
  let restedSec = 0;
  const efforts: Array<Parameters<typeof heartRatesOf>[0][number]> = [];
  for (const [partIndex, part] of parts.entries()) {
    const strokeCount = Math.max(2, Math.round((part.timeSec / 60) * figures.strokeRate));
    const fast = part.timeSec < 900 ? 1 : 0.4;
    const speeds = Array.from({ length: strokeCount }, (_, index) => {
      const wobble = 0.02 * (chanceOf(...seed, partIndex, index, 12) - 0.5);
      // The flywheel stands still before the first strokes.
      const spinUp = [0.62, 0.85, 0.96][index] ?? 1;
      return speedAt(index / strokeCount, fast) * (1 + wobble) * spinUp;
    });
    const speedSum = speeds.reduce((sum, speed) => sum + speed, 0);
    for (const [index, speed] of speeds.entries()) {
      const share = (index + 1) / strokeCount;
      const strokeDistance = (part.distanceM * speed) / speedSum;
      const strokeTimeSec = part.timeSec / strokeCount;
      done = { distanceM: done.distanceM + strokeDistance, timeSec: done.timeSec + strokeTimeSec };
      const pace = (500 * strokeTimeSec) / strokeDistance;
      const power = 2.8 / (pace / 500) ** 3;
      const restSec = index === 0 ? (parts[partIndex - 1]?.restSec ?? 0) : 0;
      efforts.push({ strokeSec: strokeTimeSec, restSec, share });
      const driveTime = 0.62 + 0.14 * chanceOf(...seed, partIndex, index, 14) * (index < 3 ? 1.6 : 0.5);
      const driveLength = 1.34 + 0.06 * (chanceOf(...seed, partIndex, index, 15) - 0.5);
      const workPerStroke = power * strokeTimeSec;
      const averageForce = workPerStroke / driveLength;
      const skew = 0.72 + 0.1 * chanceOf(...seed, partIndex, index, 16);
      const curve = forceCurve(averageForce / 0.66, driveTime, skew);
      const rate =
        60 / strokeTimeSec + 2.4 * (speed - 1) * 14 + (chanceOf(...seed, partIndex, index, 17) - 0.5);
      strokes.push({
        number: index + 1,
        interval: partIndex + 1,
        elapsedTime: hundredths(done.timeSec),
        distance: tenths(done.distanceM),
        pace: hundredths(pace),
        strokeRate: Math.round(rate),
        heartRate: null,
        power: Math.round(power),
        driveLength: hundredths(driveLength),
        driveTime: hundredths(driveTime),
        recoveryTime: hundredths(Math.max(0.4, strokeTimeSec - driveTime)),
        strokeDistance: hundredths(strokeDistance),
        peakForce: tenths(Math.max(...curve)),
        averageForce: tenths(averageForce),
        workPerStroke: tenths(workPerStroke),
        calories: Math.round((figures.totalCalories * done.timeSec) / figures.elapsedTime),
        forceCurve: curve,
        rowedAfterMs: Math.round(1_000 * (done.timeSec + restedSec)),
      });
    }
    restedSec += part.restSec;
  }
  const rates = figures.heartRate === null ? null : heartRatesOf(efforts, figures.heartRate);
  const withRates = strokes.map((stroke, index) => ({ ...stroke, heartRate: beatsOf(rates?.[index]) }));
  return { strokes: withRates, summary: summaryOf(row, parts, withRates) };
}

const beatsOf = (bpm: number | undefined) => (bpm === undefined ? null : Math.round(bpm));

const splitsOfOnePiece = 5;
/** By how much the heart slows down in the minute after a row. */
const recoveryBpm = 42;

function averageOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.round(values.reduce((sum, one) => sum + one, 0) / values.length);
}

function summaryOf(
  { figures, isPartial = false }: RowToSample,
  parts: readonly Part[],
  strokes: readonly Stroke[],
): WorkoutSummary {
  const split = (of: readonly Stroke[], index: number, whole: Part) => {
    const heartRate = averageOf(of.flatMap((stroke) => stroke.heartRate ?? []));
    return {
      splitNumber: index + 1,
      time: tenths(whole.timeSec),
      distance: tenths(whole.distanceM),
      averagePace: tenths((500 * whole.timeSec) / whole.distanceM),
      restTime: whole.restSec,
      strokeRate: averageOf(of.flatMap(({ strokeRate }) => strokeRate ?? [])) ?? 0,
      heartRate,
    };
  };
  const intervals = parts.map((part, index) =>
    split(
      strokes.filter(({ interval }) => interval === index + 1),
      index,
      part,
    ),
  );
  const isSingle = parts.length === 1;
  const endBpm = strokes.at(-1)?.heartRate ?? null;
  return {
    logEntryDate: null,
    logEntryTime: null,
    averageStrokeRate: figures.strokeRate,
    averageHeartRate: averageOf(strokes.flatMap(({ heartRate }) => heartRate ?? [])),
    recoveryHeartRate: endBpm === null ? null : endBpm - recoveryBpm,
    // A monitor whose workout was left sends no splits.
    splits: isPartial ? [] : isSingle ? splitsByDistance(figures, strokes, split) : intervals,
    source: isPartial ? 'lastStatus' : 'summary',
  };
}

/** Returns when a distance was reached, between the strokes around it. */
function timeAt(strokes: readonly Stroke[], distanceM: number): number {
  const index = strokes.findIndex(({ distance }) => distance >= distanceM);
  const [before, after] = [strokes[index - 1], strokes[index]];
  if (!before || !after) return after?.elapsedTime ?? 0;
  const share = (distanceM - before.distance) / (after.distance - before.distance);
  return before.elapsedTime + share * (after.elapsedTime - before.elapsedTime);
}

function splitsByDistance(
  { distance, elapsedTime }: Figures,
  strokes: readonly Stroke[],
  split: (of: readonly Stroke[], index: number, whole: Part) => WorkoutSummary['splits'][number],
) {
  const ends = Array.from(
    { length: splitsOfOnePiece },
    (_, index) => ((index + 1) * distance) / splitsOfOnePiece,
  );
  let before = { distanceM: 0, timeSec: 0 };
  return ends.map((end, index) => {
    const of = strokes.filter(
      (stroke) => stroke.distance > before.distanceM && stroke.distance <= end + 0.05,
    );
    const timeSec = index === splitsOfOnePiece - 1 ? elapsedTime : timeAt(strokes, end);
    const whole = { distanceM: end - before.distanceM, timeSec: timeSec - before.timeSec, restSec: 0 };
    before = { distanceM: end, timeSec };
    return split(of, index, whole);
  });
}
