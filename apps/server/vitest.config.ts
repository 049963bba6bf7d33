import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    // Many tests wait for databases, sockets and processes: three files at a time fill two cores. Vitest requires
    // separate groups for projects with another number of workers.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { groupOrder: 1 },
    include: ['{src,test}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    setupFiles: [
      './test/support/test-at.ts',
      '../../scripts/property-seed.ts',
      '../../scripts/patient-waits.ts',
    ],
    expect: { poll: { timeout: 20_000 } },
    globalSetup: './test/support/drop-databases.ts',
    // Test files of a process share modules and databases: importing the app and opening a database take seconds.
    isolate: false,
    // Each call leaves much garbage: more room for new objects saves a twentieth of the processor time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
  },
});
