import { firstCallsOf, type FirstCall, type Visit } from '@boathouse/contract/pages/first-calls';
import { TimeZoneSchema } from '@boathouse/contract/locale';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PageMatch } from './page-files.ts';

/** A page is not held back longer for its data; it then asks for what is missing. */
const firstDataMaxMs = 1_500;

/** The web app stores the viewer's time zone in this cookie (`apps/web/src/lib/time-zone-cookie.ts`). */
const timeZoneCookie = 'time-zone';

/** `cookies` are what the calls have set, such as a renewed login. */
type FirstData = { bodies: Map<string, unknown>; cookies: string[] };

/**
 * Makes the calls of a page's first screen through the API's own routes, with the cookies of the request: a body is here
 * only if the API gives it to this caller. A call that fails or takes too long is left out.
 */
export async function loadFirstData(
  app: FastifyInstance,
  request: FastifyRequest,
  { pattern, params }: PageMatch,
): Promise<FirstData> {
  const { cookie } = request.headers;
  const data: FirstData = { bodies: new Map(), cookies: [] };
  const visit: Visit = {
    params,
    query: new URLSearchParams(request.url.split('?')[1]),
    local: localOf(cookie ?? ''),
  };
  const calls = firstCallsOf(pattern, visit, cookie?.includes('session_token=') ?? false);
  let isLate = false;
  const made = new Set<string>();
  const make = async (call: FirstCall): Promise<void> => {
    if (made.has(call.url)) return;
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
    if (answer.statusCode !== 200 || isLate) return;
    const body: unknown = answer.json();
    data.bodies.set(call.url, body);
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      if (!data.cookies.includes(set)) data.cookies.push(set);
    }
    await Promise.all(call.next(body).map(make));
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, firstDataMaxMs);
  });
  const all = Promise.allSettled(calls.map(make));
  await Promise.race([all, late]);
  clearTimeout(timer);
  isLate = true;
  return data;
}

function localOf(cookies: string): Visit['local'] {
  const found = new RegExp(`(?:^|; ?)${timeZoneCookie}=([^;]*)`).exec(cookies)?.[1];
  if (found === undefined) return null;
  const timeZone = TimeZoneSchema.safeParse(decoded(found));
  if (!timeZone.success) return null;
  try {
    const { year, month, day } = Temporal.Now.zonedDateTimeISO(timeZone.data);
    return { timeZone: timeZone.data, today: { year, month, day } };
  } catch {
    // A legacy name that Intl accepts and Temporal does not.
    return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** As JSON in an element that no browser runs. Without `<`, no text in it can end the element or begin another. */
export function firstDataElement(bodies: ReadonlyMap<string, unknown>): string {
  if (bodies.size === 0) return '';
  const json = JSON.stringify(Object.fromEntries(bodies)).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="first-data">${json}</script>`;
}
