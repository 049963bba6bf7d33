import { dirname, join } from 'node:path';
import { makeDraftDatabase } from '../../db/backup/draft-database.ts';
import { listStoredTables } from '../../db/backup/stored-tables.ts';
import {
  beginReading,
  beginStoring,
  finishStoring,
  readLines,
  storeLines,
  TableSum,
  type LineStore,
} from '../../db/backup/table-rows.ts';
import type { DraftDatabase } from '../../db/backup/draft-database.ts';
import { databaseFailureOf, isRefusedStatement } from '../../db/failures.ts';
import { DiskSpace } from '../disk-space.ts';
import { ArchiveDamagedError, DiskFullError, type ArchiveContents } from './archive-format.ts';
import { checkArchive, readArchive } from './read-archive.ts';

export type LoadedArchive = ArchiveContents & {
  /** Has all rows, at the newest schema. The caller closes it. */
  database: DraftDatabase;
  authSecret: string;
};

/**
 * Proves an archive: reads it completely, fills a new database with the tables of its version, reads that and compares
 * each row, then runs the later migrations.
 * @param folder an empty one for the database; the caller deletes it
 * @throws ArchiveDamagedError, ArchiveNewerError, ArchiveFileError, DiskFullError
 */
export async function loadArchive(file: string, folder: string): Promise<LoadedArchive> {
  const contents = await checkArchive(file);
  try {
    return await load(file, folder, contents);
  } catch (error) {
    if (await isOfFullDisk(error, folder)) throw new DiskFullError(dirname(folder), error);
    throw error;
  }
}

async function load(file: string, folder: string, contents: ArchiveContents): Promise<LoadedArchive> {
  const database = await makeDraftDatabase(join(folder, 'database'), {
    schemaAt: contents.header.schema.at,
    migrations: join(folder, 'migrations'),
  });
  try {
    const authSecret = await fill(database, file, contents);
    await compare(database, file, contents);
    await database.migrate().catch((error: unknown) => {
      throw new ArchiveDamagedError(file, `the migrations fail on its rows (${messageOf(error)})`, error);
    });
    return { ...contents, database, authSecret };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function isOfFullDisk(error: unknown, folder: string): Promise<boolean> {
  if (databaseFailureOf(error) === 'disk full') return true;
  const isFoundDamaged = error instanceof ArchiveDamagedError && error.cause === undefined;
  // The database ends without a message when its log finds no space.
  return !isFoundDamaged && !isRefusedStatement(error) && (await DiskSpace.of(folder).isFull());
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function fill({ client }: DraftDatabase, file: string, contents: ArchiveContents): Promise<string> {
  const { header } = contents;
  const tables = await listStoredTables(client);
  const named = new Map(tables.map((table) => [table.name, table]));
  const columnsOf = new Map(header.tables.map(({ name, columns }) => [name, columns]));
  let authSecret = '';
  const current: { name: string; store: LineStore | null } = { name: '', store: null };
  try {
    await client.query('begin');
    await beginStoring(client, tables);
    await readArchive(file, {
      onSecret: (secret) => {
        authSecret = secret;
      },
      onLine: async (name, line) => {
        if (current.name !== name) {
          await current.store?.end();
          const [table, columns] = [named.get(name), columnsOf.get(name)];
          if (!table || !columns) throw new Error(`its version has no table ${name}`);
          current.name = name;
          current.store = storeLines(client, table, columns);
        }
        await current.store?.add(line);
      },
    });
    await current.store?.end();
    await finishStoring(client, tables);
    await client.query('commit');
  } catch (error) {
    throw new ArchiveDamagedError(file, `its rows can't be stored (${messageOf(error)})`, error);
  }
  return authSecret;
}

async function compare({ client }: DraftDatabase, file: string, contents: ArchiveContents): Promise<void> {
  const { header, manifest } = contents;
  await beginReading(client);
  for (const { name, columns } of header.tables) {
    const sum = new TableSum();
    for await (const lines of readLines(client, name, columns)) for (const line of lines) sum.add(line);
    const said = manifest.tables[name];
    if (said?.rows !== sum.rows)
      throw new ArchiveDamagedError(file, `${name} has ${sum.rows} rows after loading, not ${said?.rows}`);
    if (said.sum !== sum.sum) throw new ArchiveDamagedError(file, `rows of ${name} differ after loading`);
  }
  await client.query('rollback');
}
