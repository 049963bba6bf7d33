import * as z from 'zod/mini';

/** The identity provider sets the length of a password and words the refusal; this limit only bounds the work. */
export const PasswordSchema = z
  .string()
  .check(z.minLength(1, { error: 'Password too short' }), z.maxLength(1_000, { error: 'Password too long' }));

/** A code of the authenticator app, or a recovery code; spaces and dashes make no difference. */
export const CodeSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Code is required' }),
    z.maxLength(40, { error: 'Code too long' }),
  );

/** The proof in the body of a call. The server removes it before the call's handler gets the body. */
export const proofShape = { password: z.optional(PasswordSchema), code: z.optional(CodeSchema) };

/** The body of a call that contains nothing but the proof. */
export const ProofBodySchema = z._default(z.strictObject(proofShape), {});
