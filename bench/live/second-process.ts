import { connect as connectTcp } from 'node:net';
import type { Account } from './generator/wire.ts';
import { runOnce } from './measure.ts';
import type { Product } from './product.ts';
import type { ProcessesResult } from './results.ts';
import { medianOf } from './statistics.ts';

const rooms = 20;
const rowers = 20;
const rounds = 3;
const warmUp = { warmMs: 3_000, windowMs: 100 };
const times = { warmMs: 1_000, windowMs: 5_000 };

/**
 * Measures the same rooms on one process, then on two processes that have half of them each and share a database and
 * Redis. Returns null when one of the runs failed.
 * @param accountsOf returns the accounts of rooms of one size
 */
export async function measureSecondProcess(
  product: Product,
  redisUrl: string,
  accountsOf: (rowers: number, rooms: number) => Promise<Account[][]>,
  log: (text: string) => void,
): Promise<ProcessesResult | null> {
  const cpuMs = { one: [] as number[], two: [] as number[] };
  const kinds = [
    { name: 'one', environments: [{}] },
    { name: 'two', environments: [{ REDIS_URL: redisUrl }, { REDIS_URL: redisUrl }] },
  ] as const;
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, environments } of kinds) {
      const servers = await product.start([...environments]);
      const accounts = await accountsOf(rowers, rooms);
      const load = { system: 'boathouse' as const, rooms: accounts.map(({ length }) => length), accounts };
      await runOnce(servers, load, warmUp);
      const result = await runOnce(servers, load, times);
      await product.stop();
      if ('none' in result) log(`${name} of two processes: ${result.none}: ${result.reason}`);
      else cpuMs[name].push(result.cpuMsPer1000Updates);
    }
  }
  const [one, two] = [medianOf(cpuMs.one), medianOf(cpuMs.two)];
  if (one === null || two === null) return null;
  log(`two processes: ${two.toFixed(2)} ms per 1,000 updates, one: ${one.toFixed(2)} ms`);
  return { rooms, rowers, oneCpuMsPer1000Updates: one, twoCpuMsPer1000Updates: two };
}

/** Returns whether a server accepts connections at the host and port of the address. */
export function acceptsConnections(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connectTcp({ host: hostname, port: Number(port) });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
