/**
 * The proof that a call demands beyond a valid login, because an unattended device may have one: - `fullLogin`: a
 * login by password or at the provider. A PIN is not enough. - `fresh`: beyond that, the password in the call, or a
 * sign-in or proof of the last minutes (`limits.freshSignInMs`). - `password`: beyond that, the password in the
 * call, however fresh the login is. `fresh` and `password` also demand a code where the account has a second
 * factor, in the call or proved by this login in the last minutes. An account without a password proves itself by a
 * fresh sign-in at its provider instead.
 */
export type ProofLevel = 'fullLogin' | 'fresh' | 'password';

/** The names in `fields` of a refusal with `proof_needed`. */
export const proofFields = ['password', 'code'] as const;
export type ProofField = (typeof proofFields)[number];
export type Proof = { [F in ProofField]?: string | undefined };
