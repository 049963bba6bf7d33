import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { verifyPrefix } from '../db/backup/restored-folder.ts';
import { rowsOf } from '../infra/backup/archive-format.ts';
import { verifyArchive } from '../infra/backup/verify.ts';
import { megabytes, type Command } from './command.ts';

export const verify: Command = {
  name: 'verify',
  given: ['FILE'],
  flags: {},
  about: 'Loads a backup into a throw-away database and compares every row. Changes nothing.',
  async run({ config, given: [file = ''], progress }) {
    const path = resolve(file);
    progress('verifying the backup');
    // There is space for a copy in addition to the data. A machine without an installation has no such place.
    const within = existsSync(config.dataDir) ? config.dataDir : tmpdir();
    const { header, manifest } = await verifyArchive(path, within, verifyPrefix);
    const { size: bytes } = await stat(path);
    const rows = rowsOf(manifest);
    const images = manifest.images.count;
    return {
      words:
        `${path} can be restored: ${rows} rows and ${images} images, ${megabytes(bytes)}, ` +
        `made ${header.madeAt} by version ${header.version}.`,
      json: {
        file: path,
        bytes,
        rows,
        images,
        madeAt: header.madeAt,
        version: header.version,
        verified: true,
      },
    };
  },
};
