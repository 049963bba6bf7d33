import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { verifyPrefix } from '../db/backup/restored-folder.ts';
import { DiskFullError, rowsOf } from '../infra/backup/archive-format.ts';
import { backupFolderOf, backupName, writeRecord } from '../infra/backup/backup-folder.ts';
import { verifyArchive } from '../infra/backup/verify.ts';
import { writeArchive } from '../infra/backup/write-archive.ts';
import { megabytes, type Command } from './command.ts';
import type { Operation } from './operation.ts';
import { runOnInstallation } from './run-on-installation.ts';

const InputSchema = z.object({
  /** An absolute path; null chooses a name in the folder of backups. */
  file: z.nullable(z.string()),
});

const OutputSchema = z.object({
  file: z.string(),
  bytes: z.int(),
  rows: z.int(),
  images: z.int(),
  missingImages: z.int(),
  version: z.string(),
});

export const backupOperation: Operation<z.output<typeof InputSchema>, z.output<typeof OutputSchema>> = {
  name: 'backup',
  input: InputSchema,
  output: OutputSchema,
  async run({ config, database, images, authSecret, now }, { file }, progress) {
    const path = file ?? join(resolve(backupFolderOf(config)), backupName('manual', now()));
    if (existsSync(path)) throw new Error(`${path} exists already. Name another file.`);
    progress('reading the database and the images');
    const snapshot = await database.snapshot();
    const source = { snapshot, database: database.kind, images, authSecret, now };
    const { bytes, header, manifest } = await writeArchive(path, source);
    const { count, missing } = manifest.images;
    const rows = rowsOf(manifest);
    return { file: path, bytes, rows, images: count, missingImages: missing.length, version: header.version };
  },
};

export const backup: Command = {
  name: 'backup',
  given: ['[FILE]'],
  flags: {},
  about: 'Writes a backup while the server runs, and verifies it.',
  async run({ config, given, progress }) {
    const [file] = given;
    const input = { file: file === undefined ? null : resolve(file) };
    const made = await runOnInstallation(config, backupOperation, input, progress);
    progress('verifying the backup');
    const { bytes, rows, images, missingImages, version } = made;
    const note = async (verifiedAt: string | null, problem: string | null) => {
      if (file !== undefined) return;
      const record = { bytes, rows, missingImages, version, verifiedAt, problem };
      await writeRecord(backupFolderOf(config), basename(made.file), record);
    };
    try {
      await verifyArchive(made.file, config.dataDir, verifyPrefix);
    } catch (error) {
      if (!(error instanceof DiskFullError)) {
        await note(null, error instanceof Error ? error.message : String(error));
        throw error;
      }
      await note(null, null);
      const again = `npm run ops -- verify ${made.file}`;
      const words = `The backup is ${made.file}. It is not verified yet: ${error.message}\nThen verify it: ${again}`;
      throw new Error(words, { cause: error });
    }
    await note(new Date().toISOString(), null);
    const lost =
      missingImages === 0 ? '' : `\n${missingImages} images are not in it: the server has lost their files.`;
    return {
      words:
        `The backup is ${made.file}: ${rows} rows and ${images} images, ${megabytes(bytes)}, verified.${lost}\n` +
        'It has the passwords and the secret of logins: keep it where only you can read it, on another machine.',
      json: { file: made.file, bytes, rows, images, missingImages, verified: true },
    };
  },
};
