import { bounds } from '../bounds.ts';
import { dateOf } from '../dates.ts';
import {
  machineNamed,
  newWorkout,
  type MachineType,
  type Problem,
  type ReadResult,
  type Workout,
} from '../workout.ts';
import { decodeFit, FitError, type FileFault } from './decode.ts';
import { developerNumber, developerQuantity, developerText } from './developer.ts';
import { messagesOf, numberOf, positiveOf, textOf, type Message } from './message.ts';
import {
  isCutBy,
  metersOf,
  partsOf,
  strokeRateOf,
  sumOf,
  workSecOf,
  type Part,
  type Session,
} from './parts.ts';
import { events, eventTypes, leastDateSec, manufacturers, sports, subSports } from './profile.ts';
import { cyclesOf, ownStrokesOf, strokesOf } from './strokes.ts';
import { ownTotals, wholeOf } from './totals.ts';
import { isContradicted, lacksLaps, sessionOfRecords } from './unfinished.ts';

const activityFile = 4;
const otherFiles: Readonly<Record<number, string>> = {
  1: 'a device',
  2: 'settings',
  3: 'a sport profile',
  5: 'a planned workout',
  6: 'a course',
  15: "a day's monitoring",
};
const appNames: Readonly<Record<number, string>> = { 1: 'Garmin', 40: 'Concept2', 87: 'Nielsen-Kellerman' };

/** Returns the words for a type of FIT file that holds no activity, or null. */
export function otherKindOfFit(type: number | null): string | null {
  if (type === activityFile) return null;
  return `This FIT file holds ${otherFiles[type ?? -1] ?? 'something else'}, not a workout.`;
}

/**
 * Reads the activities of a FIT file: trusts the session and the records, and laps only if they agree with these. A cut
 * or damaged file is read as far as possible; without a session, its records and laps give the totals.
 */
export function readFit(bytes: Uint8Array): ReadResult {
  const result: ReadResult = { workouts: [], problems: [] };
  const say = (message: string) => result.problems.push({ message });
  try {
    for (const { messages, fault } of decodeFit(bytes)) {
      const type = numberOf(messagesOf(messages, 'fileId')[0], 'fileId', 'type');
      if (fault !== null) say(`This FIT file ${fault.words}. What can be read of it is read.`);
      const otherKind = otherKindOfFit(type);
      if (otherKind !== null && (type !== null || fault === null)) {
        say(otherKind);
        continue;
      }
      const sessions = sessionsOf(messages);
      if (sessions.length === 0) readUnfinished({ messages, ...knownOf(messages) }, result);
      const areRecordsCut = fault?.isCut === true;
      for (const session of sessions) readWhole({ ...session, areRecordsCut }, fault, result);
    }
  } catch (error) {
    if (!(error instanceof FitError)) throw error;
    say(`This FIT file ${error.message}.`);
  }
  return result;
}

/** Reads a session: in a cut file only with its laps, in a damaged file only if its records do not contradict it. */
function readWhole(session: Session, fault: FileFault | null, result: ReadResult): void {
  if (session.areRecordsCut && lacksLaps(session)) {
    // A missing rest would count as work.
    readUnfinished({ ...session, areRecordsCut: false }, result, 'lacks laps of its session');
    return;
  }
  if (fault?.isDamaged === true && isContradicted(session)) {
    const message =
      'The session of this FIT file and its records contradict each other, so its time and distance are not known.';
    result.problems.push({ message });
    return;
  }
  readSession(session, result);
}

/** Reads a file without a session that is the whole of its records and laps. */
function readUnfinished(file: Omit<Session, 'message'>, result: ReadResult, lack = 'has no session'): void {
  const session = sessionOfRecords(file);
  const message =
    session === null
      ? `This FIT file ${lack}, no records and no laps.`
      : `This FIT file ${lack}. Its time and distance are those of its records and laps.`;
  result.problems.push({ message });
  if (session !== null) readSession(session, result);
}

/** The fields that all sessions of a file have in common. */
function knownOf(messages: readonly Message[]): Omit<Session, 'message' | 'messages'> {
  const manufacturer = numberOf(messagesOf(messages, 'fileId')[0], 'fileId', 'manufacturer');
  return {
    manufacturer,
    isCut: isCutBy(manufacturer, messages),
    areRecordsCut: false,
    before: { meters: 0, cycles: 0 },
  };
}

