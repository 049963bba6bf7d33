import { clubs } from '@boathouse/contract/clubs';
import { fileLimits } from '@boathouse/contract/files';
import type { Page } from '@playwright/test';
import { foundClub, freeCustomUrl, join, paint } from './fixtures/clubs.ts';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { call } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { chooseHostAction } from './fixtures/session-page.ts';

test.describe.configure({ mode: 'parallel' });

const regionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const says = (page: Page, words: string) =>
  expect(page.getByRole('status').getByText(words, { exact: true })).toBeVisible();
const complains = (page: Page, words: string) =>
  expect(page.getByRole('alert').getByText(words)).toBeVisible();

async function choose(page: Page, label: string, buffer: Buffer): Promise<void> {
  const file = { name: 'picture.png', mimeType: 'image/png', buffer };
  await page.getByLabel(`${label}: choose an image`).setInputFiles(file);
}

/** The folders of the pictures shown in the page, each with whether its picture is drawn. */
const pictures = (page: Page) =>
  page
    .getByRole('main')
    .locator('img')
    .evaluateAll((images) =>
      images.map((image) =>
        image instanceof HTMLImageElement
          ? `${new URL(image.src).pathname.split('/')[2]} ${image.naturalWidth > 0}`
          : '',
      ),
    );

/** Chooses from a member's menu. */
async function actOn(page: Page, action: string, member: string): Promise<void> {
  await button(page, `Actions for ${member}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Confirms with Yes; the question closes a second later. */
async function confirm(page: Page, question: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: question });
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeHidden();
}

test('[CLUB-1] [CLUB-2] [DASH-1] creates a club from the dashboard, with images and an available URL', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const taken = await foundClub(await newMember('Ben Scull'));
  const { page } = ann;
  await page.goto('/dashboard');
  await regionOf(page, 'Your Clubs').getByRole('link', { name: 'Create a club' }).click();
  await page.getByLabel('Name').fill('Harbour Four');
  await page.getByLabel('Description').fill('Four seats, no cox.');
  const icon = await paint(page, { isLarge: true });
  expect(icon.byteLength).toBeGreaterThan(fileLimits.oneRequestBytes);
  await choose(page, 'Icon', icon);
  await choose(page, 'Banner', await paint(page));
  await page.getByRole('radio', { name: 'Invite-only' }).check();

  const customURL = page.getByLabel('Custom URL');
  await customURL.fill(taken.customURL.toUpperCase());
  await expect(page.getByText('This club url is not available')).toBeVisible();
  await button(page, 'Create club').click();
  await complains(page, 'The club URL you have requested is not available. Try another.');
  const free = freeCustomUrl();
  await customURL.fill(free);
  await expect(page.getByText('This club url is available')).toBeVisible();
  await button(page, 'Create club').click();

  await expect(page).toHaveURL(`/clubs/${free}/general`);
  await says(page, 'Club created');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Four');
  await expect.poll(() => pictures(page)).toEqual(['clubbanners true', 'clubicons true', 'clubbanners true']);
  const information = regionOf(page, 'Club Information');
  await expect(information).toContainText('Four seats, no cox.');
  await expect(information).toContainText('Invite-only');
  await page.goto('/dashboard');
  await regionOf(page, 'Your Clubs').getByRole('link', { name: 'Harbour Four' }).click();
  await expect(page).toHaveURL(`/clubs/${free}/general`);
});

test('[CLUB-1] [CLUB-2] [WORK-3] leads a coach to a club, its first session and a link, with one press each', async ({
  newMember,
}) => {
  const { page } = await newMember('Cora Cox');
  await page.goto('/dashboard');
  const steps = regionOf(page, 'Your first steps');
  await steps.getByRole('link', { name: 'Create a club' }).click();
  // A separate name, because the tests of one run share the installation.
  const name = `Möwe ${freeCustomUrl().slice(-8)}`;
  await page.getByLabel('Name').fill(name);
  await button(page, 'Use initials').click();
  await expect(page.getByLabel('Custom URL')).toHaveValue(/^mowe-/);
  await expect(page.getByText('This club url is available')).toBeVisible();
  await button(page, 'Create club').click();
  await says(page, 'Club created');
  await expect.poll(() => pictures(page)).toEqual(['clubicons true']);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await steps.getByRole('link', { name: 'Plan a session' }).click();
  const form = regionOf(page, 'New Workout');
  await expect(form.getByLabel('Title')).toBeFocused();
  await form.getByLabel('Title').fill('First pieces');
  await form.getByLabel('Workout item 1').fill('4 x 500 m / 2:00 rest');
  await expect(form.getByText(`Members of ${name} will see it`)).toBeVisible();
  await form.getByRole('button', { name: 'Create session' }).click();
  await expect(steps.getByRole('link', { name: 'Plan a session' })).toBeHidden();

  await steps.getByRole('link', { name: 'Invite your crew' }).click();
  await button(page, 'Invite by link').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(steps.getByText('Done', { exact: true })).toHaveCount(2);
  await expect(steps).toContainText('2 of 4 done');

  await page.getByRole('link', { name: 'First pieces' }).first().click();
  await chooseHostAction(page, 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Visibility').selectOption('Anyone with link');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('list', { name: 'Session facts' })).toContainText('Anyone with link');
});

test('[WORK-1] a workout on the whiteboard of a club is used again by its members', async ({ newMember }) => {
  const cora = await newMember('Cora Cox');
  const club = await foundClub(cora, { name: 'Whiteboard Club' });
  const { page } = cora;
  await page.goto('/dashboard');
  const form = regionOf(page, 'New Workout');
  await form.getByLabel('Title').fill('Winter pieces');
  await form.getByLabel('Workout item 1').fill('4 x 2000 m / 5:00 rest');
  await form.getByRole('button', { name: 'Create session' }).click();
  await form.getByRole('link', { name: 'Winter pieces' }).click();
  await chooseHostAction(page, 'Edit');
  await page.getByRole('dialog').getByRole('button', { name: 'Templates' }).click();
  await button(page, 'Save as template').click();
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  await dialog.getByLabel('Keep it in').selectOption(`Whiteboard of ${club.name}`);
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await says(page, 'Template saved');

  const mia = await newMember('Mia Oar');
  await join(mia, club);
  await mia.page.goto('/dashboard');
  const herForm = regionOf(mia.page, 'New Workout');
  await herForm.getByRole('button', { name: 'Templates' }).click();
  const board = mia.page.getByRole('region', { name: `Whiteboard of ${club.name}` });
  await expect(board.getByText('4 x 2,000 m / 5:00 rest')).toBeVisible();
  await expect(board.getByRole('button', { name: 'Delete Winter pieces' })).toBeHidden();
  await board.getByRole('button', { name: 'Use Winter pieces' }).click();
  await expect(herForm.getByLabel('Title')).toHaveValue('Winter pieces');
  await expect(herForm.getByLabel('Workout item 1')).toHaveValue('4 x 2000 m / 5:00 rest');
});

test('[MEMB-1] [MEMB-2] [CLUB-3] joins and leaves a public club, and updates every list', async ({
  newMember,
}) => {
  const club = await foundClub(await newMember('Ben Scull'), { name: 'Open Water' });
  const { page } = await newMember('Ann Oar');
  await page.goto('/dashboard');
  const visibility = page.getByRole('combobox', { name: 'Visibility' });
  await expect(visibility.getByRole('option')).toHaveText(['Only Me', 'Anyone with link']);
  await page.goto(`/clubs/${club.customURL.toUpperCase()}/general`);
  await button(page, 'Join').click();
  await says(page, 'You are now a member of Open Water');
  await expect(button(page, 'Leave')).toBeVisible();
  await expect(button(page, 'Join')).toBeHidden();
  await expect(regionOf(page, 'Club Information')).toContainText('members2');
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(regionOf(page, 'Admins').getByRole('listitem')).toContainText(['Ben Scull']);
  await expect(regionOf(page, 'Members').getByRole('listitem')).toContainText(['Ann Oar']);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(visibility.getByRole('option')).toHaveText(['Only Me', 'Anyone with link', 'Open Water']);

  await regionOf(page, 'Your Clubs').getByRole('link', { name: 'Open Water' }).click();
  await button(page, 'Leave').click();
  await confirm(page, 'Are you sure you want to leave Open Water?');
  await says(page, 'You left Open Water');
  await expect(button(page, 'Join')).toBeFocused();
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(regionOf(page, 'Members')).toContainText('This club has no members');
});

test('[MEMB-5] tells the owner before leaving that another owner is needed', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  const club = await foundClub(ann, { name: 'Open Water' });
  const { page } = ann;
  await page.goto(`/clubs/${club.customURL}/general`);
  await page.getByRole('button', { name: 'Leave' }).click();
  const dialog = page.getByRole('dialog', { name: 'You own Open Water' });
  await dialog.getByRole('link', { name: 'Choose the new owner' }).click();
  await expect(page).toHaveURL(`/clubs/${club.customURL}/members`);
  await expect(dialog).toHaveCount(0);
});

test('a club page shows planned sessions, who is rowing, and who asks to join', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  const club = await foundClub(ann, { name: 'Night Shift', isPrivate: true });
  const ben = await newMember('Ben Scull');
  await join(ben, club);
  const { page } = ann;
  await page.goto('/dashboard');
  await expect(regionOf(page, 'Your Clubs')).toContainText('1 request');
  await regionOf(page, 'Your Clubs').getByRole('link', { name: 'Night Shift' }).click();
  await expect(page).toHaveURL(`/clubs/${club.customURL}/members`);
  await expect(page.getByRole('navigation', { name: 'Club' })).toContainText('1 request');
  await page.getByRole('link', { name: 'General' }).click();
  await expect(regionOf(page, 'Upcoming sessions')).toContainText('No upcoming sessions');
  await expect(regionOf(page, 'Meters')).toContainText('No meters in the last 7 days');
  await page.getByRole('link', { name: 'New session' }).click();
  const form = regionOf(page, 'New Workout');
  await form.getByLabel('Title').fill('Evening pieces');
  await form.getByLabel('Workout item 1').fill('2000m');
  await form.getByRole('button', { name: 'Create session' }).click();
  await expect(form.getByRole('link', { name: 'Evening pieces' })).toBeVisible();
  await page.goto(`/clubs/${club.customURL}/general`);
  await expect(
    regionOf(page, 'Upcoming sessions').getByRole('link', { name: 'Evening pieces' }),
  ).toBeVisible();
});

test('[MEMB-2] [MEMB-3] [MEMB-4] leads a private club from a join request to a new owner', async ({
  newMember,
}) => {
  const [owner, ann, ben] = [
    await newMember('Olga Owner'),
    await newMember('Ann Oar'),
    await newMember('Ben Scull'),
  ];
  const club = await foundClub(owner, { name: 'Night Shift', isPrivate: true });
  await join(ben, club);
  const members = `/clubs/${club.customURL}/members`;

  const { page } = ann;
  await page.goto(`/clubs/${club.customURL}/general`);
  await expect(page.getByText('Only members see the sessions of this club.')).toBeVisible();
  await button(page, 'Request to join').click();
  await button(page, 'Cancel join request').click();
  await button(page, 'Request to join').click();
  await expect(button(page, 'Cancel join request')).toBeVisible();
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(regionOf(page, 'Members')).toContainText('This club has no members');
  await expect(regionOf(page, 'Pending Requests to Join')).toBeHidden();
  await page.goto('/dashboard');
  await expect(regionOf(page, 'Your Clubs').getByRole('listitem')).toContainText(['Pending']);

  await test.step('the owner accepts one, declines one, and makes an admin', async () => {
    const { page: desk } = owner;
    await desk.goto(members);
    const requests = regionOf(desk, 'Pending Requests to Join');
    await expect(requests.getByRole('listitem')).toHaveCount(2);
    await button(desk, 'Accept Ann Oar').click();
    await says(desk, 'Ann Oar is now a member of Night Shift');
    await button(desk, 'Decline Ben Scull').click();
    await says(desk, "Ben Scull's request to join Night Shift was declined");
    await expect(requests).toBeHidden();
    await actOn(desk, 'Make Admin', 'Ann Oar');
    await actOn(desk, 'Revoke Admin', 'Ann Oar');
    await says(desk, 'Ann Oar is no longer an admin of Night Shift');
    await expect(regionOf(desk, 'Members').getByRole('link')).toHaveText(['Ann Oar']);
    await actOn(desk, 'Make Admin', 'Ann Oar');
    await expect(regionOf(desk, 'Admins').getByRole('link')).toHaveText(['Olga Owner', 'Ann Oar']);
  });

  await test.step('the admin accepts and removes, and has no way to transfer', async () => {
    await join(ben, club);
    await page.goto(members);
    await button(page, 'Accept Ben Scull').click();
    await expect(regionOf(page, 'Members').getByRole('link')).toHaveText(['Ben Scull']);
    await expect(page.getByText('Transfer Ownership')).toHaveCount(0);
    await expect(regionOf(page, 'Admins').getByRole('listitem').first().getByRole('button')).toHaveCount(0);
    await actOn(page, 'Remove', 'Ben Scull');
    await confirm(page, 'Remove Ben Scull from Night Shift?');
    await says(page, 'Ben Scull is no longer a member of Night Shift');
    await expect(regionOf(page, 'Members')).toContainText('This club has no members');
  });

  await test.step('the owner transfers the club, and can leave', async () => {
    const { page: desk } = owner;
    await desk.reload();
    await actOn(desk, 'Transfer Ownership', 'Ann Oar');
    await confirm(desk, 'Transfer the ownership of Night Shift to Ann Oar?');
    await says(desk, 'Ann Oar is now the owner of Night Shift');
    await expect(regionOf(desk, 'Admins').getByRole('link')).toHaveText(['Ann Oar', 'Olga Owner']);
    await button(desk, 'Leave').click();
    await confirm(desk, 'Are you sure you want to leave Night Shift?');
    await says(desk, 'You left Night Shift');
    await expect(button(desk, 'Request to join')).toBeVisible();
    await expect(regionOf(desk, 'Admins').getByRole('link')).toHaveText(['Ann Oar']);
  });
});

test('[CLUB-6] an admin edits a club; only modified fields are sent, and Cancel restores', async ({
  newMember,
}) => {
  const owner = await newMember('Olga Owner');
  const { page, context, user } = await newMember('Ann Oar');
  const club = await foundClub(owner, { name: 'Open Water' });
  await join({ context, user }, club);
  await call(owner.context.request, clubs.makeAdmin, {
    body: { requestingUser: owner.user._id, user: user._id, club: club._id },
  });
  await page.goto(`/clubs/${club.customURL}/general`);
  await page.getByRole('link', { name: 'Edit club' }).click();
  await expect(page).toHaveURL(`/clubs/${club.customURL}/edit`);

  await page.getByLabel('Name').fill('Something else');
  await choose(page, 'Banner', await paint(page));
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toContainText('name, banner');
  await button(page, 'Use default banner').click();
  await says(page, 'Set default banner');
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toContainText('Not saved yet: name');
  await choose(page, 'Banner', await paint(page));
  await button(page, 'Cancel').click();
  await says(page, 'Restored current club information');
  await expect(page.getByLabel('Name')).toHaveValue('Open Water');
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeHidden();

  await page.getByLabel('Description').fill('Saltwater only.');
  await choose(page, 'Banner', await paint(page));
  const patch = page.waitForRequest((request) => request.method() === 'PATCH');
  await button(page, 'Save Changes').click();
  await says(page, 'Club changes saved');
  expect((await patch).postDataJSON()).toEqual({
    description: 'Saltwater only.',
    bannerURL: expect.stringContaining(`/files/clubbanners/${club.customURL}/`),
  });
  await page.goto(`/clubs/${club.customURL}/general`);
  await expect(regionOf(page, 'Club Information')).toContainText('Saltwater only.');
  await expect.poll(() => pictures(page)).toContain('clubbanners true');
});

test('[CLUB-7] [CLUB-8] redirects a member without admin role to the dashboard, and shows not found for an unknown club', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/404 \(Not Found\)/);
  const club = await foundClub(await newMember('Olga Owner'));
  const ann = await newMember('Ann Oar');
  const { page } = ann;
  await join(ann, club);
  await page.goto(`/clubs/${club.customURL}/general`);
  await expect(button(page, 'Leave')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit club' })).toBeHidden();
  await page.goto(`/clubs/${club.customURL}/edit`);
  await expect(page).toHaveURL('/dashboard');
  await complains(page, 'You do not have permission to edit this club');
  for (const part of ['general', 'members', 'edit']) {
    await page.goto(`/clubs/${freeCustomUrl()}/${part}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("We couldn't find a club at that link");
  }
});

