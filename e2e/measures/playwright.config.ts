import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/**
 * Measures pages while athletes row: `npm run measure -w e2e`. Not part of the tests, because times depend on the
 * machine.
 */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.measures.ts',
  globalSetup: '../fixtures/build-product.ts',
  outputDir: '../test-results',
  timeout: 3_600_000,
  workers: 1,
  projects: [{ name: 'measures', use: { ...tests.projects?.at(-1)?.use, actionTimeout: 15_000 } }],
});
