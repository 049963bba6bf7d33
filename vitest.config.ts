import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'packages/*',
      'apps/*',
      // Each project sets its own maxWorkers, because projects do not inherit it: without it, one process on two cores.
      { test: { name: 'scripts', include: ['scripts/*.test.ts'], maxWorkers: '100%', testTimeout: 60_000 } },
      { test: { name: 'bench', include: ['bench/**/*.test.ts'], maxWorkers: '100%' } },
    ],
  },
});
