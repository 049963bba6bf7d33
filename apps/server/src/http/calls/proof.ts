import { ProofBodySchema } from '@boathouse/contract/auth/credentials';
import { proofFields, type Proof } from '@boathouse/contract/auth/proof';
import type { Endpoint } from '@boathouse/contract/endpoint';
import type { Caller } from '../caller.ts';
import { HttpError } from '../errors.ts';

/** The proof in a call, and the field of its body that has the password. */
export type GivenProof = Proof & { passwordField: 'password' | 'currentPassword' };

/** Returns whether a call has a meaning without a body. */
export function mayBeEmpty(endpoint: Endpoint | undefined): boolean {
  return endpoint?.body === undefined || endpoint.body === ProofBodySchema;
}

/**
 * Splits a parsed body into the proof and the handler's part. A field that the call itself needs, such as the current
 * password of a change, stays in the body.
 */
export function proofIn(body: unknown, { path }: Endpoint): { given: GivenProof; rest: unknown } {
  if (typeof body !== 'object' || body === null) throw new TypeError(`${path} has no body for its proof`);
  const isForItself = 'currentPassword' in body;
  const passwordField = isForItself ? 'currentPassword' : 'password';
  const textIn = (name: string): string | undefined => {
    const value: unknown = Reflect.get(body, name);
    return typeof value === 'string' ? value : undefined;
  };
  const rest = Object.entries(body).filter(([name]) => !proofFields.some((field) => field === name));
  return {
    given: { passwordField, password: textIn(passwordField), code: textIn('code') },
    rest: Object.fromEntries(rest),
  };
}

/**
 * Refuses a login by PIN access to the account, its rights and the installation, even for reading: a PIN has few digits
 * and is typed in front of others.
 * @throws HttpError 403 pin_login
 */
export function refusePin({ login }: Caller, { auth, proof }: Endpoint): void {
  if (!login.isByPin || (auth !== 'administrator' && proof === undefined)) return;
  throw new HttpError(403, 'pin_login', "You're logged in with a PIN. Log in with your password to do this.");
}
