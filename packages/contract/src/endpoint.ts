import * as z from 'zod/mini';
import type { ProofLevel } from './auth/proof.ts';
import type { hourlyQuotas } from './limits.ts';

export type Quota = keyof typeof hourlyQuotas;

/**
 * Names the login that a page shows, by its `uid`. A call with another user's credentials counts as not signed in: a
 * page must not act as a user who logged in in another tab.
 */
export const actingLoginHeader = 'acting-login';

/**
 * Version of the HTTP API. Increase it with a change that the previous version of a page or server does not understand:
 * a field that one side requires or refuses and the other does not know. Each response has it in `apiVersionHeader`, so
 * that a page knows whether it or the server is older.
 */
export const apiVersion = 7;

export const apiVersionHeader = 'api-version';

type Schema = z.core.$ZodType;

/**
 * `public`: anyone; `login`: a signed-in identity, with or without a user record; `user`: a signed-in user;
 * `administrator`: an administrator of the installation; other signed-in users get a 404.
 */
export type EndpointAuth = 'public' | 'login' | 'user' | 'administrator';

/** Where a request contains an id that claims to be the caller's; the server returns 403 for another user's id. */
export type CallerClaim = `params.${string}` | `query.${string}` | `body.${string}`;

/**
 * The reason why a call is expensive. `rows`: it reads more, the more the caller has stored. `file`: it reads or makes
 * a file for up to some seconds. The server runs only a few of both at a time, and takes turns by user. `list`: it
 * returns one page, but the database reads more, the more the caller has stored. One user's calls run one after the
 * other, and do not wait for other users' calls. `batches`: it reads or changes many rows, some in each statement or
 * transaction; in between, the database works for other users.
 */
export type Cost = 'rows' | 'list' | 'file' | 'batches';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api, with `:name` for each key of `params`. */
  path: `/${string}`;
  summary: string;
  auth: EndpointAuth;
  caller?: readonly CallerClaim[];
  /** The proof that the call requires beyond a valid login; its body then has the fields of `proofShape`. */
  proof?: ProofLevel;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Counts against a limit of what one user may create in an hour. */
  quota?: Quota;
  /** Absent: its cost does not grow with the caller's stored data, or by no more than a page. */
  cost?: Cost;
  /** The media type of a body that is bytes instead of JSON. */
  consumes?: string;
  /** The media types of a response that is a file instead of JSON; `response` is then `FileSchema`. */
  produces?: string | readonly string[];
  response: Schema;
};

/** Stands for the bytes of an endpoint that `produces` a file. They are not validated. */
export const FileSchema = z.unknown();

/** Defines one call of the API. The server's route, the web client and the OpenAPI document derive from it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Part<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S } ? S : undefined;

/** Parsed and typed input of a handler. */
export type EndpointInput<E extends Endpoint> = {
  params: Output<Part<E, 'params'>>;
  query: Output<Part<E, 'query'>>;
  body: Output<Part<E, 'body'>>;
};
export type EndpointResponse<E extends Endpoint> = z.output<E['response']>;

type Given<K extends string, S> = S extends Schema
  ? undefined extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : object extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
  : { [P in K]?: never };

/** Arguments of a client call: a part is required if the endpoint defines it with a required field. */
export type EndpointArgs<E extends Endpoint> = Given<'params', Part<E, 'params'>> &
  Given<'query', Part<E, 'query'>> &
  Given<'body', Part<E, 'body'>>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Builds the URL with path parameters and query. Omits undefined values. */
export function urlOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, key: string) => {
    const value = isRecord(params) ? params[key] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new TypeError(`${endpoint.path} needs the parameter ${key}`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(isRecord(query) ? query : {})) {
    if (value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw new TypeError(`${endpoint.path} cannot carry the query ${key}`);
    }
    search.set(key, String(value));
  }
  return `/api${path}${search.size === 0 ? '' : `?${search.toString()}`}`;
}
