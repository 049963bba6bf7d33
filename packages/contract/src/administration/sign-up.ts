import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { SecretKeySchema } from '../ids.ts';

/** Sign-up modes: open to everyone, to users with an administrator's link, or closed. */
const signUpModes = ['open', 'invitation', 'closed'] as const;
export const SignUpModeSchema = z.enum(signUpModes);
export type SignUpMode = z.infer<typeof SignUpModeSchema>;

/** The one-time code in the server's log; case, spaces and dashes make no difference. */
const SetUpCodeSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Code is required' }),
    z.maxLength(40, { error: 'Code too long' }),
  );

/** The key that admits a new account where sign-up is not open. */
export const admissionShape = {
  /** The key of an administrator's link. */
  invitation: z.optional(SecretKeySchema),
  setUpCode: z.optional(SetUpCodeSchema),
};

const Done = z.object({ status: z.literal(true) });

/** The first run of an installation, whose code is printed in the server's log. */
export const setUp = {
  check: endpoint({
    method: 'POST',
    path: '/set-up/check',
    summary: 'Whether a code sets this installation up: 400 `wrong_code` if not, 409 if it is set up',
    auth: 'public',
    body: z.strictObject({ code: SetUpCodeSchema }),
    response: Done,
  }),
  /** Works once: if two users send the code at the same time, one becomes administrator. */
  finish: endpoint({
    method: 'POST',
    path: '/set-up',
    summary: 'Make the caller the first administrator, by the code. 400 `wrong_code`, 409 if it is set up',
    auth: 'user',
    body: z.strictObject({ code: SetUpCodeSchema }),
    response: Done,
  }),
};
