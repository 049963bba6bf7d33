import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import type { RoomClaims } from '../../live/processes/room-claims.ts';

type RedisClaimsOptions = {
  redis: Redis;
  /** A prefix of the names of the keys. */
  prefix: string;
  processId: string;
  log: Record<'warn', (fields: object, message: string) => void>;
};

/** Claims of a crashed process expire after this. */
const leaseMs = 15_000;
const renewEveryMs = 5_000;
/**
 * A room that moves more often than this between living processes stays where it is: the proxy does not route by it.
 */
const movesMax = 3;
const movesWindowMs = 30_000;

/** KEYS: room, its moves. ARGV: this process, lease, mayMove, movesMax, window, prefix of processes. */
const takeScript = `
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and redis.call('EXISTS', ARGV[6] .. owner) == 1 then
  if ARGV[3] == '0' then return 'elsewhere' end
  local moves = redis.call('INCR', KEYS[2])
  if moves == 1 then redis.call('PEXPIRE', KEYS[2], ARGV[5]) end
  if moves > tonumber(ARGV[4]) then return 'restless' end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if owner and owner ~= ARGV[1] then return 'moved' end
return 'held'`;

/** KEYS: rooms. ARGV: this process, lease. Returns for each room whether it is this process's. */
const renewScript = `
local held = {}
for at, room in ipairs(KEYS) do
  local owner = redis.call('GET', room)
  held[at] = (not owner or owner == ARGV[1]) and 1 or 0
  if held[at] == 1 then redis.call('SET', room, ARGV[1], 'PX', ARGV[2]) end
end
return held`;

/** KEYS: rooms. ARGV: this process. */
const releaseScript = `
for _, room in ipairs(KEYS) do
  if redis.call('GET', room) == ARGV[1] then redis.call('DEL', room) end
end`;

const TakenSchema = z.enum(['held', 'moved', 'elsewhere', 'restless']);
const RenewedSchema = z.array(z.int());

/**
 * Claims of rooms in Redis, with a lease that this process renews. While Redis is unavailable each process keeps its
 * rooms, and accepts new ones; afterwards the claims decide.
 */
export class RedisClaims implements RoomClaims {
  readonly #options: RedisClaimsOptions;
  readonly #held = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #lost: (roomId: string) => void = () => {};
  /** Rooms without connections at the last renewal: a page may have been about to enter. */
  #unused: ReadonlySet<string> = new Set();
  #roomsInUse: (() => ReadonlySet<string>) | null = null;
  #warnedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: RedisClaimsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#renew().catch(() => {}), renewEveryMs).unref();
  }

  /** Makes this process known. */
  async start(): Promise<void> {
    await this.#renew();
  }

  onLost(listener: (roomId: string) => void): void {
    this.#lost = listener;
  }

  keepFor(roomsInUse: () => ReadonlySet<string>): void {
    this.#roomsInUse = roomsInUse;
  }

  async take(roomId: string, mayMove: boolean): Promise<'held' | 'moved' | 'elsewhere'> {
    const { redis, prefix, processId, log } = this.#options;
    if (this.#held.has(roomId)) return 'held';
    let taken: z.output<typeof TakenSchema>;
    try {
      const keys = [this.#keyOf(roomId), `${prefix}moves:${roomId}`];
      const move = mayMove ? 1 : 0;
      const window = [movesMax, movesWindowMs, `${prefix}process:`];
      taken = TakenSchema.parse(
        await redis.eval(takeScript, keys.length, ...keys, processId, leaseMs, move, ...window),
      );
    } catch {
      // Logged by the bus, which reads from the same server.
      taken = 'held';
    }
    const nowMs = performance.now();
    if (taken === 'restless' && nowMs - this.#warnedAtMs >= movesWindowMs) {
      this.#warnedAtMs = nowMs;
      const fields = { room: roomId, moves: movesMax, windowMs: movesWindowMs };
      log.warn(fields, 'a room moves between processes: the proxy must route by the parameter "route"');
    }
    if (taken === 'restless' || taken === 'elsewhere') return 'elsewhere';
    this.#held.add(roomId);
    return taken;
  }

  async check(roomId: string): Promise<void> {
    if (!this.#held.has(roomId)) return;
    const { redis, processId } = this.#options;
    const owner = await redis.get(this.#keyOf(roomId)).catch(() => null);
    if (owner === null || owner === processId || !this.#held.delete(roomId)) return;
    this.#lost(roomId);
  }

  /** Counts the processes whose lease has not ended; null while Redis is unavailable. */
  async countProcesses(): Promise<number | null> {
    const { redis, prefix } = this.#options;
    const found = new Set<string>();
    try {
      for (let cursor = '0'; ;) {
        const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}process:*`, 'COUNT', 1_000);
        for (const key of keys) found.add(key);
        if (next === '0') return found.size;
        cursor = next;
      }
    } catch {
      return null;
    }
  }

  /** Gives all claims up: this process ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const { redis, prefix, processId } = this.#options;
    await this.#release([...this.#held]).catch(() => {});
    await redis.del(`${prefix}process:${processId}`).catch(() => {});
  }

  async #renew(): Promise<void> {
    const { redis, prefix, processId } = this.#options;
    await redis.set(`${prefix}process:${processId}`, '1', 'PX', leaseMs);
    await this.#endUnused();
    const rooms = [...this.#held];
    if (rooms.length === 0) return;
    const keys = rooms.map((roomId) => this.#keyOf(roomId));
    const held = RenewedSchema.parse(await redis.eval(renewScript, keys.length, ...keys, processId, leaseMs));
    for (const [at, roomId] of rooms.entries()) {
      if (held[at] === 0 && this.#held.delete(roomId)) this.#lost(roomId);
    }
  }

  /** Gives up the claims of rooms that have been unused for two renewals. */
  async #endUnused(): Promise<void> {
    const inUse = this.#roomsInUse?.();
    if (inUse === undefined) return;
    const unused = [...this.#held].filter((roomId) => !inUse.has(roomId));
    const ended = unused.filter((roomId) => this.#unused.has(roomId));
    this.#unused = new Set(unused);
    // A claim that was given up or lost while a page entered: it is renewed, or now belongs to another process.
    for (const roomId of inUse) this.#held.add(roomId);
    await this.#release(ended);
  }

  async #release(rooms: string[]): Promise<void> {
    if (rooms.length === 0) return;
    for (const roomId of rooms) this.#held.delete(roomId);
    const keys = rooms.map((roomId) => this.#keyOf(roomId));
    await this.#options.redis.eval(releaseScript, keys.length, ...keys, this.#options.processId);
  }

  #keyOf(roomId: string): string {
    return `${this.#options.prefix}room:${roomId}`;
  }
}
