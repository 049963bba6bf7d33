import { auth } from '@boathouse/contract/auth';
import { devices } from '@boathouse/contract/auth/devices';
import { proofFields, type Proof, type ProofField } from '@boathouse/contract/auth/proof';
import { security } from '@boathouse/contract/auth/security';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import type { ErrorCode } from '@boathouse/contract/errors';
import { HttpError } from '../../../http/errors.ts';
import { IdentityRefusal } from '../../../infra/identity/identity.ts';

/** The field of a request that each error code of the identity provider belongs to. */
export type FieldsByCode = Readonly<Record<string, string>>;

const fieldsByCode: FieldsByCode = {
  INVALID_EMAIL: 'email',
  INVALID_PASSWORD: 'currentPassword',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_WEAK: 'password',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email',
};

/** Serves calls whose field for the new password is not `password`. */
export const newPasswordFields: FieldsByCode = {
  PASSWORD_TOO_SHORT: 'newPassword',
  PASSWORD_TOO_LONG: 'newPassword',
  PASSWORD_TOO_WEAK: 'newPassword',
};

const wrongPassword = new Set(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD']);
export function isWrongPassword(error: unknown): boolean {
  return error instanceof IdentityRefusal && wrongPassword.has(error.code);
}

const errorCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  409: 'already_exists',
  422: 'already_exists',
  503: 'unavailable',
};

/**
 * Calls the identity provider and passes on its error messages.
 * @param fields the field for each error code, in addition to `fieldsByCode`
 * @throws HttpError for an IdentityRefusal
 */
export async function withHttpErrors<T>(call: () => Promise<T>, fields: FieldsByCode = {}): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof IdentityRefusal)) throw error;
    const { status, code, message } = error;
    const field = fields[code] ?? fieldsByCode[code] ?? (status === 400 ? 'body' : undefined);
    throw new HttpError(
      status,
      isWrongPassword(error) ? 'wrong_password' : (errorCodes[status] ?? 'bad_request'),
      message,
      field === undefined ? undefined : [{ field, message }],
    );
  }
}

/**
 * Wrong codes of an authenticator app in an hour, over all addresses: three of a million codes are right at a time.
 * Recovery codes have 79 bits and are counted separately, by address, so that an attacker who knows the password can't
 * lock the owner out by using up the attempts.
 */
export const appCodeTries = 'second factor';
const recoveryCodeTries = 'recovery code';
export const codesMax = 10;
export const codesWindowSec = 60 * 60;

/** Six digits, with spaces or dashes; anything else can only be a recovery code. */
const isAppCode = (code: string) => /^\d{6}$/.test(code.replaceAll(/[\s-]/g, ''));

/** Returns which limits the attempts of a code count against. */
export function triesOf(code: string, uid: string, address: string): [what: string, who: string] {
  return isAppCode(code) ? [appCodeTries, uid] : [recoveryCodeTries, `${uid} ${address}`];
}

/** From two minutes on, in minutes, because no one counts 3,572 seconds. */
function waitInWords(sec: number): string {
  if (sec >= 120) return `${Math.ceil(sec / 60)} minutes`;
  return sec === 1 ? '1 second' : `${sec} seconds`;
}

/** @throws HttpError 429 while the caller must wait */
export function refuseFor(waitSec: number): void {
  if (waitSec === 0) return;
  const message = `Too many tries. Wait ${waitInWords(waitSec)}, then try again.`;
  throw new HttpError(429, 'too_many_requests', message, undefined, waitSec);
}

/** Returns the cookies of a response as the browser will send them. */
export function cookiesSetBy(headers: Headers): Headers {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return new Headers(pairs.length === 0 ? {} : { cookie: pairs.join('; ') });
}

export function wrongCode(status: 400 | 401, message: string): HttpError {
  return new HttpError(status, 'wrong_code', message, [{ field: 'code', message }]);
}

/** The calls that make sense only if this server stores the passwords. */
export const callsOfPasswords: ReadonlySet<Endpoint> = new Set<Endpoint>([
  auth.changePassword,
  auth.changeEmail,
  security.beginSecondFactor,
  security.newRecoveryCodes,
  security.removeSecondFactor,
  devices.join,
]);

/** Clocks of processes differ by at most this much: a proof with a later time comes from a clock that was set back. */
const clockSkewMs = 60_000;

/** Returns whether a proof was given in the last minutes. */
export function isFresh(ageMs: number | null): boolean {
  return ageMs !== null && ageMs > -clockSkewMs && ageMs < limits.freshSignInMs;
}

const codeWords = 'Enter the code of your authenticator app.';
const wantedWords: Readonly<Record<ProofField, string>> = {
  password: 'Enter your password to confirm that it is you.',
  code: codeWords,
};

export function proofNeeded(missing: readonly ProofField[]): HttpError {
  return new HttpError(
    403,
    'proof_needed',
    missing.map((field) => wantedWords[field]).join(' '),
    missing.map((field) => ({ field, message: wantedWords[field] })),
  );
}

/** The code of a sign-in, which is repeated with it. */
export function codeNeeded(): HttpError {
  return new HttpError(401, 'second_factor_needed', codeWords, [{ field: 'code', message: codeWords }]);
}

/** Returns the fields that a call needs for its proof and does not have. */
export function missingOf(needs: Readonly<Record<ProofField, boolean>>, given: Proof): ProofField[] {
  return proofFields.filter((field) => needs[field] && given[field] === undefined);
}
