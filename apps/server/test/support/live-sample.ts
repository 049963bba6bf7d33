import type { LiveSample } from '@boathouse/contract/live';

/** Returns a sample of a rower's page after so many seconds. */
export function liveSample(elapsedTime: number, distance = elapsedTime): LiveSample {
  return {
    phase: 'rowing',
    elapsedTime,
    distance,
    currentPace: 120,
    averagePace: 121.5,
    strokeRate: 24,
    heartRate: null,
    isSimulated: true,
  };
}
