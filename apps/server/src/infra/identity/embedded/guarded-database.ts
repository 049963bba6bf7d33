import { createHash } from 'node:crypto';
import { BASE_ERROR_CODES } from '@better-auth/core/error';
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth';
import { APIError, isAPIError } from 'better-auth/api';

/**
 * A failure of the database below the identity library. It is an APIError because the library passes those on
 * unchanged, and turns other errors into apparent refusals. `cause` is the error itself.
 */
export class DatabaseFailure extends APIError {
  constructor(cause: unknown) {
    super('INTERNAL_SERVER_ERROR', { message: 'The database failed' });
    this.cause = cause;
  }
}

/** Columns with a secret that signs a user in or resets a password. */
const secretColumns: Readonly<Record<string, string>> = { session: 'token', verification: 'identifier' };

/**
 * Returns the digest that is stored instead of a secret. The secrets are random and long, so one round without a
 * salt is enough.
 */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/**
 * Stores digests instead of the library's login tokens and link tokens, so that no one can sign in with a copy of the
 * database. Rows that the library finds by a token contain that token again; other rows have the digest.
 */
export function guardedDatabase(inner: DBAdapter): DBAdapter {
  return {
    ...inner,
    ...guardedCalls(inner),
    transaction: (work) => asFailure(() => inner.transaction((step) => work(guardedCalls(step)))),
  };
}

function guardedCalls(inner: DBTransactionAdapter): DBTransactionAdapter {
  return {
    ...inner,
    create: <T extends Record<string, unknown>, R = T>(call: CreateCall<T>) => {
      const column = secretColumns[call.model];
      const secret: unknown = column === undefined ? undefined : Reflect.get(call.data, column);
      if (column === undefined || typeof secret !== 'string') {
        return asFailure(() => inner.create<T, R>(call), call);
      }
      const stored = digestOf(secret);
      return asFailure(async () => {
        const row = await inner.create<T, R>({ ...call, data: { ...call.data, [column]: stored } });
        return restored(row, column, new Map([[stored, secret]]));
      });
    },
    findOne: (call) =>
      asFailure(async () => {
        const { where, column, secrets } = digested(call.model, call.where);
        return restored(await inner.findOne({ ...call, where }), column, secrets);
      }),
    findMany: (call) =>
      asFailure(async () => {
        const { where, column, secrets } = digested(call.model, call.where ?? []);
        const rows = await inner.findMany<never>({ ...call, where });
        return rows.map((row) => restored(row, column, secrets));
      }),
    count: (call) =>
      asFailure(() => inner.count({ ...call, where: digested(call.model, call.where ?? []).where })),
    update: (call) =>
      asFailure(async () => {
        const { where, column, secrets } = digested(call.model, call.where);
        return restored(await inner.update({ ...call, where }), column, secrets);
      }),
    updateMany: (call) =>
      asFailure(() => inner.updateMany({ ...call, where: digested(call.model, call.where).where })),
    delete: (call) =>
      asFailure(() => inner.delete({ ...call, where: digested(call.model, call.where).where })),
    deleteMany: (call) =>
      asFailure(() => inner.deleteMany({ ...call, where: digested(call.model, call.where).where })),
    consumeOne: (call) =>
      asFailure(async () => {
        const { where, column, secrets } = digested(call.model, call.where);
        return restored(await inner.consumeOne({ ...call, where }), column, secrets);
      }),
    incrementOne: (call) =>
      asFailure(() => inner.incrementOne({ ...call, where: digested(call.model, call.where).where })),
  };
}

type CreateCall<T> = {
  model: string;
  data: Omit<T, 'id'>;
  select?: string[] | undefined;
  forceAllowId?: boolean | undefined;
};

type Digested = { where: Where[]; column: string | undefined; secrets: Map<string, string> };

function digested(model: string, where: Where[]): Digested {
  const column = secretColumns[model];
  const secrets = new Map<string, string>();
  const digest = (value: unknown) => {
    if (typeof value !== 'string') throw new TypeError(`${model}.${column} can only be compared with text`);
    const stored = digestOf(value);
    secrets.set(stored, value);
    return stored;
  };
  return {
    column,
    secrets,
    where: where.map((condition) => {
      if (condition.field !== column) return condition;
      const { value, operator = 'eq' } = condition;
      // No part of a digest can be compared with a part of the secret.
      if (!['eq', 'ne', 'in', 'not_in'].includes(operator)) {
        throw new TypeError(`${model}.${column} cannot be compared by ${operator}`);
      }
      return { ...condition, value: Array.isArray(value) ? value.map(digest) : digest(value) };
    }),
  };
}

/** Restores the library's secret in a row that was found by it or created with it. */
function restored<T>(row: T, column: string | undefined, secrets: ReadonlyMap<string, string>): T {
  if (typeof row !== 'object' || row === null || column === undefined) return row;
  const stored: unknown = Reflect.get(row, column);
  const secret = typeof stored === 'string' ? secrets.get(stored) : undefined;
  return secret === undefined ? row : Object.assign(row, { [column]: secret });
}

/** @throws DatabaseFailure for a database error; other errors unchanged */
async function asFailure<T>(query: () => Promise<T>, created?: { model: string }): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (isAPIError(error)) throw error;
    if (created?.model === 'user' && isDuplicate(error)) {
      // The second of two simultaneous sign-ups with one email.
      throw APIError.from('UNPROCESSABLE_ENTITY', BASE_ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL);
    }
    throw new DatabaseFailure(error);
  }
}

/** PostgreSQL's unique_violation. */
export function isDuplicate(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.cause instanceof Error &&
    'code' in error.cause &&
    error.cause.code === '23505'
  );
}
