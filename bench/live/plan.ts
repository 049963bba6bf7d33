import { findCapacity } from './capacity.ts';
import { addRun, cellOf, isHopeless, lineOf, resultsOf, type Cell } from './cells.ts';
import { CrewAccounts } from './crew-accounts.ts';
import type { System } from './generator/messages.ts';
import { memoryOf, runOnce, Servers, type Load } from './measure.ts';
import { isReachable, Product } from './product.ts';
import type {
  CapacityResult,
  MemoryResult,
  ProcessesResult,
  Results,
  RunResult,
  StallResult,
} from './results.ts';
import { acceptsConnections, measureSecondProcess } from './second-process.ts';
import { measureStall } from './stall.ts';
import { medianOf } from './statistics.ts';
import { tickMsOf } from './tick.ts';

export const parts = ['rooms', 'many', 'capacity', 'stall', 'memory', 'processes'] as const;

export type Plan = {
  systems: System[];
  /** Rowers of one room. */
  sizes: number[];
  rounds: number;
  parts: Set<(typeof parts)[number]>;
  times: { warmMs: number; windowMs: number };
  /** Null chooses the embedded database, and so does an unreachable server. */
  databaseServer: string | null;
  /** A database of a Redis server that nothing else uses. */
  redisUrl: string;
  nodeArgs: string[];
  log(text: string): void;
};

/** Several rooms of one size. */
const manyRooms = [
  { rowers: 8, rooms: 25 },
  { rowers: 20, rooms: 10 },
];
const capacityRowers = 8;
const stalledRoom = 50;
const idleConnections = 500;
/** The room of the warm-up. */
const largestMin = 100;
/** A run that the generator could not keep up with is repeated, because another program may have disturbed it. */
const triesMax = 2;

/** Measures everything that the plan has. */
export async function runPlan(plan: Plan): Promise<Results> {
  const { systems, log } = plan;
  const wanted = plan.databaseServer;
  const databaseServer = wanted !== null && (await isReachable(wanted)) ? wanted : null;
  const product = systems.includes('boathouse') ? await Product.open(databaseServer, plan.nodeArgs) : null;
  if (product)
    log(`The product runs on ${databaseServer === null ? 'its embedded database' : 'PostgreSQL'}.`);
  const run = new Run(plan, product);
  try {
    return await run.results(databaseServer !== null);
  } finally {
    await run.servers.endAll();
    await product?.close();
  }
}

class Run {
  readonly servers: Servers;
  readonly #plan: Plan;
  readonly #product: Product | null;
  readonly #largest: number;
  readonly #accounts: CrewAccounts;
  readonly #cells: Cell[];
  readonly #memory = new Map<System, number[]>();

  constructor(plan: Plan, product: Product | null) {
    this.#plan = plan;
    this.#product = product;
    this.#largest = Math.max(...plan.sizes, largestMin);
    this.#accounts = new CrewAccounts(product, this.#largest);
    this.servers = new Servers(product, (rowers) => this.#accounts.ofRoom(rowers));
    this.#cells = [
      ...(plan.parts.has('rooms') ? plan.sizes.map((rowers) => cellOf(rowers, 1)) : []),
      ...(plan.parts.has('many') ? manyRooms.map(({ rowers, rooms }) => cellOf(rowers, rooms)) : []),
    ];
  }

  /** @param hasPostgresql whether several processes can share the database */
  async results(hasPostgresql: boolean): Promise<Results> {
    const { systems, parts: wanted, rounds } = this.#plan;
    for (let round = 0; round < rounds; round += 1) await this.#measureRound(round);
    const stalled = wanted.has('stall') ? await this.#measureStalls() : [];
    const capacity = wanted.has('capacity') ? await this.#findCapacities() : [];
    const processes = wanted.has('processes') ? await this.#measureProcesses(hasPostgresql) : null;
    const all = resultsOf(this.#cells, systems);
    return {
      rooms: all.filter(({ rooms }) => rooms === 1),
      manyRooms: all.filter(({ rooms }) => rooms > 1),
      capacity,
      stalled,
      memory: [...this.#memory].map(([system, kib]): MemoryResult => ({
        system,
        connections: Math.min(this.#largest, idleConnections),
        kibPerConnection: medianOf(kib) ?? 0,
      })),
      processes,
    };
  }

