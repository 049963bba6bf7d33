// Loaded before a thread (NODE_OPTIONS=--import): refuses every fsync while the file POWER_REFUSES exists, like a
// failing disk, and delays it while the file POWER_HANGS exists.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fsyncSync } = fs;
const never = new Int32Array(new SharedArrayBuffer(4));
fs.fsyncSync = (descriptor) => {
  const hangs = process.env['POWER_HANGS'] ?? '';
  while (fs.existsSync(hangs)) {
    fs.writeFileSync(`${hangs}.waits`, '');
    Atomics.wait(never, 0, 0, 5);
  }
  if (fs.existsSync(process.env['POWER_REFUSES'] ?? '')) {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
  }
  fsyncSync(descriptor);
};
syncBuiltinESMExports();
