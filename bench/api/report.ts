import { cpus } from 'node:os';
import type { Latencies } from './load.ts';
import type { SeedSize } from './seed.ts';

/** The statements of a read: how many each call runs, and the big tables that a plan reads whole. */
export type Planned = { queriesPerCall: number; sequentialScans: string[] };
export type ReadResult = {
  name: string;
  path: string;
  /** Calls a second. */
  rate: number;
  latencies: Latencies;
  planned: Planned | null;
};
/** Calls a second, and for how long. */
export type Timing = {
  rate: number;
  warmSeconds: number;
  seconds: number;
  mixedRate: number;
  mixedSeconds: number;
};
export type ApiResults = {
  date: string;
  /** Processes that were ready to run in the minute before: other programs' processes slow all measurements. */
  loadBefore: number;
  postgresql: {
    version: string;
    size: SeedSize;
    timing: Timing;
    reads: ReadResult[];
    /** Paths of the contract that lack a read. */
    forgotten: string[];
    mixed: Latencies | null;
  };
  embedded: { size: SeedSize; timing: Timing; reads: ReadResult[]; mixed: Latencies | null } | null;
};

const goals = { mixedP99Ms: 40, searchMs: 15, longHistoryRatio: 1.5 };

/** Returns the results as Markdown: the goals first, then each read. */
export function reportOf({ date, loadBefore, postgresql, embedded }: ApiResults): string {
  const count = (value: number) => value.toLocaleString('en-US');
  const { size, timing } = postgresql;
  const lines = [
    `${date.slice(0, 10)}, ${cpus().length} processors, Node ${process.versions.node}, PostgreSQL ${postgresql.version}, load ${loadBefore} before the run; ` +
      `${count(size.users)} users, ${count(size.clubs)} clubs, ${count(size.activities)} activities; each read at up to ${timing.rate} a ` +
      `second for ${timing.seconds} s, mixed reads at ${timing.mixedRate} a second for ${timing.mixedSeconds} s.`,
    '',
    '| goal | wanted | measured |',
    '| --- | --- | --- |',
    ...goalsOf(postgresql),
    '',
    '| read | a second | p50 ms | p99 ms | p99.9 ms | queries | whole tables read | failed |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |',
    ...postgresql.reads.map(rowOf),
  ];
  if (embedded !== null) {
    const { size: small, timing: slow, mixed } = embedded;
    lines.push(
      '',
      `The embedded database with ${count(small.users)} users and ${count(small.activities)} activities; each read at up to ` +
        `${slow.rate} a second for ${slow.seconds} s` +
        (mixed === null
          ? '.'
          : `; ${slow.mixedRate} mixed reads a second: p50 ${mixed.p50}, p99 ${mixed.p99}, p99.9 ${mixed.p999} ms, ${mixed.failed} failed.`),
      '',
      '| read | p50 ms | p99 ms | failed |',
      '| --- | ---: | ---: | ---: |',
      ...embedded.reads.map(
        ({ name, latencies: { p50, p99, failed } }) => `| ${name} | ${p50} | ${p99} | ${failed} |`,
      ),
    );
  }
  return lines.join('\n');
}

const rowOf = ({ name, rate, latencies: { p50, p99, p999, failed }, planned }: ReadResult) =>
  `| ${name} | ${rate} | ${p50} | ${p99} | ${p999} | ${planned === null ? '' : Math.round(planned.queriesPerCall * 10) / 10} | ` +
  `${planned?.sequentialScans.join(', ') ?? ''} | ${failed} |`;

function goalsOf({ reads, forgotten, mixed }: ApiResults['postgresql']): string[] {
  const rows: string[] = [];
  const add = (goal: string, wanted: string, measured: string, isMet: boolean) =>
    rows.push(`| ${goal} | ${wanted} | ${measured}${isMet ? '' : ' (missed)'} |`);
  if (mixed !== null) {
    const { p99, failed } = mixed;
    add(
      'mixed reads, p99',
      `≤ ${goals.mixedP99Ms} ms`,
      `${p99} ms, ${failed} failed`,
      p99 <= goals.mixedP99Ms && failed === 0,
    );
  }
  const searches = reads.filter(({ name }) => /^(people|clubs): /.test(name));
  if (searches.length > 0) {
    const slowest = Math.max(...searches.map(({ latencies }) => latencies.p50));
    add('slowest search, p50', `about ${goals.searchMs} ms`, `${slowest} ms`, slowest <= goals.searchMs);
  }
  for (const long of reads) {
    const [kind, ...rest] = long.name.split(', 10,000 activities');
    const short = reads.find(({ name }) => name === `${kind}, 100 activities${rest.join('')}`);
    if (short === undefined || long === short) continue;
    const ratio = long.latencies.p50 / short.latencies.p50;
    add(
      `${kind}${rest.join('')}: 10,000 activities against 100, p50`,
      `≤ ${goals.longHistoryRatio} times`,
      `${Math.round(ratio * 100) / 100} times`,
      ratio <= goals.longHistoryRatio,
    );
  }
  const explained = reads.filter(({ planned }) => planned !== null);
  add('endpoints without a read', 'none', forgotten.join(', ') || 'none', forgotten.length === 0);
  if (explained.length > 0) {
    const scanning = explained.filter(({ planned }) => (planned?.sequentialScans.length ?? 0) > 0);
    add(
      `big tables read whole, of ${explained.length} reads`,
      'none',
      `${scanning.length || 'none'}`,
      scanning.length === 0,
    );
  }
  return rows;
}
