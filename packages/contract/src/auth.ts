import * as z from 'zod/mini';
import { admissionShape } from './administration/sign-up.ts';
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

/** The identity provider sets the length of a password and words the refusal; this only bounds the work. */
export const PasswordSchema = z
  .string()
  .check(z.minLength(1, { error: 'Password too short' }), z.maxLength(1_000, { error: 'Password too long' }));

/** The identity provider refuses a weak one in words. Its least length is a setting, which the OpenAPI document has. */
const NewPasswordSchema = PasswordSchema.check(z.meta({ format: newPasswordFormat }));

/** A path of this origin: not another site's URL, nor a text that a browser reads as one. */
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
  }),
  user: AccountSchema,
});
export type AuthSession = z.infer<typeof AuthSessionSchema>;

/** A code of the authenticator app, or a recovery code; spaces and dashes make no difference. */
export const CodeSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Code is required' }),
    z.maxLength(40, { error: 'Code too long' }),
  );

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
      /** Of the second factor; without it, an account that has one gets 401 `second_factor_needed`. */
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
    body: z.strictObject({
      currentPassword: PasswordSchema,
      newPassword: NewPasswordSchema,
      /** Other logins end whatever this says. */
      revokeOtherSessions: z.optional(z.boolean()),
    }),
    response: SignedInSchema,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/auth/change-email',
    summary: 'Mail a link to the new address; the change takes effect when this login opens it',
    auth: 'login',
    body: z.strictObject({ newEmail: EmailSchema, callbackURL: z.optional(LocalPathSchema) }),
    response: DoneSchema,
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
      /** The address is in the response, never in a redirect, whatever this says. */
      disableRedirect: z.optional(z.boolean()),
    }),
    response: z.object({ url: z.url() }),
  }),
};
