import type { Locator, Page } from '@playwright/test';
import type { EmulatedPm5 } from './fixtures/emulated-pm5.ts';
import { schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { beforeThePieceMs } from './fixtures/recorded-row.ts';
import { replay } from './fixtures/recording.ts';
import { cockpitOf, connectMonitor, itemOf, titleOf } from './fixtures/session-page.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A monitor sends its state while it waits, too; returns a function that changes or stops this. */
function keepSending(pm5: EmulatedPm5): { show(status: 'itsWorkout' | 'aMenu' | 'nothing'): void } {
  let isSending = true;
  const timer = setInterval(() => {
    // The page is reloading, or was closed with the test.
    if (isSending) pm5.notifyStatus().catch(() => undefined);
  }, 400);
  timers.push(timer);
  return {
    show: (status) => {
      isSending = status !== 'nothing';
      pm5.showMenu(status === 'aMenu');
    },
  };
}

const timers: NodeJS.Timeout[] = [];
test.afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
});

const ownMonitorOf = (page: Page): Locator => page.getByRole('region', { name: 'Your monitor' });

test('[SESS-7] a coach on a phone sets the monitors of a crew with one press, each with its athlete’s consent, never during a row', async ({
  newMember,
}) => {
  const coach = await newMember('Cleo Coach', { context: phone });
  const ann = await newMember('Ann Oar', { context: phone });
  const ben = await newMember('Ben Scull');
  const { _id } = await schedule(coach.context.request, coach.user, { items: ['100m', '2000m'] });
  for (const { page, pm5 } of [ann, ben]) {
    await page.goto(`/sessions/${_id}`);
    await connectMonitor(page);
    pm5.answerFramesWith(() => 'accept');
  }
  const annsMonitor = keepSending(ann.pm5);
  keepSending(ben.pm5);
  await coach.page.goto(`/sessions/${_id}`);
  const pressAll = (item: string) =>
    itemOf(coach.page, item).getByRole('button', { name: 'Set all monitors' }).click();
  const standings = (item: string) =>
    coach.page.getByRole('region', { name: `Monitors of ${titleOf(item)}` });
  const lineOf = (item: string, name: string) =>
    standings(item).getByRole('listitem').filter({ hasText: name });

  await pressAll('100m');
  for (const { page } of [ann, ben]) {
    await expect(ownMonitorOf(page)).toContainText('Cleo Coach wants to set the monitors of this session');
  }
  await expect(standings('100m')).toContainText('0 of 2 monitors set');
  await expect(lineOf('100m', 'Ann Oar')).toHaveText('Ann Oar has to allow it');
  expect(ann.pm5.frames).toEqual([]);
  await ownMonitorOf(ann.page).getByRole('button', { name: 'Let the coach set my monitor' }).click();
  await expect(ownMonitorOf(ann.page)).toContainText(
    'Cleo Coach has set your monitor. Your monitor is set to 100 m.',
  );
  await expect(lineOf('100m', 'Ann Oar')).toHaveText('Ann Oar set');
  await ownMonitorOf(ben.page).getByRole('button', { name: 'Not now' }).click();
  await expect(lineOf('100m', 'Ben Scull')).toHaveText('Ben Scull does not allow it now');
  expect(ben.pm5.frames).toEqual([]);
  for (const line of await standings('100m').getByRole('listitem').all()) {
    const { x, width } = (await line.boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(phone.viewport.width);
  }

  // Her instructions are open: her first stroke begins the item, and from then on nothing is sent to her monitor.
  const sent = ann.pm5.frames.length;
  annsMonitor.show('nothing');
  const run = await replay(ann.pm5, { fromMs: beforeThePieceMs, speed: 1.5 });
  await expect(cockpitOf(ann.page)).toBeVisible();
  // The item being rowed is the open one.
  const next = itemOf(coach.page, '2000m').getByRole('button', { name: '2,000 m', exact: true });
  await expect(next).toHaveAttribute('aria-expanded', 'false');
  await next.click();
  await pressAll('2000m');
  await ownMonitorOf(ben.page).getByRole('button', { name: 'Let the coach set my monitor' }).click();
  await expect(lineOf('2000m', 'Ben Scull')).toHaveText('Ben Scull set');
  await expect(lineOf('2000m', 'Ann Oar')).toHaveText('Ann Oar rowing another item');
  expect(ann.pm5.frames).toHaveLength(sent);
  await expect(ownMonitorOf(ann.page)).toBeHidden();
  await run.finished;
  await expect(cockpitOf(ann.page)).toContainText('result saved', { timeout: 20_000 });
  expect(ann.pm5.frames).toHaveLength(sent);

  // Her consent lasts for the session, even after a reload, until she withdraws it.
  ann.page.on('dialog', (dialog) => void dialog.accept());
  await ann.page.reload();
  await connectMonitor(ann.page);
  annsMonitor.show('aMenu');
  await expect(lineOf('2000m', 'Ann Oar')).toHaveText('Ann Oar came later, press again');
  annsMonitor.show('itsWorkout');
  await pressAll('2000m');
  await expect(ownMonitorOf(ann.page)).toContainText('Your monitor is set to 2000 m.');
  await expect(standings('2000m')).toContainText('2 of 2 monitors set');
  await ownMonitorOf(ann.page).getByRole('button', { name: "Don't let the coach set it" }).click();
  annsMonitor.show('aMenu');
  await expect(lineOf('2000m', 'Ann Oar')).toHaveText('Ann Oar was set, but shows another workout now');
  const before = ann.pm5.frames.length;
  await pressAll('2000m');
  await expect(ownMonitorOf(ann.page)).toContainText('Cleo Coach wants to set the monitors of this session');
  expect(ann.pm5.frames).toHaveLength(before);
});
