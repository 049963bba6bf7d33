import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parts, runPlan, type Plan } from './plan.ts';
import { systems } from './generator/messages.ts';
import { machineLine } from './machine.ts';
import { reportOf } from './report.ts';

/** `npm run bench -- live`: --quick, --json FILE, and for work on the product: --systems, --sizes, --parts, --profile DIR. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      systems: { type: 'string', default: systems.join(',') },
      sizes: { type: 'string' },
      rounds: { type: 'string' },
      parts: { type: 'string' },
      database: { type: 'string' },
      'window-ms': { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const isQuick = values.quick;
  const plan: Plan = {
    systems: systems.filter((system) => values.systems.split(',').includes(system)),
    sizes: (values.sizes ?? (isQuick ? '10,50,100' : '10,50,100,200,500,1000')).split(',').map(Number),
    rounds: Number(values.rounds ?? (isQuick ? 1 : 3)),
    parts: new Set(
      parts.filter((part) => (values.parts ?? (isQuick ? 'rooms' : parts.join())).split(',').includes(part)),
    ),
    times: {
      warmMs: 1_000,
      windowMs: Number(values['window-ms'] ?? (isQuick ? 4_000 : 5_000)),
    },
    databaseServer:
      values.database === 'embedded'
        ? null
        : (process.env['TEST_DATABASE_SERVER'] ?? 'postgres://postgres@127.0.0.1:5432'),
    redisUrl: process.env['TEST_REDIS_SERVER'] ?? 'redis://127.0.0.1:6379/15',
    nodeArgs: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
    log: (text) => console.error(text),
  };
  const results = await runPlan(plan);
  console.log(reportOf(results, machineLine()));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
}
