import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './fixtures/for-everyone.ts';
import { onlyActivityOf, rowByHand, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import type { Member } from './fixtures/product.ts';
import { replay } from './fixtures/recording.ts';
import {
  chooseHostAction,
  cockpitOf,
  connectBarOf,
  connectMonitor,
  figureOf,
  finishByHand,
  itemOf,
  liveRowOf,
  openItem,
  resultRowOf,
  startWorkout,
  titleOf,
} from './fixtures/session-page.ts';

const items = ['100m', '2000m'];
const [first = '', second = ''] = items;

/** Opens the page of the athlete's own session. */
async function openOwnSession(member: Member): Promise<string> {
  const { _id } = await schedule(member.context.request, member.user, { items });
  await member.page.goto(`/sessions/${_id}`);
  await expect(itemOf(member.page, first)).toBeVisible();
  return _id;
}

const errorToastOf = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /./ });

test('[SESS-3] [ERG-6] without Bluetooth, the page shows a note and an alert on Connect, and offers a simulated erg', async ({
  pageWithoutBluetooth: page,
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { _id } = await schedule(ann.context.request, ann.user, { items });
  await page.context().addCookies(ann.person.cookies);
  await page.goto(`/sessions/${_id}`);
  await expect(connectBarOf(page)).toContainText('This browser does not support bluetooth.');
  const alerts: [string, string][] = [];
  page.on('dialog', (dialog) => {
    alerts.push([dialog.type(), dialog.message()]);
    void dialog.accept();
  });
  await connectBarOf(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => alerts).toEqual([['alert', 'This browser does not support bluetooth.']]);
  // The instructions lead to what works here, not to the alert.
  await itemOf(page, first).getByRole('button', { name: 'Begin' }).click();
  await expect(itemOf(page, first)).toContainText('This browser has no Bluetooth');
  await expect(itemOf(page, first).getByRole('button', { name: 'Connect your erg' })).toHaveCount(0);
  await itemOf(page, first).getByRole('button', { name: 'Use simulated erg' }).click();
  await expect(connectBarOf(page)).toContainText('Simulated erg connected');
  expect(alerts).toHaveLength(1);
});

test('a chooser closed without a choice shows no error and can be opened again', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  await openOwnSession(ann);
  ann.pm5.answerChooserWith('cancel');
  await connectBarOf(ann.page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => ann.pm5.choosers).toBe(1);
  await expect(errorToastOf(ann.page)).toHaveCount(0);
  ann.pm5.answerChooserWith('pick');
  await connectMonitor(ann.page);
  await connectBarOf(ann.page).getByRole('button', { name: 'Disconnect' }).click();
  await expect(connectBarOf(ann.page).getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expect.poll(() => ann.pm5.isConnected()).toBe(false);
});

test('after a reload, one press on a button with its name connects the last monitor', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  await openOwnSession(ann);
  await connectMonitor(ann.page);
  await ann.page.reload();
  await connectBarOf(ann.page).getByRole('button', { name: 'Connect PM5 430000000 again' }).click();
  await expect(connectBarOf(ann.page)).toContainText('Erg connected');
  await expect.poll(() => ann.pm5.isConnected()).toBe(true);
});

test('[SESS-4] the browser asks before the page is left, on this page only', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  await openOwnSession(ann);
  await itemOf(ann.page, first).getByRole('button', { name: first }).click();
  const asked = ann.page.waitForEvent('dialog');
  await ann.page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  expect(ann.page.isClosed()).toBe(false);

  await ann.page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(ann.page.getByRole('heading', { name: 'New Workout' })).toBeVisible();
  const dialogs: string[] = [];
  ann.page.on('dialog', (late) => {
    dialogs.push(late.type());
    void late.accept();
  });
  await ann.page.reload();
  await expect(ann.page.getByRole('heading', { name: 'New Workout' })).toBeVisible();
  expect(dialogs).toEqual([]);
});

test('[SESS-6] [UI-1] Begin shows the instructions, Cancel hides them, and Start Workout needs a connected erg', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const sessionId = await openOwnSession(ann);
  const panel = itemOf(ann.page, first);
  const instructions = panel.getByText(`Set up ${first} on your monitor.`);
  const start = panel.getByRole('button', { name: 'Start Workout' });

  await panel.getByRole('button', { name: 'Begin' }).click();
  await expect(instructions).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(instructions).toBeHidden();
  await expect(start).toBeHidden();

  await panel.getByRole('button', { name: 'Begin' }).click();
  await start.click();
  await expect(errorToastOf(ann.page)).toContainText('Something went wrong');
  await expect(errorToastOf(ann.page)).toContainText('Connect your ergometer before starting a workout.');
  await expect(cockpitOf(ann.page)).toHaveCount(0);

  await connectMonitor(ann.page);
  await expect(instructions).toBeVisible();
  await start.click();
  await expect(cockpitOf(ann.page)).toContainText('saved');
  expect(await onlyActivityOf(ann.context.request, sessionId)).toMatchObject({
    isCompleted: false,
    distance: 0,
  });
});

