import { activities } from '@boathouse/contract/activities';
import { clubs } from '@boathouse/contract/clubs';
import { sessions } from '@boathouse/contract/sessions';
import { request } from '@playwright/test';
import { foundClub, join } from './fixtures/clubs.ts';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { signUp } from './fixtures/people.ts';
import { activitiesOf, call, userOf } from './fixtures/product-api.ts';
import { expect, newPerson, test } from './fixtures/product.ts';
import { openItem, resultRowOf } from './fixtures/session-page.ts';

const item = '2000 m';
/** An athlete's score by number, in the digits of a clock: 7:05.3, 7:06.3 and so on. */
const typedTime = (index: number) => `${705 + index}.3`;

test("a coach types 25 scores with the keyboard only; an athlete refuses one, and the monitor's result replaces the next", async ({
  newMember,
  server,
}) => {
  const coach = await newMember('Cleo Coach');
  const ann = await newMember('Ann Oar');
  const club = await foundClub(coach);
  await join(ann, club);
  for (let number = 1; number < 25; number += 1) {
    const { uid, cookies } = await signUp(
      server.url,
      newPerson(`Athlete ${String(number).padStart(2, '0')}`),
    );
    const api = await request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { origin: server.url },
      storageState: { cookies, origins: [] },
    });
    const { _id: user } = await userOf(api, uid);
    await call(api, clubs.join, { body: { user, club: club._id } });
    await api.dispose();
  }
  const session = await call(coach.context.request, sessions.create, {
    body: {
      title: 'Winter test',
      hostUser: coach.user._id,
      startAt: new Date(Date.now() - 3_600_000).toISOString(),
      isAccessibleByLink: false,
      club: club._id,
      workoutItems: [item],
    },
  });

  const { page } = coach;
  await page.goto(`/sessions/${session._id}`);
  await openItem(page, item);
  await page.getByRole('link', { name: 'Enter results' }).click();
  await expect(page.getByRole('heading', { name: 'Enter results', level: 1 })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Time of Ann Oar' })).toBeFocused();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  for (let index = 0; index < 25; index += 1) {
    for (const key of typedTime(index)) await press(key);
    await press('Enter');
  }
  await expect(page.getByText('2,000 m in 7:05.3, 1:46.3 /500 m')).toBeVisible();
  // The coach, who did not row, comes last on the sheet.
  await press('Enter');
  await press('Enter');
  await expect(page.getByText('25 results saved.')).toBeVisible();
  expect(presses).toBe(152);
  const [saved = []] = await activitiesOf(coach.context.request, session._id);
  expect(saved.map(({ elapsedTime }) => elapsedTime).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 25 }, (_, index) => 425.3 + index).map((sec) => Math.round(sec * 10) / 10),
  );
  await expectForEveryone(page, 'the sheet of results');

  await ann.page.goto('/notifications');
  await ann.page.getByRole('link', { name: 'Cleo Coach entered your result of 2,000 m' }).press('Enter');
  await expect(ann.page.getByText('Entered by Cleo Coach')).toBeVisible();
  await expectForEveryone(ann.page, 'an entered result');
  await ann.page.getByLabel('What is wrong, if you like').fill('It was 7:15');
  await ann.page.getByRole('button', { name: 'Refuse result' }).click();
  await ann.page.waitForURL('**/training/activity');
  await expect(ann.page.getByText('No activities yet.', { exact: false })).toBeVisible();

  await page.goto(`/sessions/${session._id}/entries/0`);
  const annsRow = page.getByRole('row').filter({ hasText: 'Ann Oar' });
  await expect(annsRow).toContainText('Refused: 2,000 m in 7:05.3, 1:46.3 /500 m. "It was 7:15"');
  await annsRow.getByRole('textbox', { name: 'Time of Ann Oar' }).fill('7:15');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 result saved.')).toBeVisible();
  await page.goto(`/sessions/${session._id}`);
  await expect(resultRowOf(page, item, 'Ann Oar')).toContainText('Entered by Cleo Coach');

  const { _id } = await call(ann.context.request, activities.create, {
    body: { user: ann.user._id, session: session._id, workoutItemIndex: 0 },
  });
  await call(ann.context.request, activities.complete, {
    params: { id: _id },
    body: { distance: 2_000, elapsedTime: 434.2, averagePace: 108.55, timeZone: 'UTC' },
  });
  await expect(resultRowOf(page, item, 'Ann Oar')).toHaveCount(1);
  await expect(resultRowOf(page, item, 'Ann Oar')).toContainText('7:14.2');
  await expect(resultRowOf(page, item, 'Ann Oar')).not.toContainText('Entered');
});

test('a phone shows everything that a coach types for an athlete, without scrolling sideways', async ({
  newMember,
}) => {
  const { page, context, user } = await newMember('Cleo Coach');
  const session = await call(context.request, sessions.create, {
    body: {
      title: 'Winter test',
      hostUser: user._id,
      startAt: new Date(Date.now() - 3_600_000).toISOString(),
      isAccessibleByLink: false,
      // Long enough to be wider than the page.
      workoutItems: [item, 'As far as you get in a quarter of an hour, and then once more without a break'],
    },
  });
  for (const [index, fields] of [
    ['Time', 'Rate', 'Heart rate'],
    ['Distance, m', 'Time', 'Rate', 'Heart rate'],
  ].entries()) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/sessions/${session._id}/entries/${index}`);
    for (const field of fields) {
      const box = page.getByRole('textbox', { name: `${field} of Cleo Coach`, exact: true });
      await expect(box).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('cell').filter({ has: box })).toHaveAttribute('data-label', field);
    }
    const hidden = await page
      .getByRole('table')
      .evaluate(({ parentElement }) => (parentElement?.scrollWidth ?? 0) - (parentElement?.clientWidth ?? 0));
    expect(hidden).toBe(0);
    await expectForEveryone(page, `the sheet of item ${index + 1} on a phone`);
  }
});

test('an athlete enters a result, sees how it is understood, and deletes it', async ({ newMember }) => {
  const { page } = await newMember('Ben Blade');
  await page.goto('/training/activity');
  await page.getByRole('link', { name: 'Enter a result' }).click();
  await expectForEveryone(page, 'entering a result');
  await page.getByLabel('Date').fill('2026-03-01');
  await page.getByLabel('Began at').fill('18:30');
  await page.getByLabel('Workout, if it had one').fill(item);
  await page.getByLabel('Time', { exact: true }).fill('7.05');
  await page.getByRole('button', { name: 'Store result' }).click();
  await expect(page.getByText(/7\.05 can be 7:05 or seconds/)).toBeVisible();
  await page.getByLabel('Time', { exact: true }).fill('7.05,3');
  await expect(page.getByText('2,000 m in 7:05.3, 1:46.3 /500 m')).toBeVisible();
  await page.getByRole('button', { name: 'Store result' }).dblclick();
  await page.waitForURL('**/activities/*');
  await expect(page.getByText('Typed in, without the values of a monitor.')).toBeVisible();
  await page.goto('/training/activity');
  const table = page.getByRole('table', { name: 'Past activities' });
  await expect(table.getByText('Entered', { exact: true })).toHaveCount(1);
  await table.getByRole('link', { name: '2,000 m' }).click();
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await page.waitForURL('**/training/activity');
  await expect(page.getByText('No activities yet.', { exact: false })).toBeVisible();
});
