import { ticksPerSec } from './simulated-plan.ts';
import { powerAtSpeed } from './simulated-rower.ts';

type SimulatedHeart = {
  /** Advances by one tick of 0.01 s. */
  step: (isRowing: boolean) => void;
  heartRateBpm: () => number;
};

const restingBpm = 72;
const afterWorkBpm = 92;
const highestBpm = 188;
const riseSec = 40;
const recoverySec = 50;

/** Simulates a heart rate that rises toward a value set by the pace (s/500 m) and recovers after the work. */
export function createSimulatedHeart(paceSec: number, wattsFactor: number): SimulatedHeart {
  const workBpm = Math.min(highestBpm, 108 + 0.25 * powerAtSpeed(500 / paceSec, wattsFactor));
  const rise = 1 - Math.exp(-1 / (riseSec * ticksPerSec));
  const recovery = 1 - Math.exp(-1 / (recoverySec * ticksPerSec));
  let bpm = restingBpm;
  return {
    step(isRowing) {
      if (isRowing) bpm += (workBpm - bpm) * rise;
      else if (bpm > afterWorkBpm) bpm += (afterWorkBpm - bpm) * recovery;
    },
    heartRateBpm: () => Math.round(bpm),
  };
}
