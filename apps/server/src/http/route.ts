import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type {
  CallerClaim,
  Cost,
  Endpoint,
  EndpointAuth,
  EndpointInput,
  EndpointResponse,
} from '@boathouse/contract/endpoint';
import { guestCalls } from '@boathouse/contract/auth/scopes';
import type { UserRef } from '@boathouse/contract/users';
import { JsonText } from './compression.ts';
import { type Caller, isGuest, type Login, mayUse } from './caller.ts';
import { describeCall, refusals } from './calls/describe-call.ts';
import { badField, HttpError, notForGuests, nothingHere, notSignedIn, notTheCaller } from './errors.ts';
import { webHeaders } from './headers.ts';
import type { SecurityEvent } from './security-log.ts';
import { mayBeEmpty, proofIn, refusePin, type GivenProof } from './calls/proof.ts';
import { callOf } from './calls/calls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyInstance {
    /** @throws HttpError 400 wrong_password or wrong_code, 403 proof_needed or sign_in_again, 429 */
    proveCaller: (login: Login, endpoint: Endpoint, given: GivenProof, exchange: Exchange) => Promise<void>;
    /** Runs a user's dear call when it is their turn. @throws HttpError 429 */
    inTurn: <T>(cost: Cost, userId: string, work: () => Promise<T>) => Promise<T>;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** The caller's type by the endpoint's `auth`: a handler of a signed-in call never gets an anonymous caller. */
type Who<A extends EndpointAuth> = A extends 'user' | 'administrator'
  ? Pick<Caller, 'login' | 'scopes'> & { user: UserRef }
  : A extends 'login'
    ? Pick<Caller, 'login' | 'scopes' | 'user'>
    : null;

/** The HTTP side of a request, for the few handlers that read headers or set cookies. */
export type Exchange = {
  /** The client's address; behind a trusted proxy the address that it names. */
  readonly address: string;
  readonly headers: Headers;
  /** Writes an event to the security log after the response; `uid` is its user if the request has no caller. */
  note(event: SecurityEvent, uid?: string): void;
  /** Adds the headers to the response and returns the value. */
  send<T>(answer: { value: T; headers: Headers }): T;
};

export function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  return {
    address: request.ip,
    headers: webHeaders(request.headers),
    note: (event, uid) => void (request.securityEvents ??= []).push({ event, uid: uid ?? null }),
    send: ({ value, headers }) => {
      // Fastify keeps the cookies that were set before.
      for (const [name, text] of headers) reply.header(name, text);
      return value;
    },
  };
}

const DownloadSchema = z.object({
  bytes: z.union([z.instanceof(Readable), z.instanceof(Uint8Array)]),
  fileName: z.string(),
  /** One of the endpoint's media types; the first if omitted. */
  type: z.optional(z.string()),
  /**
   * Names the content, so that a client that already has it need not download it again; without one no cache may store
   * it.
   */
  etag: z.optional(z.string()),
});

/** A response that the browser saves as a file. */
type Download = z.infer<typeof DownloadSchema>;

type Answer<E extends Endpoint> = E extends { produces: string | readonly string[] }
  ? Download
  : EndpointResponse<E> | JsonText;

type Handler<E extends Endpoint> = (
  input: EndpointInput<E> & { caller: Who<E['auth']> },
  exchange: Exchange,
) => Promise<Answer<E>> | Answer<E>;

const nothing = z.strictObject({});

