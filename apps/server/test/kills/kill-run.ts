import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { activities } from '@boathouse/contract/activities';
import { history } from '@boathouse/contract/activities/history';
import { sessions } from '@boathouse/contract/sessions';
import { statistics } from '@boathouse/contract/statistics';
import { strokes, type Stroke } from '@boathouse/contract/strokes';
import { users } from '@boathouse/contract/users';
import { hasResult, JournalingRower, type Journal } from './journaling-rower.ts';
import { ProductProcess } from './product-process.ts';
import { randomFrom, wholeFrom } from '../support/random.ts';
import { RetryingClient, type CallCounts, type ServerAddress } from './retrying-client.ts';
import { nowMs } from '../support/now.ts';

type KillRunOptions = {
  dataDir: string;
  /** Null means the embedded database in the data folder. */
  databaseUrl: string | null;
  seed: number;
  kills: number;
  rowers: number;
  /** Time between two strokes of a rower. */
  strokeMs: number;
  /** Least time between two batches of a rower. */
  batchMs: number;
  strokeCount: readonly [minimum: number, maximum: number];
  /** The longest time that the server runs between two kills; without kills, how long the rowers row. */
  upMs: number;
  onProgress?: (kills: number, journals: number) => void;
};

type KillReport = {
  kills: number;
  killsWhileStarting: number;
  activities: number;
  strokes: number;
  requests: number;
  repeatedRequests: number;
  /** Acknowledged strokes that are not stored, or not as they were sent. */
  lostStrokes: number;
  /** Stored strokes that are there twice, or were never rowed. */
  doubledStrokes: number;
  /** Activities that are not complete with their own result. */
  wrongResults: number;
  /** Activities that are missing from the athletes' lists or totals of the day, or are there too often. */
  miscounted: number;
  faults: string[];
  appendMs: { count: number; p50: number; p99: number };
};

/** Whether nothing was lost, doubled or wrong. */
export function isClean(report: KillReport): boolean {
  const { lostStrokes, doubledStrokes, wrongResults, miscounted, faults } = report;
  return lostStrokes + doubledStrokes + wrongResults + miscounted + faults.length === 0;
}

/** The share of kills that hit a server which is still starting. */
const killsWhileStarting = 0.1;
const startMs = 1_500;
const itemsOfSession = 4;

const LoginSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

/**
 * Runs rowers that journal and retry against the real product process, kills it at random moments, and finally compares
 * the server's data with the rowed data. The seed decides the moments, the strokes and the batches.
 */
export async function runKills(options: KillRunOptions): Promise<KillReport> {
  const { seed, kills, onProgress } = options;
  const random = randomFrom(seed);
  const counts: CallCounts = { requests: 0, repeated: 0, appendMs: [] };
  const server: ServerAddress = { address: null };
  const faults: string[] = [];
  let product = new ProductProcess(options);
  try {
    server.address = await product.ready;
    const rowers = await signUpRowers(options, server, counts, (text) => faults.push(text));
    counts.appendMs.length = 0;

    const state = { isEnding: false };
    const sessionOf = sessionsOf(rowers);
    const rowing = rowers.map(async (rower) => {
      for (let round = 0; !state.isEnding; round += 1) {
        const session = await sessionOf(Math.floor(round / itemsOfSession));
        await rower.row({ session, workoutItemIndex: round % itemsOfSession });
      }
    });
    const rowed = Promise.all(rowing);
    // Awaited below; a refusal ends the run only then, and no kill is skipped because of it.
    rowed.catch(() => {});

    let whileStarting = 0;
    if (kills === 0) await delay(options.upMs);
    for (let kill = 1; kill <= kills; kill += 1) {
      await delay(wholeFrom(random, 0, options.upMs));
      server.address = null;
      await product.end('SIGKILL');
      product = new ProductProcess(options);
      while (random() < killsWhileStarting && kill < kills) {
        kill += 1;
        whileStarting += 1;
        await delay(wholeFrom(random, 0, startMs));
        await product.end('SIGKILL');
        product = new ProductProcess(options);
      }
      server.address = await product.ready;
      onProgress?.(kill, rowers.flatMap(({ journals }) => journals).length);
    }
    state.isEnding = true;
    await rowed;

    const report = {
      kills,
      killsWhileStarting: whileStarting,
      ...(await compare(rowers)),
      requests: counts.requests,
      repeatedRequests: counts.repeated,
      faults,
      appendMs: quantilesOf(counts.appendMs),
    };
    const exit = await product.end('SIGTERM');
    if (exit !== 0) faults.push(`The server ended with ${exit} on SIGTERM:\n${product.output}`);
    return report;
  } finally {
    await product.end('SIGKILL');
  }
}

