import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { foundClub } from './fixtures/clubs.ts';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { signUp } from './fixtures/people.ts';
import { expect, newPerson, test } from './fixtures/product.ts';

test.describe.configure({ mode: 'parallel' });

/** A word that no other test uses in a name. */
const ownWord = () => randomUUID().slice(0, 8);

const field = (page: Page) => page.getByRole('searchbox');
const found = (page: Page, what: 'Athletes' | 'Clubs') =>
  page.getByRole('list', { name: `${what} found` }).getByRole('listitem');
const tells = (page: Page, words: string) =>
  expect(page.getByRole('main').getByRole('status').filter({ hasText: words })).toBeVisible();

test('[EXPL-2] athletes are searched by a part of their name and turned page by page, with the search in the address', async ({
  newMember,
  server,
}) => {
  const word = ownWord();
  const { page } = await newMember(`Ann ${word}`);
  const others = Array.from(
    { length: 16 },
    (_, index) => `Rower ${String(index + 1).padStart(2, '0')} ${word}`,
  );
  for (const name of others) await signUp(server.url, newPerson(name));

  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click();
  await page.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: 'Athletes' }).click();
  await tells(page, 'Use the search bar above to find athletes');

  await field(page).fill(`  ${word.toUpperCase()} `);
  await field(page).press('Enter');
  await tells(page, '1 to 15 of 17 athletes');
  await expect(field(page)).toBeFocused();
  await expect(found(page, 'Athletes')).toHaveCount(15);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toHaveText('1 of 2');
  await pages.getByRole('button', { name: 'Next page' }).press('Enter');
  await tells(page, '16 to 17 of 17 athletes');
  await expect(pages).toHaveText('2 of 2');
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeFocused();
  await page.reload();
  await tells(page, '16 to 17 of 17 athletes');
  await expect(field(page)).toHaveValue(word.toUpperCase());
  await page.goBack();
  await tells(page, '1 to 15 of 17 athletes');

  await field(page).fill(others[4] ?? '');
  await page.getByRole('button', { name: 'Search' }).click();
  await tells(page, '1 athlete');
  await found(page, 'Athletes').getByRole('link').click();
  await expect(page.getByRole('heading', { name: others[4] ?? '', level: 1 })).toBeVisible();
});

test('[EXPL-1] clubs are searched by a part of their name, and show what a user wants to know before joining', async ({
  newMember,
}) => {
  const word = ownWord();
  const ann = await newMember('Ann Oar');
  await foundClub(ann, {
    name: `Early ${word}`,
    customURL: `early-${word}`,
    description: 'Six in the morning.',
    isPrivate: false,
  });
  await foundClub(ann, {
    name: `Late ${word}`,
    customURL: `late-${word}`,
    description: 'After dark.',
    isPrivate: true,
  });

  const { page } = ann;
  await page.goto('/explore/clubs');
  await tells(page, 'Use the search bar above to find clubs');
  await field(page).fill(word);
  await field(page).press('Enter');
  await tells(page, '2 clubs');
  const early = found(page, 'Clubs').filter({ hasText: `Early ${word}` });
  await expect(early).toContainText('Six in the morning.');
  await expect(early).toContainText('1 member');
  await expect(early).toContainText('Public');
  await expect(found(page, 'Clubs').filter({ hasText: `Late ${word}` })).toContainText('Invite-only');
  await early.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/clubs/early-${word}/general$`));
});

for (const noun of ['clubs', 'athletes']) {
  test(`[EXPL-1] [EXPL-2] ${noun}: an empty result names the searched text, and an empty search does not run`, async ({
    newMember,
  }) => {
    const { page } = await newMember('Ann Oar');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/search\?/.test(request.url())) asked.push(request.url());
    });
    await page.goto(`/explore/${noun}`);
    for (const nothing of ['', '   ']) {
      await field(page).fill(nothing);
      await field(page).press('Enter');
    }
    await tells(page, `Use the search bar above to find ${noun}`);
    const word = ownWord();
    await field(page).fill(word);
    await field(page).press('Enter');
    await tells(page, `We couldn't find any ${noun} matching the name ${word}`);
    expect(asked).toHaveLength(1);
  });
}

test('[SET-3] both searches are accessible, before and after a search', async ({ newMember }) => {
  const word = ownWord();
  const ann = await newMember(`Ann ${word}`);
  await foundClub(ann, {
    name: `Early ${word}`,
    customURL: `early-${word}`,
    description: 'Six in the morning.',
    isPrivate: false,
  });
  const { page } = ann;
  for (const [noun, what] of [
    ['clubs', 'Clubs'],
    ['athletes', 'Athletes'],
  ] as const) {
    await page.goto(`/explore/${noun}`);
    await tells(page, `Use the search bar above to find ${noun}`);
    await expectForEveryone(page, noun);
    await field(page).fill(word);
    await field(page).press('Enter');
    await expect(found(page, what)).toHaveCount(1);
    await expectForEveryone(page, `${noun} found`);
  }
});
