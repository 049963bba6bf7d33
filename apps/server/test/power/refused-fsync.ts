// Loaded before a thread (NODE_OPTIONS=--import): refuses every fsync while the file POWER_REFUSES exists, as a failing disk
// does.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fsyncSync } = fs;
fs.fsyncSync = (descriptor) => {
  if (fs.existsSync(process.env['POWER_REFUSES'] ?? '')) {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
  }
  fsyncSync(descriptor);
};
syncBuiltinESMExports();
