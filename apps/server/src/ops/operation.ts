import type * as z from 'zod/mini';
import type { Config } from '../config.ts';
import type { Database, OpenDatabase } from '../db/database.ts';
import type { FileStore } from '../infra/files/files.ts';

/** An installation as an operation gets it: the running server's, or one that the command itself opens. */
export type OperatedInstallation = {
  config: Pick<Config, 'dataDir' | 'backupDir' | 'hostedIdentity'>;
  /** The address that users enter, if it is known. */
  address: string;
  /** Unmigrated: a command does not migrate. */
  database: Pick<OpenDatabase, 'kind' | 'snapshot'> & {
    query<T>(work: (db: Database) => Promise<T>): Promise<T>;
  };
  images: FileStore;
  authSecret: string;
  now: () => Date;
  /** Makes the running server drop its cached data of an account; does nothing if the server runs separately. */
  forgetAccount: (uid: string) => void;
  /** Ends the logins of an account, and with the running server its live connections. */
  endLogins: (db: Database, user: { id: string; uid: string }) => Promise<void>;
};

/**
 * The work of a command on an installation. The server runs it if it has the embedded database open, because only one
 * process can; so input and output are JSON.
 */
export type Operation<Input, Output> = {
  name: string;
  input: z.ZodMiniType<Input>;
  output: z.ZodMiniType<Output>;
  /** @param progress reports the current step */
  run(installation: OperatedInstallation, input: Input, progress: (step: string) => void): Promise<Output>;
};

/** An operation for input that is not parsed yet. */
export type ServedOperation = {
  name: string;
  run(installation: OperatedInstallation, input: unknown, progress: (step: string) => void): Promise<unknown>;
};

export function served<Input, Output>(operation: Operation<Input, Output>): ServedOperation {
  return {
    name: operation.name,
    run: (installation, input, progress) =>
      operation.run(installation, operation.input.parse(input), progress),
  };
}