/** Splits a file's messages by its sessions: a message belongs to the session in whose time it is. */
function sessionsOf(messages: readonly Message[]): Session[] {
  const found = messagesOf(messages, 'session').slice(0, bounds.fitFilesMax);
  const known = knownOf(messages);
  if (found.length === 1) return found.map((message) => ({ message, messages, ...known }));
  const startOf = (message: Message) => numberOf(message, 'session', 'startTime') ?? 0;
  found.sort((a, b) => startOf(a) - startOf(b));
  return found.map((message, at) => {
    const fromSec = at === 0 ? 0 : startOf(message);
    const next = found[at + 1];
    const toSec = next ? startOf(next) : Number.POSITIVE_INFINITY;
    const isWithin = (other: Message) => {
      const atSec = other.fields.get('startTime') ?? other.fields.get('timestamp');
      return typeof atSec !== 'number' || (atSec >= fromSec && atSec < toSec);
    };
    return {
      message,
      messages: messages.filter(isWithin),
      ...known,
      before: countsBefore(messages, fromSec),
    };
  });
}

/** Returns the counts of the records before a moment; those of the next session may continue from them. */
function countsBefore(messages: readonly Message[], sec: number): Session['before'] {
  const before = messagesOf(messages, 'record').filter(
    (record) => (numberOf(record, 'record', 'timestamp') ?? sec) < sec,
  );
  const lastOf = (name: 'distance' | 'totalCycles') =>
    before.reduce((last, record) => numberOf(record, 'record', name) ?? last, 0);
  return { meters: lastOf('distance'), cycles: lastOf('totalCycles') };
}

function readSession(session: Session, { workouts, problems }: ReadResult): void {
  const { message, messages } = session;
  const parts = partsOf(session);
  const startSec = numberOf(message, 'session', 'startTime') ?? parts[0]?.startSec ?? null;
  if (startSec === null) {
    problems.push({ message: 'This FIT file does not say when its session began.' });
    return;
  }
  const whole = wholeOf(session, parts);
  const totals = isOwn(message) ? ownTotals(session) : whole;
  const strokes = isOwn(message)
    ? ownStrokesOf(session)
    : strokesOf(session, parts.length > 0 ? parts : [onePart(session, startSec)], startSec, whole);
  if (strokes === null) {
    problems.push({
      message: 'The records of this FIT file are not strokes: read are its totals and intervals only.',
    });
  }
  const fileId = messagesOf(messages, 'fileId')[0];
  const last = strokes?.at(-1);
  workouts.push(
    newWorkout({
      machine: machineOf(session),
      ...datesOf(session, startSec, problems),
      isDayOnly: developerNumber(message, 'DayOnly') === 1,
      restTime: totals.restTime,
      restDistance: totals.restDistance,
      // Without totals, the last stroke is the end of the workout.
      elapsedTime: totals.elapsedTime ?? last?.elapsedTime ?? null,
      distance: totals.distance ?? last?.distance ?? null,
      averageHeartRate:
        developerNumber(message, 'AverageHeartRate') ?? positiveOf(message, 'session', 'avgHeartRate'),
      averageStrokeRate: strokeRateOf(message, 'session'),
      averagePower: developerQuantity(message, 'AveragePower') ?? positiveOf(message, 'session', 'avgPower'),
      strokeCount:
        positiveOf(message, 'session', 'totalCycles') ??
        (isOwn(message) || session.areRecordsCut ? null : cyclesOf(session)),
      calories: positiveOf(message, 'session', 'totalCalories'),
      dragFactor: developerNumber(message, 'DragFactor'),
      intervals: intervalsOf(session, parts, totals.restDistance),
      strokes: strokes ?? [],
      title: textOf(messagesOf(messages, 'workout')[0], 'workout', 'name'),
      comments: developerText(message, 'Comments'),
      logbookId: developerText(message, 'LogbookId'),
      app: isOwn(message)
        ? developerText(message, 'SourceApp')
        : (textOf(fileId, 'fileId', 'productName') ?? appNames[session.manufacturer ?? -1] ?? null),
      isSimulated: developerNumber(message, 'Simulated') === 1,
      forceCurveAxis: strokes?.some(({ forceCurve }) => forceCurve) ? axisOf(messages) : null,
    }),
  );
}

const isOwn = (session: Message) => developerNumber(session, 'BoathouseVersion') !== null;

function onePart(session: Session, startSec: number): Part {
  const { message } = session;
  const lastsSec = numberOf(message, 'session', 'totalElapsedTime');
  return {
    kind: 'work',
    time: workSecOf(lastsSec, numberOf(message, 'session', 'totalTimerTime')),
    distance: metersOf(positiveOf(message, 'session', 'totalDistance'), session),
    strokeCount: null,
    averageStrokeRate: null,
    averagePower: null,
    averageHeartRate: null,
    calories: null,
    startSec,
    lastsSec: null,
  };
}

