import type { Activity, Machine, WorkoutSummary } from '@boathouse/contract/activities';
import type { Stroke } from '@boathouse/contract/strokes';
import { syncServiceNames, type SyncService, type WeightClass } from '@boathouse/contract/sync/calls';
import { readLogbookResult } from '@boathouse/formats/logbook/read-result';
import { workBefore } from '@boathouse/formats/logbook/work-before';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { haveEqualFigures } from '@boathouse/workout/same-row';
import { fixedDistanceInterval, fixedTimeInterval, isIntervalWorkout } from '@boathouse/workout/workout-type';
import type { StrokeChunk } from '../../../db/stroke-chunk.ts';
import type { AddedByFile } from '../../../db/imports/stored-shapes.ts';
import { packStrokes, unpackStrokes, type StoredStroke } from '../../../infra/packed-strokes.ts';
import type { StoredWorkout } from '../imports/index.ts';
import { withHeartRates } from '../../training/samerows/index.ts';
import type { ReadWorkout } from '../workoutfiles/index.ts';
import { HttpError } from '../../../http/errors.ts';
import { NotNow, type UploadOutcome } from '../../../infra/outgoing/exchange.ts';
import { OutsideError } from '../../../infra/outgoing/outside-error.ts';
import type { Outcome } from '../../../infra/outgoing/queue/transport.ts';
import type { LogbookResult, LogbookStroke } from '../../../infra/outgoing/logbook.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Between two imports. */
const importEveryMs = hourMs;
/** An import begins this long before the previous one: clocks differ, and a result may be stored there late. */
export const importOverlapMs = 10 * minuteMs;

/** Returns when results are read next: at a random offset, so that connections made together are not read together. */
export function importAfter(now: Date): Date {
  return new Date(now.getTime() + importEveryMs * (1 + importSpread * Math.random()));
}
const importSpread = 0.2;

/** The Logbook's names of the monitor's workout types (packages/pm5, `WorkoutType`), by number. */
const logbookTypes = [
  'JustRow',
  'JustRow',
  'FixedDistanceSplits',
  'FixedDistanceSplits',
  'FixedTimeSplits',
  'FixedTimeSplits',
  'FixedTimeInterval',
  'FixedDistanceInterval',
  'VariableInterval',
  'VariableIntervalUndefinedRest',
  'FixedCalorie',
  'FixedWattMinute',
  'FixedCalorieInterval',
] as const;

const withWeightClass: ReadonlySet<Machine> = new Set<Machine>(['rower', 'dynamic', 'slides']);
/** A MultiErg's intervals each need their machine, which is unknown here. */
const notInLogbook: Readonly<Partial<Record<Machine, string>>> = {
  otherrower: 'The Logbook has results of Concept2 machines only',
  other: 'The Logbook has no results of this machine',
  multierg: 'The Logbook needs the machine of each interval of a MultiErg, which is not known here',
};

/** Returns why the Logbook can't store a result; null if it can. */
export function logbookRefusalOf({ machine, elapsedTime, distance }: Activity): string | null {
  if (elapsedTime <= 0 || distance <= 0) return 'Nothing was rowed';
  return notInLogbook[machine] ?? null;
}

const tenths = (value: number) => Math.round(value * 10);
const whole = (value: number | null | undefined) =>
  value === null || value === undefined || value <= 0 ? null : Math.round(value);
