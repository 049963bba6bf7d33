import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { lineOfText, visible } from '../text.ts';

/** The title of a session, or of an activity without one. */
export const WorkoutTitleSchema = lineOfText('A title', limits.sessionTitleMax);

/** The text of a workout as a coach writes it. */
export const WorkoutItemSchema = z
  .string()
  .check(z.trim(), visible('A workout item is required'), z.maxLength(limits.workoutItemMax));
