import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'row',
    include: ['{src,test}/**/*.test.ts'],
    setupFiles: ['../../scripts/property-seed.ts'],
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
});
