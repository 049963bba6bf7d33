import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import * as z from 'zod/mini';
import { syncFolderNow } from '../../db/durable/sync-to-disk.ts';
import { readRestoreMark, takeMigrationTurn, writeRestoreMark } from '../../db/migrations.ts';
import { connectPostgresql } from '../../db/postgresql.ts';

/*
 * With PostgreSQL the secret of logins is stored outside the tables that a restore replaces in one transaction. It
 * waits in a file with a mark that the transaction also writes into the database. If the database has the mark, the
 * secret is used.
 */

const fileName = 'restored-secret.json';
const WaitingSchema = z.object({ mark: z.string(), authSecret: z.string() });

/** Runs in the transaction of a restore. Null does not change the secret. */
export async function announceSecret(
  dataDir: string,
  client: pg.ClientBase,
  authSecret: string | null,
): Promise<void> {
  if (authSecret === null) return;
  const mark = randomUUID();
  const path = join(dataDir, fileName);
  writeFileSync(path, JSON.stringify({ mark, authSecret }), { mode: 0o600, flush: true });
  syncFolderNow(dataDir);
  await writeRestoreMark(client, mark);
}

/** Puts the secret of a finished restore in place, and deletes the secret of an unfinished one. */
export async function settleSecret(dataDir: string, client: pg.ClientBase): Promise<void> {
  const path = join(dataDir, fileName);
  if (!existsSync(path)) return;
  const waiting = WaitingSchema.safeParse(parse(readFileSync(path, 'utf8')));
  if (waiting.success && (await readRestoreMark(client)) === waiting.data.mark) {
    const draft = join(dataDir, 'auth-secret.new');
    writeFileSync(draft, waiting.data.authSecret, { mode: 0o600, flush: true });
    renameSync(draft, join(dataDir, 'auth-secret'));
    syncFolderNow(dataDir);
  }
  rmSync(path);
}

/** Runs at the start of a server, before it reads the secret. */
export async function settleRestoredSecret(dataDir: string, databaseUrl: string): Promise<void> {
  if (!existsSync(join(dataDir, fileName))) return;
  const client = await connectPostgresql(databaseUrl);
  try {
    // A restore that is under way has this turn.
    await takeMigrationTurn(client);
    await settleSecret(dataDir, client);
  } finally {
    await client.end();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Cut off: its restore did not reach the database.
    return null;
  }
}
