/** Heart rate before the first stroke, in beats per minute. */
const beforeBpm = 96;
/** The time constants with which the heart follows the effort and the rest, in seconds. */
const followsSec = 55;
const restsSec = 80;
/** The heart rate toward which it falls in a rest. */
const restingBpm = 110;
/**
 * The heart rate that it approaches, as a share of the row's highest: at the first stroke, and the increase until the
 * last.
 */
const firstShare = 0.93;
const driftShare = 0.07;
/** No one in the crew has more. */
const mostBpm = 198;

/** A stroke: its seconds, the rest before it, and the rowed share of the workout. */
type Effort = { strokeSec: number; restSec: number; share: number };

/** Returns the average heart rate of a workout that raises the heart rate to `topBpm`. */
export function averageHeartRateOf(topBpm: number, timeSec: number): number {
  const share = (followsSec / timeSec) * (1 - Math.exp(-timeSec / followsSec));
  const aimedBpm = topBpm * (firstShare + driftShare / 2);
  return Math.round(aimedBpm - share * (topBpm * firstShare - beforeBpm));
}

/** Returns the heart rate after each stroke, unrounded: it follows the effort, and has this average if possible. */
export function heartRatesOf(efforts: readonly Effort[], averageBpm: number): number[] {
  // Each rate is a linear function of the highest one, so two of them give the one with this average.
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
