import type { LiveSample } from '@boathouse/contract/live';

/** Returns sample number `seq` of a rower's page. */
export function liveSample(seq: number, distance = seq): LiveSample {
  return {
    seq,
    phase: 'rowing',
    elapsedTime: seq,
    distance,
    currentPace: 120,
    averagePace: 121.5,
    strokeRate: 24,
    heartRate: null,
    isSimulated: true,
  };
}
