import { bounds } from '../bounds.ts';
import { dateOf } from '../dates.ts';
import { newWorkout, type MachineType, type ReadResult, type Workout } from '../workout.ts';
import { decodeFit, FitError } from './decode.ts';
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
import { events, eventTypes, manufacturers, sports, subSports } from './profile.ts';
import { cyclesOf, strokesOf } from './strokes.ts';

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
const machines: readonly MachineType[] = [
  'rower',
  'skierg',
  'bike',
  'dynamic',
  'slides',
  'multierg',
  'otherrower',
  'other',
];

/** Reads the activities of a FIT file: trusts the session and the records, laps only where they agree with these. */
export function readFit(bytes: Uint8Array): ReadResult {
  const result: ReadResult = { workouts: [], problems: [] };
  const refuse = (message: string) => result.problems.push({ message });
  try {
    for (const messages of decodeFit(bytes)) {
      const type = numberOf(messagesOf(messages, 'fileId')[0], 'fileId', 'type');
      if (type !== activityFile) {
        refuse(`This FIT file holds ${otherFiles[type ?? -1] ?? 'something else'}, not a workout.`);
        continue;
      }
      const sessions = sessionsOf(messages);
      if (sessions.length === 0) refuse('This FIT file has no session: it was not finished.');
      for (const session of sessions) readSession(session, result);
    }
  } catch (error) {
    if (!(error instanceof FitError)) throw error;
    refuse(`This FIT file ${error.message}.`);
  }
  return result;
}

