import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import type { Counts } from '../../http/rate-limits.ts';

/** KEYS: the count. ARGV: window. Returns the count and the ms left. */
const countScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

const CountedSchema = z.tuple([z.int(), z.int()]);

/** Keys counted here at once while Redis is unavailable. */
const countedHereMax = 20_000;

/** Counts over all processes; while Redis is unavailable each process counts separately. */
export function redisCounts(redis: Redis, prefix: string): Counts {
  const here = new Map<string, { count: number; endsAtMs: number }>();
  const countHere = (key: string, windowMs: number) => {
    const nowMs = performance.now();
    const known = here.get(key);
    const counted = known && known.endsAtMs > nowMs ? known : { count: 0, endsAtMs: nowMs + windowMs };
    counted.count += 1;
    here.delete(key);
    here.set(key, counted);
    for (const oldest of here.keys()) {
      if (here.size <= countedHereMax) break;
      here.delete(oldest);
    }
    return { count: counted.count, leftMs: counted.endsAtMs - nowMs };
  };
  return async (key, windowMs) => {
    try {
      const counted = await redis.eval(countScript, 1, prefix + key, windowMs);
      const [count, leftMs] = CountedSchema.parse(counted);
      return { count, leftMs };
    } catch {
      return countHere(key, windowMs);
    }
  };
}
