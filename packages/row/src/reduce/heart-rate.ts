import { plausibleHeartRate } from '@boathouse/pm5/plausible-heart-rate';
import type { AdditionalStatus1 } from './records.ts';

/** The source of a row's heart rates: the monitor, a belt of the page's own, or both. */
type HeartRateSource = 'monitor' | 'belt' | 'mixed';

/** Heart rates received while the athlete was working. */
export type HeartTrack = {
  source: HeartRateSource | null;
  /** Heart rate times seconds, and the seconds in which it was received. */
  bpmSec: number;
  heardSec: number;
  /** Elapsed work in seconds up to which the sums count. */
  untilSec: number;
  /** The two sums at the end of the last split; missing before it, and in journals of earlier pages. */
  atSplit?: { bpmSec: number; heardSec: number };
};

export const unheardHeart: HeartTrack = { source: null, bpmSec: 0, heardSec: 0, untilSec: 0 };

/** Returns the heart rate of a status: the monitor's, otherwise that of the page's own belt. */
export function heartRateIn({ heartRateBpm, beltHeartRateBpm }: AdditionalStatus1): number | null {
  return plausibleHeartRate(heartRateBpm) ?? plausibleHeartRate(beltHeartRateBpm);
}

/** Statuses arrive at least once a second: a longer time between two counts as not received. */
const gapSec = 3;

/** Counts the heart rate of a status of a current row, which has lasted `elapsedSec`. */
export function heartAfter(heart: HeartTrack, record: AdditionalStatus1, elapsedSec: number): HeartTrack {
  const bpm = heartRateIn(record);
  const passedSec = elapsedSec - heart.untilSec;
  if (bpm === null) return passedSec === 0 ? heart : { ...heart, untilSec: elapsedSec };
  const from = plausibleHeartRate(record.heartRateBpm) === null ? 'belt' : 'monitor';
  const source = heart.source === null || heart.source === from ? from : 'mixed';
  const heardSec = passedSec > 0 && passedSec <= gapSec ? passedSec : 0;
  if (heardSec === 0 && passedSec === 0 && source === heart.source) return heart;
  return {
    ...heart,
    source,
    bpmSec: heart.bpmSec + bpm * heardSec,
    heardSec: heart.heardSec + heardSec,
    untilSec: elapsedSec,
  };
}

/** The received time may exceed its split by this, because the record of a split follows its end. */
const splitTolerance = { part: 0.1, sec: 3 };

/** The part of a row for which the belt's values must have been received for an average of the row. */
const heardPart = 0.8;

/**
 * Returns the average heart rate of a result: the monitor's if only the monitor received it, otherwise this page's,
 * weighted by time. Null if this page received less than four fifths of the row.
 */
export function averageHeartRateOf(
  heart: HeartTrack,
  elapsedSec: number,
  monitorsBpm: number | null,
): number | null {
  if (heart.source === null || heart.source === 'monitor') return monitorsBpm;
  const isEnough = heart.heardSec > 0 && heart.heardSec >= heardPart * elapsedSec;
  return isEnough ? Math.round(heart.bpmSec / heart.heardSec) : null;
}

type Heard = { track: { heart: HeartTrack }; result: { averageHeartRateBpm: number | null } | null };

/** Returns the source of a row's heart rates; null for a row without any. */
export function heartRateSourceOf({ track, result }: Heard): HeartRateSource | null {
  return track.heart.source ?? (result?.averageHeartRateBpm == null ? null : 'monitor');
}

/**
 * Returns the average heart rate of the split that ends here, from the values received since the previous split, and
 * begins the next. Null if only the monitor received the heart rate, or this page received less than four fifths of the
 * split.
 */
export function closeSplitHeart(
  heart: HeartTrack,
  splitSec: number,
): { bpm: number | null; heart: HeartTrack } {
  const { source, bpmSec, heardSec, atSplit = { bpmSec: 0, heardSec: 0 } } = heart;
  const next = { ...heart, atSplit: { bpmSec, heardSec } };
  const splitHeardSec = heardSec - atSplit.heardSec;
  const longestSec = splitSec + Math.max(splitTolerance.sec, splitTolerance.part * splitSec);
  const isEnough = splitHeardSec > 0 && splitHeardSec >= heardPart * splitSec && splitHeardSec <= longestSec;
  if (source === null || source === 'monitor' || !isEnough) return { bpm: null, heart: next };
  return { bpm: Math.round((bpmSec - atSplit.bpmSec) / splitHeardSec), heart: next };
}
