import { expectForEveryone, lookWithAxe } from './fixtures/for-everyone.ts';
import { schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';

const dayMs = 24 * 3_600_000;

test('[DASH-2] a member sees the session of another day, responds that they will be there, and sets a goal', async ({
  newMember,
}) => {
  const { page, context, user } = await newMember('Ann Oar');
  const startAt = new Date(Date.now() + 3 * dayMs);
  await schedule(context.request, user, { title: 'Morning steady state', items: ['30:00'], startAt });
  await page.goto('/dashboard');
  const today = page.getByRole('region', { name: "Today's Workouts" });
  await expect(today.getByText('Nothing planned today.')).toBeVisible();
  await expect(today.getByText('Morning steady state')).toBeVisible();
  await expect(today.getByText(/, in 3 d$/)).toBeVisible();
  await today.getByRole('button', { name: "I'll be there" }).click();
  await expect(today.getByText('You will be there.')).toBeVisible();

  const goal = page.getByRole('region', { name: 'Goal' });
  await goal.getByRole('button', { name: 'Set a goal' }).click();
  await expect(goal.getByLabel('For')).toBeFocused();
  await goal.getByLabel('Meters').fill('20000');
  await goal.getByRole('button', { name: 'Save goal' }).click();
  await expect(goal.getByText('of 20,000 m this week')).toBeVisible();
  await expect(goal.getByRole('button', { name: 'Edit goal' })).toBeFocused();
  await expectForEveryone(page, 'the dashboard with a goal');
  await page.reload();
  await expect(goal.getByText('of 20,000 m this week')).toBeVisible();
  await goal.getByRole('button', { name: 'Edit goal' }).click();
  await goal.getByRole('button', { name: 'Remove goal' }).click();
  await expect(goal.getByRole('button', { name: 'Set a goal' })).toBeVisible();
});

test('[CAL-1] a member subscribes to their sessions, and revokes the address', async ({
  newMember,
  request,
}) => {
  const { page, context, user } = await newMember('Ann Oar');
  await schedule(context.request, user, {
    title: 'Morning steady state',
    items: ['30:00'],
    startAt: new Date(Date.now() + 3 * dayMs),
  });
  await page.goto('/training/calendar');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe to your sessions' });
  await expect(dialog).toBeVisible();
  expect((await lookWithAxe(page, { part: 'dialog' })).found).toEqual([]);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = await dialog.getByText('/api/calendars/').textContent();
  if (address === null) throw new Error('No address is shown');

  // Reads it like a calendar program, without a login.
  const read = await request.get(address);
  expect(read.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await read.text()).toContain('SUMMARY:Morning steady state');

  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});
