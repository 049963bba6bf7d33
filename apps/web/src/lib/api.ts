import {
  actingLoginHeader,
  apiVersionHeader,
  urlOf,
  type Endpoint,
  type EndpointArgs,
  type EndpointResponse,
} from '@boathouse/contract/endpoint';
import { ProblemSchema } from '@boathouse/contract/errors';
import { ApiError, NetworkError, UnexpectedAnswerError } from './api-errors.ts';
import { withProof } from './proof/asked-proof.ts';
import { forgetFirstData, takeFirstData } from './first-data.ts';
import { noteRead } from './kept/reads.ts';
import { loadChunk } from './load-chunk.ts';
import { waits } from './outbox/waits.ts';
import { within } from './within.ts';
import { actsAs, noteNotSignedIn } from './server/login-state.ts';
import { answerWithinMs, noteAnswer, noteNoAnswer } from './server/reachability.ts';
import { noteServerDate } from './server/server-now.ts';
import { noteUnexpected, noteVersion } from './server/version-skew.ts';
import { pressShown } from './timing/press-shown.ts';

export {
  ApiError,
  errorIdOf,
  isNotThere,
  messageOf,
  NetworkError,
  refusalOf,
  UnexpectedAnswerError,
} from './api-errors.ts';

type JsonRequest = {
  method: string;
  /** Path from the origin's root, with the query. */
  url: string;
  /** Bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  withinMs?: number;
};

type Exchange = {
  status: number;
  body: unknown;
  retryAfterSec: number | null;
  /** Sent by our server, and not by a proxy or the login page of a network. */
  isOurs: boolean;
};

/**
 * Sends one request to our own origin. `body` is the parsed JSON of the response, or null without one;
 * `retryAfterSec` is its Retry-After header, or null.
 * @throws NetworkError without a response, also within `withinMs`; rethrows an abort unchanged.
 */
export async function exchangeJson(request: JsonRequest): Promise<Exchange> {
  const { method, url, body, signal, withinMs } = request;
  const sent = sentBody(body);
  const acting = actsAs();
  let text: string;
  let status: number;
  let retryAfterSec: number | null;
  let version: string | null;
  await pressShown();
  const doubt = setTimeout(noteNoAnswer, answerWithinMs);
  const sentMs = Date.now();
  const tooLate = new AbortController();
  const read = async () => {
    const response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(acting === null ? {} : { [actingLoginHeader]: acting }),
        ...(sent === null ? {} : { 'content-type': sent.type }),
      },
      ...(sent === null ? {} : { body: sent.body }),
      ...(signal === undefined && withinMs === undefined
        ? {}
        : { signal: AbortSignal.any([tooLate.signal, ...(signal ? [signal] : [])]) }),
    });
    const receivedMs = Date.now();
    return { response, receivedMs, text: await response.text() };
  };
  try {
    const answer =
      withinMs === undefined ? await read() : await within(withinMs, 'The server did not respond', read());
    const { response, receivedMs } = answer;
    text = answer.text;
    status = response.status;
    retryAfterSec = secondsIn(response.headers.get('retry-after'));
    version = response.headers.get(apiVersionHeader);
    // A login page of a network may have any date.
    if (version !== null) noteServerDate(response.headers.get('date'), sentMs, receivedMs);
    await pressShown();
  } catch (error) {
    if (signal?.aborted) throw error;
    tooLate.abort();
    noteNoAnswer();
    throw new NetworkError(error);
  } finally {
    clearTimeout(doubt);
  }
  if (version !== null) noteAnswer();
  else if (status > 501) noteNoAnswer();
  noteVersion(version);
  return { status, body: parseJson(text), retryAfterSec, isOurs: version !== null };
}

/** If this device has stored an earlier response, the call does not wait for a slower one. */
const keptAfterMs = 4_000;

/**
 * Sends a GET. Without a response of our server in time, the stored response of this device is used, if there is one;
 * also for entries made without the server that it does not know yet.
 * @throws NetworkError without either
 */
