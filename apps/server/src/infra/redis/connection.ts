import { Redis } from 'ioredis';
import { RedisUnreachableError } from '../installation.ts';

/** How long a command may take; users' requests wait for some of them. */
const commandMs = 1_000;
/** A peer that does not respond is given up after this. */
const silenceMs = 3_000;
const reconnectMs = 250;

/**
 * Opens a connection whose commands fail at once while Redis is unavailable, instead of waiting for it.
 * @throws RedisUnreachableError
 */
export async function connectRedis(
  url: string,
  limits: { commandTimeout: number; socketTimeout: number } = {
    commandTimeout: commandMs,
    socketTimeout: silenceMs,
  },
): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => reconnectMs,
    ...limits,
  });
  let reason: unknown;
  // Without a listener the library prints each failed attempt.
  redis.on('error', (error: unknown) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw new RedisUnreachableError(reason ?? error);
  }
  return redis;
}
