import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Quota } from '@boathouse/contract/endpoint';
import { hourlyQuotas } from '@boathouse/contract/limits';
import { HttpError } from './errors.ts';

export type RateLimits = {
  windowMs: number;
  /** Requests of one user in a window, over all their pages and programs. */
  perUser: number;
  /** Requests without a login from one address in a window; a club may share one address. */
  perAddress: number;
};

/**
 * 50 requests a second for each user. The largest page makes about 20. The window is short, so that one user's burst
 * keeps the database busy for a moment only and Retry-After is at most 2 s.
 */
export const usualRateLimits: RateLimits = { windowMs: 2_000, perUser: 100, perAddress: 400 };

/** Users or addresses counted at once, the least recent dropped first: bounds the memory. */
const countedMax = 20_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws HttpError 429 when the caller has used up an hourly quota */
    takeQuota: (request: FastifyRequest, quota: Quota) => Promise<void>;
  }
  interface FastifyContextConfig {
    /** Not counted by the request limits. */
    isUncounted?: boolean;
  }
}

/**
 * Counts requests below /api by user, or by address without a login, and the rows that users create.
 * @param limits null counts nothing, for tests that make many calls as one user
 * @param counts over all processes; null counts in this process's memory
 */
export async function limitRates(
  app: FastifyInstance,
  limits: RateLimits | null,
  counts: Counts | null,
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
  const { windowMs: timeWindow, perUser, perAddress } = limits;
  const ofUser = app.createRateLimit({ max: perUser, timeWindow, keyGenerator: keyOf('user') });
  const ofAddress = app.createRateLimit({ max: perAddress, timeWindow });

  // Added after the hook that finds the caller, and before a body is read.
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/') || request.routeOptions.config.isUncounted) return;
    const counted = await (request.caller ? ofUser : ofAddress)(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const sec = Math.max(1, counted.ttlInSeconds);
    throw tooManyRequests(`You are sending requests too fast. Try again in ${words(sec, 'second')}.`, sec);
  });

  const quotas = new Map(
    Object.entries(hourlyQuotas).map(([name, max]) => [
      name,
      app.createRateLimit({ max, timeWindow: 3_600_000, keyGenerator: keyOf(name) }),
    ]),
  );
  app.decorate('takeQuota', async (request, quota) => {
    const counted = await quotas.get(quota)?.(request);
    if (counted === undefined || counted.isAllowed || !counted.isExceeded) return;
    const inMin = words(Math.max(1, Math.ceil(counted.ttl / 60_000)), 'minute');
    throw tooManyRequests(`${quotaSentence(quota)}. Try again in ${inMin}.`, counted.ttlInSeconds);
  });
}

/** Counts events by key, each in a window of time that begins with its first. */
export type Counts = (
  key: string,
  windowMs: number,
) => Promise<{ count: number; /** Until the window ends. */ leftMs: number }>;

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

/** For the OpenAPI document. */
export function quotaDescription(quota: Quota): string {
  return `${quotaSentence(quota)}; more are refused with 429 and Retry-After.`;
}

const quotaSentence = (quota: Quota) =>
  `You can ${quota === 'invitations' ? 'open' : 'create'} at most ${hourlyQuotas[quota]} ${quota} an hour`;

const tooManyRequests = (message: string, retryAfterSec: number) =>
  new HttpError(429, 'too_many_requests', message, undefined, retryAfterSec);

const words = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The name keeps the counts of two limits apart in a store that they share. */
const keyOf = (name: string) => (request: FastifyRequest) => `${name}:${userIdOf(request)}`;

/** A login without a user record yet counts by itself. */
const userIdOf = ({ caller }: FastifyRequest): string => caller?.user?._id ?? caller?.login.uid ?? '';
