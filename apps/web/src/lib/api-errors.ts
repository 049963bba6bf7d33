import type { Problem } from '@boathouse/contract/errors';

/** The server returned an error status. `message` is for users. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** The contract's error code, or 'unknown' for a response of another kind, such as a proxy's page. */
  readonly code: Problem['code'] | 'unknown';
  readonly fields: { field: string; message: string }[];
  readonly errorId: string | null;
  /** When the server allows the next request; null if it does not say. */
  readonly retryAfterSec: number | null;

  constructor(status: number, problem: Problem | null, retryAfterSec: number | null = null) {
    super(problem?.message ?? `The server returned an error (${status}).`);
    this.status = status;
    this.code = problem?.code ?? 'unknown';
    this.fields = problem?.fields ?? [];
    this.errorId = problem?.errorId ?? null;
    this.retryAfterSec = retryAfterSec;
  }
}

/** Returns whether the requested entity does not exist: unknown (404) or an invalid id (400). */
export function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** No response: offline, server down, or the connection was lost. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  constructor(cause: unknown) {
    super("The server can't be reached. Check your connection and try again.", { cause });
  }
}

/** The user was asked to confirm a call, and did not. */
export class CanceledError extends Error {
  override name = 'CanceledError';
  constructor(cause: unknown) {
    super('Canceled. Nothing was changed.', { cause });
  }
}

/** The response does not match the contract: page and server have different versions. */
export class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError';
  constructor(where: string, detail: string) {
    super('The server sent an unexpected response. Reload the page.', {
      cause: `${where}: ${detail}`,
    });
  }
}

/** Returns the id under which the server has logged its failure; null for other errors. */
export function errorIdOf(error: unknown): string | null {
  return error instanceof ApiError && error.status >= 500 ? error.errorId : null;
}

/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Like `messageOf`; for a refused field it returns only the problem, without the field's name on the wire. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.fields.length === 0) return messageOf(error);
  return error.fields.map(({ message }) => message).join(' ');
}