test('[SESS-6] the panel of a workout item collapses and expands', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  await openOwnSession(ann);
  const panel = itemOf(ann.page, first);
  const title = panel.getByRole('button', { name: first });
  const body = panel.getByText('No one is rowing this yet.');
  await expect(title).toHaveAttribute('aria-expanded', 'true');
  await expect(body).toBeVisible();
  await title.click();
  await expect(title).toHaveAttribute('aria-expanded', 'false');
  await expect(body).toBeHidden();
  await openItem(ann.page, second);
  await expect(itemOf(ann.page, second).getByText('No one is rowing this yet.')).toBeVisible();
  await title.click();
  await expect(body).toBeVisible();
});

test('[SESS-5] [SESS-10] one item at a time: the second waits until the first is finished by hand and complete', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const sessionId = await openOwnSession(ann);
  await connectMonitor(ann.page);
  await startWorkout(ann.page, first);
  // While rowing, the page shows only the instrument: nothing else can be pressed.
  await expect(itemOf(ann.page, second)).toBeHidden();
  await expect(ann.page.getByRole('button', { name: 'Begin' })).toBeHidden();
  await expect(ann.page.getByRole('banner')).toBeHidden();

  const ben = await newMember('Ben Scull');
  await ben.page.goto(`/sessions/${sessionId}`);
  await liveRowOf(ben.page, first, 'Ann Oar').getByRole('button', { name: 'Ann Oar' }).click();
  const panel = ben.page.getByRole('region', { name: 'Workout of Ann Oar' });
  await panel.getByRole('button', { name: first }).click();
  await expect(
    ben.page.getByText('The page for individual activities is currently in development', { exact: true }),
  ).toBeVisible();

  // Half of the piece: from the first stroke to about 45 m.
  const run = await replay(ann.pm5, { fromMs: 13_000, toMs: 25_000, speed: 4 });
  await run.finished;
  await expect(figureOf(ann.page, 'distance')).toHaveText(/^[2-9]\dm$/);
  await finishByHand(ann.page);
  await expect(itemOf(ann.page, first)).toContainText('Complete');
  await expect(cockpitOf(ann.page)).toContainText('result saved');
  const done = await onlyActivityOf(ann.context.request, sessionId);
  expect(done).toMatchObject({ isCompleted: true, summary: { source: 'byHand', logEntryDate: null } });
  expect(done.distance).toBeGreaterThan(20);
  expect(done.distance).toBeLessThan(100);
  await openItem(ann.page, first);
  await expect(resultRowOf(ann.page, first, 'Ann Oar')).toContainText(`${Math.floor(done.distance)} m`);
  await expect(itemOf(ann.page, first).getByRole('button', { name: 'Begin' })).toHaveCount(0);

  await startWorkout(ann.page, second);
  await expect(cockpitOf(ann.page)).toContainText(titleOf(second));
  await expect(liveRowOf(ben.page, second, 'Ann Oar')).toBeVisible();
  await openItem(ben.page, first);
  await expect(resultRowOf(ben.page, first, 'Ann Oar')).toBeVisible();
});

test('[SESS-10] links to a workout in progress in another session', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  const elsewhere = await schedule(ann.context.request, ann.user, { title: 'The other one', items });
  await ann.page.goto(`/sessions/${elsewhere._id}`);
  await connectMonitor(ann.page);
  await startWorkout(ann.page, second);
  ann.page.on('dialog', (dialog) => void dialog.accept());
  await openOwnSession(ann);
  const bar = ann.page.getByRole('complementary', { name: 'Your workout' });
  await expect(bar).toContainText(/You left a workout unfinished: 0 .+ in The other one/);
  for (const item of items) {
    await expect(itemOf(ann.page, item)).toContainText('Finish the workout you have begun first.');
  }
  await bar.getByRole('button', { name: 'Go on' }).click();
  await ann.page.waitForURL(`**/sessions/${elsewhere._id}`);
  await expect(cockpitOf(ann.page).getByRole('button', { name: 'Finish' })).toBeVisible();
});

