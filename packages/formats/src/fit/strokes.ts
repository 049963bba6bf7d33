import { bounds } from '../bounds.ts';
import { newStroke, type WorkoutStroke } from '../workout.ts';
import { workSecondsOf } from '../work-time.ts';
import { FitError } from './decode.ts';
import { developerNumber, developerQuantity, forceCurveOf } from './developer.ts';
import { messagesOf, numberOf, positiveOf, type Message } from './message.ts';
import { metersOf, type Part, type Session } from './parts.ts';
import { events, eventTypes, manufacturers } from './profile.ts';
import type { Span, Whole } from './totals.ts';

type Record = { message: Message; atSec: number; meters: number };
/** The records of one work part, and the end of the work before it. */
type Work = {
  part: Part;
  number: number;
  records: Record[];
  beforeSec: number;
  beforeM: number;
  /** The distance of the record before the first one, on or off the erg. */
  lastM: number;
};

/** The monitor's state in a rest, as the standard's WorkoutState has it. */
const restState = 3;

/** Returns the strokes of a session's work, or null if its records are not strokes: some devices record each second. */
export function strokesOf(
  session: Session,
  parts: readonly Part[],
  startSec: number,
  whole: Whole,
): WorkoutStroke[] | null {
  const records = strokeRecords(session);
  if (records === null) return null;
  const pauses = pausesOf(session.messages);
  if (!whole.isDivided) return strokesOfWhole(session, records, parts, startSec, { whole, pauses });
  const works = worksOf(records, parts);
  const offsets = offsetsOf(works, parts, session.before.meters);
  return works.flatMap((work, at) => {
    const { part, beforeSec, beforeM } = work;
    const fromSec = part.startSec ?? startSec;
    const clock = work.records.map(({ atSec, meters }) => ({
      atSec: atSec - pausedSec(pauses, fromSec, atSec),
      meters,
    }));
    const seconds = workSecondsOf(clock, fromSec, part.time);
    return work.records.map(({ message, atSec, meters }, place) =>
      strokeOf(message, {
        elapsedTime: beforeSec + (seconds[place] ?? 0),
        distance: hundredths(beforeM + meters - (offsets[at] ?? beforeM)),
        interval: work.number,
        rowedAfter: atSec - startSec,
      }),
    );
  });
}

/** Returns the strokes of a file of this app, which contain their own place in the work. */
export function ownStrokesOf({ messages }: Session): WorkoutStroke[] {
  return messagesOf(messages, 'record')
    .map(ownStroke)
    .filter((stroke) => stroke !== null);
}

/**
 * Returns the strokes by the session's own time and distance, if its laps do not add up to it: strokes outside the
 * rests, each in the last lap that had begun.
 */
function strokesOfWhole(
  session: Session,
  records: readonly Record[],
  parts: readonly Part[],
  startSec: number,
  { whole, pauses }: { whole: Whole; pauses: readonly Span[] },
): WorkoutStroke[] {
  const idle = merged([...whole.rests, ...pauses]);
  const works = parts.filter(({ kind }) => kind === 'work');
  const strokes: { record: Record; meters: number; interval: number }[] = [];
  const { meters: earlierM } = session.before;
  let before = (records[0]?.meters ?? 0) >= earlierM ? earlierM : 0;
  let [sum, interval] = [0, 1];
  for (const record of records) {
    const { atSec, message, meters } = record;
    while ((works[interval]?.startSec ?? Number.POSITIVE_INFINITY) <= atSec) interval += 1;
    const isRest =
      developerNumber(message, 'WorkoutState') === restState ||
      whole.rests.some(({ fromSec, toSec }) => atSec > fromSec && atSec <= toSec);
    const begins = meters < before / 2;
    if (!isRest) {
      sum += begins ? meters : Math.max(0, meters - before);
      strokes.push({ record, meters: sum, interval });
    }
    before = begins ? meters : Math.max(before, meters);
  }
  const clock = strokes.map(({ record: { atSec }, meters }) => ({
    atSec: atSec - pausedSec(idle, startSec, atSec),
    meters,
  }));
  const seconds = workSecondsOf(clock, startSec, whole.elapsedTime);
  return strokes.map(({ record: { message, atSec }, meters, interval: number }, at) =>
    strokeOf(message, {
      elapsedTime: seconds[at] ?? 0,
      distance: hundredths(meters),
      interval: number,
      rowedAfter: atSec - startSec,
    }),
  );
}

