// The recorded program: it uses the product's own database in its data folder, and records the acknowledgements.
import { sql, type SQL } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as z from 'zod/mini';
import { protectDataFolder } from '../../src/db/data-folder.ts';
import type { Database } from '../../src/db/database.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { PgliteThread } from '../../src/db/pglite-thread.ts';
import { readOrMakeAuthSecret } from '../../src/infra/identity/embedded/auth-secret.ts';
import { note } from './recorder.ts';
import { planTransaction, tableOf, type PlannedTransaction } from './model.ts';

const WorkSchema = z.discriminatedUnion('kind', [
  /** First start, transactions in two runs of the server. */
  z.object({ kind: z.literal('transactions'), dataDir: z.string(), seed: z.number(), count: z.number() }),
  /** A database of an older version, and the start that migrates it. */
  z.object({
    kind: z.literal('migration'),
    dataDir: z.string(),
    olderMigrations: z.string(),
    users: z.number(),
  }),
  /** This is only a start: the recovery after a power cut. */
  z.object({ kind: z.literal('start'), dataDir: z.string() }),
]);
export type Work = z.infer<typeof WorkSchema>;

class Undone extends Error {}

async function run({ number, changes, isUndone, table }: PlannedTransaction, db: Database): Promise<void> {
  const transaction = db.transaction(async (tx) => {
    for (const { id, filling } of changes) {
      await tx.execute(
        filling === null
          ? sql`delete from power_rows where id = ${id}`
          : sql`insert into power_rows (id, transaction, filling) values (${id}, ${number}, ${filling})
              on conflict (id) do update set transaction = excluded.transaction, filling = excluded.filling`,
      );
    }
    const own = sql.identifier(tableOf(table === 'drop' ? number - 2 : number));
    if (table === 'create') {
      await tx.execute(sql`create table ${own} (n int primary key)`);
      await tx.execute(sql`insert into ${own} select n from generate_series(1, 500) as n`);
    }
    if (table === 'drop') await tx.execute(sql`drop table if exists ${own}`);
    await tx.execute(sql`update power_counter set last = ${number}`);
    if (isUndone) throw new Undone();
  });
  await transaction.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

async function runTransactions({
  dataDir,
  seed,
  count,
}: Extract<Work, { kind: 'transactions' }>): Promise<void> {
  protectDataFolder(dataDir);
  readOrMakeAuthSecret(dataDir);
  note('secret');
  let database = await openPglite(dataDir);
  const execute = (query: SQL) => database.db.execute(query);
  await execute(sql`create table power_counter (last int not null)`);
  await execute(
    sql`create table power_rows (id int primary key, transaction int not null, filling text not null)`,
  );
  await execute(sql`create index power_rows_transaction on power_rows (transaction)`);
  await execute(sql`insert into power_counter values (0)`);
  note('ack 0');
  for (let number = 1; number <= count; number += 1) {
    if (number === Math.ceil(count / 2)) {
      await database.close();
      database = await openPglite(dataDir);
    }
    const planned = planTransaction(seed, number);
    note(`begin ${number}`);
    await run(planned, database.db);
    if (!planned.isUndone) note(`ack ${number}`);
    if (planned.upkeep !== null) {
      note(`upkeep ${planned.upkeep}`);
      await execute(sql.raw(planned.upkeep));
      note('upkeep is done');
    }
  }
  await database.close();
}

async function runMigration(work: Extract<Work, { kind: 'migration' }>): Promise<void> {
  const { dataDir, olderMigrations, users } = work;
  protectDataFolder(dataDir);
  const newest = await openPglite(dataDir);
  await newest.close();
  const thread = await PgliteThread.open({ folder: `${dataDir}/database`, template: null });
  const client = new pg.Client({
    stream: () => thread.connect(),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  });
  await client.connect();
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await migrate(drizzle({ client }), { migrationsFolder: olderMigrations });
  await client.query(
    `insert into users (id, uid, display_name)
     select gen_random_uuid(), 'power-' || n, 'Athlete ' || n from generate_series(1, $1::int) as n`,
    [users],
  );
  await client.end();
  await thread.close();
  note(`ack older`);
  const migrated = await openPglite(dataDir);
  note('ack migrated');
  await migrated.close();
}

const work = WorkSchema.parse(JSON.parse(process.argv[2] ?? 'null'));
if (work.kind === 'transactions') await runTransactions(work);
else if (work.kind === 'migration') await runMigration(work);
else await (await openPglite(work.dataDir)).close();
