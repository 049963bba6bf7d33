import { bounds } from './bounds.ts';
import { momentOf } from './dates.ts';
import type { MachineType, Workout, WorkoutStroke } from './workout.ts';

const firstYear = 1995;
const hourMs = 3_600_000;
/** A wall clock without a zone can be this far ahead. */
const zoneMs = 26 * hourMs;
const workSecMax = 500 * 3600;
const distanceMMax = 2_500_000;
/** A fifth of wrong values is no glitch. */
const glitchesMax = 0.2;
/** A monitor's clock steps back by a second or two in real files. */
const backSecMax = 3;
const backMMax = 10;

type Speeds = { sprintMps: number; minuteMps: number; strokeMps: number };
/** Above the records of each machine: 100 m in 12.2 s, 500 m in 1:10, and 1000 m in 52 s on a bike. */
const ergSpeeds: Speeds = { sprintMps: 9, minuteMps: 7.6, strokeMps: 12 };
const otherSpeeds: Speeds = { sprintMps: 30, minuteMps: 25, strokeMps: 40 };
const ergs: ReadonlySet<MachineType | null> = new Set([
  'rower',
  'skierg',
  'dynamic',
  'slides',
  'otherrower',
] as const);
const speedsOf = (machine: MachineType | null) => (ergs.has(machine) ? ergSpeeds : otherSpeeds);

/**
 * Returns why a workout cannot have happened as the file says, or null. `nowMs` is the reader's clock.
 * What it lets pass is possible, not true.
 */
export function checkWorkout(workout: Workout, nowMs: number): string | null {
  return (
    numbersReason(workout) ??
    datesReason(workout, nowMs) ??
    totalsReason(workout) ??
    strokesReason(workout) ??
    powerReason(workout)
  );
}

function numbersReason({ elapsedTime, distance, restTime, restDistance, intervals, strokes }: Workout) {
  if (strokes.length > bounds.strokesMax) return `It has more than ${bounds.strokesMax} strokes.`;
  if (intervals.length > bounds.intervalsMax) return `It has more than ${bounds.intervalsMax} intervals.`;
  const totals = [
    [elapsedTime, 's of work'],
    [distance, 'm'],
    [restTime, 's of rest'],
    [restDistance, 'm of rest'],
  ] as const;
  for (const [value, unit] of totals) {
    if (value !== null && !(value >= 0)) return `It says ${value} ${unit}, which is impossible.`;
  }
  for (const [at, { time, distance: meters }] of intervals.entries()) {
    if (time !== null && !(time >= 0)) return `Interval ${at + 1} says ${time} s, which is impossible.`;
    if (meters !== null && !(meters >= 0)) return `Interval ${at + 1} says ${meters} m, which is impossible.`;
  }
  for (const [at, stroke] of strokes.entries()) {
    if (!(stroke.elapsedTime >= 0)) return `Stroke ${at + 1} is at ${stroke.elapsedTime} s.`;
    if (!(stroke.distance >= 0)) return `Stroke ${at + 1} is at ${stroke.distance} m.`;
  }
  return null;
}

function datesReason({ startedAt, endedAt, elapsedTime }: Workout, nowMs: number): string | null {
  for (const iso of [startedAt, endedAt]) {
    if (iso === null) continue;
    const moment = momentOf(iso);
    if (!moment) return `Its date is not one: ${iso.slice(0, 40)}.`;
    if (moment.ms < Date.UTC(firstYear, 0, 1)) {
      return `It is dated ${iso.slice(0, 10)}: the clock of the monitor or device was not set.`;
    }
    if (moment.ms > nowMs + zoneMs) return `It is dated ${iso.slice(0, 10)}, which is in the future.`;
  }
  const [start, end] = [startedAt, endedAt].map((iso) => (iso === null ? null : momentOf(iso)));
  if (!start || !end || (start.offsetSec === null) !== (end.offsetSec === null)) return null;
  const spanSec = (end.ms - start.ms) / 1000;
  if (spanSec < 0) return 'It ends before it starts.';
  if (elapsedTime !== null && elapsedTime > spanSec * 1.05 + 120) {
    return `It says ${rounded(elapsedTime)} s of work within ${rounded(spanSec)} s: its times are in a wrong scale.`;
  }
  return null;
}

function totalsReason({ machine, elapsedTime, distance, intervals, strokes }: Workout): string | null {
  const last = strokes.at(-1);
  const sec = elapsedTime ?? last?.elapsedTime ?? null;
  const meters = distance ?? last?.distance ?? null;
  if (!sec && !meters) return 'It has neither a time nor a distance.';
  if (sec !== null && sec > workSecMax) return `It says ${rounded(sec)} s of work, more than 500 hours.`;
  if (meters !== null && meters > distanceMMax) return `It says ${rounded(meters)} m, more than 2500 km.`;
  if (sec === 0) return `It says ${rounded(meters ?? 0)} m in no time.`;
  const { sprintMps, minuteMps } = speedsOf(machine);
  const parts = intervals.filter(({ kind }) => kind === 'work').map(({ time, distance: m }) => [time, m]);
  for (const [time, m] of [[sec, meters], ...parts]) {
    if (!time || !m) continue;
    const isTooFast = time >= 60 ? m / time > minuteMps : m / time > sprintMps && m > 20;
    if (isTooFast) return tooFast(m, time, machine);
  }
  return (
    beyondReason('strokes', 's', last?.elapsedTime ?? 0, elapsedTime, 60) ??
    beyondReason('strokes', 'm', last?.distance ?? 0, distance, 25)
  );
}

function tooFast(meters: number, sec: number, machine: MachineType | null): string {
  const pace = `${rounded(meters)} m in ${rounded(sec)} s is ${(meters / sec).toFixed(1)} m/s`;
  const isBike = ergs.has(machine) && meters / sec < 20;
  return isBike
    ? `${pace}, which no one rows: is it a BikeErg's, or in a wrong scale?`
    : `${pace}: it is in a wrong scale.`;
}

