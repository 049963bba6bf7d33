import { schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { beforeThePieceMs, item, openPage } from './fixtures/recorded-row.ts';
import { replay } from './fixtures/recording.ts';
import { cockpitOf, connectMonitor, liveRowOf, startWorkout } from './fixtures/session-page.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('[SESS-2] a coach views an athlete on a phone, and sends a few words that the athlete sees large on each page', async ({
  newMember,
}) => {
  const coach = await newMember('Cleo Coach', { context: phone });
  const ann = await newMember('Ann Oar', { context: phone });
  const { _id } = await schedule(coach.context.request, coach.user, { items: [item] });
  await ann.page.goto(`/sessions/${_id}`);
  await connectMonitor(ann.page);
  await startWorkout(ann.page, item);
  const { page: otherTab } = await openPage(ann, _id);
  await coach.page.goto(`/sessions/${_id}`);
  // The row lasts for 16 s, so that all that follows happens during it.
  const run = await replay(ann.pm5, { fromMs: beforeThePieceMs, speed: 1.5 });

  const row = liveRowOf(coach.page, item, 'Ann Oar').first();
  await expect(row.getByRole('cell', { name: /^\d+ spm$/ })).toBeVisible();
  // The screen shows the coach's columns without scrolling sideways, and hides the rest.
  for (const column of ['rank', 'name', 'pace', 'left', 'rate']) {
    const { x, width } = (await row.locator(`[data-column=${column}]`).boundingBox()) ?? { x: -1, width: 0 };
    expect(x, column).toBeGreaterThanOrEqual(0);
    expect(x + width, column).toBeLessThanOrEqual(phone.viewport.width);
  }
  await expect(row.getByRole('cell', { name: /^\d+ m left$/ })).toBeVisible();
  await expect(row.locator('[data-column=drag]')).toBeHidden();
  const pageWidth = await coach.page.evaluate(() => document.documentElement.scrollWidth);
  expect(pageWidth).toBe(phone.viewport.width);

  await row.click();
  await expect(coach.page.getByRole('dialog').getByText('Drag factor')).toBeVisible();
  const figures = cockpitOf(ann.page).locator('dl').first();
  const place = await figures.boundingBox();
  const form = coach.page.getByRole('form', { name: 'Nudge Ann Oar' });
  await form.getByRole('textbox').fill('Rate 22');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toContainText('Sent: Rate 22');
  const nudges = [ann.page, otherTab].map((page) => cockpitOf(page).getByRole('group', { name: 'Nudge' }));
  const sizesPx = await Promise.all(
    nudges.map(async (nudge) => {
      await expect(nudge).toHaveText('Cleo Coach Rate 22');
      return nudge
        .getByText('Rate 22', { exact: true })
        .evaluate((words) => parseFloat(getComputedStyle(words).fontSize));
    }),
  );
  expect(Math.min(...sizesPx)).toBeGreaterThanOrEqual(28);
  expect(await figures.boundingBox(), 'no figure has moved').toEqual(place);

  // An athlete who is done has no panel with nudges, and nothing covers the result.
  await run.finished;
  await expect(form).toBeHidden();
  await expect(cockpitOf(ann.page)).toContainText('result saved');
  await expect(cockpitOf(ann.page).getByRole('group', { name: 'Nudge' })).toHaveCount(0);
});
