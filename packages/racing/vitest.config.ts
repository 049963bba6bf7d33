import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'racing',
    include: ['src/**/*.test.ts'],
    setupFiles: ['../../scripts/property-seed.ts'],
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
});
