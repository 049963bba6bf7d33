import { randomUUID } from 'node:crypto';
import type { Installation } from '../installation.ts';
import { connectRedis } from './connection.ts';
import { RedisClaims } from './redis-claims.ts';
import { redisCounts } from './redis-counts.ts';
import { RedisTurns } from './redis-turns.ts';
import { blockMs, StreamBus } from './stream-bus.ts';

/** A prefix of the names of all keys; installations that share a Redis server use different databases of it. */
const prefix = 'boathouse:';
/** Less than an hour, so that no hour is skipped. */
const hourMs = 3_500_000;

type Log = Record<'warn' | 'info', (fields: object, message: string) => void>;

/**
 * Joins the installation of several processes that share a Redis server.
 * @throws RedisUnreachableError
 */
export async function openInstallation(redisUrl: string, log: Log): Promise<Installation> {
  const processId = randomUUID();
  const redis = await connectRedis(redisUrl);
  const reader = await connectRedis(redisUrl, {
    commandTimeout: blockMs * 2,
    socketTimeout: blockMs * 2,
  });
  const bus = new StreamBus({ redis, reader, stream: `${prefix}control`, processId, log });
  const claims = new RedisClaims({ redis, prefix, processId, log });
  await bus.start();
  await claims.start();
  return {
    isShared: true,
    bus,
    claims,
    turnsOf: (name) =>
      new RedisTurns({ redis, prefix: `${prefix}turn:${name}:`, whenSent: () => bus.whenSent() }),
    takesHour: async (name) =>
      (await redis.set(`${prefix}hourly:${name}`, processId, 'PX', hourMs, 'NX')) !== null,
    counts: redisCounts(redis, `${prefix}count:`),
    problem: () => (bus.awaySinceMs === null ? null : 'redis does not answer'),
    countProcesses: () => claims.countProcesses(),
    close: async () => {
      await claims.close();
      await bus.close();
      redis.disconnect();
    },
  };
}
