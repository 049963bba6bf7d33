import * as z from 'zod/mini';
import { admissionShape } from './administration/sign-up.ts';
import { CodeSchema, PasswordSchema, proofShape } from './auth/credentials.ts';
import { endpoint } from './endpoint.ts';
import { TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { DisplayNameSchema } from './users.ts';

const EmailSchema = z.string().check(
  z.trim(),
  z.maxLength(limits.emailMax, {
    error: `An email has at most ${limits.emailMax} characters`,
    abort: true,
  }),
  z.email({ error: 'Invalid email' }),
);

/** Marks new passwords in the OpenAPI document. */
export const newPasswordFormat = 'new-password';

/**
 * The identity provider refuses a weak one with a message. The minimum length is a setting; the OpenAPI document states
 * it.
 */
const NewPasswordSchema = PasswordSchema.check(z.meta({ format: newPasswordFormat }));

/** A path of this origin, not another site's URL or a text that a browser reads as a URL. */
export const LocalPathSchema = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(/^\/(?![/\\])[^\\\p{C}\p{Z}]*$/u, { error: 'must be a path of this site' }),
  );

/** The login at the identity provider; `id` is the `uid` of its user record. */
const AccountSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  emailVerified: z.boolean(),
});
export type Account = z.infer<typeof AccountSchema>;

/** Programs send `token` as `Authorization: Bearer`; browsers get the same login as a cookie. */
export const SignedInSchema = z.object({ token: z.string(), user: AccountSchema });
export type SignedIn = z.infer<typeof SignedInSchema>;

const AuthSessionSchema = z.object({
  session: z.object({
    id: z.string(),
    userId: z.string(),
    /** Null when the provider does not limit it. */
    expiresAt: z.nullable(TimeSchema),
    /**
     * Started with a PIN on a shared device: it can't change who owns the account. Servers of an earlier version omit
     * it.
     */
    isByPin: z.optional(z.boolean()),
    /** Rows in one race by the code of an entry, without an account: makes only `guestCalls`. It is otherwise omitted. */
    isGuest: z.optional(z.literal(true)),
  }),
  user: AccountSchema,
});
export type AuthSession = z.infer<typeof AuthSessionSchema>;

export const DoneSchema = z.object({ status: z.literal(true) });

export const auth = {
  signUp: endpoint({
    method: 'POST',
    path: '/auth/sign-up/email',
    summary:
      'Create an account and sign in; 422 if the email has one, 403 where new accounts need an invitation or are closed',
    auth: 'public',
    body: z.strictObject({
      email: EmailSchema,
      password: NewPasswordSchema,
      name: DisplayNameSchema,
      ...admissionShape,
    }),
    response: SignedInSchema,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/sign-in/email',
    summary: 'Sign in with email and password; 401 `second_factor_needed` asks for the same call with `code`',
    auth: 'public',
    body: z.strictObject({
      email: EmailSchema,
      password: PasswordSchema,
      /** The code of the second factor; an account that has one gets 401 `second_factor_needed` without it. */
      code: z.optional(CodeSchema),
    }),
    response: SignedInSchema,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/auth/sign-out',
    summary: 'End the login of this request, if there is one',
    auth: 'public',
    response: z.object({ success: z.literal(true) }),
  }),
  session: endpoint({
    method: 'GET',
    path: '/auth/get-session',
    summary: 'The login of this request, or null',
    auth: 'public',
    response: z.nullable(AuthSessionSchema),
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/auth/request-password-reset',
    summary: 'Mail a link to reset the password; the response is the same if there is no such account',
    auth: 'public',
    body: z.strictObject({ email: EmailSchema }),
    response: z.object({ status: z.literal(true), message: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a new password with the token of the mailed link; ends every login of the account',
    auth: 'public',
    body: z.strictObject({
      token: z.string().check(z.minLength(1), z.maxLength(200)),
      newPassword: NewPasswordSchema,
    }),
    response: DoneSchema,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    summary: 'Change the password; ends every other login and returns a new token for this one',
    auth: 'login',
    proof: 'password',
    body: z.strictObject({
      /** Is the proof, too. */
      currentPassword: PasswordSchema,
      code: z.optional(CodeSchema),
      newPassword: NewPasswordSchema,
      /** Other logins end regardless of this flag. */
      revokeOtherSessions: z.optional(z.boolean()),
    }),
    response: SignedInSchema,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/auth/change-email',
    summary:
      'Mail a link to the new address; the change takes effect when this login opens it. A link in a mail to the address ' +
      'before takes it back',
    auth: 'login',
    proof: 'fresh',
    body: z.strictObject({
      newEmail: EmailSchema,
      callbackURL: z.optional(LocalPathSchema),
      ...proofShape,
    }),
    response: DoneSchema,
  }),
  takeBackEmail: endpoint({
    method: 'POST',
    path: '/auth/take-back-email',
    summary:
      'Restore the email that an account had before a change, with the token of the link mailed there; ends every login and ' +
      'access token of the account. Returns a token for `resetPassword`, or null where the account has no password. 400 if ' +
      'the link was used or is too old, 409 if another account has the email now',
    auth: 'public',
    body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: z.object({ email: z.string(), resetToken: z.nullable(z.string()) }),
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/auth/list-accounts',
    summary: 'How the caller can sign in: `credential` is a password, `oidc` the provider of the popup',
    auth: 'login',
    response: z.array(z.object({ providerId: z.string() })),
  }),
  beginPopup: endpoint({
    method: 'POST',
    path: '/auth/sign-in/social',
    summary: 'Begin a sign-in at the provider of the popup; returns the address for its window',
    auth: 'public',
    body: z.strictObject({
      provider: z.literal('oidc'),
      callbackURL: LocalPathSchema,
      errorCallbackURL: z.optional(LocalPathSchema),
      /** The address is in the response, never in a redirect, regardless of this flag. */
      disableRedirect: z.optional(z.boolean()),
    }),
    response: z.object({ url: z.url() }),
  }),
};
