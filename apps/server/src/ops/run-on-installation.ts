import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listenUrlOf, type Config } from '../config.ts';
import { lockDataFolder } from '../db/data-folder.ts';
import { hasEmbeddedDatabase, openPgliteThread, workOnThread } from '../db/pglite.ts';
import { snapshotOfPostgresql, workOnPostgresql } from '../db/postgresql.ts';
import { finishRestore } from '../db/backup/restored-folder.ts';
import { snapshotOnThread } from '../db/backup/snapshot.ts';
import { openFileStorage } from '../infra/files/open-files.ts';
import { readAuthSecret } from '../infra/identity/embedded/auth-secret.ts';
import { deleteLogins } from '../infra/identity/embedded/stored-logins.ts';
import { callServer } from './channel.ts';
import type { OperatedInstallation, Operation } from './operation.ts';

class NoInstallationError extends Error {
  override name = 'NoInstallationError';
  constructor(dataDir: string) {
    super(`There is no installation in ${dataDir}. Name its data folder with --data, or set DATABASE_URL.`);
  }
}

/**
 * Runs an operation on the installation that `config` names: PostgreSQL is opened in addition to a running server; the
 * embedded database is used by the process that has it, the running server or otherwise this one.
 */
export async function runOnInstallation<Input, Output>(
  config: Config,
  operation: Operation<Input, Output>,
  input: Input,
  progress: (step: string) => void,
): Promise<Output> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) {
    const database: OperatedInstallation['database'] = {
      kind: 'postgresql',
      snapshot: () => snapshotOfPostgresql(databaseUrl),
      query: (work) => workOnPostgresql(databaseUrl, work),
    };
    return await operation.run(await installationOf(config, database), input, progress);
  }
  if (!existsSync(dataDir)) throw new NoInstallationError(dataDir);
  const done = await callServer(dataDir, operation, input, progress);
  if (done !== null) return done.output;
  const lock = lockDataFolder(dataDir);
  try {
    finishRestore(dataDir);
    if (!hasEmbeddedDatabase(dataDir)) throw new NoInstallationError(dataDir);
    const open = () => openPgliteThread(join(dataDir, 'database'));
    const installation = await installationOf(config, {
      kind: 'pglite',
      snapshot: async () => snapshotOnThread(await open()),
      query: async (work) => workOnThread(await open(), work),
    });
    return await operation.run(installation, input, progress);
  } finally {
    lock.release();
  }
}

async function installationOf(
  config: Config,
  database: OperatedInstallation['database'],
): Promise<OperatedInstallation> {
  const { images } = await openFileStorage(config);
  const authSecret = config.authSecret ?? readAuthSecret(config.dataDir);
  const address = config.publicUrl ?? listenUrlOf(config);
  return {
    config,
    address,
    database,
    images,
    authSecret,
    now: () => new Date(),
    // A server that runs on the same PostgreSQL looks an account up again after some seconds.
    forgetAccount: () => {},
    endLogins: async (db, { uid }) => void (await deleteLogins(db, uid, { except: null })),
  };
}
