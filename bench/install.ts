import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
/**
 * A file with the digest of the lock file whose packages are installed. `npm ci` deletes it together with the folder.
 */
const stamp = join(folder, 'node_modules', '.installed');

/** Installs the packages of bench/package-lock.json unless they are installed already. Exits when npm fails. */
export function installOnce(): void {
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  console.error('Installing the packages of the benchmarks (npm ci in bench/)…');
  const { status } = spawnSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, digest);
}
