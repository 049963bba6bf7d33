import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = join(root, 'apps/web');
const stamp = join(root, '.cache/web-build');
const sources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'packages/contract/src',
  'packages/pm5/src',
  'packages/workout/src',
  'package-lock.json',
];

/** Builds apps/web/dist if its sources have changed since the last build. */
export function buildWebIfStale() {
  const current = sourcesHash();
  const isFresh =
    existsSync(join(web, 'dist/index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current;
  if (isFresh) return;
  console.log('Building the web app …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: 'inherit',
  });
  if (built.status !== 0) {
    console.error('The build of the web app failed; see the errors above.');
    process.exit(1);
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, current);
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const source of sources) addTo(hash, join(root, source), source);
  return hash.digest('hex');
}

function addTo(hash, path, name) {
  const entries = readEntries(path);
  if (entries === null) {
    if (existsSync(path)) hash.update(name).update(readFileSync(path));
    return;
  }
  for (const entry of entries) addTo(hash, join(path, entry), `${name}/${entry}`);
}

function readEntries(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR' || error.code === 'ENOENT') return null;
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWebIfStale();