test('[SESS-2] completed results can be sorted by all five columns, both ways', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const cas = await newMember('Cas Rigger');
  const session = await schedule(ann.context.request, ann.user, { items });
  // Each column gives a different order.
  const figures = [
    [ben, { averagePace: 120, distance: 500, strokeRate: 20, elapsedTime: 120 }],
    [cas, { averagePace: 110, distance: 490, strokeRate: 28, elapsedTime: 107.8 }],
    [ann, { averagePace: 130, distance: 600, strokeRate: 24, elapsedTime: 156 }],
  ] as const;
  for (const [member, row] of figures) {
    await rowByHand(member.context.request, member.user, session, row);
  }
  await ann.page.goto(`/sessions/${session._id}`);
  const table = itemOf(ann.page, first).getByRole('table', { name: `Results: ${first}` });
  const order = async () =>
    (await table.getByRole('rowheader').allTextContents()).map((text) => /Ann|Ben|Cas/.exec(text)?.[0]);

  await openItem(ann.page, first);
  await expect(table.getByRole('row')).toHaveCount(4);
  const columns = [
    ['Name', ['Ann', 'Ben', 'Cas']],
    ['Average pace', ['Cas', 'Ben', 'Ann']],
    ['Distance', ['Ann', 'Ben', 'Cas']],
    ['Stroke rate', ['Cas', 'Ann', 'Ben']],
    ['Elapsed time', ['Cas', 'Ben', 'Ann']],
  ] as const;
  for (const [column, expected] of columns) {
    const header = table.getByRole('columnheader', { name: column });
    await header.getByRole('button').click();
    await expect.poll(order, `by ${column}`).toEqual(expected);
    const direction = (await header.getAttribute('aria-sort')) ?? '';
    await header.getByRole('button').click();
    await expect.poll(order, `by ${column}, the other way`).toEqual(expected.toReversed());
    expect([direction, await header.getAttribute('aria-sort')].toSorted()).toEqual([
      'ascending',
      'descending',
    ]);
  }
});

test("[SESS-11] another user's Only Me session looks like one that does not exist", async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 40[04] .*\/api\/sessions\//);
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const { _id } = await schedule(ann.context.request, ann.user, { items, visibility: 'onlyMe' });
  await ann.page.goto(`/sessions/${_id}`);
  await expect(itemOf(ann.page, first)).toBeVisible();
  await expect(ann.page.getByRole('complementary', { name: 'Session' })).toContainText('Only Me');

  const seen: string[] = [];
  for (const id of [_id, randomUUID(), 'no-id-at-all']) {
    await ben.page.goto(`/sessions/${id}`);
    await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText(
      "We couldn't find a session at that link",
    );
    seen.push(await ben.page.locator('body').innerText());
  }
  expect(new Set(seen).size).toBe(1);
});

test('[SESS-1] the left panel lists the users on the page, and removes those who leave', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const sessionId = await openOwnSession(ann);
  const panel = ann.page.getByRole('complementary', { name: 'Session' });
  await expect(panel).toContainText('Morning row');
  await expect(panel).toContainText('Hosted by Ann Oar');
  await expect(panel).toContainText('Anyone with link');
  await ben.page.goto(`/sessions/${sessionId}`);
  await ann.page.getByRole('tab', { name: 'Members' }).click();
  const members = ann.page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveText([/Ann Oar/, /Ben Scull/]);
  await expect(panel).toContainText('2 here now');
  await ben.page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(members).toHaveText([/Ann Oar/]);
});

test('the host edits, repeats and deletes a session, and the other pages show it at once', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 404 .*\/api\/sessions\//);
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const sessionId = await openOwnSession(ann);
  await ben.page.goto(`/sessions/${sessionId}`);
  await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText('Morning row');
  await expect(ben.page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0);

  await chooseHostAction(ann.page, 'Edit');
  await ann.page.getByLabel('Title').fill('Later row');
  await ann.page.getByLabel('Workout item 1').fill('3 x 500m / 1:00 rest');
  await ann.page.getByLabel('Minute').selectOption('50');
  await ann.page.getByRole('button', { name: 'Save changes' }).click();
  await expect(ann.page.getByText('Changes saved')).toBeVisible();
  await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText('Later row');
  await expect(itemOf(ben.page, '3 x 500m / 1:00 rest')).toBeVisible();

  await chooseHostAction(ann.page, 'Repeat');
  await ann.page.getByLabel('Repeat for').selectOption('The next 3 weeks');
  await ann.page.getByRole('button', { name: 'Repeat weekly' }).click();
  await expect(ann.page.getByText('Created 3 sessions')).toBeVisible();

  await chooseHostAction(ann.page, 'Delete');
  await ann.page.getByRole('button', { name: 'Yes' }).click();
  await expect(ann.page.getByText('Session deleted')).toBeVisible();
  await ann.page.waitForURL((url) => url.pathname === '/dashboard');
  await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText(
    "We couldn't find a session at that link",
  );
});

