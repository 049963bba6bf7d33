import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';

const onCi = Boolean(process.env.CI);

/** Debian's Chromium, in its headless build: it takes a third less processor time. */
const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const shellPath = process.env.CHROMIUM_SHELL_PATH ?? '/usr/bin/chromium-headless-shell';

/**
 * Tests that need the whole browser: the product's main journey, and those of its windows, popup blocker and
 * notifications.
 */
const inWholeBrowser = ['**/main-job.spec.ts', '**/google-popup.spec.ts', '**/unread-push.spec.ts'];

/** Tests that mostly wait: rows in real time, silences, pages whose network is held back. */
const inRealTime = [
  'belt',
  'bike',
  'common-start',
  'connected-services',
  'drops',
  'first-load',
  'first-stroke',
  'gaps',
  'intervals',
  'just-row',
  'kept-rows',
  'local-https',
  'nudge',
  'offline',
  'offline-network',
  'offline-proofs',
  'offline-shown',
  'other-rower',
  'push-workout',
  'race-guest',
  'race-network',
  'recording-replay',
  'set-monitors',
  'silent-device',
].map((name) => {
  const file = `${name}.spec.ts`;
  if (!existsSync(new URL(file, import.meta.url)))
    throw new Error(`There is no ${file}: name its new name here.`);
  return `**/${file}`;
});

/**
 * Chromium features switched off. Chromium reads only the last list, so this one repeats the list of Playwright 1.65.1.
 */
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
  // Chromium 156 loads two web pages for its address bar in each new window: half of a new page's processor time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Turns off the spare process for a page of another site: the tests then take a twentieth less processor time.
  'SpareRendererForSitePerProcess',
];

function launchOptions(executablePath: string) {
  return {
    executablePath,
    args: [
      // The emulated Bluetooth radio that `fixtures/emulated-pm5.ts` needs.
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
  };
}

const inShell = { launchOptions: launchOptions(existsSync(shellPath) ? shellPath : browserPath) };

/** Browser tests of the product, in the machine's own Chromium. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './fixtures/build-product.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testFilePath}-pictures/{arg}{ext}',
  // Ends tests that hang. The longest tests take two minutes on two slow cores that five workers share.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // Each worker drives its own browser, and often a server. Five keep two cores busy if three of them run tests that
  // mostly wait. With more workers the tests take more processor time, because each polls longer for what it waits for.
  workers: 5,
  // A test that passes only on a second try has found a fault.
  retries: 0,
  forbidOnly: onCi,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 800 },
    // A trace costs processor time in every test. To trace one test: `npx playwright test x.spec.ts --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Each new browser would store the whole app, which costs processor time. The tests of `offline.spec.ts` allow it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'whole browser',
      testMatch: inWholeBrowser,
      workers: 1,
      use: { launchOptions: launchOptions(browserPath) },
    },
    // A separate project, so that these tests run beside the others the whole time and never all at once. Files run in
    // the order of the projects.
    { name: 'real time', testMatch: inRealTime, workers: 3, use: inShell },
    { name: 'journeys', testIgnore: [...inWholeBrowser, ...inRealTime], use: inShell },
  ],
});
