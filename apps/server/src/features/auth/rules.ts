import type { ErrorCode } from '@boathouse/contract/errors';
import { HttpError } from '../../http/errors.ts';
import { IdentityRefusal } from '../../infra/identity/identity.ts';

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

/** Where the new password's field is not `password`. */
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
  422: 'already_exists',
  503: 'unavailable',
};

/**
 * Calls the identity provider and passes on its error messages.
 * @param fields the field that each error code belongs to, beside `fieldsByCode`
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
