import { StrokeState } from '../records.ts';
import { ticksPerSec } from './simulated-plan.ts';

/** One drive, emitted when the handle reaches the body. */
export type SimulatedDrive = {
  driveTimeSec: number;
  driveLengthM: number;
  /** Time since the end of the previous drive, or since the flywheel started to turn. */
  strokeDistanceM: number;
  strokeTimeSec: number;
  /** The first drive after the flywheel stopped or slowed down: its time is not that of a complete stroke. */
  isFromStill: boolean;
  powerW: number;
  workJ: number;
  averageForceLbf: number;
  peakForceLbf: number;
  /** Force along the drive, in lbf. */
  forceLbf: number[];
};

type SimulatedRower = {
  /** Advances by one tick of 0.01 s and returns the meters covered in it. */
  step: (isRowing: boolean) => number;
  /** The drive that ended in the last step, or null. */
  endedDrive: () => SimulatedDrive | null;
  /** The recovery that ended in the last step, in s, or null. */
  endedRecoverySec: () => number | null;
  strokeState: () => number;
  /** Stops the flywheel, as during a rest. */
  standStill: () => void;
};

/** Share of the mean speed that the flywheel gains in the drive and loses in the recovery. */
const speedSwing = 0.1;
const spinUpSec = 0.3;
const spinDownSec = 2;
const dwellTicks = 12;
const newtonsPerLbf = 4.448_221_6;
/** Mean of the force shape below over the drive. */
const forceShapeMean = 0.63;
const forcePointsPerSec = 50;

/** Power in W at a speed in m/s, by Concept2's formula: `wattsFactor` / (s per m)^3. */
export function powerAtSpeed(speedMPerSec: number, wattsFactor: number): number {
  return wattsFactor * speedMPerSec ** 3;
}

/**
 * Simulates a rower and a flywheel: strokes vary a little around a pace (s/500 m) and rate; the flywheel gains speed
 * in the drive, loses it in the recovery, and takes time to spin up and down.
 */
export function createSimulatedRower(options: {
  paceSec: number;
  strokeRateSpm: number;
  wattsFactor: number;
  random: () => number;
}): SimulatedRower {
  const steadySpeed = 500 / options.paceSec;
  const spread = (): number => options.random() * 2 - 1;
  const spinUp = 1 - Math.exp(-1 / (spinUpSec * ticksPerSec));
  const spinDown = Math.exp(-1 / (spinDownSec * ticksPerSec));

  let phase: 'still' | 'drive' | 'recovery' = 'still';
  let phaseTick = 0;
  let driveTicks = 0;
  let recoveryTicks = 0;
  let driveLengthM = 0;
  /** 0 = stopped, 1 = turns at the stroke's speed. */
  let spin = 0;
  let drift = 0;
  let previousSpeed = steadySpeed;
  let strokeSpeed = steadySpeed;
  let strokeDistanceM = 0;
  let strokeTicks = 0;
  let isFromStill = true;
  let endedDrive: SimulatedDrive | null = null;
  let endedRecoverySec: number | null = null;

  function beginStroke(): void {
    const periodTicks = (60 / options.strokeRateSpm) * (1 + 0.02 * spread()) * ticksPerSec;
    // Hardware: 0.57 to 0.6 s of drive at 22 to 24 strokes a minute, slightly less at higher rates.
    const wanted = 45 + 0.06 * periodTicks;
    driveTicks = Math.max(1, Math.round(Math.min(wanted, periodTicks * 0.6)));
    recoveryTicks = Math.max(1, Math.round(periodTicks) - driveTicks);
    driveLengthM = 1.23 + 0.04 * spread();
    drift = 0.7 * drift + 0.3 * spread();
    previousSpeed = strokeSpeed;
    strokeSpeed = steadySpeed * (1 + 0.03 * drift);
    phase = 'drive';
    phaseTick = 0;
  }

  function finishDrive(): SimulatedDrive {
    const strokeTimeSec = strokeTicks / ticksPerSec;
    const powerW = powerAtSpeed(strokeDistanceM / strokeTimeSec, options.wattsFactor);
    const workJ = powerW * ((driveTicks + recoveryTicks) / ticksPerSec);
    const averageForceLbf = workJ / driveLengthM / newtonsPerLbf;
    const peakForceLbf = averageForceLbf / forceShapeMean;
    const pointCount = Math.max(2, Math.round((driveTicks / ticksPerSec) * forcePointsPerSec));
    return {
      driveTimeSec: driveTicks / ticksPerSec,
      driveLengthM,
      strokeDistanceM,
      strokeTimeSec,
      isFromStill,
      powerW,
      workJ,
      averageForceLbf,
      peakForceLbf,
      forceLbf: Array.from({ length: pointCount }, (_, index) =>
        Math.round(peakForceLbf * Math.sin(Math.PI * (index / (pointCount - 1)) ** 0.8)),
      ),
    };
  }

  /** Speed relative to the stroke's mean: half a cosine up in the drive and down in the recovery, 1 on average. */
  function wave(): number {
    if (phase === 'drive') return 1 - speedSwing * Math.cos((Math.PI * phaseTick) / driveTicks);
    if (phase === 'recovery') {
      return 1 + speedSwing * Math.cos((Math.PI * phaseTick) / recoveryTicks);
    }
    return 1 - speedSwing;
  }

  return {
    step(isRowing) {
      endedDrive = null;
      endedRecoverySec = null;
      if (!isRowing && phase !== 'still') {
        phase = 'still';
        strokeDistanceM = 0;
        strokeTicks = 0;
        isFromStill = true;
      }
      if (isRowing && phase === 'still') beginStroke();
      spin = isRowing ? spin + (1 - spin) * spinUp : spin * spinDown;
      if (!isRowing && spin < 0.02) spin = 0;
      if (phase !== 'still') phaseTick += 1;

      const blend = phase === 'drive' ? phaseTick / driveTicks : 1;
      const meanSpeed = previousSpeed + (strokeSpeed - previousSpeed) * blend;
      const distanceM = (meanSpeed * spin * wave()) / ticksPerSec;
      if (phase === 'still') return distanceM;

      strokeDistanceM += distanceM;
      strokeTicks += 1;
      if (phase === 'drive' && phaseTick === driveTicks) {
        endedDrive = finishDrive();
        phase = 'recovery';
        phaseTick = 0;
        strokeDistanceM = 0;
        strokeTicks = 0;
        isFromStill = false;
      } else if (phase === 'recovery' && phaseTick === recoveryTicks) {
        endedRecoverySec = recoveryTicks / ticksPerSec;
        beginStroke();
      }
      return distanceM;
    },
    endedDrive: () => endedDrive,
    endedRecoverySec: () => endedRecoverySec,
    strokeState() {
      if (phase === 'still') return StrokeState.waitingToAccelerate;
      if (phase === 'drive') return StrokeState.driving;
      return phaseTick < dwellTicks ? StrokeState.dwelling : StrokeState.recovery;
    },
    standStill() {
      phase = 'still';
      spin = 0;
      strokeDistanceM = 0;
      strokeTicks = 0;
      isFromStill = true;
      strokeSpeed = steadySpeed;
      endedDrive = null;
      endedRecoverySec = null;
    },
  };
}

/** Returns a generator of repeatable random numbers in [0, 1) for a seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
