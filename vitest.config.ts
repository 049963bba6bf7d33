import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'packages/*',
      'apps/*',
      // Each project sets its own maxWorkers, because projects do not inherit it: without it, one process on two cores.
      {
        test: {
          name: 'scripts',
          include: ['scripts/*.test.ts'],
          testTimeout: 60_000,
          // Its longest test installs a server for 20 s: the tests of server and web run beside it.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'bench', include: ['bench/**/*.test.ts'], maxWorkers: '100%' } },
    ],
  },
});
