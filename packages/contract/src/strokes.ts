import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema } from './ids.ts';
import { limits, monitorBounds as bounds } from './limits.ts';

const figure = (maximum: number) => z.number().check(z.minimum(0), z.maximum(maximum));
const whole = (maximum: number) => z.int().check(z.minimum(0), z.maximum(maximum));
const counted = (maximum: number) => z.int().check(z.minimum(1), z.maximum(maximum));

/**
 * One whole stroke as the monitor measured it (records 0x35, 0x36 and 0x3D). Times in seconds, distances and lengths
 * in metres, pace in seconds per 500 m, forces in newtons, work in joules, power in watts; null where the monitor has
 * no value or its record was missed.
 */
export const StrokeSchema = z.strictObject({
  /** Counted from 1 within the interval, by the monitor. */
  number: counted(bounds.strokeCountMax),
  /** Counted from 1; 1 throughout a piece without intervals. */
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
  /** Force in equal steps of the drive; absent or null where the monitor sent no curve, or the caller did not ask for it. */
  forceCurve: z.optional(
    z.nullable(z.array(whole(bounds.forceNMax)).check(z.maxLength(bounds.forceCurveMax))),
  ),
});
export type Stroke = z.infer<typeof StrokeSchema>;

const SequenceSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/, 'Must be a whole number')),
  z.transform((text: string) => Number(text)),
);

/** `from` is the sequence of the first stroke of the batch, counted from 0 over the whole activity. */
const StrokeBatchSchema = z.strictObject({
  from: whole(limits.strokesMax),
  strokes: z.array(StrokeSchema).check(z.maxLength(limits.strokeBatchMax)),
});
export type StrokeBatch = z.infer<typeof StrokeBatchSchema>;

const StrokePageSchema = z.object({
  /** False while the activity is in progress: more strokes may follow. */
  isComplete: z.boolean(),
  strokes: z.array(StrokeSchema),
  /** The `from` of the following strokes, null after the last one stored. Servers before 2026-11-23 send all, without it. */
  next: z.nullish(z.int()),
});
export type StrokePage = z.infer<typeof StrokePageSchema>;

export const strokes = {
  /**
   * Idempotent: a batch that was stored before changes nothing. An empty batch asks for `next` alone. The response is
   * sent after the strokes are stored durably.
   */
  append: endpoint({
    method: 'POST',
    path: '/activities/:id/strokes',
    summary:
      "Append strokes to the caller's activity, in progress or completed. `next` is the first sequence not yet stored; " +
      'a batch that leaves a gap is not stored. 409 if other strokes are stored at these sequences.',
    auth: 'user',
    params: IdParamsSchema,
    body: StrokeBatchSchema,
    response: z.object({ next: z.int() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/activities/:id/strokes',
    summary:
      'Strokes of an activity in the order they were rowed, with force curves if `forceCurve=1`; from the sequence ' +
      `\`from\`. At most ${limits.strokePageMax} in one response, fewer with long force curves: \`next\` is the ` +
      'sequence to ask from for the rest, null at the end.',
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject({
      forceCurve: z.optional(z.enum(['0', '1'])),
      from: z.optional(SequenceSchema),
    }),
    response: StrokePageSchema,
  }),
};
