import { bounds } from './bounds.ts';
import { momentOf } from './dates.ts';
import type { Interval, MachineType, Workout, WorkoutStroke } from './workout.ts';

const firstYear = 1995;
const hourMs = 3_600_000;
/** A wall clock without a zone can be this far ahead. */
const zoneMs = 26 * hourMs;
const workSecMax = 500 * 3600;
const distanceMMax = 2_500_000;
/** Dates that put the work into less than a tenth of its time show another scale of the time, not a wrong date. */
const scaleMin = 10;
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
 * Returns why a workout cannot be read, or null: its time or its distance is absent or impossible. Nothing else
 * refuses a workout; `cleanWorkout` leaves out other impossible figures. `nowMs` is the reader's clock. An accepted
 * workout is possible, not proved.
 */
export function checkWorkout(workout: Workout, nowMs: number): string | null {
  const { elapsedTime, distance, machine, strokes, intervals } = workout;
  if (strokes.length > bounds.strokesMax) return `It has more than ${bounds.strokesMax} strokes.`;
  if (intervals.length > bounds.intervalsMax) return `It has more than ${bounds.intervalsMax} intervals.`;
  const totals = [
    [elapsedTime, 's of work'],
    [distance, 'm'],
  ] as const;
  for (const [value, unit] of totals) {
    if (value !== null && !(value >= 0)) return `It says ${value} ${unit}, which is impossible.`;
  }
  const last = strokes.at(-1);
  const sec = elapsedTime ?? last?.elapsedTime ?? null;
  const meters = distance ?? last?.distance ?? null;
  if (!sec && !meters) return 'It has neither a time nor a distance.';
  if (!sec) return `It says ${rounded(meters ?? 0)} m in no time.`;
  if (!meters) return `It says no distance in ${rounded(sec)} s.`;
  if (sec > workSecMax) return `It says ${rounded(sec)} s of work, more than 500 hours.`;
  if (meters > distanceMMax) return `It says ${rounded(meters)} m, more than 2500 km.`;
  return isTooFast(meters, sec, machine) ? tooFast(meters, sec, machine) : scaleReason(workout, sec, nowMs);
}

function scaleReason({ startedAt, endedAt }: Workout, sec: number, nowMs: number): string | null {
  const spanSec = spanSecOf(startedAt, endedAt, nowMs);
  if (spanSec === null || spanSec <= 0 || sec <= spanSec * scaleMin + 120) return null;
  return `It says ${rounded(sec)} s of work within ${rounded(spanSec)} s: its times are in a wrong scale.`;
}

/** Returns the time between two possible dates, or null. */
function spanSecOf(startedAt: string | null, endedAt: string | null, nowMs: number): number | null {
  if (dateFault(startedAt, nowMs) !== null || dateFault(endedAt, nowMs) !== null) return null;
  const [start, end] = [momentOf(startedAt ?? ''), momentOf(endedAt ?? '')];
  if (!start || !end || (start.offsetSec === null) !== (end.offsetSec === null)) return null;
  return (end.ms - start.ms) / 1000;
}

function isTooFast(meters: number, sec: number, machine: MachineType | null): boolean {
  const { sprintMps, minuteMps } = speedsOf(machine);
  return sec >= 60 ? meters / sec > minuteMps : meters / sec > sprintMps && meters > 20;
}

function tooFast(meters: number, sec: number, machine: MachineType | null): string {
  const pace = `${rounded(meters)} m in ${rounded(sec)} s is ${(meters / sec).toFixed(1)} m/s`;
  const isBike = ergs.has(machine) && meters / sec < 20;
  return isBike
    ? `${pace}, which no one rows: is it a BikeErg's, or in a wrong scale?`
    : `${pace}: it is in a wrong scale.`;
}

/** A workout without its impossible figures, and a description of the removed ones for the user who chose the file. */
type CleanWorkout = { workout: Workout; leftOut: string[] };

/**
 * Removes impossible values and values that contradict the whole: dates, figures of laps, columns and single values of
 * sensors, and strokes. Levels small steps back. Total time and distance stay unchanged.
 */
export function cleanWorkout(workout: Workout, nowMs: number): CleanWorkout {
  const leftOut: string[] = [];
  const dates = cleanDates(workout, nowMs, leftOut);
  const strokes = possibleStrokes(workout, leftOut);
  const sensors = cleanSensors({ ...workout, strokes }, leftOut);
  return {
    workout: {
      ...workout,
      ...sensors,
      ...dates,
      isDayOnly: workout.isDayOnly && (dates.startedAt ?? dates.endedAt) !== null,
      intervals: cleanLaps(workout, sensors.intervals, leftOut),
      restTime: possible(workout.restTime),
      restDistance: possible(workout.restDistance),
    },
    leftOut,
  };
}

