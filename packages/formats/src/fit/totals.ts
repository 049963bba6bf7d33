import type { Workout } from '../workout.ts';
import { developerQuantity } from './developer.ts';
import { messagesOf, numberOf, positiveOf } from './message.ts';
import { metersOf, sumOf, workSecOf, type Part, type Session } from './parts.ts';

type Totals = Pick<Workout, 'elapsedTime' | 'distance' | 'restTime' | 'restDistance'>;
/** A time without work, on FIT's clock. */
export type Span = { fromSec: number; toSec: number };
export type Whole = Totals & {
  /** Rests, and gaps between laps without any meters. */
  rests: Span[];
  /** Whether the times and distances of the laps add up to the whole. */
  isDivided: boolean;
};

/** Laps have whole seconds of the clock: a shorter gap is not one. */
const gapSec = 2;
/** Below this speed a gap between laps isn't work. */
const idleMps = 0.5;
/** No one rests at this speed: some files give a rest the meters of a whole interval. */
const restMps = 7;

/**
 * Returns the total in the session's form. Laps divide the session: rests are subtracted from it. If the laps lack
 * seconds or meters, or have other units, the session and its records are right.
 */
export function wholeOf(session: Session, parts: readonly Part[]): Whole {
  const { message } = session;
  const meters = recordedMeters(session);
  const sessionSec =
    workSecOf(
      positiveOf(message, 'session', 'totalElapsedTime'),
      numberOf(message, 'session', 'totalTimerTime'),
    ) || null;
  const sessionM =
    metersOf(positiveOf(message, 'session', 'totalDistance'), session) ??
    meters.total ??
    (sumOf(parts, 'distance') || null);
  const work = parts.filter(({ kind }) => kind === 'work');
  const rests = parts.filter(({ kind }) => kind === 'rest');
  const gaps = gapsOf(parts);
  const partsM = sumOf(parts, 'distance');
  const isIdle = ({ fromSec, toSec }: Span) =>
    meters.total === null
      ? sessionM === null || partsM >= sessionM * 0.99
      : meters.between(fromSec, toSec) < idleMps * (toSec - fromSec) + 1;
  const idle = gaps.filter(isIdle);
  const restSpans = [...rests.flatMap(spanOf), ...idle];
  const areTimed = parts.length > 0 && parts.every(({ time }) => time !== null && time > 0);
  const workSec = sumOf(work, 'time');
  const restSec = sumOf(rests, 'time');
  const idleSec = lengthOf(idle);
  const workGapSec = lengthOf(gaps) - idleSec;
  // The session's time includes the gaps, unless its clock stopped in them.
  const hasIdle =
    sessionSec !== null && idleSec > 0 && sessionSec > workSec + restSec + workGapSec + idleSec / 2;

  if (rests.length === 0) {
    const withoutIdle = sessionSec === null ? null : sessionSec - (hasIdle ? idleSec : 0);
    const elapsedTime =
      areTimed && hasIdle && workGapSec === 0 ? workSec : (withoutIdle ?? (workSec || null));
    const isWhole = parts.length > 0 && idle.length === 0;
    return {
      elapsedTime,
      distance: sessionM,
      restTime: isWhole ? 0 : null,
      restDistance: isWhole ? 0 : null,
      rests: restSpans,
      isDivided:
        parts.length === 0 ||
        (areTimed &&
          workGapSec === 0 &&
          isNear(workSec, elapsedTime, parts.length * 0.6 + 1) &&
          isNear(sumOf(work, 'distance'), sessionM, (sessionM ?? 0) * 0.002 + parts.length * 0.5 + 1)),
    };
  }

  const isLongerThanAll = sessionSec !== null && workSec > sessionSec * 1.02 + gapSec;
  const bySession =
    sessionSec === null ? null : round(sessionSec - restSec - (hasIdle ? idleSec : 0) - trailingSec());
  const areLapsWhole = areTimed && workGapSec === 0 && !isLongerThanAll;
  const elapsedTime = areLapsWhole || bySession === null || bySession <= 0 ? workSec || null : bySession;
  const inRests = restSpans.reduce((sum, { fromSec, toSec }) => sum + meters.between(fromSec, toSec), 0);
  const distance = workMeters();
  const beyondM = sessionM === null || distance === null ? 0 : round(sessionM - distance);
  return {
    elapsedTime,
    distance,
    // The session also includes the rest after the last interval, and the meters rowed in rests.
    restTime: Math.max(restSec, round((sessionSec ?? 0) - (elapsedTime ?? 0))),
    restDistance: beyondM > 0.5 ? beyondM : sumOf(rests, 'distance'),
    rests: restSpans,
    isDivided: areLapsWhole && isNear(sumOf(work, 'distance'), distance, (distance ?? 0) * 0.001 + 1),
  };

  /** How long the session continues after its last lap without meters. */
  function trailingSec(): number {
    const last = parts.at(-1);
    const fromSec = last === undefined ? null : (spanOf(last)[0]?.toSec ?? null);
    const toSec = numberOf(message, 'session', 'timestamp');
    if (fromSec === null || toSec === null || toSec - fromSec <= gapSec) return 0;
    return isIdle({ fromSec, toSec }) ? toSec - fromSec : 0;
  }

  /**
   * The meters of the laps of work, unless they contradict the session; then the session's own meters without the
   * rests.
   */
  function workMeters(): number | null {
    const sum = sumOf(work, 'distance');
    const areKnown = work.every(({ distance: own, time }) => own !== null && (own > 0 || (time ?? 0) < 20));
    if (sessionM === null) return sum || null;
    const rowedInRests = sessionM - sum;
    const isPossible = rowedInRests >= -(sessionM * 0.005 + 2) && rowedInRests <= restMps * restSec + 100;
    const byRecords = meters.total === null ? null : round(sessionM - inRests);
    const isRecorded = byRecords === null || Math.abs(byRecords - sum) <= 0.2 * byRecords + 25;
    if (areKnown && isPossible && isRecorded && workGapSec === 0) return sum;
    if (byRecords !== null && byRecords > 0) return byRecords;
    const restM = sumOf(rests, 'distance');
    return restM < sessionM ? round(sessionM - restM) : sessionM;
  }
}

