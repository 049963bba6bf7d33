import { plausibleHeartRate } from '@boathouse/pm5/plausible-heart-rate';
import type { AdditionalStatus1 } from '../records.ts';

/** Whose heart rates a row has: the monitor's, those of a belt of the page's own, or some of each. */
type HeartRateSource = 'monitor' | 'belt' | 'mixed';

/** What was heard of the heart in the work of a row. */
export type HeartTrack = {
  source: HeartRateSource | null;
  /** Heart rate times seconds, over the seconds in which it was heard. */
  bpmSec: number;
  heardSec: number;
  /** The elapsed work, in seconds, up to which this is counted. */
  untilSec: number;
  /** The two sums at the end of the last split; missing before it, and in journals of earlier pages. */
  atSplit?: { bpmSec: number; heardSec: number };
};

export const unheardHeart: HeartTrack = { source: null, bpmSec: 0, heardSec: 0, untilSec: 0 };

/** Returns the heart rate of a status: the monitor's, else that of the page's own belt. */
export function heartRateIn({ heartRateBpm, beltHeartRateBpm }: AdditionalStatus1): number | null {
  return plausibleHeartRate(heartRateBpm) ?? plausibleHeartRate(beltHeartRateBpm);
}

/** Statuses come at least once a second: what is further apart was not heard. */
const gapSec = 3;

/** Counts the heart rate of a status of a row under way. */
export function withHeart<Row extends { elapsedSec: number; track: { heart: HeartTrack } }>(
  progress: Row,
  record: AdditionalStatus1,
): Row {
  const { track, elapsedSec } = progress;
  const { heart } = track;
  const bpm = heartRateIn(record);
  const passedSec = elapsedSec - heart.untilSec;
  if (bpm === null) {
    return passedSec === 0
      ? progress
      : { ...progress, track: { ...track, heart: { ...heart, untilSec: elapsedSec } } };
  }
  const from = plausibleHeartRate(record.heartRateBpm) === null ? 'belt' : 'monitor';
  const source = heart.source === null || heart.source === from ? from : 'mixed';
  const heardSec = passedSec > 0 && passedSec <= gapSec ? passedSec : 0;
  if (heardSec === 0 && passedSec === 0 && source === heart.source) return progress;
  const counted = {
    ...heart,
    source,
    bpmSec: heart.bpmSec + bpm * heardSec,
    heardSec: heart.heardSec + heardSec,
    untilSec: elapsedSec,
  } as const;
  return { ...progress, track: { ...track, heart: counted } };
}

/** What was heard can be longer than its split by this: the record of a split follows its end. */
const splitTolerance = { part: 0.1, sec: 3 };

/** The part of a row that a belt must have been heard in for an average of the row. */
const heardPart = 0.8;

/**
 * Returns the average heart rate of a result: the monitor's where it alone has heard the heart, else that of what was heard
 * here, weighted by time; null where that is less than four fifths of the row.
 */
export function averageHeartRateOf(
  { track: { heart } }: { track: { heart: HeartTrack } },
  elapsedSec: number,
  monitorsBpm: number | null,
): number | null {
  if (heart.source === null || heart.source === 'monitor') return monitorsBpm;
  const isHeard = heart.heardSec > 0 && heart.heardSec >= heardPart * elapsedSec;
  return isHeard ? Math.round(heart.bpmSec / heart.heardSec) : null;
}

type Heard = { track: { heart: HeartTrack }; result: { averageHeartRateBpm: number | null } | null };

/** Returns whose heart rates a row has; null for a row without any. */
export function heartRateSourceOf({ track, result }: Heard): HeartRateSource | null {
  return track.heart.source ?? (result?.averageHeartRateBpm == null ? null : 'monitor');
}

/**
 * Returns the average heart rate of the split that ends here, of what was heard since the one before, and begins the next.
 * Null where the monitor alone has heard the heart, and where it was heard for less than four fifths of the split.
 */
export function closeSplitHeart(
  { heart }: { heart: HeartTrack },
  splitSec: number,
): { bpm: number | null; heart: HeartTrack } {
  const { source, bpmSec, heardSec, atSplit = { bpmSec: 0, heardSec: 0 } } = heart;
  const next = { ...heart, atSplit: { bpmSec, heardSec } };
  const splitHeardSec = heardSec - atSplit.heardSec;
  const longestSec = splitSec + Math.max(splitTolerance.sec, splitTolerance.part * splitSec);
  const isHeard = splitHeardSec > 0 && splitHeardSec >= heardPart * splitSec && splitHeardSec <= longestSec;
  if (source === null || source === 'monitor' || !isHeard) return { bpm: null, heart: next };
  return { bpm: Math.round((bpmSec - atSplit.bpmSec) / splitHeardSec), heart: next };
}
