import { firstCallsOf, type FirstCall, type Visit } from '@boathouse/contract/pages/first-calls';
import { knownTimeZone } from '@boathouse/contract/locale';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PageMatch } from './page-files.ts';

/** The web app stores the viewer's time zone in this cookie (`apps/web/src/lib/time-zone-cookie.ts`). */
const timeZoneCookie = 'time-zone';

/** `bodies` are JSON texts by their addresses; `cookies` are those that the calls have set, such as a renewed login. */
export type FirstData = { bodies: Map<string, string>; cookies: string[] };

/** Returns the calls of a page's first screen. */
export function firstCallsFor(request: FastifyRequest, { pattern, params }: PageMatch): FirstCall[] {
  const visit: Visit = {
    params,
    query: new URLSearchParams(request.url.split('?')[1]),
    local: localOf(request.headers.cookie ?? ''),
  };
  return firstCallsOf(pattern, visit, request.caller !== null);
}

/**
 * Makes the calls through the API's own routes, with the cookies of the request: a body is in `data` only if the API
 * gives it to this caller. A failed call is left out, and so is each that ends after the signal's abort.
 */
export async function loadFirstData(
  app: FastifyInstance,
  request: FastifyRequest,
  calls: readonly FirstCall[],
  data: FirstData,
  signal: AbortSignal,
): Promise<void> {
  const { cookie } = request.headers;
  const made = new Set<string>();
  const make = async (call: FirstCall): Promise<void> => {
    if (made.has(call.url) || signal.aborted) return;
    made.add(call.url);
    const answer = await app.inject({
      method: 'GET',
      url: call.url,
      remoteAddress: request.ip,
      headers: {
        accept: 'application/json',
        host: request.host,
        ...(cookie === undefined ? {} : { cookie }),
      },
    });
    if (answer.statusCode !== 200 || signal.aborted) return;
    data.bodies.set(call.url, answer.payload);
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      if (!data.cookies.includes(set)) data.cookies.push(set);
    }
    if (call.next !== null) await Promise.all(call.next(answer.json()).map(make));
  };
  await Promise.allSettled(calls.map(make));
}

function localOf(cookies: string): Visit['local'] {
  const found = new RegExp(`(?:^|; ?)${timeZoneCookie}=([^;]*)`).exec(cookies)?.[1];
  if (found === undefined) return null;
  const timeZone = decoded(found);
  // The page asks with the name that it has: responses for another zone would be useless.
  if (knownTimeZone(timeZone) !== timeZone) return null;
  const { year, month, day } = Temporal.Now.zonedDateTimeISO(timeZone);
  return { timeZone, today: { year, month, day } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Writes it as JSON, in an element that no browser runs. Without `<`, no text in it can end the element or begin another. */
export function firstDataElement(bodies: ReadonlyMap<string, string>): string {
  if (bodies.size === 0) return '';
  const members = [...bodies].map(([url, json]) => `${JSON.stringify(url)}:${json}`);
  const json = `{${members.join()}}`.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="first-data" data-now="${Date.now()}">${json}</script>`;
}