/**
 * Serves one endpoint of the contract under /api. Checks the sign-in (401; 404 for the calls of administrators), the
 * token's scope (403), the kind of login (403 pin_login), the request's shape (400), its caller claims (403) and its
 * proof (400, 403). It then runs the handler, a dear call only in the caller's turn; the handler's body has no proof.
 * Checks the response against the contract, too, unless it is a `JsonText`, for responses that are large.
 */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  app.route({
    // A HEAD request would make a file and throw it away.
    ...(endpoint.produces === undefined ? {} : { exposeHeadRoute: false }),
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint },
    schema: {
      ...describeCall(endpoint),
      params: endpoint.params ?? nothing,
      querystring: endpoint.query ?? nothing,
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.consumes ? { consumes: [endpoint.consumes] } : {}),
      response: { 200: responseOf(endpoint), ...refusals },
    },
    onRequest: async (request, reply) => {
      // Responses depend on the caller and the time, so no cache may store them.
      reply.header('cache-control', 'no-store');
      if (endpoint.auth === 'public') return;
      const caller = requireCaller(request, endpoint.auth);
      requireScope(caller, endpoint);
      refusePin(caller, endpoint);
    },
    preValidation: async (request) => {
      if (endpoint.body && mayBeEmpty(endpoint)) request.body ??= {};
    },
    preHandler: async (request, reply) => {
      const { params, query, body } = request;
      if (!endpoint.body && !isEmptyBody(body)) throw badField('body', 'must be empty: this call takes none');
      const field = fieldWithNul(params) ?? fieldWithNul(query) ?? fieldWithNul(body);
      if (field !== null) throw badField(field, 'must not contain the character U+0000');
      for (const claim of endpoint.caller ?? []) {
        if (claimed(request, claim) !== request.caller?.user?._id)
          throw notTheCaller(claim.split('.')[1] ?? claim);
      }
      if (request.caller !== null && (endpoint.proof === 'fresh' || endpoint.proof === 'password')) {
        const { given, rest } = proofIn(body, endpoint);
        await app.proveCaller(request.caller.login, endpoint, given, exchangeOf(request, reply));
        request.body = rest;
      }
      if (endpoint.quota) await app.takeQuota(request, endpoint.quota);
    },
    handler: async (request, reply) => {
      // Fastify has replaced params, query and body by the output of the endpoint's own schemas; its types cannot
      // follow a schema that is itself a type parameter.
      const handle = async () =>
        handler(
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          {
            params: request.params,
            query: request.query,
            body: request.body,
            caller: endpoint.auth === 'public' ? null : request.caller,
          } as Parameters<Handler<E>>[0],
          exchangeOf(request, reply),
        );
      const userId = request.caller?.user?._id;
      const answer = await (endpoint.cost === undefined || userId === undefined
        ? handle()
        : app.inTurn(endpoint.cost, userId, handle));
      if (answer instanceof JsonText) {
        reply.jsonText = answer;
        return reply.type('application/json; charset=utf-8').send(answer.text);
      }
      if (endpoint.produces === undefined) return answer;
      const [usualType] = typesOf(endpoint.produces);
      const { bytes, fileName, etag, type = usualType } = DownloadSchema.parse(answer);
      if (etag !== undefined) {
        reply.header('etag', etag).header('cache-control', 'private, no-cache');
        if (request.headers['if-none-match']?.split(/, */u).includes(etag)) return reply.code(304).send();
      }
      return reply
        .header('content-type', type)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(bytes);
    },
  });
}

const typesOf = (produces: string | readonly string[]) => [produces].flat();

function responseOf({ produces, response }: Endpoint) {
  if (produces === undefined) return response;
  const content = Object.fromEntries(typesOf(produces).map((type) => [type, { schema: response }]));
  return { description: 'The file', content };
}

/**
 * Returns the signed-in user, for routes with their own protocol.
 * @throws HttpError 401, 403
 */
export function signedInUser(request: FastifyRequest): UserRef {
  const { caller } = request;
  if (!caller?.user) throw caller ? userRecordMissing() : notSignedIn();
  requireScope(caller, request.routeOptions.config.endpoint);
  return caller.user;
}

function requireCaller({ caller }: FastifyRequest, auth: EndpointAuth): Caller {
  if (caller === null) throw notSignedIn();
  if (auth === 'administrator' && !(caller.isAdministrator && caller.user !== null)) throw nothingHere();
  if (auth === 'user' && caller.user === null) throw userRecordMissing();
  return caller;
}

const userRecordMissing = () =>
  new HttpError(403, 'user_record_missing', 'Create your user record first (POST /users)');

/** Some HTTP clients send `{}` with every request that is not a GET. */
function isEmptyBody(body: unknown): boolean {
  if (body === undefined || body === null) return true;
  return typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0;
}

/**
 * Finds text with U+0000, which PostgreSQL cannot store, and returns its path, or null. The value comes from a schema
 * of the contract or is empty, so that schema limits its depth and size.
 */
function fieldWithNul(parsed: unknown): string | null {
  const rest: Array<{ value: unknown; path: string }> = [{ value: parsed, path: '' }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && value.includes('\0')) return path || 'body';
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    // A body that is still arriving.
    if (value instanceof Readable) continue;
    for (const [key, item] of Object.entries(value).toReversed()) {
      rest.push({ value: item, path: path === '' ? key : `${path}.${key}` });
    }
  }
  return null;
}

function claimed(request: FastifyRequest, claim: CallerClaim): unknown {
  const [part, name] = claim.split('.');
  const source: unknown =
    part === 'params' ? request.params : part === 'query' ? request.query : request.body;
  return typeof source === 'object' && source !== null && name !== undefined
    ? Reflect.get(source, name)
    : undefined;
}

/**
 * Refuses a call that the caller's access token, or a guest, may not make; a login of an account may make every call.
 * @throws HttpError 403 insufficient_scope, forbidden
 */
function requireScope(caller: Caller, endpoint: Endpoint | undefined): void {
  if (caller.scopes === null) return;
  const call = endpoint ? callOf(endpoint) : null;
  const scope = call?.scope ?? 'login';
  if (isGuest(caller)) {
    if (scope === 'public' || (call !== null && guestCalls.has(`${call.noun}.${call.name}`))) return;
    throw notForGuests();
  }
  if (scope === 'any' || scope === 'public') return;
  if (scope === 'login') {
    throw new HttpError(403, 'insufficient_scope', "An access token can't make this call. Log in instead.");
  }
  if (!mayUse(caller, scope)) {
    throw new HttpError(403, 'insufficient_scope', `This access token lacks the scope "${scope}"`);
  }
}