test('the host has a button for the next step and a menu, which is within reach of the thumb on a phone', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { page } = ann;
  await openOwnSession(ann);
  const head = page.getByRole('complementary', { name: 'Session', exact: true });
  await expect(head.getByRole('button')).toHaveText(['Share', 'Board', 'More']);
  const more = page.getByRole('button', { name: 'More', exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await more.click();
  await expect(item('Delete')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await more.click();
  const box = await item('Delete').boundingBox();
  expect(box?.y).toBeGreaterThan(740);
  await expectNoViolation(page, 'the menu of a host on a phone');
  await item('Repeat').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(more).toBeFocused();
  await more.click();
  // Parts below the dimmed page can't be pressed.
  await page.mouse.click(40, 90);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL(/\/sessions\//);
});

test('[WORK-1] [WORK-4] on a phone, a workout is typed, read piece by piece, edited as rows and created', async ({
  newMember,
}) => {
  const { page } = await newMember('Ann Oar');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'New Workout' }).click();
  const form = page.getByRole('region', { name: 'New Workout' });
  const text = form.getByRole('textbox', { name: 'Workout item 1' });
  const lines = form.getByRole('listitem');

  await text.fill("WU 10', 4x500m r24/2:00");
  await expect(lines).toHaveText(['10:00 WU', '4 × 500 m at 24 spm, 2:00 rest']);
  await text.fill('6x500/2');
  const suggestion = form.getByRole('button', { name: 'Did you mean 6 x 500 m / 2:00 rest?' });
  await expectNoViolation(page, 'suggestions for a workout');
  await text.press('Tab');
  await expect(suggestion).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('6 x 500 m / 2:00 rest');
  await expect(text).toBeFocused();
  await text.fill('four fast pieces');
  await expect(
    form.getByText('Not read as a plan: athletes see the text, the monitor is set by hand', { exact: true }),
  ).toBeVisible();

  await form.getByRole('button', { name: 'Edit as rows of workout item 1' }).click();
  await form.getByRole('button', { name: 'Add row' }).click();
  await expect(text).toHaveValue('four fast pieces');
  // The test uses only the keyboard: the focus is on the new row's piece.
  await page.keyboard.type('500');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('4');
  const row = form.getByRole('group', { name: 'Row 1' });
  await row.getByLabel('Rest').selectOption('Minutes');
  await row.getByLabel('Minutes of rest').fill('1:30');
  await row.getByRole('button', { name: 'Targets of row 1' }).click();
  await row.getByLabel('Stroke rate').fill('20-22');
  await row.getByLabel('Stroke rate').press('Enter');
  await expect(text).toHaveValue('4 x 500 m rate 20-22 / 1:30 rest');
  await expect(form.getByText('Reads as 4 × 500 m at 20 to 22 spm, 1:30 rest')).toBeVisible();
  await expectNoViolation(page, 'the rows of a workout');

  await form.getByRole('textbox', { name: 'Title' }).fill('Rate work');
  await form.getByRole('button', { name: 'Create session' }).click();
  await page.getByRole('link', { name: 'Rate work' }).first().click();
  await expect(itemOf(page, '4 x 500 m rate 20-22 / 1:30 rest')).toBeVisible();
});

test('the link of the session can be copied', async ({ newMember }) => {
  const ann = await newMember('Ann Oar', {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await openOwnSession(ann);
  await ann.page.getByRole('button', { name: 'Share' }).click();
  await ann.page.getByRole('button', { name: 'Copy link' }).click();
  await expect(ann.page.getByText('Link copied')).toBeVisible();
  expect(await ann.page.evaluate(() => navigator.clipboard.readText())).toBe(ann.page.url());
});

test('[SESS-8] the page polls the session every 60 s', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  await ann.page.clock.install();
  // Without a live channel, because the page also fetches the session when the channel comes back.
  await ann.page.routeWebSocket('**', () => {});
  const asked: string[] = [];
  ann.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const sessionId = await openOwnSession(ann);
  const times = () => asked.filter((path) => path === `/api/sessions/${sessionId}`).length;
  // The first response comes with the page.
  expect(times()).toBe(0);
  await ann.page.clock.fastForward(55_000);
  await expect.poll(() => asked.filter((path) => path.endsWith('/activities')).length).toBeGreaterThan(0);
  expect(times()).toBe(0);
  await ann.page.clock.fastForward(6_000);
  await expect.poll(times).toBe(1);
});
