import type { System } from './generator/messages.ts';
import type { Account } from './generator/wire.ts';
import { runOnce, type Load } from './measure.ts';
import type { ServerProcess } from './processes.ts';
import type { CapacityResult, RunResult } from './results.ts';

const firstRooms = 40;
/** Limits the search by the number of open files and the time to create the product's users. */
const rowersMax = 8_000;
const times = { warmMs: 1_500, windowMs: 3_000 };
/** How far the 99th percentile may exceed the tick. */
const slackMs = 20;
/** A failed step is repeated, because another program may have disturbed it. */
const triesMax = 2;
/** The next step aims at this share of the server's processor, within bounds. */
const aimedCpuShare = 0.85;
const growth = { least: 1.1, most: 2 };

/** Steps between the highest number of rooms that passed and the lowest that failed. */
const refinements = 3;

/**
 * Increases the number of rooms until the 99th percentile exceeds the tick + 20 ms, then tries between the last two.
 * @param accountsOf returns the accounts of that many rooms, in the same order each time
 */
export async function findCapacity(
  servers: ServerProcess[],
  system: System,
  rowersPerRoom: number,
  tickMs: number,
  accountsOf: (rooms: number) => Promise<Account[][] | null>,
): Promise<CapacityResult> {
  const p99LimitMs = tickMs + slackMs;
  const roomsMax = Math.floor(rowersMax / rowersPerRoom);
  const found: CapacityResult = {
    system,
    rowersPerRoom,
    rowersMax: 0,
    p99LimitMs,
    p99Ms: null,
    serverCpuShare: null,
    endedBy: 'the size of the search',
  };
  let passed = 0;
  let failed: number | null = null;
  let wanted = firstRooms;
  for (let steps = 0; steps < refinements; steps += failed === null ? 0 : 1) {
    if (wanted === passed || wanted === failed) break;
    const accounts = await accountsOf(wanted);
    const load = { system, rooms: Array.from({ length: wanted }, () => rowersPerRoom), accounts };
    const result = await tryLoad(servers, load, p99LimitMs);
    if (!('none' in result) && isWithin(result, p99LimitMs)) {
      passed = wanted;
      found.rowersMax = wanted * rowersPerRoom;
      found.p99Ms = result.p99Ms;
      found.serverCpuShare = result.serverCpuShare;
      const factor = Math.min(growth.most, Math.max(growth.least, aimedCpuShare / result.serverCpuShare));
      if (failed === null && passed === roomsMax) break;
      wanted = failed === null ? Math.min(roomsMax, Math.ceil(passed * factor)) : passed;
    } else {
      failed = wanted;
      found.endedBy = `${reasonOf(result)} at ${wanted * rowersPerRoom} rowers`;
    }
    if (failed !== null) wanted = Math.floor((passed + failed) / 2);
  }
  return found;
}

async function tryLoad(servers: ServerProcess[], load: Load, p99LimitMs: number): Promise<RunResult> {
  let result = await runOnce(servers, load, times);
  for (let tries = 1; tries < triesMax && !isWithin(result, p99LimitMs); tries += 1) {
    result = await runOnce(servers, load, times);
  }
  return result;
}

function reasonOf(result: RunResult): string {
  if ('none' in result) return result.reason;
  return result.p99Ms === null ? 'a late generator' : `p99 of ${result.p99Ms} ms`;
}

function isWithin(result: RunResult, p99LimitMs: number): boolean {
  return !('none' in result) && result.p99Ms !== null && result.p99Ms <= p99LimitMs;
}
