import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** Takes the pictures of the product for the landing page and the guide: `npm run pictures`. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.pictures.ts',
  globalSetup: '../fixtures/build-product.ts',
  outputDir: '../test-results',
  timeout: 240_000,
  workers: 1,
  projects: [{ name: 'pictures', use: { ...tests.projects?.at(-1)?.use, actionTimeout: 15_000 } }],
});
