// Files of packages for building with them and for debugging. A running server reads none of them.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Type declarations, source maps and documents; licenses stay. */
const unread = [
  '**/*.d.{ts,mts,cts}',
  '**/*.{js,mjs,cjs,css,ts,mts,cts}.map',
  '**/{README,CHANGELOG,HISTORY,CONTRIBUTING}.md',
];

/**
 * Of the package that installs Node: a second copy of the binary (`bin/node` links to it), headers and manual pages.
 */
const unreadOfNode = 'node/node_modules/node-*/{bin,include,share}';

/** Folders that tools leave there. */
const caches = ['.cache', '.vite', '.vite-temp', '.vitest-cache'];

/** Removes the files that the running server does not read from a folder `node_modules`. */
export function removeUnreadFiles(folder: string): void {
  // On Windows `bin/node` is not a link.
  if (process.platform !== 'win32' && existsSync(join(folder, 'node/bin/node'))) {
    for (const path of globSync(unreadOfNode, { cwd: folder })) remove(folder, path);
  }
  for (const path of caches) remove(folder, path);
  for (const path of globSync(unread, { cwd: folder })) remove(folder, path);
}

const remove = (folder: string, path: string) => rmSync(join(folder, path), { recursive: true, force: true });

/** Removes the debugging symbols of Node, a fifth of it. Returns false where `strip` (Debian's binutils) is missing. */
export function stripNode(folder: string): boolean {
  const binary = join(folder, 'node/bin/node');
  const draft = `${binary}.stripped`;
  if (process.platform !== 'linux' || !existsSync(binary)) return false;
  // Writes another file: other installations may link to this one, and it may be the running one.
  const { status } = spawnSync('strip', ['-o', draft, binary], { stdio: 'ignore' });
  const works = status === 0 && spawnSync(draft, ['--version']).status === 0;
  if (works) renameSync(draft, binary);
  else rmSync(draft, { force: true });
  return works;
}