/** Leaves out unknown values: the Logbook accepts no null. */
const known = (fields: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/**
 * Returns an activity in the Logbook's form: only whole numbers, times in tenths of a second, the end as local time in
 * the zone.
 */
export function logbookResultOf(
  activity: Activity,
  strokes: readonly Stroke[],
  { timeZone, weightClass }: { timeZone: string; weightClass: WeightClass },
): Fields & { date: string; time: number; distance: number } {
  const { machine, elapsedTime, distance, workoutType, summary, createdAt } = activity;
  const splits = summary?.splits ?? [];
  const restSec = splits.reduce((sum, { restTime }) => sum + restTime, 0);
  const lastMs = strokes.at(-1)?.rowedAfterMs ?? 0;
  const endMs = Date.parse(createdAt) + Math.max(lastMs, Math.round((elapsedTime + restSec) * 1_000));
  const isIntervals = isIntervalWorkout(workoutType) || restSec > 0;
  const { averageHeartRate, recoveryHeartRate } = summary ?? {};
  const average = whole(activity.heartRate ?? averageHeartRate);
  const heartRate = known({ average, recovery: whole(recoveryHeartRate) });
  return {
    type: machine,
    date: wallClock(endMs, timeZone),
    timezone: timeZone,
    distance: Math.round(distance),
    time: tenths(elapsedTime),
    ...(withWeightClass.has(machine) ? { weight_class: weightClass } : {}),
    workout_type: typeOf(workoutType, isIntervals),
    ...known({
      stroke_rate: whole(activity.strokeRate),
      stroke_count: whole(countedStrokes(strokes, isIntervals ? splits.length : 1)),
      calories_total: whole(activity.totalCalories),
      drag_factor: whole(activity.dragFactor),
    }),
    ...(Object.keys(heartRate).length > 0 ? { heart_rate: heartRate } : {}),
    ...(isIntervals ? { rest_time: tenths(restSec) } : {}),
    ...(splits.length > 0
      ? { workout: { [isIntervals ? 'intervals' : 'splits']: partsOf(activity, isIntervals) } }
      : {}),
    ...(strokes.length > 0 ? { stroke_data: strokeDataOf(activity, strokes) } : {}),
  };
}

function typeOf(workoutType: number | null, isIntervals: boolean): string {
  if (workoutType !== null) return logbookTypes[workoutType] ?? 'unknown';
  return isIntervals ? 'VariableInterval' : 'unknown';
}

/** `yyyy-mm-dd hh:mm:ss` in the zone. */
function wallClock(atMs: number, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

function partsOf({ summary, workoutType, workout }: Activity, isIntervals: boolean) {
  const splits = summary?.splits ?? [];
  const pieces = parseWorkoutText(workout)?.pieces ?? [];
  return splits.map(({ time, distance, restTime, strokeRate, heartRate }, index) => {
    const beats = known({ average: whole(heartRate) });
    return {
      distance: Math.round(distance),
      time: tenths(time),
      // Required for intervals, and only for them.
      ...(isIntervals
        ? {
            type: partTypeOf(workoutType, pieces.length > 1 ? pieces[index]?.kind : pieces[0]?.kind),
            rest_time: tenths(restTime),
          }
        : {}),
      ...known({ stroke_rate: whole(strokeRate) }),
      ...(Object.keys(beats).length > 0 ? { heart_rate: beats } : {}),
    };
  });
}

function partTypeOf(
  workoutType: number | null,
  planned: string | undefined,
): 'time' | 'distance' | 'calorie' {
  if (workoutType === fixedTimeInterval) return 'time';
  if (workoutType === fixedDistanceInterval) return 'distance';
  if (planned === 'calories') return 'calorie';
  return planned === 'distance' ? 'distance' : 'time';
}

/** Time and distance begin again at each interval. */
function strokeDataOf({ machine, summary }: Activity, strokes: readonly Stroke[]) {
  const before = workBefore(summary?.splits ?? []);
  let last: Stroke | null = null;
  let base = { time: 0, distance: 0 };
  return strokes.map((stroke) => {
    if (last !== null && stroke.interval !== last.interval) {
      base = before[stroke.interval - 1] ?? { time: last.elapsedTime, distance: last.distance };
    } else if (last === null) base = before[stroke.interval - 1] ?? base;
    last = stroke;
    const { pace, strokeRate, heartRate } = stroke;
    return {
      t: Math.max(0, tenths(stroke.elapsedTime - base.time)),
      d: Math.max(0, tenths(stroke.distance - base.distance)),
      ...known({
        p: pace === null ? null : tenths(pace * (machine === 'bike' ? 2 : 1)),
        spm: whole(strokeRate),
        hr: whole(heartRate),
      }),
    };
  });
}

type Fields = Record<string, unknown>;

/** The Logbook identifies a result by these, or they can't be changed. */
const notChanged = new Set(['type', 'date', 'timezone', 'weight_class', 'stroke_data']);

/**
 * Returns the fields of our result that differ from the one in the Logbook.
 * @param onlyMissing for a result that another app has stored: its own fields stay
 */
export function changesOf(ours: Fields, there: LogbookResult, onlyMissing: boolean): Fields {
  const changes: Fields = {};
  for (const [field, value] of Object.entries(ours)) {
    if (notChanged.has(field)) continue;
    const stored: unknown = Reflect.get(there, field);
    const next = field === 'heart_rate' ? withStoredRates(value, stored, onlyMissing) : value;
    if (!isSaidBy(stored, next) && (!onlyMissing || isMissing(stored) || field === 'heart_rate')) {
      changes[field] = next;
    }
  }
  return changes;
}

/** Heart rates are sent together: those that are missing here stay. */
function withStoredRates(ours: unknown, stored: unknown, onlyMissing: boolean): Fields {
  const kept = entriesOf(stored).filter(([, rate]) => Number.isInteger(rate) && rate !== 0);
  const entries = onlyMissing ? [...entriesOf(ours), ...kept] : [...kept, ...entriesOf(ours)];
  return Object.fromEntries(entries);
}

const entriesOf = (value: unknown): Array<[string, unknown]> =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const isMissing = (value: unknown) =>
  value === null || value === undefined || value === 0 || value === 'unknown' || isEqual(value, []);

/** Whether the stored value contains our whole value; the Logbook may have more. */
function isSaidBy(stored: unknown, ours: unknown): boolean {
  if (typeof ours !== 'object' || ours === null) return stored === ours;
  if (typeof stored !== 'object' || stored === null) return false;
  if (Array.isArray(ours) && (!Array.isArray(stored) || stored.length !== ours.length)) return false;
  return entriesOf(ours).every(([key, value]) => isSaidBy(Reflect.get(stored, key), value));
}

/**
 * Returns how many strokes the monitor counted, which numbers the strokes of each interval; null if some of an interval
 * are missing, so that its count is unknown.
 */
function countedStrokes(strokes: readonly Stroke[], intervals: number): number | null {
  const counted = new Map<number, number>();
  for (const { interval, number } of strokes) {
    counted.set(interval, Math.max(number, counted.get(interval) ?? 0));
  }
  const isComplete = Array.from({ length: intervals }, (_, at) => at + 1).every((at) => counted.has(at));
  return isComplete ? [...counted.values()].reduce((sum, count) => sum + count, 0) : null;
}

/** Returns a result of the Logbook in the form of its file, and how many strokes were rowed outside its work. */
export function workoutOfResult(result: LogbookResult, strokes: readonly LogbookStroke[]) {
  return readLogbookResult(result, strokes, instantOf);
}

/** Null in a zone that is not known here. */
function instantOf(wall: string, timeZone: string): string | null {
  try {
    return Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return null;
  }
}

/** Returns the figures of an edited result in the stored form. */
export function figuresOf(edited: StoredWorkout) {
  const { workout, plan, machine, startedMs, durationMs, day, elapsedTime, averagePace, distance } = edited;
  const { strokeRate, workoutType, heartRate, dragFactor, averagePower, totalCalories, summary } = edited;
  const rowed = {
    workout,
    plan,
    machine,
    day,
    elapsedTime,
    averagePace,
    distance,
    isPartial: edited.isPartial,
  };
  const measured = { strokeRate, workoutType, heartRate, dragFactor, averagePower, totalCalories, summary };
  const times = { createdAt: new Date(startedMs), completedAt: new Date(startedMs + durationMs) };
  return { ...rowed, ...measured, ...times };
}

/** A live row that a result of the service has completed, with its strokes. */
type CompletedRow = {
  activity: {
    elapsedTime: number;
    distance: number;
    strokeCount: number;
    heartRate: number | null;
    summary: WorkoutSummary | null;
  };
  added: AddedByFile;
  stored: readonly StrokeChunk[];
};

/**
 * Returns the changes that an edited result of the service makes to a live row that it has completed: only its own
 * added data, and strokes that the row still lacks. The monitor's own data stays, and all data if the edited result has
 * other figures. `strokes` is null if they do not change.
 */
export function editedCompletion({ activity, added: before, stored }: CompletedRow, edited: ReadWorkout) {
  const change: { heartRate?: number; summary?: WorkoutSummary; strokeCount?: number } = {};
  const added = { ...before };
  if (!haveEqualFigures(figuresFor(activity), figuresFor(edited))) return { change, added, strokes: null };
  const isHeartRateOfFile = before.heartRate !== undefined && before.heartRate === activity.heartRate;
  if (isHeartRateOfFile && edited.heartRate !== null && edited.heartRate !== activity.heartRate) {
    added.heartRate = change.heartRate = edited.heartRate;
  }
  const { splits } = edited.summary;
  const hasOtherSplits =
    before.intervals && splits.length > 1 && !isEqual(activity.summary?.splits ?? null, splits);
  if (hasOtherSplits && activity.summary !== null) change.summary = { ...activity.summary, splits };
  if (edited.chunks.length === 0) return { change, added, strokes: null };
  if (activity.strokeCount === (before.strokes ?? 0)) {
    if (areSameStrokes(stored, edited.chunks)) return { change, added, strokes: null };
    added.strokes = change.strokeCount = edited.strokes;
    return { change, added, strokes: edited.chunks };
  }
  const filled =
    before.strokeHeartRates && edited.hasHeartRates
      ? withEditedHeartRates(stored, before.strokeHeartRates, strokesIn(edited.chunks))
      : stored;
  return { change, added, strokes: areSameStrokes(stored, filled) ? null : filled };
}

const figuresFor = ({ elapsedTime, distance }: { elapsedTime: number; distance: number }) => ({
  elapsedSec: elapsedTime,
  distanceM: distance,
});

/** Only the first strokes of a row, as many as it had then, have received their heart rates. */
function withEditedHeartRates(
  stored: readonly StrokeChunk[],
  count: number,
  ofService: readonly StoredStroke[],
): StrokeChunk[] {
  const filled = withHeartRates(strokesIn(stored), ofService);
  return stored.map((chunk) => {
    const strokes = unpackStrokes(chunk.packed).map((stroke, at) =>
      chunk.first + at < count ? (filled[chunk.first + at] ?? stroke) : stroke,
    );
    return { ...chunk, packed: packStrokes(strokes) };
  });
}

export function areSameStrokes(stored: readonly StrokeChunk[], edited: readonly StrokeChunk[]): boolean {
  return JSON.stringify(strokesIn(stored)) === JSON.stringify(strokesIn(edited));
}

function strokesIn(chunks: readonly StrokeChunk[]): StoredStroke[] {
  return chunks.flatMap(({ packed }) => unpackStrokes(packed));
}

/** Whether a stored value is the edited one. */
export function isEqual(stored: unknown, edited: unknown): boolean {
  if (stored instanceof Date && edited instanceof Date) return stored.getTime() === edited.getTime();
  return stored === edited || canonical(stored) === canonical(edited);
}

/** The database sorts the keys of stored JSON. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : each,
  );
}

/** Returns a description of the omitted strokes of a result; null if there are none. */
export function leftOutWords(inRests: number, unread: number): string | null {
  const words = [
    ...(inRests > 0 ? [`${strokesInWords(inRests)} of the rests left out`] : []),
    ...(unread > 0 ? [`${strokesInWords(unread)} not understood`] : []),
  ];
  return words.length === 0 ? null : words.join(', ');
}

const strokesInWords = (count: number) => (count === 1 ? '1 stroke' : `${count} strokes`);

/** Returns the state of an upload that the service has. */
export function stateAfter(isOurs: boolean): 'sent' | 'there' {
  return isOurs ? 'sent' : 'there';
}

export const goneWords = 'It was deleted there after it was sent';
export const strokesKeptWords =
  'Strokes of this row came after it was sent, and the Concept2 Logbook takes strokes only with a new result';

export function keptWords(service: SyncService): string {
  return `More of this row came after it was sent, and ${syncServiceNames[service]} keeps what it got first`;
}

export function refusedMore(service: SyncService, words: string): string {
  return `More of this row came after it was sent, and ${syncServiceNames[service]} didn't take it: ${words}`;
}

export function refusedWords({ service, isByLogin }: { service: SyncService; isByLogin: boolean }): string {
  const name = syncServiceNames[service];
  return isByLogin ? `${name} ended the login. Log in again.` : `${name} refused the key. Enter another one.`;
}

/** Returns the outcome of an attempt that ended with an error; null for an error of this server. */
export function outcomeOf(error: unknown): Outcome | null {
  if (error instanceof OutsideError) return { kind: 'failed', problem: error.message, isReached: false };
  if (error instanceof NotNow) {
    const { message: problem, waitSec, isReached } = error;
    return waitSec === null ? { kind: 'failed', problem, isReached } : { kind: 'busy', problem, waitSec };
  }
  if (!(error instanceof HttpError) || error.status !== 409) return null;
  // Another request stored it differently at the same moment.
  return { kind: 'failed', problem: 'Some results were stored meanwhile', isReached: true };
}

/** The outcome of an upload; `problem` names data that the remote copy lacks. */
export type SentUpload = UploadOutcome & { problem?: string | null };

/** Returns an upload in the stored form. */
export function stored(outcome: SentUpload) {
  const { kind, problem = null } = outcome;
  return kind === 'refused' ? { state: kind, problem } : { state: kind, problem, remoteId: outcome.remoteId };
}
