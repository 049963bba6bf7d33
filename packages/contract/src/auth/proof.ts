/**
 * The proof that a call requires beyond a valid login, because an unattended device may have one:
 * - `fullLogin`: a login by password or at the provider. A PIN is not enough.
 * - `fresh`: also the password in the call, or a sign-in or proof of the last minutes (`limits.freshSignInMs`).
 * - `password`: also the password in the call, even if the login is fresh.
 *
 * If the account has a second factor, `fresh` and `password` also require a code, in the call or proved by this login
 * in the last minutes. An account without a password needs a fresh sign-in at its provider instead.
 */
export type ProofLevel = 'fullLogin' | 'fresh' | 'password';

/** The names in `fields` of a refusal with `proof_needed`. */
export const proofFields = ['password', 'code'] as const;
export type ProofField = (typeof proofFields)[number];
export type Proof = { [F in ProofField]?: string | undefined };