const possible = (value: number | null) => (value !== null && value >= 0 ? finite(value) : null);
const finite = (value: number | null) => (Number.isFinite(value) ? value : null);

/** Returns why a date is invalid, or null. */
function dateFault(iso: string | null, nowMs: number): string | null {
  if (iso === null) return null;
  const moment = momentOf(iso);
  if (!moment) return `Its date is not one: ${iso.slice(0, 40)}`;
  if (moment.ms < Date.UTC(firstYear, 0, 1))
    return `It is dated ${iso.slice(0, 10)}: the clock of the monitor or device was not set`;
  return moment.ms > nowMs + zoneMs ? `It is dated ${iso.slice(0, 10)}, which is in the future` : null;
}

/** A wrong date is a missing one. */
function cleanDates(
  workout: Workout,
  nowMs: number,
  leftOut: string[],
): Pick<Workout, 'startedAt' | 'endedAt'> {
  let { startedAt, endedAt } = workout;
  const faults = new Set([dateFault(startedAt, nowMs), dateFault(endedAt, nowMs)]);
  if (dateFault(startedAt, nowMs) !== null) startedAt = null;
  if (dateFault(endedAt, nowMs) !== null) endedAt = null;
  const [fault] = [...faults].filter((each) => each !== null);
  if (fault !== undefined) leftOut.push(`${fault}. The date is left out.`);
  const spanSec = spanSecOf(startedAt, endedAt, nowMs);
  const { elapsedTime } = workout;
  if (spanSec === null || (spanSec >= 0 && (elapsedTime ?? 0) <= spanSec * 1.05 + 120))
    return { startedAt, endedAt };
  leftOut.push(
    spanSec < 0
      ? 'It ends before it starts. The date of its end is left out.'
      : `It says ${rounded(elapsedTime ?? 0)} s of work within ${rounded(spanSec)} s. The date of its end is left out.`,
  );
  return { startedAt, endedAt: null };
}

/** Strokes that contradict each other or the whole are dropped. */
function possibleStrokes(workout: Workout, leftOut: string[]): WorkoutStroke[] {
  const fault = strokesFault(workout);
  if (fault === null) return workout.strokes;
  leftOut.push(`${fault} The strokes are left out.`);
  return [];
}

function strokesFault({ strokes, elapsedTime, distance }: Workout): string | null {
  for (const [at, stroke] of strokes.entries()) {
    if (!(stroke.elapsedTime >= 0) || !Number.isFinite(stroke.elapsedTime))
      return `Stroke ${at + 1} is at ${stroke.elapsedTime} s.`;
    if (!(stroke.distance >= 0) || !Number.isFinite(stroke.distance))
      return `Stroke ${at + 1} is at ${stroke.distance} m.`;
    const before = strokes[at - 1];
    if (!before) continue;
    if (before.elapsedTime - stroke.elapsedTime > backSecMax)
      return `Time goes back from ${before.elapsedTime} s to ${stroke.elapsedTime} s at stroke ${at + 1}.`;
    if (before.distance - stroke.distance > backMMax)
      return `Distance goes back from ${before.distance} m to ${stroke.distance} m at stroke ${at + 1}.`;
  }
  const last = strokes.at(-1);
  return (
    beyondFault('s', last?.elapsedTime ?? 0, elapsedTime, 60) ??
    beyondFault('m', last?.distance ?? 0, distance, 25)
  );
}

function beyondFault(unit: string, value: number, total: number | null, slack: number): string | null {
  if (total === null || value <= total * 1.05 + slack) return null;
  return `Its strokes go to ${rounded(value)} ${unit}, but it says ${rounded(total)} ${unit} in all.`;
}

/** A lap whose average speed is this many times that of the whole, or its reciprocal, contradicts the whole. */
const lapSpeedRatio = 5;

