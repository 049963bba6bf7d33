import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type { System, Window } from './generator/messages.ts';
import type { Account } from './generator/wire.ts';
import { Generator, ServerProcess } from './processes.ts';
import type { Product } from './product.ts';
import type { RunResult } from './results.ts';

/** From here on the generator, not the server, decides the figures; a late generator spoils only the latencies. */
const generatorCpuShareMax = 0.9;
const generatorLagP99MaxMs = 25;
const plannedShareMin = 0.97;
/** Beyond these limits a server is overloaded. */
const overloadedP99Ms = 2_000;
const arrivedShareMin = 0.45;
const busyShare = 0.95;

const settleMs = 200;
const settleMsPerRower = 2;
const settleMaxMs = 3_000;

export type Load = {
  system: System;
  /** Rowers of each room. */
  rooms: number[];
  /** Of the product, for each room. */
  accounts: Account[][] | null;
};

/** The load that each server gets before it is measured: before that, most of its code is interpreted, not compiled. */
const warmUp = { rowers: 100, tickMs: 100, times: { warmMs: 3_000, windowMs: 100 } };

/** The servers of one round, each started and warmed up when it is first needed. */
export class Servers {
  readonly #product: Product | null;
  readonly #accountsOf: (rowers: number) => Promise<Account[]>;
  readonly #running = new Map<System, ServerProcess[]>();

  /** @param accountsOf returns the accounts of a crew in the product */
  constructor(product: Product | null, accountsOf: (rowers: number) => Promise<Account[]>) {
    this.#product = product;
    this.#accountsOf = accountsOf;
  }

  async get(system: System, tickMs: number): Promise<ServerProcess[]> {
    const running = this.#running.get(system) ?? (await this.#start(system));
    for (const server of running) server.setTick(tickMs);
    return running;
  }

  async #start(system: System): Promise<ServerProcess[]> {
    const started = await this.startCold(system);
    for (const server of started) server.setTick(warmUp.tickMs);
    const accounts = system === 'boathouse' ? [await this.#accountsOf(warmUp.rowers)] : null;
    await runOnce(started, { system, rooms: [warmUp.rowers], accounts }, warmUp.times);
    return started;
  }

