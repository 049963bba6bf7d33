import { randomUUID } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { beginReading } from './table-rows.ts';
import { copyFolder, folderBytes } from './folder-copy.ts';
import { connectionTo } from '../pglite-connection.ts';
import { PgliteThread } from '../pglite-thread.ts';
import { copyPrefix } from './restored-folder.ts';

/** All tables at one moment: a read-only transaction on its own connection. */
export type Snapshot = {
  client: pg.ClientBase;
  /** Calling it again has no effect. */
  close(): Promise<void>;
};

/** Copying a database needs this much more space than its size, so that the server can still write. */
const spareBytes = 64 * 1_048_576;

class NoSpaceForCopyError extends Error {
  override name = 'NoSpaceForCopyError';
  constructor(folder: string, neededBytes: number) {
    const mebibytes = Math.ceil(neededBytes / 1_048_576);
    super(
      `A backup of the running server needs ${mebibytes} MiB of free space beside ${folder} for a while.`,
    );
  }
}

/** A snapshot on a connection that no one else uses; `end` closes the connection. */
export async function snapshotOn(client: pg.ClientBase, end: () => Promise<void>): Promise<Snapshot> {
  try {
    await beginReading(client);
  } catch (error) {
    await end();
    throw error;
  }
  let closed: Promise<void> | undefined;
  const close = async () => {
    // A broken connection has ended its transaction.
    await client.query('rollback').catch(() => {});
    await end();
  };
  return { client, close: () => (closed ??= close()) };
}

/**
 * A snapshot of an embedded database in use: PGlite has one session, and a long reader would block everyone else. So
 * the folder is copied while the pool's only connection is held between two transactions, after a checkpoint, and a
 * second PGlite reads the copy.
 */
export async function snapshotOfFolder(pool: pg.Pool, folder: string): Promise<Snapshot> {
  const neededBytes = (await folderBytes(folder)) + spareBytes;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < neededBytes) throw new NoSpaceForCopyError(folder, neededBytes);
  const copy = join(dirname(folder), `${copyPrefix}${randomUUID()}`);
  try {
    await copyFolder(folder, copy, async (work) => {
      const client = await pool.connect();
      try {
        await client.query('checkpoint');
        await work();
      } finally {
        client.release();
      }
    });
    const thread = await PgliteThread.open({ folder: copy, template: null });
    return await snapshotOnThread(thread, () => rm(copy, { recursive: true, force: true }));
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}

/** A snapshot of an embedded database that no one else uses; the thread ends with it. */
export async function snapshotOnThread(
  thread: PgliteThread,
  afterwards: () => Promise<void> = async () => {},
): Promise<Snapshot> {
  const client = new pg.Client(connectionTo(thread));
  client.on('error', () => {});
  const end = async () => {
    await client.end().catch(() => {});
    await thread.close();
    await afterwards();
  };
  try {
    await client.connect();
  } catch (error) {
    await end();
    throw error;
  }
  return snapshotOn(client, end);
}

/** A snapshot over the pool's connection, for a database in memory: everyone else waits. */
export async function snapshotInPool(pool: pg.Pool): Promise<Snapshot> {
  const client = await pool.connect();
  return snapshotOn(client, async () => client.release());
}
