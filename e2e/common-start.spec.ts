import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './fixtures/for-everyone.ts';
import { activitiesOf, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { replay } from './fixtures/recording.ts';
import {
  cockpitOf,
  connectMonitor,
  connectSimulatedErg,
  figureOf,
  itemOf,
  liveRowOf,
  resultRowOf,
} from './fixtures/session-page.ts';

const item = '100m';
const dayMs = 86_400_000;

const countdownOf = (page: Page): Locator => page.getByRole('dialog', { name: `Start together ${item}` });

/** Sets the page's wall clock a day ahead, before its scripts run. */
async function setWallClockAhead(page: Page): Promise<void> {
  await page.addInitScript((aheadMs) => {
    const RealDate = Date;
    const now = () => RealDate.now() + aheadMs;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, values: unknown[]): Date =>
        values.length === 0 ? new target(now()) : Reflect.construct(target, values),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, dayMs);
}

type Shown = { count: string; atMs: number };

/** Records each count that the page shows, with the machine's time, which pages can't change. */
async function recordCounts(page: Page): Promise<() => Promise<Shown[]>> {
  const recorded = await page.evaluateHandle(() => {
    const shown: Array<{ count: string; atMs: number }> = [];
    new MutationObserver(() => {
      const count = document.querySelector('dialog p[aria-hidden]')?.textContent;
      if (!count || count === shown.at(-1)?.count) return;
      shown.push({ count, atMs: performance.timeOrigin + performance.now() });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return shown;
  });
  return () => recorded.jsonValue();
}

async function startTogether(page: Page, countdown: string): Promise<void> {
  await itemOf(page, item).getByRole('button', { name: 'Start together' }).click();
  const dialog = page.getByRole('dialog', { name: `Start ${item} together` });
  await dialog.getByText(countdown, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Start the countdown' }).click();
}

test('the host starts an item on every page at once; an athlete who rows before GO is marked early', async ({
  newMember,
}) => {
  const cleo = await newMember('Cleo Coach');
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  await setWallClockAhead(ben.page);
  const { _id } = await schedule(cleo.context.request, cleo.user, { items: [item] });
  for (const { page } of [cleo, ben]) await page.goto(`/sessions/${_id}`);

  await connectSimulatedErg(ben.page);
  await expect(itemOf(cleo.page, item)).toContainText('1 of 1 ready');

  // A page that opens during the countdown shows it too; a canceled start leaves every page.
  await startTogether(cleo.page, '60 s');
  await expect(countdownOf(ben.page)).toBeVisible();
  await ann.page.goto(`/sessions/${_id}`);
  await expect(countdownOf(ann.page)).toContainText('connect your erg to row with the others');
  // He has touched his page, so the browser plays its sound.
  await expect(countdownOf(ben.page).getByRole('button', { name: 'Sound off' })).toBeVisible();
  await expectNoViolation(ben.page, 'the countdown');
  await countdownOf(ben.page).getByRole('button', { name: 'Start Workout' }).click();
  await expect(countdownOf(ben.page)).toContainText('Ready. Row at GO.');
  await countdownOf(cleo.page).getByRole('button', { name: 'Cancel start' }).click();
  for (const { page } of [ann, ben, cleo]) await expect(countdownOf(page)).toBeHidden();
  await expect(ben.page.getByText('Your simulated erg waits for the next one.')).toBeVisible();

  await connectMonitor(ann.page);
  await itemOf(ann.page, item).getByRole('button', { name: 'Begin' }).click();
  await itemOf(ann.page, item).getByRole('button', { name: 'Start Workout' }).click();
  await expect(cockpitOf(ann.page)).toContainText('saved');
  await expect(liveRowOf(cleo.page, item, 'Ben Scull')).toContainText('Ready');

  const counts = [await recordCounts(cleo.page), await recordCounts(ben.page)];
  await startTogether(cleo.page, '10 s');
  // Her monitor has sent nothing: its workout is unknown, and after 2.5 s it is silent.
  await expect(countdownOf(ann.page)).toContainText(/Set your monitor to 100 m\.|Your monitor is silent\./);
  const { finished } = await replay(ann.pm5, { speed: 2 });
  // Nothing covers the values of an athlete who is rowing, early or not.
  await expect(figureOf(ann.page, 'distance')).toHaveText(/[1-9]/);
  await expect(countdownOf(ann.page)).toBeHidden();
  await expect(countdownOf(cleo.page)).toContainText('GO', { timeout: 15_000 });

  await expect(figureOf(ben.page, 'distance')).toHaveText(/[1-9]/);
  const [onCleos = [], onBens = []] = await Promise.all(counts.map((read) => read()));
  const lastOf = (shown: Shown[]) => shown.slice(-9);
  expect(lastOf(onCleos).map(({ count }) => count)).toEqual(['8', '7', '6', '5', '4', '3', '2', '1', 'GO']);
  expect(lastOf(onBens).map(({ count }) => count)).toEqual(lastOf(onCleos).map(({ count }) => count));
  // The bound is loose, because the machine may be busy; it still excludes a count by the wall clock.
  const apartMs = Math.abs((onBens.at(-1)?.atMs ?? 0) - (onCleos.at(-1)?.atMs ?? Infinity));
  expect(apartMs).toBeLessThan(900);

  await expect(
    liveRowOf(cleo.page, item, 'Ann Oar').or(resultRowOf(cleo.page, item, 'Ann Oar')),
  ).toContainText('early');
  await finished;
  await expect(resultRowOf(cleo.page, item, 'Ann Oar')).toContainText('early', { timeout: 20_000 });
  const offsetOf = async (name: string) =>
    (await activitiesOf(cleo.context.request, _id)).flat().find(({ user }) => user.displayName === name)
      ?.startOffset;
  expect(await offsetOf('Ann Oar')).toBeLessThan(0);
  // By the server's time, on a page whose clock is a day ahead; a busy machine is late by seconds at most.
  expect(await offsetOf('Ben Scull')).toBeGreaterThan(-0.3);
  expect(await offsetOf('Ben Scull')).toBeLessThan(5);
});
