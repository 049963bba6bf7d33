import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

/** A transaction got no connection; queries outside a transaction fail with drizzle's DrizzleQueryError. */
export class NoConnectionError extends Error {
  override name = 'NoConnectionError';
  constructor(cause: unknown) {
    super('No connection to the database', { cause });
  }
}

type DatabaseFailure = 'unavailable' | 'disk full';

/**
 * SQLSTATE classes of a server that cannot do its work now: 08 connection, 53 resources (too many connections, memory),
 * 57P shutdown; 57014 is the time limit of a statement. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableStates = /^(08|53|57P|57014)/;
const diskFullState = '53100';

/** Returns why the database does not work, or null when the error has another reason. */
export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === 'ENOSPC') return 'disk full';
    if (at instanceof NoConnectionError) return 'unavailable';
    if (at instanceof DrizzleQueryError) return failureOfQuery(at.cause);
    if (at instanceof pg.DatabaseError && at.code === diskFullState) return 'disk full';
  }
  return null;
}

/** Whether the database has refused a statement; false if it ended or can't be reached. */
export function isRefusedStatement(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof pg.DatabaseError) return true;
  return false;
}

/** Whether two rows would have the same key: PostgreSQL's unique_violation. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof DrizzleQueryError && error.cause instanceof pg.DatabaseError
    ? error.cause.code === '23505'
    : false;
}

/** Whether a row refers to a missing or deleted one: PostgreSQL's foreign_key_violation. */
export function isReferenceGone(error: unknown): boolean {
  return error instanceof DrizzleQueryError && error.cause instanceof pg.DatabaseError
    ? error.cause.code === '23503'
    : false;
}

function failureOfQuery(cause: Error | undefined): DatabaseFailure | null {
  if (cause instanceof pg.DatabaseError) {
    if (cause.code === diskFullState) return 'disk full';
    return unavailableStates.test(cause.code ?? '') ? 'unavailable' : null;
  }
  // Other errors are broken connections or time limits, unless a parameter could not be sent.
  return cause === undefined || cause instanceof TypeError || cause instanceof RangeError
    ? null
    : 'unavailable';
}