async function readJson(request: JsonRequest): Promise<Exchange> {
  const acting = actsAs();
  const asking = exchangeJson(request).then((exchange) => {
    // Another user may have logged in in the meantime. A late response is stored too: the page shows it.
    const isOfLogin = acting === null || acting === actsAs();
    if (exchange.isOurs && exchange.status === 200 && isOfLogin) noteRead(request.url, exchange.body);
    return exchange;
  });
  const late = new Promise<null>((resolve) => setTimeout(resolve, keptAfterMs, null));
  try {
    const exchange = await Promise.race([asking, late]);
    const isUnsent = exchange?.status === 404 && waits(request.url);
    // From 502 on it comes from a proxy, and the server is unavailable.
    if (exchange !== null && !isUnsent && (exchange.isOurs || exchange.status < 502)) return exchange;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
  }
  const kept = await loadChunk(() => import('./kept/answers.ts'))
    .then(({ findKept }) => findKept(request.url))
    .catch(() => null);
  if (kept === null) return asking;
  asking.catch(() => {});
  return { status: 200, body: kept.body, retryAfterSec: null, isOurs: false };
}

/** Our server sends seconds; a proxy may send a date, which counts as no value. */
const secondsIn = (header: string | null) =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;

function sentBody(body: unknown): { type: string; body: string | Uint8Array<ArrayBuffer> } | null {
  if (body === undefined) return null;
  if (body instanceof Uint8Array) return { type: 'application/octet-stream', body: new Uint8Array(body) };
  return { type: 'application/json', body: JSON.stringify(body) };
}

function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checked<S extends Endpoint['response']>(schema: S, value: unknown, where: string) {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) throw new TypeError(`${where}: response schemas are synchronous`);
  if (result.issues) {
    const first = result.issues[0];
    throw new UnexpectedAnswerError(
      where,
      `${first?.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') ?? ''} ${first?.message ?? ''}`,
    );
  }
  return result.value;
}

export type CallOptions = {
  signal?: AbortSignal;
  /** A call without a response after this time fails, so that the user can repeat it. It may have been carried out. */
  withinMs?: number;
  /** False for a call that no press caused: it fails if the server requires a proof of the user's identity. */
  asksForProof?: boolean;
};

/**
 * Calls an endpoint of the contract and returns its parsed response.
 * @throws ApiError, NetworkError, UnexpectedAnswerError
 */
export function callApi<E extends Endpoint>(
  endpoint: E,
  ...[args, options]: object extends EndpointArgs<E>
    ? [args?: EndpointArgs<E>, options?: CallOptions]
    : [args: EndpointArgs<E>, options?: CallOptions]
): Promise<EndpointResponse<E>> {
  return callEndpoint(endpoint, args, options);
}

/** `callApi` for code that is generic in the endpoint. */
export function callEndpoint<E extends Endpoint>(
  endpoint: E,
  args: EndpointArgs<E> | undefined,
  options?: CallOptions,
): Promise<EndpointResponse<E>> {
  const given: Parts = args ?? {};
  // A page that only reads data closed to a login by PIN shows this in its place.
  if (endpoint.method === 'GET' || options?.asksForProof === false) return send(endpoint, given, options);
  return withProof((proof) =>
    send(
      endpoint,
      Object.keys(proof).length === 0 ? given : { ...given, body: { ...partsOf(given.body), ...proof } },
      options,
    ),
  );
}

type Parts = { params?: unknown; query?: unknown; body?: unknown };

const partsOf = (body: unknown) => (typeof body === 'object' && body !== null ? body : {});

async function send<E extends Endpoint>(
  endpoint: E,
  given: Parts,
  options: CallOptions | undefined,
): Promise<EndpointResponse<E>> {
  const url = urlOf(endpoint, given.params, given.query);
  const where = `${endpoint.method} ${endpoint.path}`;
  if (endpoint.method !== 'GET') forgetFirstData();
  const first = takeFirstData(url);
  if (first !== undefined) return checked<E['response']>(endpoint.response, first, where);
  const answer = await (endpoint.method === 'GET' ? readJson : exchangeJson)({
    method: endpoint.method,
    url,
    ...(given.body === undefined ? {} : { body: given.body }),
    ...(options?.signal === undefined ? {} : { signal: options.signal }),
    ...(options?.withinMs === undefined ? {} : { withinMs: options.withinMs }),
  });
  if (answer.status >= 400) {
    const problem = ProblemSchema.safeParse(answer.body);
    const error = new ApiError(answer.status, problem.success ? problem.data : null, answer.retryAfterSec);
    if (error.code === 'not_signed_in' && endpoint.auth !== 'public') noteNotSignedIn();
    throw error;
  }
  try {
    return checked<E['response']>(endpoint.response, answer.body, where);
  } catch (error) {
    if (answer.isOurs) noteUnexpected();
    throw error;
  }
}
