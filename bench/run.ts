// `npm run bench -- live`, `-- api`, `-- others` and `-- neighbor`: installs what the benchmarks need beside the product, then runs one.
import { installOnce } from './install.ts';

type Bench = { run: (args: string[]) => Promise<void> };

/** Loaded after the installation, because each of them imports packages of this folder. */
const benches = new Map<string, () => Promise<Bench>>([
  ['live', () => import('./live/live.ts')],
  ['api', () => import('./api/api.ts')],
  ['others', () => import('./others/others.ts')],
  ['neighbor', () => import('./others/neighbor.ts')],
]);

const [name = '', ...args] = process.argv.slice(2);
const load = benches.get(name);
if (load === undefined) {
  console.error(`Choose a benchmark: npm run bench -- ${[...benches.keys()].join('|')}`);
  process.exit(1);
}
installOnce();
await (await load()).run(args);
