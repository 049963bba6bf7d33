import type { Page } from '@playwright/test';
import { invitations } from '@boathouse/contract/clubs/invitations';
import { clubs } from '@boathouse/contract/clubs';
import { foundClub } from './fixtures/clubs.ts';
import { call, schedule } from './fixtures/product-api.ts';
import { expect, newPerson, test } from './fixtures/product.ts';
import { itemOf } from './fixtures/session-page.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: { width: 390, height: 844 } });

/** A new user on a phone, whose presses and filled fields are counted. */
function newcomerOn(page: Page) {
  const counted = { presses: 0, fields: 0 };
  const press = async (role: 'button' | 'link', name: string, from: Pick<Page, 'getByRole'> = page) => {
    counted.presses += 1;
    await from.getByRole(role, { name, exact: true }).first().click();
  };
  const fill = async (selector: string, text: string) => {
    counted.fields += 1;
    await page.locator(selector).fill(text);
  };
  return {
    counted,
    press,
    async signUp(name: string) {
      const person = newPerson(name);
      await press('link', 'Sign Up');
      await fill('input[name=email]', person.email);
      await fill('input[name=name]', person.name);
      await fill('input[name=password]', person.password);
      await press('button', 'Create account');
      await page.waitForURL('**/dashboard');
    },
    /** Opens the instructions of the first item. */
    async begin() {
      await press('button', 'Begin', itemOf(page, '2000m'));
      await expect(itemOf(page, '2000m').getByRole('button', { name: 'Cancel' })).toBeVisible();
    },
  };
}

/** The time limit for all steps together. */
const few = { presses: 4, fields: 3 };

test("a new user gets from a session's link to a begun item with 4 presses and 3 fields", async ({
  page,
  newMember,
}) => {
  const { context, user } = await newMember('Hana Host');
  const session = await schedule(context.request, user, { title: 'Evening row', items: ['2000m'] });
  const newcomer = newcomerOn(page);
  await page.goto(`/sessions/${session._id}`);
  await expect(page.getByText('You were invited to a session.')).toBeVisible();
  await newcomer.signUp('Fay Friend');
  await newcomer.press('link', 'Open session');
  await newcomer.begin();
  expect(newcomer.counted).toEqual(few);
});

test("the link of a public club's session names it, and with the same presses a user joins the club and opens it", async ({
  page,
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const club = await foundClub(ann, { name: 'Harbour' });
  const session = await schedule(ann.context.request, ann.user, {
    title: 'Tuesday pieces',
    items: ['2000m'],
    club: club._id,
  });
  const newcomer = newcomerOn(page);
  await page.goto(`/sessions/${session._id}`);
  await expect(page.getByText('You were invited to Tuesday pieces of Harbour, ')).toBeVisible();
  await newcomer.signUp('Fay Friend');
  await newcomer.press('button', 'Join Harbour and open');
  await page.waitForURL(`**/sessions/${session._id}`);
  await newcomer.begin();
  expect(newcomer.counted).toEqual(few);
});

test("an admin's link to an invite-only club's session includes the invitation; without it others ask to join", async ({
  page,
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 404 .*\/api\/sessions/);
  const ann = await newMember('Ann Oar');
  const club = await foundClub(ann, { name: 'Night Shift', isPrivate: true });
  const session = await schedule(ann.context.request, ann.user, {
    title: 'Tuesday pieces',
    items: ['2000m'],
    club: club._id,
  });
  await ann.page.goto(`/sessions/${session._id}`);
  await ann.page.getByRole('button', { name: 'Share' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Share Tuesday pieces' });
  const link = (await dialog.getByText(`/sessions/${session._id}#`).textContent()) ?? '';
  await expect(
    dialog.getByText(/^Anyone who opens the link joins Night Shift and this session, until/),
  ).toBeVisible();
  // Another link would end this one, so making it takes a press.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await ann.page.getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByText("It replaces the club's invitation link.")).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add an invitation to the link' })).toBeVisible();

  const newcomer = newcomerOn(page);
  await page.goto(link);
  await expect(page.getByText('You were invited to a session.')).toBeVisible();
  await expect(page.getByText(/Night Shift|Tuesday/)).toHaveCount(0);
  await newcomer.signUp('Fay Friend');
  await newcomer.press('button', 'Join Night Shift and open');
  await page.waitForURL(`**/sessions/${session._id}`);
  await newcomer.begin();
  expect(newcomer.counted).toEqual(few);

  const sam = await newMember('Sam Scull');
  await sam.page.goto(`/sessions/${session._id}`);
  await expect(sam.page.getByRole('heading', { level: 1 })).toHaveText('A session of Night Shift');
  await sam.page.getByRole('button', { name: 'Ask to join Night Shift' }).click();
  await expect(sam.page.getByText('You have asked to join Night Shift.')).toBeVisible();
  await call(ann.context.request, clubs.makeMember, {
    body: { requestingUser: ann.user._id, user: sam.user._id, club: club._id },
  });
  await sam.page.reload();
  await expect(sam.page.getByRole('heading', { name: 'Tuesday pieces' })).toBeVisible();
});

test("a club's own address remembers the club through sign-up, and its invitation leads to tonight's session", async ({
  page,
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const club = await foundClub(ann, { name: 'Harbour' });
  const session = await schedule(ann.context.request, ann.user, {
    title: 'Tuesday pieces',
    items: ['2000m'],
    club: club._id,
  });
  await page.goto(`/clubs/${club.customURL}`);
  await expect(page.getByText('You came for the club Harbour.')).toBeVisible();
  await newcomerOn(page).signUp('Fay Friend');
  await page.getByRole('link', { name: 'Open club' }).click();
  await page.waitForURL(`**/clubs/${club.customURL}/general`);

  const { key } = await call(ann.context.request, invitations.create, { params: { id: club._id } });
  await page.goto(`/invitations#${key}`);
  await page.getByRole('button', { name: 'Join Harbour' }).click();
  await page.waitForURL(`**/sessions/${session._id}`);
});

test('Row is one press away on every page of a phone, and its bar covers nothing', async ({ newMember }) => {
  const { page, user } = await newMember('Ann Oar');
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole('navigation', { name: 'Main' });
  for (const path of [
    '/dashboard',
    '/training/statistics',
    '/explore/clubs',
    '/settings',
    `/athletes/${user._id}`,
  ]) {
    await page.goto(path);
    await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Row', 'Training', 'Explore']);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = await page.locator('#page').evaluate((shown) => {
      const { paddingBottom } = getComputedStyle(shown);
      return shown.getBoundingClientRect().bottom - Number.parseFloat(paddingBottom);
    });
    // A page scrolls by whole pixels.
    expect(Math.floor(last), path).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  }
  await bar.getByRole('link', { name: 'Row' }).click();
  await expect(page).toHaveURL('/row');
});

test('the landing page leads a logged-in user to the dashboard', async ({ newMember }) => {
  const { page } = await newMember('Ann Oar');
  await page.goto('/');
  await page.getByRole('link', { name: 'Open dashboard' }).first().click();
  await expect(page).toHaveURL('/dashboard');
});
