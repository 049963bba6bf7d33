import type { Locator, Page } from '@playwright/test';
import { schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { rowTheFirstHalf, standStill } from './fixtures/recorded-row.ts';
import { cockpitOf, connectMonitor, itemOf, startWorkout } from './fixtures/session-page.ts';

const item = '100m';

const chatOf = (page: Page): Locator => page.getByRole('region', { name: 'Chat', exact: true });
const messagesOf = (page: Page): Locator => chatOf(page).getByRole('log');
const tabOf = (page: Page, name: string | RegExp): Locator => chatOf(page).getByRole('tab', { name });

async function say(page: Page, text: string): Promise<void> {
  const input = chatOf(page).getByRole('textbox');
  await input.fill(text);
  await input.press('Enter');
  await expect(input).toHaveValue('');
}

test('[CHAT-1] [CHAT-2] [SESS-1] two athletes talk in the group and alone, while one of them rows', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const cas = await newMember('Cas Rigger');
  const { _id } = await schedule(ann.context.request, ann.user, { items: [item] });
  for (const { page } of [ann, ben, cas]) {
    await page.goto(`/sessions/${_id}`);
    await expect(itemOf(page, item)).toBeVisible();
  }
  await expect(tabOf(ann.page, 'Members')).toContainText('3');

  await say(ann.page, 'Ready all?\nRow at 20');
  for (const { page } of [ann, ben, cas]) await expect(messagesOf(page)).toContainText('Row at 20');
  await say(ben.page, 'Ready <b>https://example.com</b>');
  await expect(messagesOf(ann.page)).toContainText('Ben Scull');
  await expect(messagesOf(ann.page)).toContainText('<b>https://example.com</b>');

  // A direct chat opens from the list of members, but not with oneself.
  await tabOf(ben.page, 'Members').click();
  const members = chatOf(ben.page).getByRole('list', { name: 'Members' });
  await expect(members.getByRole('listitem')).toHaveText([/Ann Oar/, /Ben Scull \(you\)/, /Cas Rigger/]);
  await expect(members.getByRole('button')).toHaveText([/Ann Oar/, /Cas Rigger/]);
  await members.getByRole('button', { name: /Ann Oar/ }).click();
  await say(ben.page, 'My seat squeaks');
  const fromBen = tabOf(ann.page, /Ben Scull/);
  await expect(fromBen).toHaveText(/1 unread/);
  await expect(messagesOf(ann.page)).not.toContainText('My seat squeaks');
  await fromBen.click();
  await expect(messagesOf(ann.page)).toContainText('My seat squeaks');
  await expect(fromBen).not.toContainText('unread');
  await say(ann.page, 'Oil it');
  await expect(messagesOf(ben.page)).toContainText('Oil it');
  await expect(tabOf(cas.page, /Ben|Ann/)).toHaveCount(0);

  // Members see who is rowing, and a rower gets one line: Ann does, but Ben has turned it off.
  await chatOf(ben.page).getByRole('checkbox', { name: 'Show messages while rowing' }).uncheck();
  for (const { page } of [ann, ben]) {
    await connectMonitor(page);
    await startWorkout(page, item);
  }
  // Only athletes with a signal count as rowing.
  await rowTheFirstHalf(ann);
  await tabOf(cas.page, 'Members').click();
  const row = chatOf(cas.page).getByRole('listitem').filter({ hasText: 'Ann Oar' });
  await expect(row).toContainText('Rowing');
  const line = ann.page.getByRole('group', { name: 'Newest message' });
  // The notice of a silent monitor would change the cockpit's height.
  await standStill(ann);
  await expect(cockpitOf(ann.page)).not.toContainText('has stopped sending');
  const place = await cockpitOf(ann.page).boundingBox();
  await tabOf(cas.page, 'Group Chat').click();
  await say(cas.page, 'Ten to go');
  await expect(line).toHaveText('Cas Rigger Ten to go');
  const long = 'Sit tall and keep the rate until the last ten strokes '.repeat(5).trim();
  await say(cas.page, long);
  await expect(line).toHaveText(`Cas Rigger ${long}`);
  expect(await cockpitOf(ann.page).boundingBox()).toEqual(place);
  await expect(ben.page.getByRole('group', { name: 'Newest message' })).toHaveCount(0);

  // Nothing is saved: a reload starts with an empty chat.
  await cas.page.reload();
  await expect(tabOf(cas.page, 'Members')).toContainText('3');
  await expect(messagesOf(cas.page)).toContainText('No messages yet');
});