/** Joins spans that overlap. */
function merged(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.fromSec - other.fromSec)) {
    const last = joined.at(-1);
    if (last !== undefined && span.fromSec <= last.toSec) last.toSec = Math.max(last.toSec, span.toSec);
    else joined.push({ ...span });
  }
  return joined;
}

function strokeOf(
  message: Message,
  place: Pick<WorkoutStroke, 'elapsedTime' | 'distance' | 'interval' | 'rowedAfter'>,
): WorkoutStroke {
  const speed = positiveOf(message, 'record', 'enhancedSpeed', 'speed');
  const pace = developerQuantity(message, 'Pace') ?? (speed === null ? null : hundredths(500 / speed));
  const drag = developerNumber(message, 'DragFactor');
  return newStroke({
    ...place,
    pace,
    strokeRate: strokeRateOf(message),
    power: numberOf(message, 'record', 'power'),
    heartRate: positiveOf(message, 'record', 'heartRate'),
    forceCurve: forceCurveOf(message),
    driveLength: developerQuantity(message, 'DriveLength'),
    driveTime: developerQuantity(message, 'StrokeDriveTime', 'DriveTime'),
    recoveryTime: developerQuantity(message, 'StrokeRecoveryTime'),
    strokeDistance:
      numberOf(message, 'record', 'cycleLength16') ?? developerQuantity(message, 'StrokeDistance'),
    peakForce: developerQuantity(message, 'PeakDriveForceN', 'PeakDriveForceLbs'),
    averageForce: developerQuantity(message, 'AverageDriveForceN', 'AverageDriveForceLbs'),
    workPerStroke: developerQuantity(message, 'StrokeWork'),
    calories: numberOf(message, 'record', 'calories'),
    dragFactor: drag === 0 ? null : drag,
  });
}

/** A stroke that contains its own place in the work. */
function ownStroke(message: Message): WorkoutStroke | null {
  const elapsedTime = developerQuantity(message, 'ElapsedWorkTime');
  if (elapsedTime === null) return null;
  return strokeOf(message, {
    elapsedTime,
    distance: developerQuantity(message, 'WorkDistance') ?? numberOf(message, 'record', 'distance') ?? 0,
    interval: developerNumber(message, 'IntervalNumber') ?? 1,
    rowedAfter: developerQuantity(message, 'RowedAfter'),
  });
}

function strokeRateOf(message: Message): number | null {
  const rate =
    developerNumber(message, 'StrokeRate') ??
    numberOf(message, 'record', 'cadence256') ??
    (numberOf(message, 'record', 'cadence') ?? 0) + (numberOf(message, 'record', 'fractionalCadence') ?? 0);
  return rate > 0 ? rate : null;
}

/** Returns how many cycles the records count, or null: some devices restart in each lap. */
export function cyclesOf({ messages, before }: Session): number | null {
  let [last, sum]: [number | null, number] = [null, 0];
  for (const record of messagesOf(messages, 'record')) {
    const cycles = numberOf(record, 'record', 'totalCycles');
    if (cycles === null) continue;
    const from = last ?? before.cycles;
    sum += cycles >= from ? cycles - from : cycles;
    last = cycles;
  }
  return last === null ? null : sum;
}

/**
 * Returns the records that end a stroke, in order. A stroke happened when the count of cycles changes. Without a count,
 * records are strokes if the file or its writer marks them so, or if they arrive at the stroke rate that they show.
 */
function strokeRecords(session: Session): Record[] | null {
  const records: Record[] = [];
  for (const message of messagesOf(session.messages, 'record')) {
    const atSec = numberOf(message, 'record', 'timestamp');
    const meters = metersOf(numberOf(message, 'record', 'distance'), session);
    if (atSec !== null && meters !== null) records.push({ message, atSec, meters });
  }
  const countOf = ({ message }: Record) => numberOf(message, 'record', 'totalCycles');
  if (records.some((record) => countOf(record) !== null)) {
    let last = 0;
    return records.filter((record) => {
      const cycles = countOf(record) ?? last;
      const isStroke = cycles !== last;
      last = cycles;
      return isStroke;
    });
  }
  const isByStroke =
    session.manufacturer === manufacturers.concept2 ||
    developerNumber(session.message, 'RecordingStrategy') === 1 ||
    isAtStrokeRate(records);
  return isByStroke ? records : null;
}

