import { bounds } from '../bounds.ts';
import { newInterval, type Interval } from '../workout.ts';
import { FitError } from './decode.ts';
import { developerNumber, developerQuantity } from './developer.ts';
import { messagesOf, numberOf, positiveOf, type Message } from './message.ts';
import { intensities, manufacturers, splitTypes } from './profile.ts';

/** An interval and its place in the file. */
export type Part = Interval & {
  /** Seconds of FIT's clock. */
  startSec: number | null;
  /** From its start to its end, including pauses. */
  lastsSec: number | null;
};

export type Session = {
  message: Message;
  /** All messages between this session's start and the next one's. */
  messages: readonly Message[];
  manufacturer: number | null;
  /** True if the hundredths of distances are cut off: see `metersOf`. */
  isCut: boolean;
  /** Whether the file ends before the last records do, so that these count less than the session. */
  areRecordsCut: boolean;
  /** The counts of the last records of the previous sessions; 0 without one. */
  before: { meters: number; cycles: number };
};

/** Returns a distance in meters. The Logbook cuts off hundredths if its figures have tenths: 9999.99 is 10000. */
export function metersOf(meters: number | null, { isCut }: Pick<Session, 'isCut'>): number | null {
  return meters === null || !isCut ? meters : Math.round(meters * 10) / 10;
}

/**
 * Distinguishes the Logbook's files from files of apps that use its number as their manufacturer: these have all
 * hundredths.
 */
export function isCutBy(manufacturer: number | null, messages: readonly Message[]): boolean {
  if (manufacturer !== manufacturers.concept2) return false;
  return messages.every(({ fields }) => {
    const meters = fields.get('distance') ?? fields.get('totalDistance');
    const hundredths = typeof meters === 'number' ? Math.round(meters * 100) % 10 : 0;
    return hundredths === 0 || hundredths === 9;
  });
}

/** Returns the time rowed: without pauses, if the file names them. */
export function workSecOf(elapsedSec: number | null, timerSec: number | null): number | null {
  if (elapsedSec === null || elapsedSec === 0) return timerSec;
  // Some devices cut the timer's fraction of a second, which isn't a pause.
  return timerSec !== null && timerSec > 0 && elapsedSec - timerSec >= 1 ? timerSec : elapsedSec;
}

/**
 * Returns the intervals of a session: its splits (Garmin's word for an interval), if they contain more than its laps.
 */
export function partsOf(session: Session): Part[] {
  const splits = splitsOf(session);
  const laps = lapsOf(session);
  // Some apps write the rests between splits only as laps.
  const hasRests = splits.some(({ kind }) => kind === 'rest');
  const rests = hasRests ? [] : laps.filter(({ kind }) => kind === 'rest');
  const intervals = [...splits, ...rests].sort(byStart);
  const areSame =
    intervals.length === laps.length && intervals.every(({ kind }, index) => kind === laps[index]?.kind);
  const parts = splits.length > 0 && !areSame ? intervals : laps;
  if (parts.length > bounds.intervalsMax) throw new FitError('holds too many intervals');
  return parts;
}

const byStart = (a: Part, b: Part) => (a.startSec ?? 0) - (b.startSec ?? 0);

const intervalTypes: ReadonlySet<number> = new Set(Object.values(splitTypes));

function splitsOf({ messages }: Session): Part[] {
  const parts: Part[] = [];
  for (const split of messagesOf(messages, 'split')) {
    const type = numberOf(split, 'split', 'splitType');
    if (type === null || !intervalTypes.has(type)) continue;
    const elapsedSec = numberOf(split, 'split', 'totalElapsedTime');
    parts.push({
      ...newInterval({
        kind: type === splitTypes.rest || type === splitTypes.recovery ? 'rest' : 'work',
        time: workSecOf(elapsedSec, numberOf(split, 'split', 'totalTimerTime')),
        distance: numberOf(split, 'split', 'totalDistance'),
        strokeCount: positiveOf(split, 'split', 'totalCycles'),
        averagePower: positiveOf(split, 'split', 'avgPower'),
        averageHeartRate: positiveOf(split, 'split', 'avgHeartRate'),
        averageStrokeRate: positiveOf(split, 'split', 'avgCadence'),
        calories: positiveOf(split, 'split', 'totalCalories'),
      }),
      startSec: numberOf(split, 'split', 'startTime'),
      lastsSec: elapsedSec,
    });
  }
  return parts;
}