  /** Measures each load once on all systems; the first system changes from load to load. */
  async #measureRound(round: number): Promise<void> {
    const { systems, parts: wanted } = this.#plan;
    const turn = [...systems.slice(round % systems.length), ...systems.slice(0, round % systems.length)];
    if (wanted.has('memory')) for (const system of turn) await this.#measureMemory(system);
    for (const cell of this.#cells) {
      for (const system of turn) {
        if (!isHopeless(this.#cells, cell, system)) await this.#measureCell(cell, system);
      }
    }
    await this.servers.endAll();
  }

  async #measureCell(cell: Cell, system: System): Promise<void> {
    let result: RunResult | null = null;
    for (let tries = 0; tries < triesMax && (result === null || isRefused(result)); tries += 1) {
      const servers = await this.servers.get(system, cell.tickMs);
      const load = await this.#loadOf(system, cell.rowers, cell.rooms);
      result = await runOnce(servers, load, this.#plan.times);
      if ('none' in result) await this.servers.end(system);
    }
    if (result === null) return;
    addRun(cell, system, result);
    this.#plan.log(`${system} ${cell.rooms} x ${cell.rowers}: ${lineOf(result)}`);
  }

  async #measureMemory(system: System): Promise<void> {
    const servers = await this.servers.startCold(system);
    const kib = await memoryOf(
      servers,
      await this.#loadOf(system, Math.min(this.#largest, idleConnections), 1),
    );
    if (kib !== null) this.#memory.set(system, [...(this.#memory.get(system) ?? []), kib]);
    await this.servers.end(system);
  }

  async #measureStalls(): Promise<StallResult[]> {
    const results: StallResult[] = [];
    for (const system of this.#plan.systems) {
      const servers = await this.servers.get(system, tickMsOf(stalledRoom));
      const result = await measureStall(servers, await this.#loadOf(system, stalledRoom, 1));
      if (result === null) this.#plan.log(`${system}: not all of ${stalledRoom} rowers could connect`);
      else results.push(result);
      await this.servers.end(system);
    }
    return results;
  }

  async #findCapacities(): Promise<CapacityResult[]> {
    const results: CapacityResult[] = [];
    for (const system of this.#plan.systems) {
      const tickMs = tickMsOf(capacityRowers);
      const servers = await this.servers.get(system, tickMs);
      const accountsOf = async (rooms: number) =>
        system === 'boathouse' ? this.#accounts.ofRooms(capacityRowers, rooms) : null;
      const found = await findCapacity(servers, system, capacityRowers, tickMs, accountsOf);
      this.#plan.log(
        `${system}: ${found.rowersMax} rowers in rooms of ${capacityRowers}, then ${found.endedBy}`,
      );
      results.push(found);
      await this.servers.end(system);
    }
    return results;
  }

  async #measureProcesses(hasPostgresql: boolean): Promise<ProcessesResult | null> {
    const { redisUrl, log } = this.#plan;
    if (this.#product === null) return null;
    if (hasPostgresql && (await acceptsConnections(redisUrl))) {
      const accountsOf = (rowers: number, rooms: number) => this.#accounts.ofRooms(rowers, rooms);
      return measureSecondProcess(this.#product, redisUrl, accountsOf, log);
    }
    log('Two processes are not measured: they need PostgreSQL and Redis.');
    return null;
  }

  /** Makes the missing accounts, so the product must be running. */
  async #loadOf(system: System, rowers: number, rooms: number): Promise<Load> {
    const load = { system, rooms: Array.from({ length: rooms }, () => rowers) };
    if (system !== 'boathouse') return { ...load, accounts: null };
    const one = rooms === 1;
    return {
      ...load,
      accounts: one ? [await this.#accounts.ofRoom(rowers)] : await this.#accounts.ofRooms(rowers, rooms),
    };
  }
}

const isRefused = (result: RunResult) => 'none' in result && result.none === 'refused';
