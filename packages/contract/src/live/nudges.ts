import * as z from 'zod/mini';
import { IdSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { lineOfText } from '../text.ts';
import { UserRefSchema } from '../users.ts';

export const NudgeTextSchema = lineOfText('A nudge', limits.nudgeMax);

/**
 * A short text for an athlete who rows, from a user who manages the session. `activity` is in progress in the session, and
 * a page of its athlete is in the room. It is not stored.
 */
export const NudgeSchema = z.strictObject({ room: IdSchema, activity: IdSchema, text: NudgeTextSchema });
export type Nudge = z.infer<typeof NudgeSchema>;

/** The nudge as it reaches every page that the athlete has in the room. */
export const NudgedSchema = z.object({
  room: IdSchema,
  activity: IdSchema,
  sender: UserRefSchema,
  text: z.string(),
});
export type Nudged = z.infer<typeof NudgedSchema>;