/** Splits a file's messages by its sessions: a message belongs to the session in whose time it is. */
function sessionsOf(messages: readonly Message[]): Session[] {
  const manufacturer = numberOf(messagesOf(messages, 'fileId')[0], 'fileId', 'manufacturer');
  const found = messagesOf(messages, 'session').slice(0, bounds.fitFilesMax);
  const known = { manufacturer, isCut: isCutBy(manufacturer, messages), before: { meters: 0, cycles: 0 } };
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

/** Returns what the records before a moment count, which those of the next session may go on from. */
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
  const strokes = strokesOf(session, parts.length > 0 ? parts : [wholeOf(session, startSec)], startSec);
  if (strokes === null) {
    problems.push({
      message: 'The records of this FIT file are not strokes: read are its totals and intervals only.',
    });
  }
  const fileId = messagesOf(messages, 'fileId')[0];
  const totals = totalsOf(session, parts);
  const last = strokes?.at(-1);
  workouts.push(
    newWorkout({
      machine: machineOf(session),
      ...datesOf(session, startSec),
      ...totals,
      // Without totals, what was rowed ends with the last stroke.
      elapsedTime: totals.elapsedTime ?? last?.elapsedTime ?? null,
      distance: totals.distance ?? last?.distance ?? null,
      averageHeartRate:
        developerNumber(message, 'AverageHeartRate') ?? positiveOf(message, 'session', 'avgHeartRate'),
      averageStrokeRate: strokeRateOf(message, 'session'),
      averagePower: developerQuantity(message, 'AveragePower') ?? positiveOf(message, 'session', 'avgPower'),
      strokeCount:
        positiveOf(message, 'session', 'totalCycles') ?? (isOwn(message) ? null : cyclesOf(session)),
      calories: positiveOf(message, 'session', 'totalCalories'),
      dragFactor: developerNumber(message, 'DragFactor'),
      intervals: intervalsOf(session, parts),
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

function wholeOf(session: Session, startSec: number): Part {
  const { message } = session;
  const lastsSec = numberOf(message, 'session', 'totalElapsedTime');
  return {
    kind: 'work',
    time: workSecOf(lastsSec, numberOf(message, 'session', 'totalTimerTime')),
    distance: metersOf(numberOf(message, 'session', 'totalDistance'), session),
    strokeCount: null,
    averageStrokeRate: null,
    averagePower: null,
    averageHeartRate: null,
    calories: null,
    startSec,
    lastsSec: null,
  };
}

/** Returns what the session's sport says: the Logbook writes fitness equipment, indoor rowing. */
function machineOf({ message, messages, manufacturer }: Session): MachineType | null {
  const own = developerText(message, 'Machine');
  if (own !== null || isOwn(message)) return machines.find((machine) => machine === own) ?? null;
  const sport = numberOf(message, 'session', 'sport') ?? sports.generic;
  const subSport = numberOf(message, 'session', 'subSport') ?? subSports.generic;
  if (subSport === subSports.indoorRowing) return 'rower';
  if (subSport === subSports.indoorCycling) return 'bike';
  if (subSport === subSports.indoorSkiing) return 'skierg';
  // A watch on the water writes rowing without a sub-sport too, and where it was.
  if (sport === sports.rowing) return messagesOf(messages, 'record').some(hasPosition) ? 'other' : 'rower';
  if (sport === sports.generic) return null;
  if (sport === sports.fitnessEquipment && subSport === subSports.generic) return null;
  const isConcept2 = manufacturer === manufacturers.concept2;
  if (isConcept2 && sport === sports.cycling) return 'bike';
  if (isConcept2 && sport === sports.skiing) return 'skierg';
  return 'other';
}

/** Converters write 0 where there is no position. */
const hasPosition = (record: Message) => (numberOf(record, 'record', 'positionLat') ?? 0) !== 0;

function datesOf({ message, messages }: Session, startSec: number): Pick<Workout, 'startedAt' | 'endedAt'> {
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
  return {
    startedAt: dateOf(startSec, offsetSec),
    endedAt: endSec === null ? null : dateOf(endSec, offsetSec),
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

type Totals = Pick<Workout, 'elapsedTime' | 'distance' | 'restTime' | 'restDistance'>;

function totalsOf(session: Session, parts: readonly Part[]): Totals {
  const { message } = session;
  if (isOwn(message)) {
    return {
      elapsedTime: developerQuantity(message, 'WorkTime'),
      distance: developerQuantity(message, 'WorkDistance'),
      restTime: developerQuantity(message, 'RestTime'),
      restDistance: developerQuantity(message, 'RestDistance'),
    };
  }
  const sessionSec = workSecOf(
    numberOf(message, 'session', 'totalElapsedTime'),
    numberOf(message, 'session', 'totalTimerTime'),
  );
  const sessionM = metersOf(numberOf(message, 'session', 'totalDistance'), session);
  const work = parts.filter(({ kind }) => kind === 'work');
  const rests = parts.filter(({ kind }) => kind === 'rest');
  if (rests.length === 0) {
    const isWhole = parts.length > 0 && parts.every((part, at) => isNextTo(part, parts[at + 1]));
    const isSum = !isWhole && parts.length > 0 && parts.every(({ time }) => time !== null);
    return {
      // What lies between laps may be in the session's time.
      elapsedTime: isSum ? sumOf(parts, 'time') : sessionSec,
      distance: sessionM,
      restTime: isWhole ? 0 : null,
      restDistance: isWhole ? 0 : null,
    };
  }
  const elapsedTime = sumOf(work, 'time');
  const distance = sumOf(work, 'distance');
  // The session also has the rest after the last interval, and the meters rowed in rests.
  const restTime = Math.max(sumOf(rests, 'time'), decimal((sessionSec ?? 0) - elapsedTime));
  const beyondM = decimal((sessionM ?? 0) - distance);
  return {
    elapsedTime,
    distance,
    restTime,
    restDistance: beyondM > 0.5 ? beyondM : sumOf(rests, 'distance'),
  };
}

function isNextTo(part: Part, next: Part | undefined): boolean {
  if (next === undefined || part.startSec === null || part.lastsSec === null) return true;
  return (next.startSec ?? 0) - part.startSec - part.lastsSec <= 2;
}

/** Returns the intervals; a rest that has more meters than all rests together says nothing about its meters. */
function intervalsOf(session: Session, parts: readonly Part[]): Workout['intervals'] {
  if (developerNumber(session.message, 'IntervalCount') === 0) return [];
  const { restDistance } = totalsOf(session, parts);
  return parts.map(({ startSec: _start, lastsSec: _lasts, ...interval }) => {
    const isFalse =
      interval.kind === 'rest' && restDistance !== null && (interval.distance ?? 0) > restDistance + 0.5;
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

const decimal = (value: number) => Math.round(value * 1000) / 1000;
