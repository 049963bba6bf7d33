import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/**
 * A race day of 40 ergs in a browser: `npm run regatta -w e2e`. Not part of the tests, because it occupies a whole
 * machine for a quarter of an hour.
 */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.proof.ts',
  globalSetup: '../fixtures/build-product.ts',
  outputDir: '../test-results',
  timeout: 3_600_000,
  expect: { timeout: 120_000 },
  workers: 1,
  projects: [{ name: 'proofs', use: { ...tests.projects?.at(-1)?.use, actionTimeout: 120_000 } }],
});