/** Returns the values of this app's own session, without any correction. */
export function ownTotals({ message }: Session): Totals {
  return {
    elapsedTime: developerQuantity(message, 'WorkTime'),
    distance: developerQuantity(message, 'WorkDistance'),
    restTime: developerQuantity(message, 'RestTime'),
    restDistance: developerQuantity(message, 'RestDistance'),
  };
}

const isNear = (value: number, of: number | null, by: number) => of !== null && Math.abs(value - of) <= by;
const lengthOf = (spans: readonly Span[]) =>
  spans.reduce((sum, { fromSec, toSec }) => sum + toSec - fromSec, 0);
const round = (value: number) => Math.round(value * 1000) / 1000;

function spanOf({ startSec, lastsSec, time }: Part): Span[] {
  const sec = lastsSec ?? time;
  return startSec === null || sec === null ? [] : [{ fromSec: startSec, toSec: startSec + sec }];
}

function gapsOf(parts: readonly Part[]): Span[] {
  const gaps: Span[] = [];
  for (const [at, part] of parts.entries()) {
    const fromSec = spanOf(part)[0]?.toSec ?? null;
    const toSec = parts[at + 1]?.startSec ?? null;
    if (fromSec !== null && toSec !== null && toSec - fromSec > gapSec) gaps.push({ fromSec, toSec });
  }
  return gaps;
}

export type RecordedMeters = { total: number | null; between(fromSec: number, toSec: number): number };

/** Returns how far the records go, and between two times. Makes a distance that restarts in each lap continue. */
export function recordedMeters(session: Pick<Session, 'messages' | 'isCut' | 'before'>): RecordedMeters {
  const points: { atSec: number; meters: number }[] = [];
  let [before, sum] = [session.before.meters, 0];
  for (const record of messagesOf(session.messages, 'record')) {
    const atSec = numberOf(record, 'record', 'timestamp');
    const meters = metersOf(numberOf(record, 'record', 'distance'), session);
    if (atSec === null || meters === null) continue;
    if (points.length === 0 && meters < before) before = 0;
    sum += meters < before / 2 ? meters : Math.max(0, meters - before);
    before = meters < before / 2 ? meters : Math.max(meters, before);
    points.push({ atSec: Math.max(atSec, points.at(-1)?.atSec ?? 0), meters: sum });
  }
  const at = (sec: number) => {
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((points[middle]?.atSec ?? 0) <= sec) low = middle + 1;
      else high = middle;
    }
    return points[low - 1]?.meters ?? 0;
  };
  return { total: sum > 0 ? sum : null, between: (fromSec, toSec) => at(toSec) - at(fromSec) };
}
