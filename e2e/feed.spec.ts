import type { Page } from '@playwright/test';
import { lookWithAxe } from './fixtures/for-everyone.ts';
import { rowByHand, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import type { Member } from './fixtures/product.ts';

const figures = { elapsedTime: 430.2, averagePace: 107.6, distance: 2000, strokeRate: 29 };

/** Stores a result in a session that the member hosts. */
async function row({ context, user }: Member, title: string, visibility: 'onlyMe' | 'link'): Promise<void> {
  const session = await schedule(context.request, user, { title, items: ['2000m'], visibility });
  await rowByHand(context.request, user, session, figures);
}

const feedOf = (page: Page) => page.getByRole('region', { name: 'Activity Feed' });
/** Toasts stay for a while: takes the newest, which was just shown. */
const said = (page: Page, words: string) => expect(page.getByText(words).last()).toBeVisible();

test('[DASH-4] [SOCIAL-1] [SOCIAL-2] [SOCIAL-3] a user follows another, likes their result, and both comment on it', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  await row(ben, 'Thursday pieces', 'link');
  await row(ben, 'For my eyes alone', 'onlyMe');

  await ann.page.goto(`/athletes/${ben.user._id}`);
  await expect(ann.page.getByText('Ben Scull has no more activities')).toBeVisible();
  await ann.page.getByRole('button', { name: 'Follow', exact: true }).click();
  await said(ann.page, 'You are now following Ben Scull');

  await ann.page.goto('/dashboard');
  const card = feedOf(ann.page).getByRole('article');
  // Ann does not see results that she may not read.
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('Thursday pieces');
  await expect(card).toContainText('7:10.2');
  await card.getByRole('button', { name: 'Like' }).click();
  await said(ann.page, 'Like submitted');
  await expect(card.getByRole('button', { name: 'Like' })).toHaveAccessibleName('Like 1');

  await expect(card.getByRole('img', { name: 'Liked by you' })).toBeVisible();
  await card.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(card.getByRole('button', { name: 'Post comment' })).toBeDisabled();
  await card.getByLabel('Write a comment').fill('Seven ten! How?');
  await card.getByRole('button', { name: 'Post comment' }).click();
  await said(ann.page, 'Your comment was saved');
  await expect(card.getByRole('button', { name: '1 comment' })).toBeVisible();

  await ben.page.goto('/dashboard');
  const own = feedOf(ben.page).getByRole('article').filter({ hasText: 'Thursday pieces' });
  await expect(own.getByRole('button', { name: 'Like' })).toHaveAccessibleName('Like 1');
  await own.getByRole('button', { name: '1 comment' }).click();
  // Only the author can take a message back.
  await expect(own.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await own.getByRole('button', { name: 'Reply' }).click();
  await own.getByLabel('Reply to Ann Oar').fill('By not looking at the monitor');
  await own.getByRole('button', { name: 'Post reply' }).click();
  await said(ben.page, 'Reply submitted');

  await ann.page.reload();
  await card.getByRole('button', { name: '2 comments' }).click();
  await expect(card.getByText('By not looking at the monitor')).toBeVisible();
  expect((await lookWithAxe(ann.page, { part: 'article' })).found).toEqual([]);
  await card.getByRole('button', { name: 'Delete' }).click();
  const question = ann.page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this message?',
  });
  await question.getByRole('button', { name: 'Yes' }).click();
  await said(ann.page, 'Comment deleted');
  await expect(question).toBeHidden();
  await expect(card.getByText('[deleted]')).toBeVisible();
  await expect(card.getByText('Seven ten! How?')).toBeHidden();
  await expect(card.getByText('By not looking at the monitor')).toBeVisible();

  await card.getByRole('button', { name: 'Like' }).click();
  await said(ann.page, 'Unlike submitted');
  await ben.page.reload();
  await expect(own.getByRole('button', { name: 'Like' })).toHaveAccessibleName('Like');
  await own.getByRole('button', { name: '1 comment' }).click();
  await expect(own.getByText('[deleted]')).toBeVisible();
});
