import type * as z from 'zod/mini';
import type { Config } from '../config.ts';
import type { Database, OpenDatabase } from '../db/database.ts';
import type { FileStore } from '../infra/files/files.ts';

/** An installation as an operation gets it: of the running server, or opened by the command itself. */
export type OperatedInstallation = {
  config: Pick<Config, 'dataDir' | 'backupDir' | 'hostedIdentity'>;
  /** The address that users enter, as far as it is known. */
  address: string;
  /** As it is: a command does not migrate. */
  database: Pick<OpenDatabase, 'kind' | 'snapshot'> & {
    query<T>(work: (db: Database) => Promise<T>): Promise<T>;
  };
  images: FileStore;
  authSecret: string;
  now: () => Date;
  /** Has the running server forget what it has read of an account; nothing where it runs apart. */
  forgetAccount: (uid: string) => void;
  /** Ends the logins of an account, and with the running server its live connections. */
  endLogins: (db: Database, user: { id: string; uid: string }) => Promise<void>;
};

/**
 * The work of a command on an installation. The server does it if it has the embedded database open, as only one
 * process can; so input and output are JSON.
 */
export type Operation<Input, Output> = {
  name: string;
  input: z.ZodMiniType<Input>;
  output: z.ZodMiniType<Output>;
  /** @param progress says what is being done */
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
