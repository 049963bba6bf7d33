import { bounds } from '../bounds.ts';
import { newInterval, type Interval } from '../workout.ts';
import { FitError } from './decode.ts';
import { developerNumber, developerQuantity } from './developer.ts';
import { messagesOf, numberOf, positiveOf, type Message } from './message.ts';
import { intensities, manufacturers, splitTypes } from './profile.ts';

/** An interval and where the file puts it. */
export type Part = Interval & {
  /** Seconds of FIT's clock. */
  startSec: number | null;
  /** From its start to its end, with pauses. */
  lastsSec: number | null;
};

export type Session = {
  message: Message;
  /** All messages between this session's start and the next one's. */
  messages: readonly Message[];
  manufacturer: number | null;
};

/**
 * Returns a distance in meters. The Logbook cuts hundredths off where its figures have tenths: 9999.99 is 10000.
 */
export function metersOf(meters: number | null, manufacturer: number | null): number | null {
  return meters === null || manufacturer !== manufacturers.concept2 ? meters : Math.round(meters * 10) / 10;
}

/** Returns the time rowed: without pauses, if the file names them. */
export function workSecOf(elapsedSec: number | null, timerSec: number | null): number | null {
  if (elapsedSec === null || elapsedSec === 0) return timerSec;
  // Some devices cut the timer's fraction of a second, which is no pause.
  return timerSec !== null && timerSec > 0 && elapsedSec - timerSec >= 1 ? timerSec : elapsedSec;
}

/** Returns the intervals of a session: its splits (Garmin's word for an interval), if they say more than its laps. */
export function partsOf(session: Session): Part[] {
  const splits = splitsOf(session);
  const laps = lapsOf(session);
  const areSame =
    splits.length === laps.length && splits.every(({ kind }, index) => kind === laps[index]?.kind);
  const parts = splits.length > 0 && !areSame ? splits : laps;
  if (parts.length > bounds.intervalsMax) throw new FitError('holds too many intervals');
  return parts;
}

function splitsOf({ messages }: Session): Part[] {
  const parts: Part[] = [];
  for (const split of messagesOf(messages, 'split')) {
    const type = numberOf(split, 'split', 'splitType');
    if (type !== splitTypes.active && type !== splitTypes.rest) continue;
    const elapsedSec = numberOf(split, 'split', 'totalElapsedTime');
    parts.push({
      ...newInterval({
        kind: type === splitTypes.rest ? 'rest' : 'work',
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
  const parts = messagesOf(session.messages, 'lap').map((lap) => lapPart(lap, session.manufacturer));
  parts.sort((a, b) => (a.startSec ?? 0) - (b.startSec ?? 0));
  if (isSinglePiece(parts, session)) for (const part of parts) part.kind = 'work';
  return parts;
}

function lapPart(lap: Message, manufacturer: number | null): Part {
  const elapsedSec = numberOf(lap, 'lap', 'totalElapsedTime');
  const time = workSecOf(elapsedSec, numberOf(lap, 'lap', 'totalTimerTime'));
  const endSec = numberOf(lap, 'lap', 'timestamp');
  const startSec =
    numberOf(lap, 'lap', 'startTime') ?? (endSec === null || time === null ? null : endSec - time);
  return {
    ...newInterval({
      kind: numberOf(lap, 'lap', 'intensity') === intensities.rest ? 'rest' : 'work',
      time: developerQuantity(lap, 'WorkTime') ?? time,
      distance:
        developerQuantity(lap, 'WorkDistance') ??
        metersOf(numberOf(lap, 'lap', 'totalDistance'), manufacturer),
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
 * Tells splits of a single piece that are marked as rests, as the Logbook marks them: nothing in the session is work, or
 * rests follow each other and all laps together have exactly what the session has.
 */
function isSinglePiece(parts: readonly Part[], { message, manufacturer }: Session): boolean {
  if (parts.every(({ kind }) => kind === 'rest')) return true;
  const isRestAfterRest = parts.some(({ kind }, at) => kind === 'rest' && parts[at - 1]?.kind === 'rest');
  if (!isRestAfterRest) return false;
  const isSum = (sum: number, of: number | null) => of !== null && Math.abs(sum - of) <= 0.01 * of;
  const meters = metersOf(numberOf(message, 'session', 'totalDistance'), manufacturer);
  const seconds = numberOf(message, 'session', 'totalElapsedTime');
  return isSum(sumOf(parts, 'distance'), meters) && isSum(sumOf(parts, 'time'), seconds);
}

export function sumOf(parts: readonly Interval[], field: 'time' | 'distance'): number {
  // In thousandths: sums of decimals are not decimals.
  const sum = parts.reduce((total, part) => total + Math.round((part[field] ?? 0) * 1000), 0);
  return sum / 1000;
}
