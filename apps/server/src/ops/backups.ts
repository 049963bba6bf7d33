import { resolve } from 'node:path';
import { backupFolderOf, backupState } from '../infra/backup/backup-folder.ts';
import { megabytes, type Command } from './command.ts';

export const backups: Command = {
  name: 'backups',
  given: [],
  flags: {},
  about: 'Lists the backups in BACKUP_DIR, else in DATA_DIR/backups, and whether they are verified.',
  async run({ config }) {
    const folder = resolve(backupFolderOf(config));
    const { backups: stored, lastAttempt } = await backupState(folder);
    const lines = stored.map(({ name, record }) => {
      if (record === null) return `${name}  not verified`;
      const { bytes, rows, verifiedAt, problem } = record;
      const unverified = problem === null ? 'not verified' : `can't be restored: ${problem}`;
      const state = verifiedAt === null ? unverified : `verified ${verifiedAt}`;
      return `${name}  ${rows} rows, ${megabytes(bytes)}, ${state}`;
    });
    const failed =
      lastAttempt?.problem == null
        ? []
        : [`The last nightly backup failed at ${lastAttempt.at}: ${lastAttempt.problem}`];
    return {
      words: [
        lines.length === 0 ? `There are no backups in ${folder}.` : `${folder}:`,
        ...lines,
        ...failed,
      ].join('\n'),
      json: { folder, backups: stored, lastAttempt },
    };
  },
};
