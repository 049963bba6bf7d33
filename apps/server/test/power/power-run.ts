import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { listMigrations, rowsOf } from '../../src/db/migrations.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { readOrMakeAuthSecret } from '../../src/infra/identity/embedded/auth-secret.ts';
import { writeMigrationsBefore } from '../upgrades/migrations-before.ts';
import { nodeEnvironment } from '../support/processes/node-environment.ts';
import { randomFrom, wholeFrom } from '../support/random.ts';
import { Disk, randomFate, type Fate, type Ignored } from './disk-image.ts';
import { digestOf, stateAfter, type Row } from './model.ts';
import { readLog, type Logged } from './operations.ts';
import type { Work } from './recorded-work.ts';
import { recorderVariables } from './recorder.ts';

/** The acknowledgements that the recorded program got up to a moment. */
type Told = { hasSecret: boolean; begun: number; acknowledged: number | null; older: boolean };

type Recording = {
  work: Work;
  /** The path of the recorded data folder, with which the log's paths begin. */
  root: string;
  log: readonly Logged[];
  /** Index of the first operation that may be cut. */
  from: number;
};

export type CutReport = {
  cuts: number;
  /** Cuts of a start after a cut, while it recovers. */
  cutsOfRecoveries: number;
  /** Cuts after which acknowledged commits are missing. */
  withLosses: number;
  faults: string[];
};

const recorder = fileURLToPath(new URL('./recorder.ts', import.meta.url));
const program = fileURLToPath(new URL('./recorded-work.ts', import.meta.url));

