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
buildWebIfStale();
await import('../apps/server/src/main.ts');
