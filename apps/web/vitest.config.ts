import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: [
      '../server/test/support/test-at.ts',
      '../../scripts/property-seed.ts',
      '../../scripts/patient-waits.ts',
      './vitest.setup.ts',
    ],
    expect: { poll: { timeout: 20_000 } },
    name: 'web',
    // Many tests wait for databases, sockets and processes: three files at a time fill two cores. Vitest requires
    // separate groups for projects with another number of workers.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { groupOrder: 1 },
    environment: 'happy-dom',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Loading the libraries and creating a document cost more than most test files; vitest.setup.ts resets the rest.
    isolate: false,
    include: ['{build,src}/**/*.test.{ts,tsx}'],
  },
});
