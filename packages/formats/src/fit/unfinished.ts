// The totals of a file that is cut or damaged, or that its device never finished, from its records.
import { developerNumber } from './developer.ts';
import { messagesOf, numberOf, positiveOf, type FitValue, type Message } from './message.ts';
import { metersOf, partsOf, type Part, type Session } from './parts.ts';
import { pausesOf } from './strokes.ts';
import { recordedMeters, type RecordedMeters } from './totals.ts';

type Unfinished = Omit<Session, 'message'>;

/** A longer gap between records, with fewer meters than at half the speed, isn't work. */
const gapSec = 10;
/** A file created this long before its first record begins with the workout. */
const createdSec = 10;

/** A rest that is rowed has few meters; some files give it those of a whole interval. */
const restMMax = 25;

/**
 * Returns a session made from a file's records and laps; null without both. It never exceeds the rowed work: laps that
 * end after the last record are dropped, the work after the last lap becomes another lap, and gaps with hardly any
 * meters don't count as work.
 */
export function sessionOfRecords(file: Unfinished): Session | null {
  const session = (fields: [string, FitValue][], messages: readonly Message[]): Session => ({
    ...file,
    messages,
    message: {
      name: 'session',
      fields: new Map(fields),
      developer: ownRecords(file) ? new Map([['boathouseversion', { value: 1, units: '' }]]) : new Map(),
    },
  });
  const records = recordsOf(file);
  const [first, last] = [records[0], records.at(-1)];
  const parts = partsOf(session([], file.messages));
  if (first === undefined || last === undefined) {
    const startSec = parts[0]?.startSec ?? null;
    const isEmpty = parts.every(({ time }) => !time);
    return startSec === null || isEmpty ? null : session([['startTime', startSec]], file.messages);
  }
  const others = file.messages.filter(({ name }) => name !== 'lap' && name !== 'split');
  const laps = messagesOf(file.messages, 'lap').filter((lap) => (endOf(lap) ?? Infinity) <= last.atSec + 2);
  const kept = partsOf(session([], [...others, ...laps]));
  const startSec = kept[0]?.startSec ?? startOf(file, first.atSec);
  const meters = recordedMeters(file);
  const pauses = pausesOf(file.messages);
  const rowed = (fromSec: number) => {
    const idle = idleOf(records, fromSec);
    const pausedSec = pauses.reduce(
      (sum, pause) => sum + Math.max(0, pause.toSec - Math.max(pause.fromSec, fromSec)),
      0,
    );
    const sec = last.atSec - fromSec;
    return {
      lastsSec: sec,
      sec: Math.max(0, sec - Math.max(idle.sec, pausedSec)),
      meters: hundredths(Math.max(0, meters.between(fromSec, last.atSec) - idle.meters)),
    };
  };
  const { lastsSec, sec, meters: all } = rowed(startSec);
  const whole: [string, FitValue][] = [
    ['startTime', startSec],
    ['timestamp', last.atSec],
    ['totalElapsedTime', lastsSec],
    ['totalTimerTime', sec],
    ['totalDistance', all],
  ];
  const lapsEndSec = Math.max(...laps.map((lap) => endOf(lap) ?? 0));
  const endSec = idleOf(records, lapsEndSec).beginsSec;
  if (kept.length === 0 || last.atSec - endSec <= 2) return session(whole, [...others, ...laps]);
  const tail = rowed(endSec);
  const isIdle = tail.meters < (tail.sec * all) / Math.max(1, sec) / 2;
  if (isIdle) return session(whole, [...others.filter(isBefore(lapsEndSec)), ...laps]);
  const lap: Message = {
    name: 'lap',
    fields: new Map([
      ['startTime', endSec],
      ['timestamp', last.atSec],
      ['totalElapsedTime', tail.lastsSec],
      ['totalTimerTime', tail.sec],
      ['totalDistance', hundredths(tail.meters - afterRest(kept.at(-1), meters))],
    ]),
    developer: new Map(),
  };
  return session(whole, [...others, ...laps, lap]);
}

const hundredths = (value: number) => Math.round(value * 100) / 100;

function endOf(lap: Message): number | null {
  const startSec = numberOf(lap, 'lap', 'startTime');
  const sec = numberOf(lap, 'lap', 'totalElapsedTime', 'totalTimerTime');
  return startSec === null || sec === null ? numberOf(lap, 'lap', 'timestamp') : startSec + sec;
}

