import type { ErrorCode } from '@boathouse/contract/errors';

/** An error response. Thrown anywhere in a route; the message is for the user. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: ReadonlyArray<{ field: string; message: string }> | undefined;
  /** Sent as Retry-After. */
  readonly retryAfterSec: number | undefined;
  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    fields?: ReadonlyArray<{ field: string; message: string }>,
    retryAfterSec?: number,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSec = retryAfterSec;
  }
}

export function notSignedIn() {
  return new HttpError(401, 'not_signed_in', 'Log in first');
}
export function notTheCaller(field: string) {
  return new HttpError(403, 'not_the_caller', `${field} must be your own id: you can't act for another user`);
}
export function notForGuests() {
  return new HttpError(403, 'forbidden', 'Guests of a race can row in it, and nothing else. Log in first.');
}
/** The same error for a missing record and for one whose existence the caller may not know. */
export function notFound(what: string) {
  return new HttpError(404, 'not_found', `There is no such ${what}`);
}
/** The error for an address without a route, and for one whose existence the caller may not know. */
export function nothingHere() {
  return new HttpError(404, 'not_found', 'There is nothing at this address');
}

/**
 * Returns the record.
 * @throws HttpError 404 when it is null
 */
export function orNotFound<T>(record: T | null, what: string): T {
  if (record === null) throw notFound(what);
  return record;
}

/**
 * Returns the list after one of its entries.
 * @throws HttpError 400 when it is null: the entry is not, or no longer, in the list
 */
export function orNotListed<T>(list: T[] | null): T[] {
  if (list === null) throw badField('after', 'is not in this list any more');
  return list;
}

export function badField(field: string, message: string) {
  return new HttpError(400, 'bad_request', `${field}: ${message}`, [{ field, message }]);
}
