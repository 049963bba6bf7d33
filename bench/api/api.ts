import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { seededPglite, seededPostgresql } from './databases.ts';
import type { Facts } from './facts.ts';
import { Client, load, type Latencies } from './load.ts';
import { makeThroughApi } from './made.ts';
import { callOfDashboard, checkDashboard, dashboardPage } from './pages.ts';
import { forgottenBy, pick, readsOf, type Call, type Read } from './reads.ts';
import { reportOf, type ApiResults, type Planned, type ReadResult, type Timing } from './report.ts';
import type { SeedSize } from './seed.ts';
import { startProduct, thisBuiltWeb } from './server.ts';
import { hasPlan, sequentialScansOf, StatementRecorder } from './statements.ts';

const full: SeedSize = { users: 50_000, clubs: 2_000, activities: 1_000_000, follows: 20, heavy: 10_000 };
const small: SeedSize = { users: 5_000, clubs: 200, activities: 100_000, follows: 20, heavy: 10_000 };
const smallest: SeedSize = { users: 1_000, clubs: 40, activities: 20_000, follows: 20, heavy: 1_000 };

const timings: Record<'full' | 'quick' | 'embedded' | 'embeddedQuick', Timing> = {
  full: { rate: 100, warmSeconds: 1, seconds: 8, mixedRate: 200, mixedSeconds: 40 },
  quick: { rate: 100, warmSeconds: 0.1, seconds: 0.4, mixedRate: 200, mixedSeconds: 8 },
  embedded: { rate: 20, warmSeconds: 0.5, seconds: 3, mixedRate: 40, mixedSeconds: 20 },
  embeddedQuick: { rate: 20, warmSeconds: 0, seconds: 0.2, mixedRate: 40, mixedSeconds: 3 },
};
/** How often each read is called while its statements are recorded. */
const recordedCalls = 6;
/** PostgreSQL reads a smaller table whole faster than through an index. */
const bigTableRows = 10_000;

const log = (text: string) => console.error(text);

/** `npm run bench -- api`: --quick, --json FILE, and for work on the product: --only TEXT, --parts. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      only: { type: 'string', default: '' },
      parts: { type: 'string', default: 'plans,reads,mixed,embedded' },
    },
  });
  const parts = new Set(values.parts.split(','));
  const loadBefore = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const server = process.env['TEST_DATABASE_SERVER'] ?? 'postgres://postgres@127.0.0.1:5432';
  execFileSync(process.execPath, [join(import.meta.dirname, '..', '..', 'scripts', 'build-web.mjs')], {
    stdio: 'inherit',
  });
  const size = values.quick ? small : full;
  const { url, facts } = await seededPostgresql(server, size, log);
  const isWanted = ({ name }: { name: string }) => name.includes(values.only);
  const planned = parts.has('plans') ? await planReads(url, facts, isWanted) : new Map<string, Planned>();
  const timing = timings[values.quick ? 'quick' : 'full'];
  const postgresql = await withProduct(url, (port) => measure(port, facts, { parts, timing, isWanted }));
  const results: ApiResults = {
    date: new Date().toISOString(),
    loadBefore,
    postgresql: { version: await versionOf(url), size, timing, ...withPlans(postgresql, planned) },
    embedded: null,
  };
  if (parts.has('embedded')) {
    const embeddedSize = values.quick ? smallest : small;
    const embedded = await seededPglite(embeddedSize, log);
    const embeddedTiming = timings[values.quick ? 'embeddedQuick' : 'embedded'];
    const { process: product, port } = await startProduct(embedded.dataDir, null, thisBuiltWeb);
    let measured: Measured;
    try {
      measured = await measure(port, embedded.facts, { parts, timing: embeddedTiming, isWanted });
    } finally {
      await product.end();
    }
    results.embedded = { size: embeddedSize, timing: embeddedTiming, ...withPlans(measured, new Map()) };
  }
  console.log(reportOf(results));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
}

type Measured = { reads: Array<Omit<ReadResult, 'planned'>>; forgotten: string[]; mixed: Latencies | null };

function withPlans({ reads, forgotten, mixed }: Measured, planned: Map<string, Planned>) {
  const rows = reads.map((each): ReadResult => ({ ...each, planned: planned.get(each.name) ?? null }));
  return { reads: rows, forgotten, mixed };
}

async function withProduct<T>(databaseUrl: string, work: (port: number) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'boathouse-bench-'));
  const { process: product, port } = await startProduct(dataDir, databaseUrl, thisBuiltWeb);
  try {
    return await work(port);
  } finally {
    await product.end();
    rmSync(dataDir, { recursive: true });
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version.split(' ')[0] ?? '';
}

/** Runs each read a few times without other load, and lets PostgreSQL explain each of its statements. */
async function planReads(
  url: string,
  facts: Facts,
  isWanted: (read: { name: string }) => boolean,
): Promise<Map<string, Planned>> {
  log('Recording the statements of each read, and explaining them…');
  const target = new URL(url);
  const recorder = await StatementRecorder.start(target);
  const through = new URL(url);
  through.host = `127.0.0.1:${recorder.port}`;
  const planned = new Map<string, Planned>();
  try {
    await withProduct(through.href, async (port) => {
      const reads = readsOf(facts, await makeThroughApi(facts, port), new Date());
      const client = new Client(port);
      const explainer = new pg.Client({ connectionString: url, options: recorder.options });
      await explainer.connect();
      const { rows: tables } = await explainer.query<{ relname: string; rows: number }>(
        `select relname, reltuples::float8 as rows from pg_class where relkind = 'r'`,
      );
      const rowsOf = new Map(tables.map(({ relname, rows }) => [relname, rows]));
      for (const read of reads.filter(isWanted)) {
        const scans = new Set<string>();
        let queries = 0;
        for (let index = 0; index < recordedCalls; index += 1) {
          // The first call looks up the caller, whom the server then remembers for some seconds.
          await client.get(read.call(index));
          recorder.take();
          const { status, body } = await client.get(read.call(index), true);
          if (status !== 200) throw new Error(`${read.name}: ${status} ${body}`);
          checkShape(read, body);
          const statements = recorder.take();
          queries += statements.length;
          for (const statement of statements.filter(hasPlan)) {
            const found = await sequentialScansOf(
              statement,
              async (text, values) => (await explainer.query<object>(text, values)).rows,
            );
            for (const table of found) if ((rowsOf.get(table) ?? 0) >= bigTableRows) scans.add(table);
          }
        }
        if (scans.size > 0) log(`${read.name} reads whole: ${[...scans].join(', ')}`);
        planned.set(read.name, { queriesPerCall: queries / recordedCalls, sequentialScans: [...scans] });
      }
      client.close();
      await explainer.end();
    });
  } finally {
    await recorder.stop();
  }
  return planned;
}