  /** Starts a server without the warm-up, whose memory would hide the growth caused by connections. */
  async startCold(system: System): Promise<ServerProcess[]> {
    const program = join(import.meta.dirname, '..', 'competitors', `${system}.ts`);
    const started =
      system === 'boathouse'
        ? ((await this.#product?.start()) ?? [])
        : [new ServerProcess([program], {}, true)];
    await Promise.all(started.map((server) => server.port));
    this.#running.set(system, started);
    return started;
  }

  /** Ends a server that is overloaded, or must be measured freshly started. */
  async end(system: System): Promise<void> {
    const running = this.#running.get(system) ?? [];
    this.#running.delete(system);
    if (system === 'boathouse') await this.#product?.stop();
    else await Promise.all(running.map((server) => server.end()));
  }

  async endAll(): Promise<void> {
    for (const system of this.#running.keys()) await this.end(system);
  }
}

const startedAtMs = Date.now();
/** Higher than the numbers of all samples sent so far: the product drops lower ones. */
function nextSeq(): number {
  return Math.floor((Date.now() - startedAtMs) / 100);
}

/** Connects more rooms, and returns the first failure if there is one. */
export async function connect(
  generator: Generator,
  servers: ServerProcess[],
  { system, rooms, accounts }: Load,
): Promise<string | null> {
  const ports = await Promise.all(servers.map((server) => server.port));
  const { failures } = await generator.ask(
    {
      kind: 'connect',
      system,
      ports,
      rooms: rooms.map((rowers, index) => ({
        rowers,
        accounts: accounts?.[index]?.slice(0, rowers) ?? null,
      })),
      firstSeq: nextSeq(),
    },
    'connected',
  );
  return failures[0] ?? null;
}

/** Measures a window of the present connections. */
export async function measureWindow(
  generator: Generator,
  servers: ServerProcess[],
  times: { warmMs: number; windowMs: number },
): Promise<RunResult> {
  const cpuMs = () => servers.reduce((sum, server) => sum + server.cpuMs(), 0);
  let beganMs = 0;
  const { window } = await generator.ask({ kind: 'measure', ...times }, 'measured', () => {
    beganMs = cpuMs();
  });
  return resultOf(window, cpuMs() - beganMs);
}

/** Runs one load once, with its own generator. */
export async function runOnce(
  servers: ServerProcess[],
  load: Load,
  times: { warmMs: number; windowMs: number },
): Promise<RunResult> {
  const generator = new Generator();
  try {
    const failure = await connect(generator, servers, load);
    if (failure !== null) return { none: 'overloaded', reason: failure };
    // Everyone in the room gets the list of members, which must not be counted.
    const rowers = load.rooms.reduce((sum, each) => sum + each, 0);
    await delay(Math.min(settleMaxMs, settleMs + settleMsPerRower * rowers));
    return await measureWindow(generator, servers, times);
  } finally {
    await generator.end();
  }
}

/** @throws Error when a watcher got other values than were sent, which would make the comparison meaningless */
function resultOf(window: Window, cpuMs: number): RunResult {
  const { due, watchedDue, watchedArrived, sent, planned, durationMs, failures, p50Ms, p99Ms } = window;
  const wrong = failures.find((failure) => / is .* instead of |fit the contract/.test(failure));
  if (wrong !== undefined) throw new Error(`A watcher got something wrong: ${wrong}`);
  const serverCpuShare = cpuMs / durationMs;
  // At the edges of the window a few more may arrive than are due.
  const arrivedShare = watchedDue === 0 ? 0 : Math.min(1, watchedArrived / watchedDue);
  const isBehind = arrivedShare < arrivedShareMin || (p99Ms ?? overloadedP99Ms) >= overloadedP99Ms;
  if (failures[0] !== undefined) return { none: 'overloaded', reason: failures[0] };
  if (isBehind && serverCpuShare > busyShare) {
    return {
      none: 'overloaded',
      reason: `${Math.round(arrivedShare * 100)} % of the updates arrived in time`,
    };
  }
  if (window.cpuShare > generatorCpuShareMax || sent < planned * plannedShareMin) {
    return {
      none: 'refused',
      reason: `the generator used ${Math.round(window.cpuShare * 100)} % of a processor and sent ${sent} of ${planned} samples`,
    };
  }
  if (isBehind || p50Ms === null || p99Ms === null) {
    // The server had time, so another program used the processors.
    return {
      none: 'refused',
      reason: `updates were late while the server used ${Math.round(serverCpuShare * 100)} %`,
    };
  }
  const isLate = window.lagP99Ms > generatorLagP99MaxMs;
  const thousands = (due * arrivedShare) / 1000;
  return {
    cpuMsPer1000Updates: cpuMs / thousands,
    bytesPerUpdate: window.bytesIn / thousands / 1000,
    bytesSentPerUpdate: window.bytesOut / thousands / 1000,
    p50Ms: isLate ? null : p50Ms,
    p99Ms: isLate ? null : p99Ms,
    arrivedShare,
    serverCpuShare,
    generatorCpuShare: window.cpuShare,
    generatorLagP99Ms: window.lagP99Ms,
  };
}

/** Returns the growth of the server's memory for each idle connection, in KiB. */
export async function memoryOf(servers: ServerProcess[], load: Load): Promise<number | null> {
  const memoryKiB = () => servers.reduce((sum, server) => sum + server.memoryKiB(), 0);
  const generator = new Generator();
  try {
    const before = memoryKiB();
    if ((await connect(generator, servers, load)) !== null) return null;
    await delay(1_000);
    return (memoryKiB() - before) / load.rooms.reduce((sum, rowers) => sum + rowers, 0);
  } finally {
    await generator.end();
  }
}
