// Removes all packages that a running server does not need. Build the web app first: this server can't do it
// afterwards.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productionPackages, type Lock } from './production-packages.ts';
import { removeUnreadFiles, stripNode } from './unread-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(join(root, 'apps/web/dist/index.html'))) {
  console.error('The web app is not built. Run npm run build first.');
  process.exit(1);
}
const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const needed = new Set(productionPackages(lock));
const removed = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link && !needed.has(path),
);
for (const [path] of removed) rmSync(join(root, path), { recursive: true, force: true });
// Their commands, which are links.
for (const link of globSync('{.,apps/*,packages/*}/node_modules/.bin/*', { cwd: root })) {
  if (!existsSync(join(root, link))) rmSync(join(root, link));
}
for (const folder of globSync('{.,apps/*,packages/*}/node_modules', { cwd: root })) {
  removeUnreadFiles(join(root, folder));
}
const isStripped = stripNode(join(root, 'node_modules'));
// npm's own list of installed packages: without it, npm looks at the folders.
rmSync(join(root, 'node_modules/.package-lock.json'), { force: true });
console.log(
  `Removed the build tools. ${needed.size} packages of any platform are left; npm ci brings all back.`,
);
if (!isStripped) console.log("Node keeps its debugging symbols: strip (Debian's binutils) is missing.");
