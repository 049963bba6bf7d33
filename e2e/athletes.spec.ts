import { follows } from '@boathouse/contract/follows';
import { statistics } from '@boathouse/contract/statistics';
import type { Page } from '@playwright/test';
import { expectForEveryone, lookWithAxe } from './fixtures/for-everyone.ts';
import { call, rowByHand, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import type { Member } from './fixtures/product.ts';

test.describe.configure({ mode: 'parallel' });

const nobody = '018f0000-0000-7000-8000-00000000dead';

async function openAthlete(page: Page, { user }: Member): Promise<void> {
  await page.goto(`/athletes/${user._id}`);
  await expect(page.getByRole('heading', { name: user.displayName, level: 1 })).toBeVisible();
}

const mainOf = (page: Page) => page.getByRole('main');
const countOf = (page: Page, words: RegExp) => mainOf(page).getByRole('link', { name: words });

test('[FOLL-1] [ATHL-1] follows an athlete with one click, unfollows after a confirmation, and updates the counts', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const { page } = ann;
  await openAthlete(page, ben);
  await expect(countOf(page, /followers?$/)).toHaveText('0 followers');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('status').getByText('You are now following Ben Scull')).toBeVisible();
  await expect(countOf(page, /followers?$/)).toHaveText('1 follower');

  await page.reload();
  const unfollow = page.getByRole('button', { name: 'Unfollow' });
  await unfollow.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to unfollow Ben Scull?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(unfollow).toBeFocused();

  await unfollow.press('Enter');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog.getByRole('button', { name: 'Pending' })).toBeVisible();
  await expect(page.getByRole('status').getByText('You unfollowed Ben Scull')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeFocused();
  await expect(countOf(page, /followers?$/)).toHaveText('0 followers');
  const { doesFollow } = await call(ann.context.request, follows.doesFollow, {
    query: { follower: ann.user._id, followee: ben.user._id },
  });
  expect(doesFollow).toBe(false);
});

test('[FOLL-1] shows the reason of a refused follow', async ({ newMember, consoleGuard }) => {
  // A browser logs every refusal as a failed request.
  consoleGuard.allow(/503 \(Service Unavailable\)/);
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const { page } = ann;
  await page.route('**/api/follows', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Come back later.', errorId: 'e' } }),
  );
  await openAthlete(page, ben);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  const toast = page.getByRole('alert');
  await expect(toast).toContainText('Something went wrong');
  await expect(toast).toContainText('Error following Ben Scull. Come back later.');
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeEnabled();
});

test('[FOLL-2] [DASH-1] profile and dashboard link to both lists, which have their own URLs', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const cem = await newMember('Cem Cox');
  const follow = (who: Member, whom: Member) =>
    call(who.context.request, follows.create, {
      body: { follower: who.user._id, followee: whom.user._id },
    });
  await follow(ann, ben);
  await follow(ann, cem);
  await follow(ben, ann);

  const { page } = ann;
  const names = (list: string) => page.getByRole('list', { name: list }).getByRole('link');
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Social Stats' });
  await expect(card.getByRole('link')).toHaveText(['1 follower', '2 following']);
  await card.getByRole('link', { name: '2 following' }).click();
  await expect(names('Following')).toHaveText([/Ben Scull$/, /Cem Cox$/]);
  await page.getByRole('link', { name: /^Followers/ }).click();
  await expect(names('Followers')).toHaveText([/Ben Scull$/]);
  await page.reload();
  await expect(names('Followers')).toHaveText([/Ben Scull$/]);
  await page.goBack();
  await expect(names('Following')).toHaveCount(2);

  await names('Following').nth(1).click();
  await expect(page.getByRole('heading', { name: 'Cem Cox', level: 1 })).toBeVisible();
  await countOf(page, /following$/).click();
  await expect(page.getByText("Cem Cox isn't following anyone yet.")).toBeVisible();
  await page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'Cem Cox' }).click();
  await expect(page).toHaveURL(new RegExp(`/athletes/${cem.user._id}$`));
});

test('[ATHL-1] the menu links to the user’s own profile, which has no Follow button', async ({
  newMember,
}) => {
  const { page, user } = await newMember('Ann Oar');
  await page.goto('/dashboard');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Ann Oar/ })
    .click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(new RegExp(`/athletes/${user._id}$`));
  await expect(page.getByRole('heading', { name: 'Ann Oar', level: 1 })).toBeVisible();
  await expect(page.getByText('Ann Oar completed 0 activities this year')).toBeVisible();
  await expect(page.getByText("Ann Oar hasn't joined a club yet.")).toBeVisible();
  await expect(mainOf(page).getByRole('button', { name: /follow/i })).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page.getByLabel('Display name')).toBeVisible();
});

test('[ATHL-4] shows the not-found message for an unknown athlete', async ({ newMember, consoleGuard }) => {
  consoleGuard.allow(/404 \(Not Found\)/, /400 \(Bad Request\)/);
  const { page } = await newMember('Ann Oar');
  for (const path of [`/athletes/${nobody}`, '/athletes/ann', `/athletes/${nobody}/following`]) {
    await page.goto(path);
    await expect(
      page.getByRole('heading', { name: "We couldn't find an athlete at that link", level: 1 }),
    ).toBeVisible();
  }
});

