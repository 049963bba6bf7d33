// Starts the product: builds the web app when its sources have changed since the last build, then runs the server in
// this same process, so that a stop signal reaches it.
import { buildWebIfStale } from './build-web.mjs';

const [major] = process.versions.node.split('.');
if (Number(major) < 26) {
  console.error(
    `Boathouse needs Node 26 or newer, but this is ${process.version}. Run npm ci, then npm start.`,
  );
  process.exit(1);
}
/*
 * The C library would keep a heap for each of many threads, and would return little memory to the system after large
 * files (docs/decisions/091). The library reads the variable when a process begins, so this process executes itself
 * again, with the same id.
 */
if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX: '2' });
}

buildWebIfStale();
await import('../apps/server/src/main.ts');