/** A lap that contradicts the whole loses its own figure. Splits of sprints and paddling are within the ratio. */
function cleanLaps(
  { machine, elapsedTime, distance }: Workout,
  intervals: readonly Interval[],
  leftOut: string[],
): Interval[] {
  let wrong = 0;
  const isWrong = (value: number | null, whole: number | null, slack: number) =>
    value !== null &&
    (!Number.isFinite(value) || value < 0 || (whole !== null && value > whole * 1.05 + slack));
  const mean = elapsedTime && distance ? distance / elapsedTime : null;
  // Laps that add up to the whole are right, even if one of them is very slow.
  const sum = intervals.reduce((all, lap) => all + (lap.kind === 'work' ? (lap.distance ?? 0) : 0), 0);
  const isSum = distance !== null && Math.abs(sum - distance) <= distance * 0.02 + 25;
  const contradicts = (meters: number, sec: number) =>
    isTooFast(meters, sec, machine) ||
    (mean !== null &&
      !isSum &&
      sec >= 20 &&
      (meters / sec < mean / lapSpeedRatio || meters / sec > mean * lapSpeedRatio));
  const laps = intervals.map((lap) => {
    const isWork = lap.kind === 'work';
    const time = isWrong(lap.time, isWork ? elapsedTime : null, 60) ? null : lap.time;
    const isFalse =
      isWrong(lap.distance, isWork ? distance : null, 25) ||
      (isWork && lap.distance !== null && time !== null && time > 0 && contradicts(lap.distance, time));
    const clean = { ...lap, time, distance: isFalse ? null : lap.distance };
    if (clean.time !== lap.time || clean.distance !== lap.distance) wrong += 1;
    return clean;
  });
  if (wrong > 0)
    leftOut.push(
      `${wrong} of ${laps.length} laps ${wrong === 1 ? 'contradicts' : 'contradict'} the workout's own time and distance. Those figures are left out.`,
    );
  return laps;
}

type Range = readonly [least: number, most: number];
type RangedField = Exclude<
  keyof WorkoutStroke,
  'elapsedTime' | 'distance' | 'interval' | 'forceCurve' | 'rowedAfter'
>;
/** A sensor's name, its possible values, and its field in the model besides strokes. */
type Sensor = {
  field: RangedField | null;
  words: string;
  range: Range;
  ofWhole:
    | 'averageHeartRate'
    | 'averageStrokeRate'
    | 'averagePower'
    | 'calories'
    | 'dragFactor'
    | 'strokeCount'
    | null;
};
const forceNMax = 5000;
const countMax = 100_000;

function sensorsOf(machine: MachineType | null): Sensor[] {
  const sensor = (
    field: Sensor['field'],
    words: string,
    range: Range,
    ofWhole: Sensor['ofWhole'] = null,
  ) => ({
    field,
    words,
    range,
    ofWhole,
  });
  return [
    sensor('pace', 'pace', [500 / speedsOf(machine).strokeMps, 65_535]),
    sensor('strokeRate', 'stroke rate', [0.01, 255], 'averageStrokeRate'),
    sensor('heartRate', 'heart rate', [20, 254], 'averageHeartRate'),
    sensor('power', 'power', [0, 5000], 'averagePower'),
    sensor('driveLength', 'drive length', [0.01, 2.55]),
    sensor('driveTime', 'drive time', [0.01, 10]),
    sensor('recoveryTime', 'recovery time', [0.01, 655.35]),
    sensor('strokeDistance', 'distance per stroke', [0, 655.35]),
    sensor('peakForce', 'peak force', [0, forceNMax]),
    sensor('averageForce', 'average force', [0, forceNMax]),
    sensor('workPerStroke', 'work per stroke', [0, 6553.5]),
    sensor('calories', 'calories', [0, 65_535], 'calories'),
    sensor('dragFactor', 'drag factor', [1, 255], 'dragFactor'),
    sensor(null, 'stroke count', [0, countMax], 'strokeCount'),
  ];
}

const isIn = (value: number | null, [least, most]: Range) =>
  value === null || (value >= least && value <= most);

/** If half of a sensor's values are impossible, the others aren't measurements either. */
const noSensorShare = 0.5;

type Sensors = Pick<
  Workout,
  | 'strokes'
  | 'intervals'
  | 'averageHeartRate'
  | 'averageStrokeRate'
  | 'averagePower'
  | 'calories'
  | 'dragFactor'
  | 'strokeCount'
>;

