import type { Stroke } from '@boathouse/contract/strokes';

/** Builds a stroke, for tests. */
export function makeStroke(parts: Partial<Stroke>): Stroke {
  return {
    number: 1,
    interval: 1,
    elapsedTime: 2.5,
    distance: 10,
    pace: 125,
    strokeRate: 24,
    heartRate: 150,
    power: 180,
    driveLength: 1.32,
    driveTime: 0.7,
    recoveryTime: 1.8,
    strokeDistance: 10,
    peakForce: 700,
    averageForce: 420,
    workPerStroke: 540,
    calories: 1,
    ...parts,
  };
}