function beyondReason(what: string, unit: string, value: number, total: number | null, slack: number) {
  if (total === null || value <= total * 1.05 + slack) return null;
  return `Its ${what} go to ${rounded(value)} ${unit}, but it says ${rounded(total)} ${unit} in all.`;
}

function strokesReason({ machine, strokes, distance, elapsedTime }: Workout): string | null {
  for (const [at, stroke] of strokes.entries()) {
    const before = strokes[at - 1];
    if (!before) continue;
    if (before.elapsedTime - stroke.elapsedTime > backSecMax) {
      return `Time goes back from ${before.elapsedTime} s to ${stroke.elapsedTime} s at stroke ${at + 1}.`;
    }
    if (before.distance - stroke.distance > backMMax) {
      return `Distance goes back from ${before.distance} m to ${stroke.distance} m at stroke ${at + 1}.`;
    }
  }
  for (const [field, range] of rangesOf(machine)) {
    const words = coreFields.get(field);
    if (words === undefined) continue;
    const known = strokes.map((stroke) => stroke[field]).filter((value) => value !== null);
    const wrong = known.filter((value) => !isIn(value, range));
    if (wrong.length > 5 && wrong.length > known.length * glitchesMax) {
      return `${wrong.length} of ${known.length} strokes have an impossible ${words}, such as ${wrong[0]}.`;
    }
  }
  return paceReason(strokes, distance, elapsedTime);
}

/** Fields whose wrong values put the whole in doubt; others are only left out. */
const coreFields = new Map<RangedField, string>([
  ['pace', 'pace'],
  ['strokeRate', 'stroke rate'],
  ['power', 'power'],
  ['heartRate', 'heart rate'],
]);

/** The pace of half of the strokes is near the average, whatever the pauses: threefold is another scale. */
function paceReason(strokes: readonly WorkoutStroke[], distance: number | null, elapsedTime: number | null) {
  const paces = strokes.map(({ pace }) => pace).filter((pace) => pace !== null);
  if (paces.length < 10 || !distance || !elapsedTime) return null;
  const middle = paces.toSorted((a, b) => a - b)[Math.floor(paces.length / 2)] ?? 0;
  const mean = (elapsedTime / distance) * 500;
  if (middle <= mean * 3 && mean <= middle * 6) return null;
  return `Its strokes show a pace of ${rounded(middle)} s per 500 m, but its time and distance one of ${rounded(mean)} s: a wrong scale.`;
}

/** The monitor has 2.8 v³ watts on a RowErg and 0.35 v³ on a BikeErg: real workouts keep it to a few percent. */
function powerReason({ machine, averagePower, elapsedTime, distance, strokes }: Workout): string | null {
  const last = strokes.at(-1);
  const [sec, meters] = [elapsedTime ?? last?.elapsedTime, distance ?? last?.distance];
  const powers = strokes.map(({ power }) => power).filter((power) => power !== null);
  const watts = averagePower ?? powers.reduce((sum, power) => sum + power, 0) / powers.length;
  if (!sec || !meters || !(watts > 20)) return null;
  const ratio = watts / (meters / sec) ** 3;
  if (ergs.has(machine) && ratio > 0.3 && ratio < 0.4 && meters / sec > 4.5) {
    return `${rounded(watts)} W at ${(meters / sec).toFixed(1)} m/s are a BikeErg's, but the file says ${machine}.`;
  }
  return null;
}

type Range = readonly [least: number, most: number];
type RangedField = Exclude<
  keyof WorkoutStroke,
  'elapsedTime' | 'distance' | 'interval' | 'forceCurve' | 'rowedAfter'
>;
function rangesOf(machine: MachineType | null): [RangedField, Range][] {
  return [
    ['pace', [500 / speedsOf(machine).strokeMps, 65_535]],
    ['strokeRate', [0.01, 255]],
    ['heartRate', [20, 254]],
    ['power', [0, 5000]],
    ['driveLength', [0.01, 2.55]],
    ['driveTime', [0.01, 10]],
    ['recoveryTime', [0.01, 655.35]],
    ['strokeDistance', [0, 655.35]],
    ['peakForce', [0, 5000]],
    ['averageForce', [0, 5000]],
    ['workPerStroke', [0, 6553.5]],
    ['calories', [0, 65_535]],
    ['dragFactor', [1, 255]],
  ];
}
const forceNMax = 5000;

const isIn = (value: number | null, [least, most]: Range) =>
  value === null || (value >= least && value <= most);

/** Replaces single impossible values, glitches of a sensor, by none, and levels small steps back. */
export function cleanWorkout(workout: Workout): Workout {
  const ranges = rangesOf(workout.machine);
  let [sec, meters] = [0, 0];
  const strokes = workout.strokes.map((stroke) => {
    sec = Math.max(sec, stroke.elapsedTime);
    meters = Math.max(meters, stroke.distance);
    const clean = { ...stroke, elapsedTime: sec, distance: meters };
    for (const [field, range] of ranges) if (!isIn(clean[field], range)) clean[field] = null;
    if (clean.rowedAfter !== null && !(clean.rowedAfter >= 0)) clean.rowedAfter = null;
    if (clean.forceCurve?.some((force) => !(Math.abs(force) <= forceNMax))) clean.forceCurve = null;
    return clean;
  });
  const { averageHeartRate } = workout;
  return {
    ...workout,
    strokes,
    averageHeartRate: isIn(averageHeartRate, [20, 254]) ? averageHeartRate : null,
  };
}

const rounded = (value: number) => (Math.round(value * 10) / 10).toLocaleString('en-US');
