import type { Locator, Page } from '@playwright/test';
import { rowByHand, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { cockpitOf, connectSimulatedErg, itemOf, startWorkout, titleOf } from './fixtures/session-page.ts';
import { rowTogether } from './measures/crew.ts';

const item = '10000m';
const next = '4 x 500 m / 2:00 rest';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1440, height: 900 } };

const rowsOf = (page: Page): Locator =>
  itemOf(page, item)
    .getByRole('table', { name: `Rowing now: ${titleOf(item)}` })
    .locator('tbody > tr');

/** Returns where an element is on the screen. */
async function placeOf(element: Locator): Promise<{ top: number; bottom: number; height: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element.toString()} is not on the page`);
  return { top: box.y, bottom: box.y + box.height, height: box.height };
}

test("[SESS-2] a coach's phone shows the rowing crew first, and an athlete in a sheet with the nudges on top", async ({
  newMember,
  baseURL,
}) => {
  const coach = await newMember('Cleo Coach', { context: phone });
  const session = await schedule(coach.context.request, coach.user, { items: [item, next] });
  const crew = await rowTogether(baseURL ?? '', session, 6);
  const { page } = coach;
  await page.goto(`/sessions/${session._id}`);
  await expect(rowsOf(page)).toHaveCount(6);
  await expect(itemOf(page, item).getByRole('button', { name: 'Actions' })).toBeVisible();

  // The first athlete is above the middle, and four are above the tab bar, without scrolling.
  const dock = await placeOf(page.getByRole('navigation').last());
  await expect.poll(async () => (await placeOf(rowsOf(page).first())).top).toBeLessThan(844 / 2);
  expect((await placeOf(rowsOf(page).nth(3))).bottom).toBeLessThanOrEqual(Math.min(844, dock.top));
  // The header is one line, and the buttons that begin something are folded.
  expect((await placeOf(itemOf(page, item).getByRole('heading', { level: 2 }))).height).toBeLessThan(56);
  await expect(itemOf(page, item).getByRole('button', { name: 'Begin' })).toBeHidden();
  await itemOf(page, item).getByRole('button', { name: 'Actions' }).click();
  for (const name of ['Begin', 'Set all monitors', 'Start together']) {
    await expect(itemOf(page, item).getByRole('button', { name })).toBeVisible();
  }
  await itemOf(page, item).getByRole('button', { name: 'Actions' }).click();

  const second = await placeOf(rowsOf(page).nth(1));
  await rowsOf(page).first().click();
  const sheet = page.getByRole('dialog');
  const nudge = sheet.getByRole('button', { name: 'Rate up' });
  await expect(nudge).toBeVisible();
  await expect.poll(async () => (await placeOf(sheet)).bottom).toBeCloseTo(844, 0);
  const { bottom } = await placeOf(nudge);
  expect(bottom).toBeLessThan(844);
  expect(bottom - (await placeOf(sheet)).top).toBeLessThan(200);
  expect(await placeOf(rowsOf(page).nth(1))).toEqual(second);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  crew.close();
});

test("a coach's phone has the start of an item above the tab bar, and its results first once all is rowed", async ({
  newMember,
}) => {
  const coach = await newMember('Cleo Coach', { context: phone });
  const ann = await newMember('Ann Oar');
  const session = await schedule(coach.context.request, coach.user, { items: [next] });
  const { page } = coach;
  await page.goto(`/sessions/${session._id}`);
  await ann.page.goto(`/sessions/${session._id}`);
  await connectSimulatedErg(ann.page);
  const panel = itemOf(page, next);
  await expect(panel).toContainText('1 of 1 ready');
  const dock = await placeOf(page.getByRole('navigation').last());
  for (const name of ['Set all monitors', 'Start together']) {
    expect((await placeOf(panel.getByRole('button', { name }))).bottom, name).toBeLessThan(dock.top);
  }

  const result = { elapsedTime: 400, averagePace: 100, distance: 2_000, strokeRate: 30 };
  await rowByHand(ann.context.request, ann.user, session, result);
  await expect(panel.getByRole('button', { name: 'Actions' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Begin' })).toBeHidden();
  const row = panel.getByRole('table', { name: /^Results: / }).locator('tbody > tr');
  expect((await placeOf(row.first())).bottom).toBeLessThan(dock.top);
});

test("[SESS-2] a coach's grid fills a desktop screen with 8 athletes and fits 24, under one line of headings", async ({
  newMember,
  baseURL,
}) => {
  const coach = await newMember('Cleo Coach', { context: desk });
  for (const count of [8, 24]) {
    const session = await schedule(coach.context.request, coach.user, { items: [item, next] });
    const crew = await rowTogether(baseURL ?? '', session, count);
    const { page } = coach;
    await page.goto(`/sessions/${session._id}`);
    await expect(rowsOf(page)).toHaveCount(count);
    await expect(page.getByRole('button', { name: /^Chat and members/ })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    const last = rowsOf(page).nth(count - 1);
    await expect.poll(async () => (await placeOf(last)).bottom).toBeLessThanOrEqual(900);
    expect((await placeOf(last)).bottom).toBeGreaterThan(900 * 0.85);
    const table = itemOf(page, item).getByRole('table', { name: `Rowing now: ${titleOf(item)}` });
    const tops = await table
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    const sizePx = await last.evaluate((row) => parseFloat(getComputedStyle(row).fontSize));
    expect(sizePx).toBeGreaterThanOrEqual(count === 8 ? 22 : 13);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
    crew.close();
  }
});

test("the cockpit's figures keep their places from the first stroke to the last, and plots fill the rest", async ({
  newMember,
}) => {
  const intervals = '2 x 100 m / 0:10 rest';
  const { page, context, user } = await newMember('Ann Oar', { context: desk });
  const { _id } = await schedule(context.request, user, { items: [intervals] });
  await page.goto(`/sessions/${_id}`);
  await connectSimulatedErg(page, '95');
  await startWorkout(page, intervals);
  const cockpit = cockpitOf(page);
  /** Returns the positions of the labels of the large and the other figures. */
  const places = () =>
    cockpit.locator('dt').evaluateAll((labels) =>
      labels.map((label) => {
        const { left, top } = label.getBoundingClientRect();
        return `${Math.round(left)} ${Math.round(top)}`;
      }),
    );
  const labelOf = (name: string | RegExp) => cockpit.getByRole('term').filter({ hasText: name });
  await expect(labelOf('distance left').locator('..')).toContainText(/left\d\dm/);
  const atFirst = await places();
  const pace = cockpit.getByRole('figure', { name: /^Pace over the workout, now \d/ });
  expect((await placeOf(pace)).height).toBeGreaterThan(150);
  await expect(cockpit.getByRole('figure', { name: /^Force of the last drive, peak \d+ N/ })).toBeVisible();

  await expect(labelOf(/^rest/)).toBeVisible({ timeout: 60_000 });
  await expect(labelOf('split 1')).toBeVisible();
  expect(await places()).toEqual(atFirst);
  await expect(labelOf('distance left')).toBeVisible({ timeout: 30_000 });
  await expect(labelOf('last piece')).toBeVisible();
  expect(await places()).toEqual(atFirst);

  await cockpit.getByRole('button', { name: 'Force and splits' }).click();
  const splits = cockpit.getByRole('table', { name: 'Last splits, newest first' });
  await expect(splits.getByRole('row').filter({ hasText: '0:19' })).toHaveCount(1);
  await expect(labelOf('elapsed time')).toHaveCount(0);
  await cockpit.getByRole('button', { name: 'Force and splits' }).click();
  expect(await places()).toEqual(atFirst);
});
