import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Quota } from '@boathouse/contract/endpoint';
import { hourlyQuotas, liveLimits } from '@boathouse/contract/limits';
import { HttpError } from './errors.ts';
import { usualRefusalLimits, type RefusalLimits, type RefusedConnections } from './refused-connections.ts';
import type { Rate } from './token-bucket.ts';

export type RateLimits = {
  windowMs: number;
  /** Requests of one user in a window, over all their pages and programs. */
  perUser: number;
  /** Requests without a login from one address in a window; a club may share one address. */
  perAddress: number;
  /** Pages, and addresses that do not exist, in a window. */
  pagesPerUser: number;
  pagesPerAddress: number;
  /** Files of the web app and images from one address in a window, with or without a login. */
  filesPerAddress: number;
  /** Logins and boards that do not exist, from one address. */
  unknownCredentials: Rate;
  /** Live connections that one user or board opens. */
  handshakes: Rate;
  refusals: RefusalLimits;
};

/**
 * 50 requests a second for each user. The largest page makes about 20. The window is short, so that one user's burst
 * occupies the database only for a moment and Retry-After is at most 2 s.
 *
 * A boathouse shares one address: 100 athletes who open the app at once, each for the first time, load 100 pages and some
 * 1,200 files. A user's pages are counted apart. A user may open all their connections at once after a restart.
 */
export const usualRateLimits: RateLimits = {
  windowMs: 2_000,
  perUser: 100,
  perAddress: 400,
  pagesPerUser: 40,
  pagesPerAddress: 200,
  filesPerAddress: 2_000,
  unknownCredentials: { burst: 400, perSec: 20 },
  handshakes: { burst: liveLimits.connectionsPerUserMax, perSec: 2 },
  refusals: usualRefusalLimits,
};

/** Users or addresses counted at once, the least recent dropped first: limits the memory. */
const countedMax = 20_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws HttpError 429 when the caller has used up an hourly quota */
    takeQuota: (request: FastifyRequest, quota: Quota) => Promise<void>;
  }
  interface FastifyContextConfig {
    /** The request limits do not count these. */
    isUncounted?: boolean;
  }
}

type RateLimitsOptions = {
  /** Null counts nothing, for tests that make many calls as one user. */
  limits: RateLimits | null;
  /** Over all processes; null counts in this process's memory. */
  counts: Counts | null;
  /** Returns the key by which an address is counted. */
  addressKey: (address: string) => string;
  refused: RefusedConnections;
};

/**
 * Counts requests by user, or by address without a login, and the rows that users create. The route decides which limit
 * counts, because one route has addresses of many spellings.
 */
export async function limitRates(
  app: FastifyInstance,
  { limits, counts, addressKey, refused }: RateLimitsOptions,
): Promise<void> {
  if (limits === null) {
    app.decorate('takeQuota', async () => {});
    return;
  }
  await app.register(rateLimit, {
    global: false,
    cache: countedMax,
    ...(counts === null ? {} : { store: storeOf(counts) }),
  });
  const { windowMs: timeWindow } = limits;
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow, keyGenerator });
  const addressOf = (name: string) => (request: FastifyRequest) => `${name}:${addressKey(request.ip)}`;
  const ofUser = limit(limits.perUser, keyOf('user'));
  const ofAddress = limit(limits.perAddress, addressOf('address'));
  const pagesOfUser = limit(limits.pagesPerUser, keyOf('pages'));
  const pagesOfAddress = limit(limits.pagesPerAddress, addressOf('pages'));
  const filesOfAddress = limit(limits.filesPerAddress, addressOf('files'));
  const limitOf = ({ caller, routeOptions: { url } }: FastifyRequest) => {
    if (url === undefined) return caller ? pagesOfUser : pagesOfAddress;
    if (!url.startsWith('/api/')) return filesOfAddress;
    return caller ? ofUser : ofAddress;
  };

  // Added after the hook that finds the caller, and before a body is read.
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isUncounted) return;
    const counted = await limitOf(request)(request);
    if (counted.isAllowed || !counted.isExceeded) {
      refused.allow(request);
      return;
    }
    await refused.refuse(request, reply);
    const sec = Math.max(1, counted.ttlInSeconds);
    throw tooManyRequests(`You are sending requests too fast. Try again in ${words(sec, 'second')}.`, sec);
  });

  const quotas = new Map(
    Object.entries(hourlyQuotas).map(([name, max]) => [
      name,
      app.createRateLimit({
        max,
        timeWindow: 3_600_000,
        keyGenerator: (request) => (request.caller === null ? addressOf(name) : keyOf(name))(request),
      }),
    ]),
  );
  app.decorate('takeQuota', async (request, quota) => {
    const counted = await quotas.get(quota)?.(request);
    if (counted === undefined || counted.isAllowed || !counted.isExceeded) return;
    const inMin = words(Math.max(1, Math.ceil(counted.ttl / 60_000)), 'minute');
    throw tooManyRequests(`${quotaSentence(quota)}. Try again in ${inMin}.`, counted.ttlInSeconds);
  });
}

/** Counts events by key, each in a window of time that starts with its first event. */
export type Counts = (
  key: string,
  windowMs: number,
) => Promise<{ count: number; /** The time until the window ends. */ leftMs: number }>;

/** Returns the plugin's store for these counts: the limits share it, so each has its own keys. */
function storeOf(counts: Counts): FastifyRateLimitStoreCtor {
  return class {
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      counts(key, windowMs).then(
        ({ count, leftMs }) => done(null, { current: count, ttl: leftMs }),
        (error: Error) => done(error),
      );
    }
    child() {
      return this;
    }
  };
}

/** The OpenAPI document contains it. */
export function quotaDescription(quota: Quota): string {
  return `${quotaSentence(quota)}; more are refused with 429 and Retry-After.`;
}

function quotaSentence(quota: Quota): string {
  const max = hourlyQuotas[quota];
  if (quota === 'raceSteps') return `You can take at most ${max} steps of race days an hour`;
  if (quota === 'raceCodes') return `You can enter at most ${max} codes an hour`;
  return `You can ${quota === 'invitations' || quota === 'previews' ? 'open' : 'create'} at most ${max} ${quota} an hour`;
}

const tooManyRequests = (message: string, retryAfterSec: number) =>
  new HttpError(429, 'too_many_requests', message, undefined, retryAfterSec);

const words = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The name separates the counts of two limits in a store that they share. */
const keyOf = (name: string) => (request: FastifyRequest) => `${name}:${userIdOf(request)}`;

/** A login without a user record is counted separately. */
const userIdOf = ({ caller }: FastifyRequest): string => caller?.user?._id ?? caller?.login.uid ?? '';
