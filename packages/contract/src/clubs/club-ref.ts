import * as z from 'zod/mini';
import { IdSchema, ImagePathSchema } from '../ids.ts';

/** A club as part of a session or a membership. */
export const ClubRefSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  customURL: z.string(),
  iconURL: z.nullable(ImagePathSchema),
});
export type ClubRef = z.infer<typeof ClubRefSchema>;
