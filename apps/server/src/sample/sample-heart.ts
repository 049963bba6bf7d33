/** Heart rate before the first stroke, in beats per minute. */
const beforeBpm = 96;
/** The time constants with which the heart follows the effort and the rest, in seconds. */
const followsSec = 55;
const restsSec = 80;
/** The heart rate that it falls toward in a rest. */
const restingBpm = 110;
/**
 * The heart rate that it rises toward, as a share of the highest of the row: at the first stroke, and how much more
 * at the last.
 */
const firstShare = 0.93;
const driftShare = 0.07;
/** No one of the crew has more. */
const mostBpm = 198;

/** A stroke: the seconds that it took, the rest before it, and how much of the workout was rowed. */
type Effort = { strokeSec: number; restSec: number; share: number };

/** Returns the average heart rate of a workout that takes the heart to `topBpm`. */
export function averageHeartRateOf(topBpm: number, timeSec: number): number {
  const share = (followsSec / timeSec) * (1 - Math.exp(-timeSec / followsSec));
  const aimedBpm = topBpm * (firstShare + driftShare / 2);
  return Math.round(aimedBpm - share * (topBpm * firstShare - beforeBpm));
}

/** Returns the heart rate after each stroke, unrounded: it follows the effort, and has this average if a heart can. */
export function heartRatesOf(efforts: readonly Effort[], averageBpm: number): number[] {
  // Each rate is a line over the highest one aimed at, so two of them give the one with this average.
  const [low, high] = [averageOf(following(efforts, 0)), averageOf(following(efforts, mostBpm))];
  const topBpm = ((averageBpm - low) / (high - low)) * mostBpm;
  return following(efforts, Math.min(mostBpm, topBpm));
}

function following(efforts: readonly Effort[], topBpm: number): number[] {
  let bpm = beforeBpm;
  return efforts.map(({ strokeSec, restSec, share }) => {
    bpm -= (bpm - restingBpm) * (1 - Math.exp(-restSec / restsSec));
    bpm += (topBpm * (firstShare + driftShare * share) - bpm) * (1 - Math.exp(-strokeSec / followsSec));
    return bpm;
  });
}

function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
