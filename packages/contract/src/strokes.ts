import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema } from './ids.ts';
import { limits } from './limits.ts';
import { StrokeSchema } from './strokes/stroke.ts';

export { StrokeSchema, type Stroke } from './strokes/stroke.ts';

const SequenceSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/, 'Must be a whole number')),
  z.transform((text: string) => Number(text)),
);

/** `from` is the sequence of the first stroke of the batch, counted from 0 over the whole activity. */
const StrokeBatchSchema = z.strictObject({
  from: z.int().check(z.minimum(0), z.maximum(limits.strokesMax)),
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
   * Idempotent: a batch that was stored before changes nothing. An empty batch only requests `next`. The response is
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
    cost: 'rows',
    params: IdParamsSchema,
    query: z.strictObject({
      forceCurve: z.optional(z.enum(['0', '1'])),
      from: z.optional(SequenceSchema),
    }),
    response: StrokePageSchema,
  }),
};
