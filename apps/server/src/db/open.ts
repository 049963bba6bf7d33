import { openPglite } from './pglite.ts';
import { openPostgresql } from './postgresql.ts';
import type { OpenDatabase } from './database.ts';

type DatabaseOptions = {
  /** A PostgreSQL address; null means the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
};

/** Opens the database and brings its tables up to date; refuses one that a newer Boathouse has written. */
export function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl === null ? openPglite(options.dataDir) : openPostgresql(options.databaseUrl);
}
