import type { OpenDatabase } from '../../src/db/database.ts';
import { NightlyBackups } from '../../src/infra/backup/nightly.ts';
import { temporaryFolder } from '../support/processes/child-process.ts';

type Given = {
  database: OpenDatabase;
  /** Where the backups are stored. */
  folder: string;
  /** Where they are verified. */
  dataDir?: string;
  clock: { now: Date };
  /** Each image; null where its file is missing. */
  image: Buffer | null;
};

/** Opens the nightly backups of a test. `lines` has the messages of their log. */
export function openNightly({ database, folder, dataDir = temporaryFolder(), clock, image }: Given) {
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const nightly = new NightlyBackups({
    database,
    images: { get: async () => image },
    authSecret: 'secret',
    folder,
    dataDir,
    now: () => clock.now,
    timeZone: 'UTC',
    log: { info: write, warn: write, error: write },
  });
  return { nightly, lines };
}
