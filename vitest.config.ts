import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Both cores of a small machine: half of what the tests do is waiting.
    maxWorkers: '100%',
    projects: ['packages/*', 'apps/*', { test: { name: 'scripts', include: ['scripts/*.test.ts'] } }],
  },
});
