import * as z from 'zod/mini';

/** Every error code. `message` is for users, `code` for programs; `errorId` identifies the server's log line. */
const errorCodes = [
  'bad_request',
  'not_signed_in',
  'wrong_password',
  'second_factor_needed',
  'second_factor_demanded',
  'wrong_code',
  'sign_in_again',
  'proof_needed',
  'pin_login',
  'user_record_missing',
  'not_the_caller',
  'insufficient_scope',
  'quota_exceeded',
  'forbidden',
  'wrong_origin',
  'not_found',
  'activity_in_progress',
  'activity_completed',
  'not_the_owner',
  'session_over',
  'still_rowing',
  'already_exists',
  'already_decided',
  'owns_a_club',
  'last_administrator',
  'stroke_conflict',
  'import_changed',
  'import_full',
  'nothing_left',
  'race_changed',
  'race_control_taken',
  'race_incomplete',
  'race_official',
  'upload_conflict',
  'too_large',
  'too_many_requests',
  'timed_out',
  'unsupported_media_type',
  'unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** application/problem+json */
export const ProblemSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  errorId: z.string(),
  /** The invalid fields of a 400, or the proofs missing on `proof_needed`. */
  fields: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});
export type Problem = z.infer<typeof ProblemSchema>;
