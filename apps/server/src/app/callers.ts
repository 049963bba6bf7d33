import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actingLoginHeader } from '@boathouse/contract/endpoint';
import { withHttpErrors } from '../features/people/auth/index.ts';
import { callerOfToken, dayOfUse, noteUse, tokenIn } from '../features/people/tokens/index.ts';
import { findCallerByUid } from '../features/people/users/index.ts';
import { CallerCache } from '../http/caller-cache.ts';
import type { Caller, ResolveCaller } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { webHeaders } from '../http/headers.ts';
import { isFromAnotherSite, wrongOrigin, type OwnAddresses } from '../http/origin.ts';
import { usualRateLimits, type RateLimits } from '../http/rate-limits.ts';
import type { RefusedConnections } from '../http/refused-connections.ts';
import { UnknownCredentials } from '../http/unknown-credentials.ts';
import { countedAddress } from '../infra/identity/attempts.ts';
import type { Services } from './services.ts';

type Callers = {
  cache: CallerCache;
  unknown: UnknownCredentials;
  /** Finds a caller without the cache. */
  lookUp: ResolveCaller;
};

/** Callers by their credentials, forgotten when a login ends or an account changes in any process. */
export function callersOf(
  { identity, guests, db, control, now }: Pick<Services, 'identity' | 'guests' | 'db' | 'control' | 'now'>,
  rates: RateLimits | null = usualRateLimits,
): Callers {
  const lookUp: ResolveCaller = async (headers) => {
    if (!headers.has('cookie') && !headers.has('authorization')) return null;
    const token = tokenIn(headers);
    // A token never falls back to the cookie sent with it, which may have more rights.
    if (token !== null) {
      const found = await callerOfToken(db, token, now());
      const unnoted = found?.unnoted ?? null;
      // Not awaited: a full disk must not stop reads.
      if (unnoted !== null) identity.afterResponse(() => noteUse(db, unnoted, dayOfUse(now())));
      return found?.caller ?? null;
    }
    const login = await withHttpErrors(() => identity.loginOf(headers));
    if (login === null) return guests.callerOf(headers);
    const { user, isAdministrator, isLocked } = await findCallerByUid(db, login.uid);
    // A locked account can do nothing, with any proof of its login, such as a token of another provider.
    return isLocked ? null : { login, user, isAdministrator, scopes: null };
  };
  const unknown = new UnknownCredentials({
    rate: rates && rates.unknownCredentials,
    addressKey: countedAddress,
  });
  const cache = new CallerCache({ lookUp, unknown });
  control.listen((message) => {
    if (message.kind === 'loginEnded') cache.forgetLogin(message.authSessionId);
    else if (message.kind === 'accountChanged') cache.forgetUid(message.uid);
  });
  control.onGap(() => cache.forgetAll());
  return { cache, unknown, lookUp };
}

type FindCallersOptions = { callers: CallerCache; own: OwnAddresses; refused: RefusedConnections };

/** Sets each request's caller, and refuses changes that a page of another site requests. */
export function findCallers(http: FastifyInstance, { callers, own, refused }: FindCallersOptions): void {
  const callerOf = async (request: FastifyRequest): Promise<Caller | null> => {
    const isUnsafe = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isUnsafe && isFromAnotherSite(request.headers, own)) {
      throw new HttpError(403, 'wrong_origin', wrongOrigin(request.headers, own));
    }
    const { config: route, url } = request.routeOptions;
    const find = () => callers.find(webHeaders(request.headers), request.ip);
    if (route.endpoint && route.endpoint.auth !== 'public') {
      const caller = await find();
      const acting = request.headers[actingLoginHeader];
      return acting === undefined || acting === caller?.login.uid ? caller : null;
    }
    if (url !== undefined || request.headers.cookie === undefined) return null;
    // A page is sent even without its reader: it reports by itself that the server cannot be reached.
    return find().catch((error: unknown) => {
      request.log.warn({ err: error }, 'the reader of a page is not known');
      return null;
    });
  };
  http.decorateRequest('caller', null);
  http.addHook('onRequest', async (request, reply) => {
    request.caller = await refused.check(request, reply, () => callerOf(request));
  });
}
