import type { Problem } from '@boathouse/contract/errors';

/** The server answered, and the answer was no. `message` is for people. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** The contract's error code, or 'unknown' when the answer was not one of ours (a proxy's page). */
  readonly code: Problem['code'] | 'unknown';
  readonly fields: { field: string; message: string }[];
  readonly errorId: string | null;

  constructor(status: number, problem: Problem | null) {
    super(problem?.message ?? `The server answered with an error (${status}).`);
    this.status = status;
    this.code = problem?.code ?? 'unknown';
    this.fields = problem?.fields ?? [];
    this.errorId = problem?.errorId ?? null;
  }
}

/** Whether what an address names is not there: the server knows no such thing, or it could not be the id of one. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** There was no answer: offline, server down, or cut off on the way. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  constructor(cause: unknown) {
    super('The server cannot be reached. Check your connection and try again.', { cause });
  }
}

/** The server answered something that the contract does not allow: the page and the server are of different versions. */
export class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError';
  constructor(where: string, detail: string) {
    super('The server sent an answer this page does not understand. Reload the page.', {
      cause: `${where}: ${detail}`,
    });
  }
}

/** What to say to a person about anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
