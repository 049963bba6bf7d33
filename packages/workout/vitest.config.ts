import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'workout', include: ['src/**/*.test.ts'], isolate: false, testTimeout: 20_000 },
});
