import type { Page } from '@playwright/test';
import { serverGone } from './fixtures/console-guard.ts';
import { expectNoViolation } from './fixtures/for-everyone.ts';
import { test } from './fixtures/offline/installation.ts';
import { schedule } from './fixtures/product-api.ts';
import { expect } from './fixtures/product.ts';
import { item, name } from './fixtures/recorded-row.ts';

/* Messages typed while the server is unreachable. */

test.beforeEach(({ consoleGuard }) => consoleGuard.allow(...serverGone));

const chatOf = (page: Page) => page.getByRole('region', { name: 'Chat' });
const fieldOf = (page: Page) => chatOf(page).getByRole('textbox', { name: 'Message to everyone' });
const logOf = (page: Page) => chatOf(page).getByRole('log', { name: 'Messages to everyone' });
const unsentOf = (page: Page) => chatOf(page).getByRole('list', { name: 'Messages that are not sent yet' });

async function write(page: Page, text: string): Promise<void> {
  await fieldOf(page).fill(text);
  await fieldOf(page).press('Enter');
  await expect(fieldOf(page)).toHaveValue('');
}

test('[CHAT-1] messages typed without the server wait, each marked, and the others receive each once', async ({
  newMember,
  line,
}) => {
  const ann = await newMember(name);
  const ben = await newMember('Ben Scull', { ownBrowser: true });
  const { _id } = await schedule(ann.context.request, ann.user, { items: [item] });
  for (const { page } of [ann, ben]) await page.goto(`/sessions/${_id}`);
  for (const { page } of [ann, ben]) {
    await expect(chatOf(page).getByRole('tab', { name: /^Members/ })).toBeVisible();
  }
  await write(ann.page, 'Before');
  await expect(logOf(ben.page).getByText('Before')).toBeVisible();
  await line.cut();
  await expect(
    chatOf(ann.page).getByText('You are offline. Your messages wait on this device.'),
  ).toBeVisible();
  await write(ann.page, 'Start without me');
  await write(ann.page, 'Five minutes late');
  await write(ann.page, 'Never mind');
  await expect(unsentOf(ann.page).getByRole('listitem')).toHaveCount(3);
  await expect(unsentOf(ann.page)).toContainText('Not sent yet');
  await expectNoViolation(ann.page, 'messages that wait');
  await unsentOf(ann.page)
    .getByRole('button', { name: /^Discard.*Never mind/ })
    .click();
  await expect(unsentOf(ann.page).getByRole('listitem')).toHaveCount(2);

  await line.mend();
  // From another page, too.
  await ann.page.clock.install();
  await ann.page.goto('/dashboard');
  await expect(ann.page.getByRole('heading', { level: 1 })).toBeVisible();
  await ann.page.clock.fastForward(10_000);
  const waiting = ann.page.getByText('2 not sent yet');
  await expect(waiting).toBeVisible();
  await expect(async () => {
    await ann.page.clock.fastForward(6_000);
    await expect(waiting).toBeHidden({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  for (const text of ['Start without me', 'Five minutes late']) {
    await expect(logOf(ben.page).getByText(text)).toBeVisible();
  }
  await ann.page.goto(`/sessions/${_id}`);
  await expect(chatOf(ann.page).getByRole('tab', { name: 'Members 2' })).toBeVisible();
  await expect(unsentOf(ann.page)).toHaveCount(0);
  await write(ann.page, 'After');
  await expect(logOf(ben.page).getByText('After')).toBeVisible();
  const texts = await logOf(ben.page).getByRole('listitem').allTextContents();
  const order = ['Start without me', 'Five minutes late', 'After'].map((text) =>
    texts.flatMap((each, index) => (each.endsWith(text) ? [index] : [])),
  );
  expect(order.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(order.flat()).toEqual(order.flat().toSorted((one, other) => one - other));
  expect(texts.some((each) => each.includes('Never mind'))).toBe(false);
});
