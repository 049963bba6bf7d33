import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    maxWorkers: '100%',
    include: ['{src,test}/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: './test/support/drop-databases.ts',
    // Test files of a process share modules and databases: importing the app and opening a database take seconds.
    isolate: false,
  },
});