function lapsOf(session: Session): Part[] {
  // A watch begins a lap at each press, even at the end: empty laps are dropped.
  const laps = messagesOf(session.messages, 'lap')
    .map((lap) => lapPart(lap, session))
    .filter(({ time, distance }) => time !== 0 || distance !== 0);
  laps.sort(byStart);
  // A rest that is written twice, the second time without its intensity, counts once.
  const parts = laps.filter((lap, at) => !isAgain(lap, laps[at - 1]) && !isAgain(lap, laps[at + 1]));
  if (isSinglePiece(parts, session)) for (const part of parts) part.kind = 'work';
  return parts;
}

function isAgain(lap: Part, other: Part | undefined): boolean {
  return (
    other?.kind === 'rest' &&
    lap.kind === 'work' &&
    lap.distance === 0 &&
    lap.startSec === other.startSec &&
    lap.time === other.time
  );
}

function lapPart(lap: Message, session: Session): Part {
  const elapsedSec = numberOf(lap, 'lap', 'totalElapsedTime');
  const time = workSecOf(elapsedSec, numberOf(lap, 'lap', 'totalTimerTime'));
  const endSec = numberOf(lap, 'lap', 'timestamp');
  const intensity = numberOf(lap, 'lap', 'intensity');
  const startSec =
    numberOf(lap, 'lap', 'startTime') ?? (endSec === null || time === null ? null : endSec - time);
  return {
    ...newInterval({
      kind: intensity === intensities.rest || intensity === intensities.recovery ? 'rest' : 'work',
      time: developerQuantity(lap, 'WorkTime') ?? time,
      distance:
        developerQuantity(lap, 'WorkDistance') ?? metersOf(numberOf(lap, 'lap', 'totalDistance'), session),
      strokeCount: positiveOf(lap, 'lap', 'totalCycles'),
      averageStrokeRate: strokeRateOf(lap, 'lap'),
      averagePower: developerQuantity(lap, 'AveragePower') ?? positiveOf(lap, 'lap', 'avgPower'),
      averageHeartRate: developerNumber(lap, 'AverageHeartRate') ?? positiveOf(lap, 'lap', 'avgHeartRate'),
      calories: positiveOf(lap, 'lap', 'totalCalories'),
    }),
    startSec,
    lastsSec: elapsedSec ?? time,
  };
}

export function strokeRateOf(message: Message, name: 'lap' | 'session'): number | null {
  const exact = developerNumber(message, 'StrokeRate');
  if (exact !== null) return exact;
  const whole = positiveOf(message, name, 'avgCadence');
  return whole === null ? null : whole + (numberOf(message, name, 'avgFractionalCadence') ?? 0);
}

/**
 * Detects splits of a single piece that are marked as rests, as the Logbook marks them: nothing in the session is work,
 * or rests follow each other and all laps together equal the session exactly.
 */
function isSinglePiece(parts: readonly Part[], session: Session): boolean {
  if (parts.every(({ kind }) => kind === 'rest')) return true;
  const isRestAfterRest = parts.some(({ kind }, at) => kind === 'rest' && parts[at - 1]?.kind === 'rest');
  if (!isRestAfterRest) return false;
  const isSum = (sum: number, of: number | null) => of !== null && Math.abs(sum - of) <= 0.01 * of;
  const meters = metersOf(numberOf(session.message, 'session', 'totalDistance'), session);
  const seconds = numberOf(session.message, 'session', 'totalElapsedTime');
  return isSum(sumOf(parts, 'distance'), meters) && isSum(sumOf(parts, 'time'), seconds);
}

export function sumOf(parts: readonly Interval[], field: 'time' | 'distance'): number {
  // Compares thousandths, because sums of decimals are not exact.
  const sum = parts.reduce((total, part) => total + Math.round((part[field] ?? 0) * 1000), 0);
  return sum / 1000;
}