test('[SET-3] the club pages are accessible in Light, Dark and Blue', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  const { page, context, user } = ann;
  const club = await foundClub(ann, { name: 'A rowing club with a rather long name', isPrivate: true });
  await join(await newMember('Ben Scull'), club);
  const cem = await newMember('Cem Cox');
  await join(cem, club);
  await call(context.request, clubs.makeMember, {
    body: { requestingUser: user._id, user: cem.user._id, club: club._id },
  });

  await page.goto(`/clubs/${club.customURL}/general`);
  await expect(button(page, 'Leave')).toBeVisible();
  await expect(regionOf(page, 'Recent Sessions')).toContainText('No sessions yet');
  await expectForEveryone(page, 'general page');
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(button(page, 'Accept Ben Scull')).toBeVisible();
  await expectForEveryone(page, 'members page');
  await actOn(page, 'Remove', 'Cem Cox');
  await expectForEveryone(page, 'members page with a question');
  await button(page, 'Cancel').click();
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'Actions for Cem Cox').click();
  await expect(page.getByRole('menuitem', { name: 'Transfer Ownership' })).toBeVisible();
  await expectForEveryone(page, 'members page with a menu');

  await page.goto(`/clubs/${club.customURL}/edit`);
  await page.getByLabel('Name').fill('');
  await expect(button(page, 'Save Changes')).toBeVisible();
  await expectForEveryone(page, 'edit page with changes');
  await page.goto('/club-create');
  await page.getByLabel('Custom URL').fill(club.customURL);
  await expect(page.getByText('This club url is not available')).toBeVisible();
  await button(page, 'Create club').click();
  await expectForEveryone(page, 'create page with errors');
});
