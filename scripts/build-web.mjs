import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishBuild } from './web-builds.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = join(root, 'apps/web');
const served = join(web, 'dist');
/** A build is made in this folder: a failed build leaves the served files unchanged. */
const draft = join(web, 'dist-draft');
const page = join(served, 'index.html');
const stamp = join(served, '.sources');
const sources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/build',
  'packages/contract/src',
  'packages/formats/src',
  'packages/pm5/src',
  'packages/row/src',
  'packages/workout/src',
  'packages/workout-text/src',
  'package-lock.json',
];

/** Builds apps/web/dist if its sources have changed since the last build. */
export function buildWebIfStale() {
  const viteFolder = findVite();
  // An installation without the build tools serves the last build made before they were removed.
  if (viteFolder === null && existsSync(page)) return;
  if (viteFolder === null) {
    console.error('The web app is not built: run npm ci && npm run build first.');
    process.exit(1);
  }
  const current = sourcesHash();
  if (existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  console.log('Building the web app …');
  const vite = join(viteFolder, 'bin/vite.js');
  const args = ['build', '--logLevel', 'warn', '--outDir', draft, '--emptyOutDir'];
  const built = spawnSync(process.execPath, [vite, ...args], { cwd: web, stdio: 'inherit' });
  if (built.status !== 0) {
    console.error('The build of the web app failed; see the errors above.');
    process.exit(1);
  }
  writeFileSync(join(draft, '.sources'), current);
  // The previous build was interrupted between its two renames.
  const replaced = `${served}-replaced`;
  if (!existsSync(served) && existsSync(replaced)) renameSync(replaced, served);
  publishBuild(draft, served);
}

/** Returns the folder of Vite, a development dependency of the web app, or null without it. */
function findVite() {
  try {
    return dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json'));
  } catch {
    return null;
  }
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
