import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { serverGone } from './fixtures/console-guard.ts';
import { expectNoViolation } from './fixtures/for-everyone.ts';
import type { Line } from './fixtures/offline/line.ts';
import { keptOf, notice, reopen, settle, test, updateWorker } from './fixtures/offline/installation.ts';
import { activitiesOf, schedule } from './fixtures/product-api.ts';
import { expect, type Member } from './fixtures/product.ts';
import { clockAhead } from './fixtures/product-server.ts';
import {
  expectTheWholeRow,
  name,
  rowTheFirstHalf,
  item,
  rowTheRest,
  sitDownAndStart,
} from './fixtures/recorded-row.ts';
import { connectMonitor, figureOf, startWorkout } from './fixtures/session-page.ts';

/* Faults of a device without the server: after each, every stroke is stored once, or a message appears. */

test.describe.configure({ mode: 'parallel' });
test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ consoleGuard }) => consoleGuard.allow(...serverGone, /404/));

const dayMs = 86_400_000;

/** Starts the item of a session whose page has had the time to store its data. */
async function sitDownAndKeep({ context, page, user }: Member): Promise<string> {
  const { _id } = await schedule(context.request, user, { items: [item] });
  await page.goto(`/sessions/${_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Before the monitor is connected, because it would be silent during that time.
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000);
      return keptOf(page);
    })
    .toContain(`/api/sessions/${_id}`);
  await connectMonitor(page);
  await startWorkout(page, item);
  return _id;
}

/** A row whose first half is on the server, and the rest on the device. */
async function rowWithoutServer(ann: Member, line: Line): Promise<string> {
  const sessionId = await sitDownAndKeep(ann);
  await rowTheFirstHalf(ann);
  await line.cut();
  await rowTheRest(ann);
  await expect(figureOf(ann.page, 'distance')).toHaveText('100m');
  return sessionId;
}

test('30 days without the server, during which the login ends, lose no stroke: after logging in again the row is sent', async ({
  newMember,
  server,
  line,
  consoleGuard,
}) => {
  consoleGuard.allow(/401/);
  const ann = await newMember(name);
  await settle(ann.page);
  const { page, pm5 } = await reopen(ann, '430000001');
  const rower = { ...ann, page, pm5 };
  const sessionId = await rowWithoutServer(rower, line);

  const later = await reopen(rower, '430000002');
  await later.page.clock.setSystemTime(Date.now() + 30 * dayMs);
  await later.page.goto('/dashboard');
  await expect(notice(later.page)).toContainText(/This page is as it was on /);
  await expectNoViolation(later.page, 'the line of an old page');

  await server.restart(clockAhead(30 * dayMs));
  await line.mend();
  const dialog = later.page.getByRole('dialog', { name: 'Log in again' });
  const landing = later.page.getByRole('link', { name: 'Log In' }).first();
  await expect(dialog.or(landing)).toBeVisible({ timeout: 60_000 });
  if (!(await dialog.isVisible())) await landing.click();
  await later.page.getByLabel('Email').fill(ann.person.email);
  await later.page.locator('input[name=password]').fill(ann.person.password);
  await later.page.getByRole('button', { name: 'Log In' }).click();
  await expectTheWholeRow(ann, sessionId);
  await server.restart();
});

test('a full disk during a row loses no stroke while the page is open', async ({
  newMember,
  line,
  consoleGuard,
}) => {
  consoleGuard.allow(/quota|QuotaExceeded/i);
  const ann = await newMember(name);
  const { page } = ann;
  const sessionId = await sitDownAndStart(ann);
  await rowTheFirstHalf(ann);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: 1 });
  await line.cut();
  await rowTheRest(ann);
  await expect(figureOf(page, 'distance')).toHaveText('100m');
  await expectNoViolation(page, 'a row that waits for the server');
  await line.mend();
  await expectTheWholeRow(ann, sessionId);
});

test('the page reports rows that the browser has deleted', async ({ newMember, line }) => {
  const ann = await newMember(name);
  await settle(ann.page);
  const { page, pm5 } = await reopen(ann, '430000001');
  const sessionId = await rowWithoutServer({ ...ann, page, pm5 }, line);
  const { page: later } = await reopen(ann, '430000002');
  await page.close();
  const devTools = await later.context().newCDPSession(later);
  await devTools.send('Storage.clearDataForOrigin', { origin: line.url, storageTypes: 'indexeddb' });
  await line.mend();
  await later.goto('/dashboard');
  await later.clock.fastForward(10_000);
  const lost = later.getByText(/A workout that may not have been sent is gone from this device/);
  await expect(lost).toContainText(/\(100m, 100 m in 0:2\d\.\d\)/);
  await expectNoViolation(later, 'rows that are gone');
  await later.getByRole('button', { name: 'Close', exact: true }).click();
  // No other device has the row: it is offered at once, with the server's values.
  const bar = later.getByRole('complementary', { name: 'Your workout' });
  await expect(bar).toContainText('This device no longer has your unfinished workout. The server has ');
  await expect(later.getByText(/on another device/)).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Go on' })).toBeVisible();
  // The server may have one stroke of the fast replay.
  await expect(bar).toContainText(/The server has \d+ of 100 m in 0:\d\d\.\d, begun /);
  await later.reload();
  await expect(later.getByRole('heading', { level: 1 })).toBeVisible();
  await later.clock.fastForward(10_000);
  await expect(lost).toHaveCount(0);
  await expect(bar).toContainText('This device no longer has your unfinished workout.');
  await bar.getByRole('button', { name: 'Finish' }).click();
  await later.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click();
  await expect(bar).toContainText('Your result of 100m is saved');
  const [[kept] = []] = await activitiesOf(ann.context.request, sessionId);
  expect(kept).toMatchObject({ isCompleted: true, isPartial: true });
  expect(kept?.distance).toBeGreaterThan(0);
});

test('a worker killed in the middle of a row starts again, and the row is complete', async ({
  newMember,
  line,
}) => {
  const ann = await newMember(name);
  await settle(ann.page);
  const { page, pm5 } = await reopen(ann, '430000001');
  const rower = { ...ann, page, pm5 };
  const sessionId = await sitDownAndKeep(rower);
  await rowTheFirstHalf(rower);
  page.on('dialog', (dialog) => void dialog.accept());
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.stopAllWorkers');
  await line.cut();
  await page.reload();
  await connectMonitor(page);
  await devTools.send('ServiceWorker.stopAllWorkers');
  await rowTheRest(rower);
  await expect(figureOf(page, 'distance')).toHaveText('100m');
  await line.mend();
  await expectTheWholeRow(ann, sessionId);
});

/** Another app's file, whose source is in SOURCES.md beside it. */
const file = new URL('../packages/formats/fixtures/rowingdata_standard_example.fit', import.meta.url);

test('a new build is announced in both tabs, and an import continues', async ({
  newMember,
  server,
  otherBuild: { webDir },
}) => {
  const ann = await newMember(name);
  await settle(ann.page);
  const other = await ann.context.newPage();
  await other.goto('/dashboard');
  const { page } = ann;
  await page.goto('/training/import');
  await page.getByLabel('Choose files').setInputFiles({
    name: 'rowed.fit',
    mimeType: 'application/octet-stream',
    buffer: await readFile(file),
  });
  const store = page.getByRole('button', { name: 'Import 1 workout' });
  await expect(store).toBeVisible();

  await server.restart({ WEB_DIR: webDir });
  await updateWorker(page);
  const lineOf = (each: Page) => each.getByText('A new version of Boathouse is ready.');
  await expect(lineOf(page)).toBeVisible({ timeout: 30_000 });
  await expect(lineOf(other)).toBeVisible({ timeout: 30_000 });
  await expectNoViolation(other, 'the line of a new build');
  await other.getByRole('link', { name: 'Training' }).click();
  await expect(lineOf(other)).toBeHidden();
  // The other tab has the new build; this one still has its files.
  await store.click();
  await expect(page.getByText('1 workout imported.')).toBeVisible();
});
