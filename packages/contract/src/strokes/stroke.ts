import * as z from 'zod/mini';
import { figure, whole } from './figures.ts';
import { monitorBounds as bounds } from '../limits.ts';

const counted = (maximum: number) => z.int().check(z.minimum(1), z.maximum(maximum));

/**
 * One complete stroke as the monitor measured it (records 0x35, 0x36 and 0x3D). Times in seconds, distances and lengths
 * in meters, pace in seconds per 500 m, forces in newtons, work in joules, power in watts; null if the monitor has no
 * value or its record was missed.
 */
export const StrokeSchema = z.strictObject({
  /** Counted from 1 within the interval, by the monitor. */
  number: counted(bounds.strokeCountMax),
  /** Counted from 1; always 1 in a workout without intervals. */
  interval: counted(bounds.enumMax),
  /** Work time over all intervals, at the end of the drive. */
  elapsedTime: figure(bounds.elapsedSecMax),
  /** Work distance over all intervals, at the end of the drive. */
  distance: figure(bounds.distanceMMax),
  pace: z.nullable(figure(bounds.paceSecMax)),
  strokeRate: z.nullable(whole(bounds.strokeRateMax)),
  heartRate: z.nullable(whole(bounds.heartRateMax)),
  power: z.nullable(whole(bounds.powerWMax)),
  driveLength: z.nullable(figure(bounds.driveLengthMMax)),
  driveTime: z.nullable(figure(bounds.driveTimeSecMax)),
  recoveryTime: z.nullable(figure(bounds.recoveryTimeSecMax)),
  strokeDistance: z.nullable(figure(bounds.strokeDistanceMMax)),
  peakForce: z.nullable(figure(bounds.forceNMax)),
  averageForce: z.nullable(figure(bounds.forceNMax)),
  workPerStroke: z.nullable(figure(bounds.workPerStrokeJMax)),
  /** Calories of the whole activity up to this stroke, in kcal. */
  calories: z.nullable(whole(bounds.caloriesMax)),
  /**
   * Force in equal steps of the drive; absent or null if the monitor sent no curve, or the caller did not ask for it.
   */
  forceCurve: z.optional(
    z.nullable(z.array(whole(bounds.forceNMax)).check(z.maxLength(bounds.forceCurveMax))),
  ),
  /**
   * From the beginning of the activity (`createdAt`) to the end of the drive, in milliseconds, with rests and pauses;
   * null or absent if unknown. The sum is the moment on the server's clock (decision 049).
   */
  rowedAfterMs: z.optional(z.nullable(whole(bounds.rowedAfterMsMax))),
});
export type Stroke = z.infer<typeof StrokeSchema>;