test('[ATHL-2] [ATHL-3] shows the year and recent activities also to another user', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  for (const title of ['First', 'Second', 'Third']) {
    const session = await schedule(ann.context.request, ann.user, { title, items: ['2000m'] });
    await rowByHand(ann.context.request, ann.user, session, {
      averagePace: 120,
      distance: 2000,
      strokeRate: 24,
      elapsedTime: 480,
    });
  }

  const { page } = ben;
  await openAthlete(page, ann);
  const recent = page.getByRole('region', { name: 'Recent Activities' });
  await expect(recent.getByRole('article')).toHaveCount(3);
  await expect(recent.getByText('has no more activities')).toBeVisible();

  const currentYear = await page.evaluate(() => new Date().getFullYear());
  let all = 0;
  for (const yearOffset of [0, -1]) {
    if (yearOffset < 0) await page.getByRole('button', { name: 'Previous year' }).click();
    const year = currentYear + yearOffset;
    const { count, days } = await call(ben.context.request, statistics.heatmap, {
      params: { id: ann.user._id },
      query: { currentYear: `${currentYear}`, yearOffset: `${yearOffset}` },
    });
    all += count;
    const activities = `${count} ${count === 1 ? 'activity' : 'activities'}`;
    await expect(
      page.getByText(`Ann Oar completed ${activities} ${yearOffset === 0 ? 'this year' : `in ${year}`}`),
    ).toBeVisible();
    const cells = page.getByRole('grid', { name: `Activities on each day of ${year}` }).locator('[data-day]');
    await expect(cells).toHaveCount(year % 4 === 0 ? 366 : 365);
    const shown = await cells.evaluateAll((found) =>
      found.map((cell) => [
        cell.getAttribute('data-day'),
        Number(/: (\d+) activit/.exec(cell.getAttribute('aria-label') ?? '')?.[1]),
      ]),
    );
    expect(Object.fromEntries(shown.filter(([, number]) => number !== 0))).toEqual(days);
  }
  // In one of the two years, depending on the date.
  expect(all).toBe(3);
});

test('[ATHL-2] arrow keys move through the days and keep them visible on a phone', async ({ newMember }) => {
  const ann = await newMember('Ann Oar', { context: { viewport: { width: 390, height: 844 } } });
  const { page } = ann;
  await openAthlete(page, ann);
  await page.getByRole('button', { name: 'Previous year' }).click();
  const year = (await page.evaluate(() => new Date().getFullYear())) - 1;
  const grid = page.getByRole('grid', { name: `Activities on each day of ${year}` });
  await expect(grid.getByRole('gridcell', { name: /^31 December:/ })).toBeInViewport();
  await page.getByRole('button', { name: 'Next year' }).press('Tab');
  await expect(grid.getByRole('gridcell', { name: /^31 December:/ })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(grid.getByRole('gridcell', { name: /^24 December:/ })).toBeFocused();
  await page.keyboard.press('Home');
  const first = grid.getByRole('gridcell', { name: /^1 January:/ });
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  await expect(page.getByText(`1 January ${year}: 0 activities`)).toBeVisible();
});

for (const today of ['2026-06-15T12:00:00Z', '2026-11-27T12:00:00Z', '2026-12-28T12:00:00Z']) {
  test(`[ATHL-2] on a phone, the year begins with a whole month (${today})`, async ({ newMember }) => {
    const ann = await newMember('Ann Oar', { context: { viewport: { width: 390, height: 844 } } });
    const { page } = ann;
    await page.clock.setFixedTime(new Date(today));
    await openAthlete(page, ann);
    const grid = page.getByRole('grid', { name: /^Activities on each day of 2026/ });
    await expect(grid.locator('[tabindex="0"]')).toBeInViewport();
    const ofFirst = await grid.evaluate((table) => {
      const namesEnd = table.querySelector('tbody th')?.getBoundingClientRect().right ?? 0;
      return [...table.querySelectorAll('thead th')]
        .map((month) => Math.round(month.getBoundingClientRect().left - namesEnd))
        .find((left) => left >= 0);
    });
    // The gap between two days.
    expect(ofFirst).toBe(2);
  });
}

test('[SET-3] profile, confirmation and lists are accessible', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  await call(ann.context.request, follows.create, {
    body: { follower: ann.user._id, followee: ben.user._id },
  });
  const session = await schedule(ben.context.request, ben.user, { items: ['2000m'] });
  await rowByHand(ben.context.request, ben.user, session, {
    averagePace: 120,
    distance: 2000,
    strokeRate: 24,
    elapsedTime: 480,
  });
  const { page } = ann;
  await openAthlete(page, ben);
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectForEveryone(page, 'profile');
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const question = await lookWithAxe(page, { part: '[role=alertdialog]' });
  expect(question.found).toEqual([]);
  expect(question.passed).not.toEqual([]);
  await page.goto(`/athletes/${ann.user._id}/following`);
  await expect(page.getByRole('list', { name: 'Following' })).toBeVisible();
  await expectForEveryone(page, 'followees');
});