/** Runs a program with its file system recorded. */
async function recordProgram(root: string, work: Work): Promise<readonly Logged[]> {
  const log = `${root}.log`;
  rmSync(log, { force: true });
  const child = spawn(process.execPath, [program, JSON.stringify(work)], {
    env: {
      ...nodeEnvironment(),
      NODE_OPTIONS: `--import=${recorder}`,
      [recorderVariables.root]: root,
      [recorderVariables.log]: log,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let problem = '';
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The recorded program ended with ${code}:\n${problem}`);
  const operations = [...readLog(readFileSync(log))];
  rmSync(log);
  return operations;
}

type RecordOptions = {
  /** An empty folder. */
  folder: string;
  seed: number;
  /** Transactions, or users of an older version. */
  count: number;
};

/** Records a first start and transactions in two runs of the server. */
export async function recordTransactions({ folder, seed, count }: RecordOptions): Promise<Recording> {
  const root = newRoot(folder);
  const work: Work = { kind: 'transactions', dataDir: join(root, 'data'), seed, count };
  return { work, root, log: await recordProgram(root, work), from: 0 };
}

/** Before workout templates had a table; any later change makes a longer migration. */
const olderBefore = 25;

/** Records the start that brings the tables of an older version up to date. */
export async function recordMigration({ folder, count }: RecordOptions): Promise<Recording> {
  const root = newRoot(folder);
  const olderMigrations = writeMigrationsBefore(olderBefore, mkdtempSync(join(folder, 'older-')));
  const work: Work = { kind: 'migration', dataDir: join(root, 'data'), olderMigrations, users: count };
  const log = await recordProgram(root, work);
  return { work, root, log, from: log.findIndex(({ operation }) => noteOf(operation) === 'ack older') };
}

function newRoot(folder: string): string {
  return realpathSync(mkdtempSync(join(folder, 'recorded-')));
}

const noteOf = (operation: Logged['operation']) => (operation.do === 'note' ? operation.text : null);

function listen(told: Told, { operation }: Logged): void {
  const [word, value] = noteOf(operation)?.split(' ') ?? [];
  if (word === 'secret') told.hasSecret = true;
  if (word === 'begin') told.begun = Number(value);
  if (word === 'ack' && value === 'older') told.older = true;
  else if (word === 'ack' && !told.older) told.acknowledged = Number(value);
}

/**
 * One cut in six is during the first start, or anywhere if none is recorded; the others are anywhere after it, directly
 * after an acknowledgement, before an fsync, during maintenance such as a checkpoint, and directly after a file was
 * created.
 */
function chooseMoments({ log, from }: Recording, count: number, random: () => number): number[] {
  const noteAt = (index: number) => {
    const operation = log[index]?.operation;
    return operation === undefined ? null : noteOf(operation);
  };
  const indexes = log.map((_, index) => index).slice(from);
  const firstAck = indexes.find((index) => noteAt(index)?.startsWith('ack')) ?? from;
  const start = indexes.filter((index) => index <= firstAck);
  const rest = indexes.filter((index) => index > firstAck);
  const acknowledged = rest.filter((index) => noteAt(index - 1)?.startsWith('ack'));
  const synchronizing = rest.filter((index) => log[index]?.operation.do === 'fsync');
  let isUpkeep = false;
  const upkeep = rest.filter((index) => {
    const note = noteAt(index);
    if (note !== null) isUpkeep = note.startsWith('upkeep') && note !== 'upkeep is done';
    return isUpkeep;
  });
  // A file that has a name but no content yet.
  const created = rest.filter((index) => log[index - 1]?.operation.do === 'create');
  const kinds = [start, rest, acknowledged, synchronizing, upkeep, created];
  const choose = (moments: readonly number[]) => moments[wholeFrom(random, 0, moments.length - 1)];
  return Array.from({ length: count }, (_, cut) => {
    return choose(kinds[cut % kinds.length] ?? rest) ?? choose(rest) ?? log.length;
  }).sort((one, other) => one - other);
}

type CutOptions = {
  folder: string;
  seed: number;
  cuts: number;
  /** One cut in this many is followed by a second one, in the start that recovers; default: none. */
  recoveryEvery?: number;
  ignored?: Ignored;
  /** For every cut; default: a random one for each. */
  fate?: Fate;
};

/**
 * Cuts the power at random moments of a recording, and each time starts the product's database on the remaining data.
 */
export async function cutPower(recording: Recording, options: CutOptions): Promise<CutReport> {
  const { folder, seed, cuts, recoveryEvery, ignored } = options;
  const random = randomFrom(seed);
  const report: CutReport = { cuts: 0, cutsOfRecoveries: 0, withLosses: 0, faults: [] };
  const disk = new Disk(recording.root, ignored);
  const told: Told = { hasSecret: false, begun: 0, acknowledged: null, older: false };
  let done = 0;
  for (const moment of chooseMoments(recording, cuts, random)) {
    for (; done < moment; done += 1) {
      const logged = recording.log[done];
      if (!logged) break;
      disk.apply(logged);
      listen(told, logged);
    }
    const fate = options.fate ?? randomFate(random);
    const root = newRoot(folder);
    disk.writeCut(root, fate, random);
    let describe = `cut before operation ${moment}, ${JSON.stringify(fate)}`;
    if (recoveryEvery !== undefined && report.cuts % recoveryEvery === 0) {
      const recovering = Disk.of(root);
      const log = await recordProgram(root, { kind: 'start', dataDir: join(root, 'data') });
      const second = wholeFrom(random, 0, log.length);
      for (const logged of log.slice(0, second)) recovering.apply(logged);
      rmSync(root, { recursive: true });
      const fateThen = randomFate(random);
      recovering.writeCut(root, fateThen, random);
      describe += `, then before operation ${second} of ${log.length} of the start, ${JSON.stringify(fateThen)}`;
      report.cutsOfRecoveries += 1;
    }
    const faults = await check(recording.work, join(root, 'data'), told);
    if (faults.some(({ isLoss }) => isLoss)) report.withLosses += 1;
    report.faults.push(...faults.map(({ text }) => `${text} (${describe})`));
    report.cuts += 1;
    rmSync(root, { recursive: true });
  }
  return report;
}

type Fault = { text: string; isLoss: boolean };

/**
 * Starts the product's database on the remaining data, and compares it with the acknowledgements that the recorded
 * program got.
 */
async function check(work: Work, dataDir: string, told: Told): Promise<Fault[]> {
  const faults: Fault[] = [];
  const fault = (text: string, isLoss = false) => void faults.push({ text, isLoss });
  try {
    mkdirSync(dataDir, { recursive: true });
    if (readOrMakeAuthSecret(dataDir).length < 32) fault('the secret of logins is incomplete');
    const database = await openPglite(dataDir);
    const ask = async (query: string) => rowsOf(await database.db.execute(sql.raw(query)));
    try {
      if (work.kind === 'migration') {
        const [{ count: users } = {}] = await ask('select count(*)::int as count from users');
        if (told.older && users !== work.users)
          fault(`${String(users)} of ${work.users} users are left`, true);
        const [{ count } = {}] = await ask('select count(*)::int as count from drizzle.__drizzle_migrations');
        if (count !== listMigrations().length) fault(`${String(count)} migrations have run`);
        await ask('select count(*) from workout_templates');
      } else if (work.kind === 'transactions') await compareRows(work.seed, told, ask, fault);
      await ask(`insert into users (id, uid, display_name) values (gen_random_uuid(), 'after', 'After')`);
    } finally {
      await database.close();
    }
  } catch (error) {
    const lost = told.acknowledged !== null || told.older;
    fault(`the database does not open or does not answer: ${textOf(error)}`, lost);
  }
  return faults;
}

function textOf(error: unknown): string {
  const texts = [];
  for (let at = error; at instanceof Error; at = at.cause) texts.push(at.message);
  return texts.length > 0 ? texts.join(': ') : String(error);
}

type Ask = (query: string) => Promise<Array<Record<string, unknown>>>;

async function compareRows(
  seed: number,
  told: Told,
  ask: Ask,
  fault: (text: string, isLoss?: boolean) => void,
): Promise<void> {
  const [present] = await ask(
    `select to_regclass('power_counter') is not null and to_regclass('power_rows') is not null as all`,
  );
  if (present?.['all'] !== true) {
    if (told.acknowledged !== null) fault('acknowledged tables are gone', true);
    return;
  }
  const [counter] = await ask('select last from power_counter');
  if (counter === undefined && told.acknowledged === null) return;
  const last = Number(counter?.['last'] ?? -1);
  if (last < (told.acknowledged ?? 0))
    fault(`transaction ${told.acknowledged ?? 0} was acknowledged, the last one stored is ${last}`, true);
  if (last > told.begun) fault(`transaction ${last} is stored, the last one begun was ${told.begun}`);
  const stored = await ask('select id, transaction, filling from power_rows order by id');
  const rows: Row[] = stored.map(({ id, transaction, filling }) => ({
    id: Number(id),
    transaction: Number(transaction),
    filling: String(filling),
  }));
  const expected = stateAfter(seed, last);
  if (digestOf(rows) !== digestOf(expected.rows)) fault(`the rows are not those after transaction ${last}`);
  await ask('set enable_seqscan = off');
  await ask('set enable_bitmapscan = off');
  const byIndex = await ask('select count(*)::int as count from power_rows where transaction >= 0');
  if (byIndex[0]?.['count'] !== rows.length) fault('an index does not have the rows of its table');
  const tables = await ask(
    `select relname from pg_class where relkind = 'r' and relname ~ '^power_[0-9]+$' order by relname`,
  );
  const names = tables.map(({ relname }) => String(relname)).sort();
  if (names.join() !== expected.tables.sort().join()) fault(`the tables are ${names.join()} after ${last}`);
  for (const name of names) {
    const [{ count } = {}] = await ask(`select count(*)::int as count from ${name}`);
    if (count !== 500) fault(`${name} has ${String(count)} rows of 500`);
  }
}

/** In memory, if the system has a folder for that: the real disk is not involved. */
export function makeWorkFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'boathouse-power-'));
}
