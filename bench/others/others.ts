import { auth } from '@boathouse/contract/auth';
import { activities } from '@boathouse/contract/activities';
import { sessions } from '@boathouse/contract/sessions';
import { strokes, type Stroke } from '@boathouse/contract/strokes';
import { users } from '@boathouse/contract/users';
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withClient } from '../api/databases.ts';
import { call } from '../live/product.ts';
import { Client, load, type Latencies } from '../api/load.ts';
import { startProduct } from '../api/server.ts';
import type { Attack, Done } from './attacker.ts';

const thisCheckout = join(import.meta.dirname, '..', '..');
const goals = { livezP99Ms: 50, otherP99Ms: 100 };
/** One honest hour, and the most that programs may store: as many points as the contract allows. */
const hour = { strokes: 1_500, points: 60 };
const crewSize = 20;
const seconds = 6;
/** Keeps batches of the largest force curves below the server's body limit. */
const batchStrokes = 150;
/** Below the request limit of one user. */
const batchEveryMs = 25;

export type Member = { _id: string; token: string; cookie: string };
type Row = { database: string; name: string; livez: Latencies; other: Latencies; done: Done; rssMb: number };

/**
 * `npm run bench -- others`: how long one account's calls delay the others. --quick, --only PATTERN, --database NAME,
 * and --checkouts DIR,DIR to compare versions in one run.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      database: { type: 'string', default: 'postgresql,embedded' },
      checkouts: { type: 'string', default: thisCheckout },
    },
  });
  const checkouts = values.checkouts.split(',').map((folder) => resolve(folder));
  const rows: Row[] = [];
  for (const database of values.database.split(',')) {
    for (const checkout of checkouts) {
      const shown = checkouts.length > 1 ? `${basename(checkout)}, ${database}` : database;
      await onProduct(checkout, database, async (port, rssMb) => {
        const wanted = new RegExp(values.only);
        for (const { name, prepare } of await attacksOn(port, values.quick ? 4_000 : 40_000)) {
          if (!wanted.test(name)) continue;
          const prepared = await prepare();
          // Waits until the request limits restart.
          await pause(2_500);
          const row = { database: shown, name, ...(await measure(port, prepared)), rssMb: rssMb() };
          console.error(lineOf(row));
          rows.push(row);
        }
      });
    }
  }
  console.log(
    [
      `| database | beside | livez p50 | p99 | max | another's call p50 | p99 | max | failed | answers | MB | RSS MB |`,
      '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |',
      ...rows.map(lineOf),
      '',
      `Goals: livez p99 below ${goals.livezP99Ms} ms, another's call p99 below ${goals.otherP99Ms} ms: ` +
        (rows.every(isMet) ? 'met.' : `missed by ${rows.filter((row) => !isMet(row)).length}.`),
    ].join('\n'),
  );
}

const isMet = ({ livez, other }: Row) =>
  livez.p99 < goals.livezP99Ms && other.p99 < goals.otherP99Ms && livez.failed + other.failed === 0;

function lineOf({ database, name, livez, other, done, rssMb }: Row): string {
  const answers = Object.entries(done.statuses).map(([status, count]) => `${count} x ${status}`);
  const cells = [database, name, livez.p50, livez.p99, livez.max, other.p50, other.p99, other.max];
  return `| ${[...cells, livez.failed + other.failed, answers.join(', '), Math.round(done.bytes / 1e5) / 10, rssMb].join(' | ')} |`;
}

async function onProduct(
  checkout: string,
  database: string,
  work: (port: number, rssMb: () => number) => Promise<void>,
): Promise<void> {
  const webDir = join(thisCheckout, 'apps', 'web', 'dist');
  await withNewDatabase(database, async (dataDir, url) => {
    const { process: product, port } = await startProduct(dataDir, url, webDir, checkout);
    try {
      await work(port, () => Math.round(product.memoryKiB() / 1_024));
    } finally {
      await product.end();
    }
  });
}

/** Runs work with an empty data folder and, unless `database` is the embedded one, an empty database; removes both after it. */
export async function withNewDatabase<T>(
  database: string,
  work: (dataDir: string, url: string | null) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'boathouse-bench-'));
  const server = process.env['TEST_DATABASE_SERVER'] ?? 'postgres://postgres@127.0.0.1:5432';
  const name = `boathouse_bench_${randomBytes(6).toString('hex')}`;
  const url = database === 'embedded' ? null : `${server}/${name}`;
  const onServer = async (text: string) => {
    if (url !== null) await withClient(`${server}/postgres`, (client) => client.query(text));
  };
  await onServer(`create database ${name}`);
  try {
    return await work(dataDir, url);
  } finally {
    await onServer(`drop database if exists ${name} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs an attack in a separate process, and returns its counts. */
export function runAttack(attack: Attack): Promise<Done> {
  return inOtherProcess<Done>('attacker.ts', attack);
}

/**
 * Runs a file in a separate process, with `given` as JSON in its argument, and returns what it sends. In reality it is
 * another machine, so the product and the measured user have the processor first.
 */
export function inOtherProcess<Done>(file: string, given: object): Promise<Done> {
  const child = fork(new URL(file, import.meta.url), [JSON.stringify(given)]);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return new Promise((resolve, reject) => {
    child.once('message', (done: Done) => resolve(done));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

/** Measures the health check and another user's call during an attack. */
async function measure(
  port: number,
  { attack, probe }: Prepared,
): Promise<Pick<Row, 'livez' | 'other' | 'done'>> {
  const client = new Client(port);
  const done = runAttack(attack);
  const probes = { seconds: attack.seconds - 0.5 };
  await pause(250);
  const [livez, other] = await Promise.all([
    load(client, () => ({ path: '/livez', token: null }), { rate: 100, ...probes }),
    load(client, () => ({ path: `/api/users/${probe._id}`, token: probe.token }), { rate: 20, ...probes }),
  ]);
  const made = await done;
  client.close();
  return { livez, other, done: made };
}

type Prepared = { attack: Attack; probe: Member };
/** `prepare` creates the data that the attack reads. */
type Attacker = { name: string; prepare: () => Promise<Prepared> };

/** Makes the crew through the API, and returns the attacks; the callers that read the activities also make them. */
async function attacksOn(port: number, largest: number): Promise<Attacker[]> {
  const address = `http://127.0.0.1:${port}`;
  const crew: Member[] = [];
  for (let number = 0; number <= crewSize; number += 1) crew.push(await signUp(address, number));
  const [ann, ben, cem] = crew;
  const probe = crew.at(-1);
  if (!ann || !ben || !cem || !probe) throw new Error('The crew is too small');
  const session = await call(address, ann.token, sessions.create, {
    body: {
      title: 'Bench',
      hostUser: ann._id,
      startAt: new Date().toISOString(),
      isAccessibleByLink: true,
      workoutItems: ['100000 m'],
    },
  });
  const made = new Map<string, Promise<string>>();
  const once = (name: string, make: () => Promise<string>) => {
    const path = made.get(name) ?? make();
    made.set(name, path);
    return path;
  };
  const rowed = (member: Member, count: number, points: number) => () =>
    once(`${member._id} ${count}`, () => row(member, count, points));
  const row = async (member: Member, count: number, points: number) => {
    console.error(`Storing ${count} strokes with ${points} points…`);
    const body = { user: member._id, session: session._id, workoutItemIndex: 0 };
    const { _id } = await call(address, member.token, activities.create, { body });
    for (let from = 0; from < count; from += batchStrokes) {
      const batch = Math.min(batchStrokes, count - from);
      await call(address, member.token, strokes.append, {
        params: { id: _id },
        body: { from, strokes: Array.from({ length: batch }, (_, n) => strokeAt(from + n, points)) },
      });
      await pause(batchEveryMs);
    }
    return `/api/activities/${_id}/strokes?forceCurve=1`;
  };
  const anHour = rowed(ann, hour.strokes, hour.points);
  const long = rowed(ben, 6_000, 288);
  const longest = rowed(cem, largest, 288);
  const at = (path: string) => async () => path;

  const by = (members: readonly Member[]) =>
    members.map(({ token }) => ({ authorization: `Bearer ${token}`, 'accept-encoding': 'br' }));
  const page = { accept: 'text/html', 'accept-encoding': 'br' };
  const usual = {
    port,
    seconds,
    isLive: false,
    parallel: crewSize,
    pauseAfterRefusalMs: null,
    pauseMs: null,
  };
  const strokesOf = { ...usual, pauseAfterRefusalMs: 1_000 };
  const live = '/socket.io/?EIO=4&transport=websocket';
  const search = 'users?pagesize=5';
  type Planned = Omit<Attack, 'paths'> & { path: () => Promise<string> };
  const attacks: Array<[string, Planned]> = [
    ['nothing', { ...usual, parallel: 0, path: at('/livez'), callers: [] }],
    ['20 athletes, strokes of an hour', { ...strokesOf, path: anHour, callers: by(crew) }],
    ['20 at once by one user, 6,000 x 288', { ...strokesOf, path: long, callers: by([ben]) }],
    ['20 users, 6,000 x 288', { ...strokesOf, path: long, callers: by(crew) }],
    [
      `1 after the other, ${largest.toLocaleString('en-US')} x 288`,
      { ...strokesOf, path: longest, parallel: 1, callers: by([cem]) },
    ],
    ['50 searches at once', { ...usual, parallel: 50, path: at(`/api/${search}`), callers: by([ben]) }],
    ['50 searches, /%61pi', { ...usual, parallel: 50, path: at(`/%61pi/${search}`), callers: by([ben]) }],
    [
      '50 searches, absolute',
      { ...usual, parallel: 50, path: at(`http://127.0.0.1:${port}/api/${search}`), callers: by([ben]) },
    ],
    [
      '40 permitted pages of a user',
      {
        ...usual,
        parallel: 40,
        pauseMs: 2_000,
        pauseAfterRefusalMs: 2_000,
        path: at('/dashboard'),
        callers: [{ ...page, cookie: ben.cookie }],
      },
    ],
    [
      '50 pages of a user',
      { ...usual, parallel: 50, path: at('/dashboard'), callers: [{ ...page, cookie: ben.cookie }] },
    ],
    ['50 pages without a login', { ...usual, parallel: 50, path: at('/'), callers: [page] }],
    ['30 handshakes at once', { ...usual, parallel: 30, isLive: true, path: at(live), callers: by([ben]) }],
    [
      '50 unknown tokens',
      {
        ...usual,
        parallel: 50,
        path: at('/api/notifications/unread'),
        callers: Array.from({ length: 5_000 }, (_, n) => ({ authorization: `Bearer unknown${n}` })),
      },
    ],
  ];
  return attacks.map(([name, attack]) => ({
    name,
    prepare: async () => {
      const { path, ...rest } = attack;
      return { attack: { ...rest, paths: [await path()] }, probe };
    },
  }));
}

/** Signs up a user with a login. */
export async function signUp(address: string, number: number): Promise<Member> {
  const name = `Rower ${number}`;
  const email = `rower-${number}@athletes.example`;
  const response = await fetch(`${address}/api${auth.signUp.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, name, password: 'ten calm strokes' }),
  });
  if (!response.ok) throw new Error(`Sign-up: ${response.status} ${await response.text()}`);
  const { token, user } = auth.signUp.response.parse(await response.json());
  const { _id } = await call(address, token, users.create, {
    body: { displayName: name, uid: user.id, iconURL: null },
  });
  const cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  return { _id, token, cookie };
}

function strokeAt(sequence: number, points: number): Stroke {
  return {
    number: (sequence % 60_000) + 1,
    interval: 1,
    elapsedTime: sequence * 2.4,
    distance: sequence * 10,
    pace: 120 + (sequence % 7),
    strokeRate: 25,
    heartRate: 150,
    power: 200,
    driveLength: 1.4,
    driveTime: 0.8,
    recoveryTime: 1.6,
    strokeDistance: 10,
    peakForce: 600,
    averageForce: 350,
    workPerStroke: 500,
    calories: Math.floor(sequence / 4),
    // Uneven, as measured ones are, so that they compress no better.
    forceCurve: Array.from({ length: points }, (_, n) =>
      Math.round(
        600 * Math.sin((n * Math.PI) / points) + (Math.imul(sequence * points + n, 2_654_435_761) >>> 27),
      ),
    ),
  };
}
