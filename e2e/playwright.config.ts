import { defineConfig } from '@playwright/test';

const onCi = Boolean(process.env.CI);

/** Chromium features switched off. Chromium reads only the last list, so this one repeats Playwright's 1.65.1. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Chromium 156 loads two web pages for its address bar in each new window: half of the processor time of a new page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/**
 * Browser tests of the product. They run the machine's own Chromium (`CHROMIUM_PATH`, else /usr/bin/chromium):
 * it has the emulated Bluetooth radio that `fixtures/emulated-pm5.ts` needs, behind the flag below.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './fixtures/build-product.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  // Each worker drives a browser of its own, and often a server: more would only measure the machine.
  workers: 2,
  // A test that needs a second try has found something.
  retries: 0,
  forbidOnly: onCi,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 800 },
    // A trace costs processor time in every test. For one: `npx playwright test x.spec.ts --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--enable-features=WebBluetooth',
        `--disable-features=${disabledFeatures.join(',')}`,
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