function isAtStrokeRate(records: readonly Record[]): boolean {
  const strokesBetween: number[] = [];
  for (const [at, { message, atSec }] of records.entries()) {
    const rate = strokeRateOf(message);
    const before = records[at - 1];
    if (rate !== null && before && atSec - before.atSec < 10) {
      strokesBetween.push(((atSec - before.atSec) * rate) / 60);
    }
  }
  if (strokesBetween.length < 5) return records.length < 5;
  const mean = strokesBetween.reduce((sum, value) => sum + value, 0) / strokesBetween.length;
  return mean > 0.8 && mean < 1.25;
}

/** Sorts the records into the work parts; records of rests and between parts are left out. */
function worksOf(records: readonly Record[], parts: readonly Part[]): Work[] {
  const works: Work[] = [];
  const workOf = new Map<Part, Work>();
  let [beforeMs, beforeMm] = [0, 0];
  for (const part of parts) {
    if (part.kind === 'rest') continue;
    const work: Work = {
      part,
      number: works.length + 1,
      records: [],
      beforeSec: beforeMs / 1000,
      beforeM: beforeMm / 1000,
      lastM: 0,
    };
    works.push(work);
    workOf.set(part, work);
    beforeMs += Math.round((part.time ?? 0) * 1000);
    beforeMm += Math.round((part.distance ?? 0) * 1000);
  }
  let last = 0;
  let part = 0;
  for (const record of records) {
    while ((parts[part + 1]?.startSec ?? Number.POSITIVE_INFINITY) <= record.atSec) part += 1;
    const here = placeOf(record, parts, part, last);
    const work = here && workOf.get(here);
    if (work?.records.length === 0) work.lastM = last;
    work?.records.push(record);
    last = record.meters;
  }
  return works;
}

/** Returns the part in which a record was rowed, or undefined between parts. */
function placeOf(record: Record, parts: readonly Part[], at: number, lastM: number): Part | undefined {
  const part = parts[at];
  const before = parts[at - 1];
  if (!part || developerNumber(record.message, 'WorkoutState') === restState) return undefined;
  // In the second in which a rest begins, a stroke that continues the previous work is its last one.
  const isAtRestStart = part.kind === 'rest' && record.atSec === part.startSec && before?.kind === 'work';
  if (isAtRestStart) return record.meters > lastM ? before : undefined;
  const endSec = part.startSec !== null && part.lastsSec !== null ? part.startSec + part.lastsSec : null;
  return endSec !== null && record.atSec > endSec + 2 ? undefined : part;
}

/**
 * Returns the distance that the records show at the beginning of each work part. Files count differently: over the
 * work, with the meters of rests, from 0 in each part, or from the last stroke before; the first two may also continue
 * from earlier sessions. The first way that keeps all strokes within their part is right.
 */
function offsetsOf(works: readonly Work[], parts: readonly Part[], earlierM: number): number[] {
  const overWork = works.map(({ beforeM }) => beforeM);
  let total = 0;
  const withRests: number[] = [];
  for (const { kind, distance } of parts) {
    if (kind === 'work') withRests.push(total);
    total += distance ?? Number.NaN;
  }
  const afterLast = works.map(({ lastM }) => lastM);
  const zeros = works.map(() => 0);
  const after = (offsets: readonly number[]) => offsets.map((meters) => earlierM + meters);
  const ways = [overWork, withRests, zeros, afterLast, after(overWork), after(withRests)];
  return ways.find((offsets) => works.every((work, at) => isWithin(work, offsets[at]))) ?? overWork;
}

function isWithin({ part: { distance }, records }: Work, offset = Number.NaN): boolean {
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) return true;
  if (Number.isNaN(offset) || first.meters < offset - 1) return false;
  return distance === null || last.meters <= offset + distance * 1.01 + 2;
}

export function pausesOf(messages: readonly Message[]): Span[] {
  const pauses: Span[] = [];
  let fromSec: number | null = null;
  for (const event of messagesOf(messages, 'event')) {
    if (numberOf(event, 'event', 'event') !== events.timer) continue;
    const atSec = numberOf(event, 'event', 'timestamp');
    const isStart = numberOf(event, 'event', 'eventType') === eventTypes.start;
    if (isStart && fromSec !== null && atSec !== null) pauses.push({ fromSec, toSec: atSec });
    fromSec = isStart ? null : (fromSec ?? atSec);
  }
  if (pauses.length > bounds.fitPausesMax) throw new FitError('holds too many pauses');
  return pauses;
}

function pausedSec(pauses: readonly Span[], fromSec: number, toSec: number): number {
  return pauses.reduce(
    (sum, pause) => sum + Math.max(0, Math.min(pause.toSec, toSec) - Math.max(pause.fromSec, fromSec)),
    0,
  );
}

const hundredths = (value: number) => Math.round(value * 100) / 100;