const isBefore = (sec: number) => (message: Message) =>
  message.name !== 'record' || (numberOf(message, 'record', 'timestamp') ?? 0) <= sec;

/** Returns the meters of a rest that the first stroke after it shows. */
function afterRest(part: Part | undefined, meters: RecordedMeters): number {
  if (part?.kind !== 'rest' || part.startSec === null || part.time === null) return 0;
  const found = meters.between(part.startSec, part.startSec + part.time);
  return Math.max(0, Math.min(part.distance ?? 0, restMMax) - found);
}

/** The largest share by which a session's records may differ from it. */
const [nearShare, nearM, nearSec] = [0.05, 50, 120];

/** Whether a session and its records have different times or distances: in a damaged file one of them is wrong. */
export function isContradicted(session: Session): boolean {
  const records = recordsOf(session);
  const sessionM = metersOf(positiveOf(session.message, 'session', 'totalDistance'), session);
  const sessionSec = positiveOf(session.message, 'session', 'totalElapsedTime', 'totalTimerTime');
  const [first, last] = [records[0], records.at(-1)];
  if (first === undefined || last === undefined) return false;
  const isOther = (found: number | null, said: number | null, slack: number) => {
    if (found === null || said === null) return false;
    const by = session.areRecordsCut ? found - said : Math.abs(found - said);
    return by > said * nearShare + slack;
  };
  const meters = recordedMeters(session).total;
  return isOther(meters, sessionM, nearM) || isOther(last.atSec - first.atSec, sessionSec, nearSec);
}

/** Whether laps of a session are missing: fewer than it counts, or less than its time. */
export function lacksLaps({ message, messages }: Session): boolean {
  const laps = messagesOf(messages, 'lap');
  const count = numberOf(message, 'session', 'numLaps');
  if (count !== null) return laps.length < count;
  const sec = numberOf(message, 'session', 'totalElapsedTime', 'totalTimerTime') ?? 0;
  const lapsSec = laps.reduce(
    (sum, lap) => sum + (numberOf(lap, 'lap', 'totalElapsedTime', 'totalTimerTime') ?? 0),
    0,
  );
  return lapsSec < sec * (1 - lapsShare) - 1;
}

/** Whole seconds of laps lose this share of a session's time. */
const lapsShare = 0.02;

type Point = { atSec: number; meters: number };

function recordsOf({ messages }: Pick<Session, 'messages'>): Point[] {
  return messagesOf(messages, 'record').flatMap((record) => {
    const [atSec, meters] = [numberOf(record, 'record', 'timestamp'), numberOf(record, 'record', 'distance')];
    return atSec === null || meters === null ? [] : [{ atSec, meters }];
  });
}

function startOf({ messages }: Unfinished, firstSec: number): number {
  const starts = [
    numberOf(messagesOf(messages, 'event')[0], 'event', 'timestamp'),
    numberOf(messagesOf(messages, 'fileId')[0], 'fileId', 'timeCreated'),
  ];
  return starts.find((sec) => sec !== null && sec <= firstSec && firstSec - sec <= createdSec) ?? firstSec;
}

/** Returns the seconds and meters of the gaps without work after a moment, and when the work after it begins. */
function idleOf(records: readonly Point[], fromSec: number) {
  const [first, last] = [records[0], records.at(-1)];
  const lastsSec = (last?.atSec ?? 0) - (first?.atSec ?? 0);
  const most = records.reduce((meters, record) => Math.max(meters, record.meters), 0);
  const halfSpeed = lastsSec > 0 ? most / lastsSec / 2 : 0;
  const idle = { sec: 0, meters: 0, beginsSec: fromSec };
  for (const [at, record] of records.entries()) {
    const before = records[at - 1] ?? record;
    const sec = record.atSec - Math.max(before.atSec, fromSec);
    const meters = Math.max(0, record.meters - before.meters);
    if (sec <= gapSec || meters >= halfSpeed * sec) continue;
    idle.sec += sec;
    idle.meters += meters;
    if (before.atSec <= fromSec) idle.beginsSec = record.atSec;
  }
  return idle;
}

/** Whether this app wrote the records; they then contain their place in the work. */
function ownRecords({ messages }: Unfinished): boolean {
  return messagesOf(messages, 'record').some((record) => developerNumber(record, 'ElapsedWorkTime') !== null);
}