function cleanSensors(workout: Workout, leftOut: string[]): Sensors {
  const { averageHeartRate, averageStrokeRate, averagePower, calories, dragFactor, strokeCount } = workout;
  const clean: Sensors = {
    strokes: levelled(workout.strokes, leftOut),
    intervals: workout.intervals.map((lap) => ({ ...lap })),
    averageHeartRate,
    averageStrokeRate,
    averagePower,
    calories,
    dragFactor,
    strokeCount,
  };
  for (const { field, words, range, ofWhole } of sensorsOf(workout.machine)) {
    const wrong: number[] = [];
    let known = 0;
    /** Returns a possible value, and counts it. */
    const sifted = (value: number | null) => {
      // If a range begins above 0, apps write 0 for no value.
      if (value === null || (value === 0 && range[0] > 0)) return null;
      known += 1;
      if (isIn(value, range)) return value;
      wrong.push(value);
      return null;
    };
    if (field !== null) for (const stroke of clean.strokes) stroke[field] = sifted(stroke[field]);
    const isNone = wrong.length > 5 && wrong.length > known * noSensorShare;
    if (isNone && field !== null) for (const stroke of clean.strokes) stroke[field] = null;
    if (ofWhole !== null) {
      clean[ofWhole] = sifted(clean[ofWhole]);
      // The drag factor is a session's only.
      const ofLap = ofWhole === 'dragFactor' ? null : ofWhole;
      if (ofLap !== null) for (const lap of clean.intervals) lap[ofLap] = sifted(lap[ofLap]);
    }
    if (wrong.length > 0) leftOut.push(sensorWords(words, wrong, known, isNone));
  }
  leaveOutPace(workout, clean.strokes, leftOut);
  leaveOutBikePower(workout, clean, leftOut);
  return clean;
}

function sensorWords(words: string, wrong: readonly number[], known: number, isNone: boolean): string {
  const example = rounded(wrong[0] ?? 0);
  const count =
    known === 1
      ? `is impossible (${example})`
      : `${wrong.length} of ${known} values are impossible, such as ${example}`;
  if (known === 1) return `Its ${words} ${count}: left out.`;
  return isNone || wrong.length === known
    ? `Its ${words} is left out: ${count}.`
    : `Of its ${words}, ${count}: those are left out.`;
}

/** Copies strokes so that neither time nor distance decreases. */
function levelled(strokes: readonly WorkoutStroke[], leftOut: string[]): WorkoutStroke[] {
  let [sec, meters, curves] = [0, 0, 0];
  const copies = strokes.map((stroke) => {
    sec = Math.max(sec, stroke.elapsedTime);
    meters = Math.max(meters, stroke.distance);
    const isCurve = stroke.forceCurve?.every((force) => Math.abs(force) <= forceNMax) ?? true;
    if (!isCurve) curves += 1;
    return {
      ...stroke,
      elapsedTime: sec,
      distance: meters,
      rowedAfter: possible(stroke.rowedAfter),
      forceCurve: isCurve ? stroke.forceCurve : null,
    };
  });
  if (curves > 0) leftOut.push(`${curves} force curves have impossible forces: those are left out.`);
  return copies;
}

/** The pace of half of the strokes is near the average despite pauses: three times that means another scale. */
function leaveOutPace({ elapsedTime, distance }: Workout, strokes: WorkoutStroke[], leftOut: string[]): void {
  const paces = strokes.map(({ pace }) => pace).filter((pace) => pace !== null);
  if (paces.length < 10 || !distance || !elapsedTime) return;
  const middle = paces.toSorted((a, b) => a - b)[Math.floor(paces.length / 2)] ?? 0;
  const mean = (elapsedTime / distance) * 500;
  if (middle <= mean * 3 && mean <= middle * 6) return;
  for (const stroke of strokes) stroke.pace = null;
  leftOut.push(
    `Its strokes show a pace of ${rounded(middle)} s per 500 m, but its time and distance one of ${rounded(mean)} s. The pace of the strokes is left out.`,
  );
}

/** The monitor has 2.8 v³ watts on a RowErg and 0.35 v³ on a BikeErg: real workouts keep it to a few percent. */
function leaveOutBikePower(
  { machine, elapsedTime, distance }: Workout,
  clean: Sensors,
  leftOut: string[],
): void {
  const { strokes, averagePower } = clean;
  const last = strokes.at(-1);
  const [sec, meters] = [elapsedTime ?? last?.elapsedTime, distance ?? last?.distance];
  const powers = strokes.map(({ power }) => power).filter((power) => power !== null);
  const watts = averagePower ?? powers.reduce((sum, power) => sum + power, 0) / powers.length;
  if (!sec || !meters || !(watts > 20) || !ergs.has(machine)) return;
  const ratio = watts / (meters / sec) ** 3;
  if (!(ratio > 0.3 && ratio < 0.4 && meters / sec > 4.5)) return;
  clean.averagePower = null;
  for (const stroke of strokes) stroke.power = null;
  for (const lap of clean.intervals) lap.averagePower = null;
  leftOut.push(
    `${rounded(watts)} W at ${(meters / sec).toFixed(1)} m/s are a BikeErg's, but the file says ${machine}. The power is left out.`,
  );
}

const rounded = (value: number) => (Math.round(value * 10) / 10).toLocaleString('en-US');
