import { schedule } from '../fixtures/product-api.ts';
import { chooseHostAction, itemOf, liveRowOf, titleOf } from '../fixtures/session-page.ts';
import { connectSimulated, expect, row, take, test, visit } from './studio.ts';

test('a coach plans a session', async ({ enter }) => {
  const maren = await enter('maren');
  const { page } = maren;
  await visit(maren, '/dashboard', 'Activity Feed');
  const form = page.getByRole('region', { name: 'New Workout' });
  await form.getByLabel('Title').fill('Thursday pieces');
  await form.getByRole('textbox', { name: 'Workout item 1' }).fill('4 x 500 m / 2:00 rest');
  await expect(form).toContainText('Reads as');
  await form.getByLabel('Visibility').selectOption({ label: 'Harbour Rowing Club' });
  await take(page, 'new-workout', { of: form });
  await form.getByRole('button', { name: 'Edit as rows of workout item 1' }).click();
  const rows = form.getByRole('group', { name: 'Pieces of workout item 1' });
  await take(page, 'edit-as-rows', { of: rows, margin: 6 });
  await visit(maren, '/training/calendar', /\d{4}$/);
  await take(page, 'calendar');
  await visit(maren, '/clubs/harbour/general', 'Recent Sessions');
  await page
    .getByRole('region', { name: 'Recent Sessions' })
    .getByRole('link', { name: 'Thursday pieces' })
    .click();
  await expect(page.getByRole('table', { name: /^Results: / }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await take(page, 'results', { screen: 'tall' });
});

test('a coach starts a crew together, watches it, and shows it on a television', async ({
  enter,
  newAthlete,
}) => {
  const item = '2000 m';
  const maren = await enter('maren');
  const { page } = maren;
  const { _id } = await schedule(maren.context.request, maren.user, { title: '2k test', items: [item] });
  const crew = [
    [await enter('elias'), 105],
    [await enter('aiko'), 115],
    [await enter('tobias'), 120],
    [await enter('nora'), 130],
    [await enter('jonas'), 140],
  ] as const;
  for (const [member, paceSec] of crew.slice(0, 2)) {
    await member.page.goto(`/sessions/${_id}`);
    await connectSimulated(member, paceSec);
  }
  await page.goto(`/sessions/${_id}`);
  await expect(itemOf(page, item)).toContainText('2 of 2 ready');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sharing = page.getByRole('dialog', { name: /^Share / });
  await expect(sharing).toBeVisible();
  await take(page, 'share', { screen: 'narrow', of: sharing });
  await sharing.getByRole('button', { name: 'Close' }).click();

  await itemOf(page, item).getByRole('button', { name: 'Start together' }).click();
  const dialog = page.getByRole('dialog', { name: `Start ${titleOf(item)} together` });
  await dialog.getByText('10 s', { exact: true }).click();
  await take(page, 'start-together', { screen: 'narrow', of: dialog });
  await dialog.getByRole('button', { name: 'Start the countdown' }).click();
  const [[first]] = crew;
  await expect(first.page.getByRole('dialog', { name: `Start together ${titleOf(item)}` })).toBeVisible();
  await take(first.page, 'countdown-phone', { screen: 'phone' });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel start' }).click();

  for (const [member, paceSec] of crew) await row(member, _id, item, paceSec);
  await expect(liveRowOf(page, item, 'Jonas Meyer')).toContainText('Rowing', { timeout: 20_000 });
  await chooseHostAction(page, 'Board');
  const board = page.getByRole('dialog', { name: 'Board for a television' });
  await board.getByRole('button', { name: 'Create link' }).click();
  const link = board.getByText(/\/boards\/[\w-]{43}$/);
  await expect(link).toBeVisible();
  const screen = (await newAthlete()).page;
  await screen.goto((await link.textContent()) ?? '');
  await board.getByRole('button', { name: 'Close', exact: true }).click();
  // At about 200 m, when the gaps show.
  await page.waitForTimeout(45_000);
  await itemOf(page, item).getByRole('button', { name: 'Aiko Tanaka' }).first().click();
  await expect(page.getByRole('figure', { name: /^Last force curve/ })).toBeVisible({ timeout: 20_000 });
  await take(page, 'live-grid', { screen: 'tall' });
  await take(screen, 'board', { screen: 'television' });
});
