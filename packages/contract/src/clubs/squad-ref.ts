import * as z from 'zod/mini';
import { IdSchema } from '../ids.ts';

/** A named group of members of a club. */
export const SquadRefSchema = z.object({ _id: IdSchema, name: z.string() });
export type SquadRef = z.infer<typeof SquadRefSchema>;
