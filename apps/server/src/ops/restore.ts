import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { restoreArchive } from '../infra/backup/restore.ts';
import { openFileStorage } from '../infra/files/open-files.ts';
import type { Command } from './command.ts';

export const restore: Command = {
  name: 'restore',
  given: ['FILE'],
  flags: {
    replace: 'replaces an installation that has data, after a backup of it',
    'without-backup':
      'with --replace: makes no backup before; an embedded database is kept under another name',
  },
  about: 'Puts a backup into an installation whose server is stopped.',
  async run({ config, given: [file = ''], flags, progress }) {
    const path = resolve(file);
    const { size: bytes } = await stat(path);
    const { images } = await openFileStorage(config);
    const target = { ...config, images, now: () => new Date(), progress };
    const wishes = { replace: flags.has('replace'), withoutBackup: flags.has('without-backup') };
    const restored = await restoreArchive(path, target, wishes);
    const where = config.databaseUrl === null ? resolve(config.dataDir) : 'the database of DATABASE_URL';
    const before = [
      ...(restored.backup === null ? [] : [`What was there before is in ${restored.backup}.`]),
      ...(restored.keptAs === null ? [] : [`What was there before is kept in ${restored.keptAs}.`]),
      ...(restored.keepsLogins
        ? []
        : [
            'AUTH_SECRET is not the secret of the backup (auth-secret in it): all logins end, and codes of authenticator ' +
              'apps fail, until it is.',
          ]),
    ];
    return {
      words: [
        `${where} has the data of ${path}: ${restored.rows} rows and ${restored.images} images. Start the server.`,
        ...before,
      ].join('\n'),
      json: { file: path, bytes, verified: true, ...restored },
    };
  },
};
