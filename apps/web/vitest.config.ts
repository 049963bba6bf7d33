import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['./vitest.setup.ts'],
    name: 'web',
    maxWorkers: '100%',
    environment: 'happy-dom',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Loading the libraries and creating a document cost more than most test files; vitest.setup.ts resets the rest.
    isolate: false,
    include: ['{build,src}/**/*.test.{ts,tsx}'],
  },
});
