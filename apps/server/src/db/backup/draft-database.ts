import { existsSync } from 'node:fs';
import pg from 'pg';
import { protectTree } from '../data-folder.ts';
import { copyMigrationsUntil, migrateOn, newestSchemaAt } from '../migrations.ts';
import { connectionTo } from '../pglite-connection.ts';
import { builtTemplate, unpackTemplate } from '../new-database/template.ts';
import { PgliteThread } from '../pglite-thread.ts';

/** A new embedded database that only its maker uses. */
export type DraftDatabase = {
  client: pg.Client;
  /** Migrates it from its original schema to the newest. */
  migrate(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Makes a database in a folder, with the tables as they were at `schemaAt`.
 * @param migrations a folder that does not exist yet, for the migrations up to that one
 */
export async function makeDraftDatabase(
  folder: string,
  { schemaAt, migrations }: { schemaAt: number; migrations: string },
): Promise<DraftDatabase> {
  const isNewest = schemaAt === newestSchemaAt();
  const template = builtTemplate(isNewest ? 'newest' : 'empty');
  if (template !== null) await unpackTemplate(template, folder);
  const thread = await PgliteThread.open({ folder, template: null });
  const client = new pg.Client(connectionTo(thread));
  client.on('error', () => {});
  const close = async () => {
    await client.end().catch(() => {});
    await thread.close();
    // PGlite's own files are readable by other users.
    if (existsSync(folder)) protectTree(folder);
  };
  try {
    await client.connect();
    if (!isNewest) copyMigrationsUntil(schemaAt, migrations);
    await migrateOn(client, isNewest ? undefined : migrations);
  } catch (error) {
    await close();
    throw error;
  }
  return { client, migrate: () => migrateOn(client), close };
}
