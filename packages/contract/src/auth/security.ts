import * as z from 'zod/mini';
import { DoneSchema } from '../auth.ts';
import { endpoint } from '../endpoint.ts';
import { TimeSchema } from '../ids.ts';
import { CodeSchema, ProofBodySchema } from './credentials.ts';

const LoginSchema = z.object({
  id: z.string(),
  /** Browser and system, such as `Firefox on Windows`; null if the client did not send them. */
  device: z.nullable(z.string()),
  createdAt: TimeSchema,
  /** Exact to ten minutes. */
  lastUsedAt: TimeSchema,
  /** Whether it is the login of this request. */
  isCurrent: z.boolean(),
});
export type Login = z.infer<typeof LoginSchema>;

const SecondFactorSchema = z.object({
  /** `unavailable`: the account has no password, and its provider decides how to log in. */
  state: z.enum(['on', 'off', 'unavailable']),
  recoveryCodesLeft: z.number(),
  /** Whether the rights of a club's admins and owner wait until it is on. */
  isDemandedOfAdmins: z.optional(z.boolean()),
});
export type SecondFactor = z.infer<typeof SecondFactorSchema>;

const RecoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** The caller's logins and second factor: only Settings loads them, other pages do not. */
export const security = {
  secondFactor: endpoint({
    method: 'GET',
    path: '/auth/second-factor',
    summary: 'Whether signing in with the password also asks for a code',
    auth: 'login',
    proof: 'fullLogin',
    response: SecondFactorSchema,
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor/begin',
    summary: 'Return a new secret for an authenticator app; it takes effect once it is confirmed',
    auth: 'login',
    proof: 'password',
    body: ProofBodySchema,
    /** The secret in Base32, and the `otpauth:` address with it. */
    response: z.object({ secret: z.string(), url: z.string() }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor/confirm',
    summary: 'Turn the second factor on with a code of the app; returns the recovery codes, once',
    auth: 'login',
    // `begin` has required the password, and only its caller knows the secret of the code.
    proof: 'fullLogin',
    body: z.strictObject({ code: CodeSchema }),
    response: RecoveryCodesSchema,
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    summary: 'Replace the recovery codes; returns the new ones, once',
    auth: 'login',
    proof: 'password',
    body: ProofBodySchema,
    response: RecoveryCodesSchema,
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor/remove',
    summary: 'Turn the second factor off',
    auth: 'login',
    proof: 'password',
    body: ProofBodySchema,
    response: DoneSchema,
  }),
  logins: endpoint({
    method: 'GET',
    path: '/auth/list-sessions',
    summary: "The caller's logins, the last used first; at most 100, and no ID tokens of a hosted provider",
    auth: 'login',
    proof: 'fullLogin',
    response: z.array(LoginSchema),
  }),
  endLogin: endpoint({
    method: 'POST',
    path: '/auth/revoke-session',
    summary: "End one of the caller's logins, with its live connections",
    auth: 'login',
    proof: 'fullLogin',
    body: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    response: DoneSchema,
  }),
  endOtherLogins: endpoint({
    method: 'POST',
    path: '/auth/revoke-other-sessions',
    summary: "End all of the caller's logins except this one",
    auth: 'login',
    proof: 'fullLogin',
    response: DoneSchema,
  }),
};
