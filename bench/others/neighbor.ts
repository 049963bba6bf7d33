import { exports } from '@boathouse/contract/activities/formats';
import { history } from '@boathouse/contract/activities/history';
import { results } from '@boathouse/contract/activities/results';
import { urlOf } from '@boathouse/contract/endpoint';
import { feed } from '@boathouse/contract/feed';
import { follows } from '@boathouse/contract/follows';
import { notifications } from '@boathouse/contract/notifications';
import { sessions } from '@boathouse/contract/sessions';
import { statistics } from '@boathouse/contract/statistics';
import { users } from '@boathouse/contract/users';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withClient, withPglite } from '../api/databases.ts';
import { Client } from '../api/load.ts';
import { startProduct } from '../api/server.ts';
import { Durations } from '../live/statistics.ts';
import type { Attack, Done } from './attacker.ts';
import type { Importing } from './importer.ts';
import { importOnce, seasonOf } from './imports.ts';
import { inOtherProcess, runAttack, signUp, withNewDatabase, type Member } from './others.ts';

const goals = { p99Ms: 50, importMs: 2_000 };
const parallel = 8;
/** For a large import that the account with the long history sends and undoes again and again. */
const largeImport = 2_000;
const waitMaxMs = 60_000;

type Measured = {
  calls: number;
  failed: number;
  p50: number;
  p99: number;
  max: number;
  /** For three workouts: until they are read, and until they are stored. */
  readMs: number;
  storedMs: number;
};

/**
 * `npm run bench -- neighbor`: how long an ordinary user waits while one account with 100,000 activities makes its
 * expensive calls, 8 at a time, and imports. --quick, --database NAME, and --only PATTERN for some of the expensive
 * calls and "import".
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      database: { type: 'string', default: 'postgresql,embedded' },
      only: { type: 'string', default: '' },
    },
  });
  const only = new RegExp(values.only);
  const size = values.quick
    ? { activities: 10_000, seconds: 6, only }
    : { activities: 100_000, seconds: 20, only };
  const lines = [];
  for (const database of values.database.split(',')) {
    const { without, beside, done } = await onDatabase(database, size);
    const answers = Object.entries(done.statuses).map(([status, count]) => `${count} x ${status}`);
    for (const [name, of, made] of [
      ['nothing', without, ''],
      ['the account', beside, answers.join(', ')],
    ] as const) {
      const cells = [of.calls, of.failed, of.p50, of.p99, of.max, of.readMs, of.storedMs];
      lines.push(`| ${[database, name, ...cells, made].join(' | ')} |`);
    }
    const ratio = (of: (measured: Measured) => number) => (of(beside) / of(without)).toFixed(1);
    const isMet = beside.p99 < goals.p99Ms && beside.readMs < goals.importMs && beside.failed === 0;
    lines.push(
      `| ${database} | ratio | | | ${ratio(({ p50 }) => p50)} | ${ratio(({ p99 }) => p99)} | ` +
        `${ratio(({ max }) => max)} | | | goals ${isMet ? 'met' : 'missed'} |`,
    );
    console.error(lines.slice(-3).join('\n'));
  }
  console.log(
    [
      '| database | beside | calls | failed | p50 | p99 | max | import read | stored | answers to the account |',
      '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
      ...lines,
      '',
      `Goals: p99 below ${goals.p99Ms} ms, an import of three workouts begins within ${goals.importMs} ms.`,
    ].join('\n'),
  );
}

type Size = { activities: number; seconds: number; only: RegExp };

function onDatabase(database: string, size: Size) {
  return withNewDatabase(database, async (dataDir, url) => {
    const members = await onProduct(dataDir, url, async (port) => ({
      heavy: await signUp(`http://127.0.0.1:${port}`, 1),
      neighbor: await signUp(`http://127.0.0.1:${port}`, 2),
    }));
    console.error(`Storing ${size.activities.toLocaleString('en-US')} activities (${database})…`);
    const statements = [
      ...historyOf(members.heavy._id, size.activities),
      ...historyOf(members.neighbor._id, 200),
      'vacuum analyze',
    ];
    const fill = async (execute: (text: string) => Promise<unknown>) => {
      for (const statement of statements) await execute(statement);
    };
    if (url === null) await withPglite(dataDir, (embedded) => fill((text) => embedded.exec(text)));
    else await withClient(url, (client) => fill((text) => client.query(text)));
    return onProduct(dataDir, url, (port) => measureBoth(port, members, size));
  });
}

async function onProduct<T>(
  dataDir: string,
  url: string | null,
  work: (port: number) => Promise<T>,
): Promise<T> {
  const { process: product, port } = await startProduct(dataDir, url);
  try {
    return await work(port);
  } finally {
    await product.end();
  }
}

/** 30 rows a day, back from yesterday, each a ranked 2,000 m: a program may import that many. */
function historyOf(user: string, count: number): string[] {
  const at = `date_trunc('day', now()) - (1 + n / 30) * interval '1 day' + (n % 30) * interval '10 minutes'`;
  return [
    `set session_replication_role = replica`,
    `insert into activities (id, user_id, title, workout, visibility, is_completed, created_at, completed_at, day, elapsed_time,
        average_pace, distance, stroke_rate, workout_type, total_calories, heard_at)
      select gen_random_uuid(), '${user}', 'Morning row ' || n, '2000m', case when n % 2 = 0 then 'me' else 'profile' end, true,
        at, at + interval '8 minutes', (at at time zone 'UTC')::date, 420 + n % 60, 105 + (n % 60) / 4.0, 2000, 24, 3, 120, at
      from (select n, ${at} as at from generate_series(0, ${count - 1}) n) rows`,
    `insert into activity_days (user_id, day, machine, count, meters, time_sec, calories)
      select user_id, day, machine, count(*), sum(distance), sum(elapsed_time), sum(total_calories)
      from activities where user_id = '${user}' group by user_id, day, machine`,
    `insert into ranked_results (activity_id, piece, user_id, machine, pace)
      select id, '2k', user_id, machine, average_pace from activities where user_id = '${user}'`,
    `reset session_replication_role`,
  ];
}