/** Returns the meaning of the session's sport: the Logbook writes fitness equipment, indoor rowing. */
function machineOf({ message, messages, manufacturer }: Session): MachineType | null {
  const own = developerText(message, 'Machine');
  if (own !== null || isOwn(message)) return machineNamed(own);
  const sport = numberOf(message, 'session', 'sport') ?? sports.generic;
  const subSport = numberOf(message, 'session', 'subSport') ?? subSports.generic;
  if (subSport === subSports.indoorRowing) return 'rower';
  if (subSport === subSports.indoorCycling) return 'bike';
  if (subSport === subSports.indoorSkiing) return 'skierg';
  // A watch on the water also writes rowing without a sub-sport, together with its position.
  if (sport === sports.rowing) return messagesOf(messages, 'record').some(hasPosition) ? 'other' : 'rower';
  if (sport === sports.generic) return null;
  if (sport === sports.fitnessEquipment && subSport === subSports.generic) return null;
  const isConcept2 = manufacturer === manufacturers.concept2;
  if (isConcept2 && sport === sports.cycling) return 'bike';
  if (isConcept2 && sport === sports.skiing) return 'skierg';
  return 'other';
}

/** Converters write 0 if there is no position. */
const hasPosition = (record: Message) => (numberOf(record, 'record', 'positionLat') ?? 0) !== 0;

function datesOf(
  { message, messages }: Session,
  startSec: number,
  problems: Problem[],
): Pick<Workout, 'startedAt' | 'endedAt'> {
  if (isOwn(message)) {
    return { startedAt: developerText(message, 'StartedAt'), endedAt: developerText(message, 'EndedAt') };
  }
  const seen = [numberOf(message, 'session', 'timestamp')];
  for (const record of messagesOf(messages, 'record')) seen.push(numberOf(record, 'record', 'timestamp'));
  for (const event of messagesOf(messages, 'event')) {
    const isStart = numberOf(event, 'event', 'eventType') === eventTypes.start;
    if (!isStart && numberOf(event, 'event', 'event') === events.timer) {
      seen.push(numberOf(event, 'event', 'timestamp'));
    }
  }
  // A loop, because an argument for each record is too many.
  let lastSec = startSec;
  for (const atSec of seen) lastSec = Math.max(lastSec, atSec ?? 0);
  const endSec = lastSec > startSec ? lastSec : null;
  const offsetSec = offsetOf(messagesOf(messages, 'activity')[0], startSec);
  const isSet = (sec: number | null) => sec === null || sec >= leastDateSec;
  if (!isSet(startSec) || !isSet(endSec))
    problems.push({ message: 'The clock of the device was not set. The date is left out.' });
  return {
    startedAt: isSet(startSec) ? dateOf(startSec, offsetSec) : null,
    endedAt: endSec !== null && isSet(endSec) ? dateOf(endSec, offsetSec) : null,
  };
}

/** Returns how far local time is ahead: apps give the local time of the end or of the start. */
function offsetOf(activity: Message | undefined, startSec: number): number {
  const localSec = numberOf(activity, 'activity', 'localTimestamp');
  const endSec = numberOf(activity, 'activity', 'timestamp');
  if (localSec === null || endSec === null) return 0;
  const offsets = [localSec - endSec, localSec - startSec].filter(
    (offsetSec) => offsetSec % 900 === 0 && Math.abs(offsetSec) <= 14 * 3600,
  );
  const [first = 0] = offsets;
  return offsets.every((offsetSec) => offsetSec === first) ? first : 0;
}

/** Returns the intervals. If one rest has more meters than all rests together, its meters are dropped. */
function intervalsOf(
  session: Session,
  parts: readonly Part[],
  restDistance: number | null,
): Workout['intervals'] {
  if (developerNumber(session.message, 'IntervalCount') === 0) return [];
  const restsM = sumOf(
    parts.filter(({ kind }) => kind === 'rest'),
    'distance',
  );
  // Unknown is not 0: the session has the meters of the rests.
  const isUnknown = (restDistance ?? 0) > 20 && restsM === 0;
  return parts.map(({ startSec: _start, lastsSec: _lasts, ...interval }) => {
    const isFalse =
      interval.kind === 'rest' &&
      (isUnknown || (restDistance !== null && (interval.distance ?? 0) > restDistance + 0.5));
    return isFalse ? { ...interval, distance: null } : interval;
  });
}

function axisOf(messages: readonly Message[]): Workout['forceCurveAxis'] {
  for (const record of messagesOf(messages, 'record')) {
    const type = developerNumber(record, 'InstrokeAbscissaType');
    if (type !== null) return type === 1 ? 'time' : type === 2 ? 'distance' : null;
  }
  return null;
}