/** Signs rowers up at the server. */
export async function signUpRowers(
  {
    rowers,
    seed,
    strokeMs,
    batchMs,
    strokeCount,
  }: Pick<KillRunOptions, 'rowers' | 'seed' | 'strokeMs' | 'batchMs' | 'strokeCount'>,
  server: ServerAddress,
  counts: CallCounts,
  onFault: (text: string) => void,
): Promise<JournalingRower[]> {
  const made: JournalingRower[] = [];
  for (let index = 0; index < rowers; index += 1) {
    const client = new RetryingClient(server, counts, { 'x-forwarded-for': `10.0.0.${index + 1}` });
    const name = `Rower ${index + 1}`;
    const login = LoginSchema.parse(
      await client.request('POST', '/api/auth/sign-up/email', {
        email: `${randomUUID()}@athletes.example`,
        password: 'a good password',
        name,
      }),
    );
    const own = client.as(login.token);
    const { _id } = await own.call(users.create, {
      body: { displayName: name, uid: login.user.id, iconURL: null },
    });
    const random = randomFrom(seed + index + 1);
    made.push(
      new JournalingRower({ client: own, userId: _id, random, strokeMs, batchMs, strokeCount, onFault }),
    );
  }
  return made;
}

/** Returns the session of a round, which the first rower that needs it schedules. */
function sessionsOf(rowers: readonly JournalingRower[]): (round: number) => Promise<string> {
  const scheduled = new Map<number, Promise<string>>();
  return (round) => {
    const host = rowers[round % rowers.length];
    if (!host) throw new Error('There are no rowers');
    const session =
      scheduled.get(round) ??
      host.client
        .call(sessions.create, {
          body: {
            title: `Round ${round + 1}`,
            hostUser: host.userId,
            startAt: new Date(nowMs()).toISOString(),
            isAccessibleByLink: true,
            workoutItems: Array.from({ length: itemsOfSession }, () => 'Row as you like'),
          },
        })
        .then(({ _id }) => _id);
    scheduled.set(round, session);
    return session;
  };
}

type Comparison = Pick<
  KillReport,
  'activities' | 'strokes' | 'lostStrokes' | 'doubledStrokes' | 'wrongResults' | 'miscounted'
>;

/** Compares all data of the server with the journals. */
export async function compare(rowers: readonly JournalingRower[]): Promise<Comparison> {
  const found = {
    activities: 0,
    strokes: 0,
    lostStrokes: 0,
    doubledStrokes: 0,
    wrongResults: 0,
    miscounted: 0,
  };
  for (const { client, userId, journals } of rowers) {
    for (const journal of journals) {
      const params = { id: journal.activityId };
      const stored = await client.call(strokes.list, { params, query: { forceCurve: '1' } });
      const activity = await client.call(activities.byId, { params });
      found.activities += 1;
      found.strokes += stored.strokes.length;
      found.lostStrokes += lostOf(journal, stored.strokes);
      found.doubledStrokes += doubledOf(journal, stored.strokes);
      if (!hasResult(activity, journal) || !journal.isResultAcknowledged) found.wrongResults += 1;
    }
    const { count } = await client.call(history.search, { query: { user: userId } });
    found.miscounted += Math.abs(count - journals.length);
    const overview = await client.call(statistics.general, {
      params: { id: userId },
      query: { timeZone: 'UTC' },
    });
    const calories = journals.reduce((sum, { result }) => sum + (result?.totalCalories ?? 0), 0);
    if (overview.aggregate.yearCalories !== calories) found.miscounted += 1;
  }
  return found;
}

const textOf = (stroke: Stroke) => JSON.stringify(Object.entries(stroke).sort());

function lostOf({ strokes: rowed, acknowledged }: Journal, stored: readonly Stroke[]): number {
  return rowed
    .slice(0, acknowledged)
    .filter((stroke, sequence) => textOf(stroke) !== textOf(stored[sequence] ?? stroke) || !stored[sequence])
    .length;
}

function doubledOf({ strokes: rowed }: Journal, stored: readonly Stroke[]): number {
  const left = new Set(rowed.map(textOf));
  return stored.filter((stroke) => !left.delete(textOf(stroke))).length;
}

function quantilesOf(values: readonly number[]): KillReport['appendMs'] {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 10) / 10;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}