async function measureBoth(
  port: number,
  { heavy, neighbor }: Record<'heavy' | 'neighbor', Member>,
  size: Size,
) {
  const client = new Client(port);
  const newest = async ({ _id: user, token }: Member) => {
    const { body } = await client.get({ path: urlOf(feed.athleteProfile, {}, { user }), token }, true);
    return feed.athleteProfile.response.parse(JSON.parse(body))[0]?._id ?? '';
  };
  const [own, ofNeighbor] = [await newest(heavy), await newest(neighbor)];
  // Runs both once before, so that neither part includes work that the process does only the first time.
  await measure(client, port, neighbor, ofNeighbor, 2, 0);
  const without = await measure(client, port, neighbor, ofNeighbor, size.seconds, 1);
  const attack: Attack = {
    port,
    paths: dearCalls(heavy, own).filter((path) => size.only.test(path)),
    callers: [{ authorization: `Bearer ${heavy.token}`, 'accept-encoding': 'br' }],
    parallel,
    seconds: size.seconds + 8,
    isLive: false,
    pauseAfterRefusalMs: 1_000,
    pauseMs: null,
  };
  const done: Promise<Done> =
    attack.paths.length === 0 ? Promise.resolve({ statuses: {}, bytes: 0 }) : runAttack(attack);
  const { seconds } = attack;
  const large: Importing = { port, token: heavy.token, workouts: largeImport, seconds };
  const importing = size.only.test('import') ? inOtherProcess('importer.ts', large) : Promise.resolve();
  await pause(2_000);
  const beside = await measure(client, port, neighbor, ofNeighbor, size.seconds, 2);
  const made = await done;
  await importing;
  client.close();
  return { without, beside, done: made };
}

function dearCalls({ _id: user }: Member, activity: string): string[] {
  const year = String(new Date().getUTCFullYear());
  return [
    urlOf(history.search, {}, { user, text: 'nothing has this text' }),
    urlOf(history.search, {}, { user, sortby: '+averagePace', kind: 'distance' }),
    urlOf(exports.history, {}, { user, format: 'csv' }),
    urlOf(statistics.general, { id: user }, {}),
    urlOf(statistics.progress, { id: user }, {}),
    urlOf(statistics.heatmap, { id: user }, { currentYear: year }),
    urlOf(feed.dashboard, {}, { user }),
    urlOf(feed.athleteProfile, {}, { user }),
    urlOf(results.standing, { id: activity }, {}),
  ];
}

/** The calls of the dashboard and of the page of a result. */
function ordinaryCalls({ _id: user }: Member, activity: string): string[] {
  const now = new Date();
  const month = { year: String(now.getUTCFullYear()), month: String(now.getUTCMonth() + 1) };
  const id = { id: user };
  return [
    urlOf(users.byId, id, {}),
    urlOf(feed.dashboard, {}, { user }),
    urlOf(sessions.ofUser, id, { ...month, day: String(now.getUTCDate()) }),
    urlOf(sessions.next, id, {}),
    urlOf(statistics.meters, id, {}),
    urlOf(statistics.heatmap, id, { currentYear: month.year }),
    urlOf(notifications.unread, {}, {}),
    urlOf(follows.summary, id, {}),
    urlOf(results.standing, { id: activity }, {}),
  ];
}

/** Calls one after the other, and imports three workouts in the middle. */
async function measure(
  client: Client,
  port: number,
  neighbor: Member,
  activity: string,
  seconds: number,
  year: number,
): Promise<Measured> {
  const durations = new Durations(waitMaxMs);
  const byPath = new Map<string, Durations>();
  let failed = 0;
  let max = 0;
  const paths = ordinaryCalls(neighbor, activity);
  const untilMs = performance.now() + seconds * 1_000;
  const importing = pause(seconds * 500).then(() =>
    importOnce(port, neighbor.token, seasonOf(3, 2010 + year)),
  );
  for (let index = 0; performance.now() < untilMs; index += 1) {
    const startMs = performance.now();
    const path = paths[index % paths.length] ?? '';
    const status = await client.get({ path, token: neighbor.token }).then(
      (answer) => answer.status,
      () => 0,
    );
    const tookMs = performance.now() - startMs;
    if (status !== 200) {
      failed += 1;
      console.error(`${path}: ${status}`);
    }
    durations.add(tookMs);
    const ofPath = byPath.get(path) ?? new Durations(waitMaxMs);
    ofPath.add(tookMs);
    byPath.set(path, ofPath);
    max = Math.max(max, Math.round(tookMs * 10) / 10);
    // Below the request limit of one user.
    await pause(Math.max(0, 22 - tookMs));
  }
  const { readMs, storedMs, isStored } = await importing;
  if (!isStored) failed += 1;
  const at = (share: number) => durations.percentile(share) ?? 0;
  for (const [path, ofPath] of byPath) {
    console.error(`  p50 ${ofPath.percentile(0.5)} p95 ${ofPath.percentile(0.95)} ms: ${path}`);
  }
  return { calls: durations.count, failed, p50: at(0.5), p99: at(0.99), max, readMs, storedMs };
}