function checkShape({ name, endpoint }: Read, body: string): void {
  const parsed: unknown = JSON.parse(body);
  const result = endpoint.response['~standard'].validate(parsed);
  if (result instanceof Promise || result.issues)
    throw new Error(`${name}: the response breaks the contract`);
}

async function measure(
  port: number,
  facts: Facts,
  {
    parts,
    timing,
    isWanted,
  }: { parts: ReadonlySet<string>; timing: Timing; isWanted: (read: { name: string }) => boolean },
): Promise<Measured> {
  const all = readsOf(facts, await makeThroughApi(facts, port), new Date());
  const reads = all.filter(isWanted);
  if (reads.length === 0 && !isWanted(dashboardPage)) {
    throw new Error('No read has the text of --only in its name');
  }
  const client = new Client(port);
  const measured: Measured = { reads: [], forgotten: forgottenBy(all), mixed: null };
  if (parts.has('reads')) {
    const measureOne = async (name: string, path: string, rate: number, call: (index: number) => Call) => {
      await load(client, call, { rate: rate / 2, seconds: timing.warmSeconds });
      const latencies = await load(client, call, { rate, seconds: timing.seconds });
      log(`${name}: p50 ${latencies.p50}, p99 ${latencies.p99} ms`);
      measured.reads.push({ name, path, rate, latencies });
    };
    for (const { name, endpoint, rateMax, call } of reads) {
      await measureOne(name, endpoint.path, Math.min(timing.rate, rateMax), call);
    }
    if (isWanted(dashboardPage)) {
      const { name, path } = dashboardPage;
      const callOf = (index: number) => callOfDashboard(pick(facts.callers, index));
      checkDashboard(await client.get(callOf(0), true));
      // The page makes about ten calls of the API.
      await measureOne(name, path, timing.rate / 5, callOf);
    }
  }
  if (parts.has('mixed') && reads.some(({ share }) => share > 0)) {
    const next = mixOf(reads);
    await load(client, next, { rate: timing.mixedRate, seconds: Math.min(timing.mixedSeconds, 3) });
    measured.mixed = await load(client, next, { rate: timing.mixedRate, seconds: timing.mixedSeconds });
    log(`mixed: p50 ${measured.mixed.p50}, p99 ${measured.mixed.p99} ms`);
  }
  client.close();
  return measured;
}

/** Mixes the reads by their shares, spread evenly and in the same order in each run. */
function mixOf(reads: readonly Read[]): (index: number) => Call {
  const shared = reads.filter(({ share }) => share > 0);
  const slots = shared
    .flatMap((read) => Array.from({ length: read.share }, (_, n) => ({ read, at: (n + 0.5) / read.share })))
    .toSorted((one, other) => one.at - other.at);
  return (index) => {
    const slot = slots[index % slots.length];
    if (slot === undefined) throw new Error('No read has a share of the mix');
    return slot.read.call(
      Math.floor(index / slots.length) * slot.read.share + Math.floor(slot.at * slot.read.share),
    );
  };
}
