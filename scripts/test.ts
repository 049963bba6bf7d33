// Runs all tests: finds what they need, installs what is missing where it can, then runs the steps.
//   node scripts/test.ts
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { testPostgresql } from './test-postgresql.ts';
import { installTools, thisMachine, toolVariables } from './test-tools.ts';

const runner = fileURLToPath(new URL('run-steps.ts', import.meta.url));

function stop(sentences: string[]): never {
  console.error(['The tests did not start.', ...sentences].join('\n'));
  process.exit(1);
}

const machine = thisMachine();
const problems = installTools(machine);
if (problems.length > 0) stop(problems);

const postgresql = await testPostgresql(process.env).catch((error: unknown) =>
  stop([error instanceof Error ? error.message : String(error)]),
);

const steps = spawn(process.execPath, [runner, 'check', 'build', 'test:unit', 'test:e2e'], {
  env: {
    ...process.env,
    ...toolVariables(machine),
    TEST_DATABASE_SERVER: postgresql.url,
    // Everything is there now: a test fails if it finds something missing.
    REQUIRE_SERVERS: '1',
  },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void steps.kill(signal));
await once(steps, 'close');
await postgresql.stop();
process.exitCode =
  steps.signalCode === null ? (steps.exitCode ?? 1) : 128 + constants.signals[steps.signalCode];
