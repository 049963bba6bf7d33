import { openPglite } from './pglite.ts';
import { openPostgresql } from './postgresql.ts';
import type { OpenDatabase } from './database.ts';
import type { BeforeMigration } from './migrations.ts';

type DatabaseOptions = {
  /** A PostgreSQL address; null means the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** Called before an older database with users is migrated. */
  before?: BeforeMigration;
};

/** Opens the database and migrates its tables; refuses a database that a newer Boathouse has written. */
export function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, before } = options;
  return databaseUrl === null ? openPglite(dataDir, before) : openPostgresql(databaseUrl, { before });
}
