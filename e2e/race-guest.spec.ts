import { randomUUIDv7 } from 'node:crypto';
import { clubs } from '@boathouse/contract/clubs';
import { races } from '@boathouse/contract/races';
import { foundClub, join } from './fixtures/clubs.ts';
import { expectNoViolation } from './fixtures/for-everyone.ts';
import { call } from './fixtures/product-api.ts';
import { expect, test, type Member } from './fixtures/product.ts';
import { addSprint, createRaceDay, drawAndPublish } from './fixtures/races.ts';
import { replay } from './fixtures/recording.ts';
import { connectMonitor, startWorkout } from './fixtures/session-page.ts';

const item = '100m';
const meters = 100;

/** Sets a race day of one race up over the API: the member Ann Oar, and two guests by name. */
async function setUp(cleo: Member, ann: Member, club: string): Promise<string> {
  const office = cleo.context.request;
  const { _id: event } = await createRaceDay(office, club, { title: 'Open day', lanes: 3 });
  const { _id: category } = await addSprint(office, event, meters);
  for (const [name, user] of [
    ['Ann Oar', ann.user._id],
    ['Gil Guest', null],
    ['Gus Guest', null],
  ] as const) {
    const body = { _id: randomUUIDv7(), category, name, user };
    await call(office, races.addEntry, { params: { id: event }, body });
  }
  await drawAndPublish(office, event, category);
  return `/races/${event}`;
}

test('a guest of another club and one without an account enter their codes, sit beside a member, and their times are official', async ({
  newMember,
  newAthlete,
  consoleGuard,
}) => {
  consoleGuard.allow(/404 \(Not Found\)/);
  // The wrong code.
  consoleGuard.allow(/400 \(Bad Request\)/);
  const cleo = await newMember('Cleo Coach');
  const ann = await newMember('Ann Oar');
  const gil = await newMember('Gil from Away', { context: { viewport: { width: 390, height: 844 } } });
  const gus = await newAthlete({ context: { viewport: { width: 390, height: 844 } } });
  const club = await foundClub(cleo);
  await join(ann, club);
  const day = await setUp(cleo, ann, club._id);

  // Without the code the day does not exist for the guest.
  await gil.page.goto(day);
  await expect(gil.page.getByRole('heading', { name: 'Race day not found' })).toBeVisible();

  const desk = cleo.page;
  await desk.goto(`${day}/entries`);
  await desk.getByRole('button', { name: 'More', exact: true }).click();
  await desk.getByRole('menuitem', { name: 'Show codes' }).click();
  const codeOf = async (name: RegExp) =>
    (await desk.getByRole('row', { name }).locator('code').textContent()) ?? '';
  const code = await codeOf(/Gil Guest/);
  await expectNoViolation(desk, 'the codes');
  // On a phone a code is below its athlete's name, and the page is as wide as the screen.
  await desk.setViewportSize({ width: 390, height: 844 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth), 'the width of the page').toBe(390);
  const guest = desk.getByRole('rowheader', { name: 'Gil Guest' });
  expect((await guest.boundingBox())?.width, 'the width of a name').toBeGreaterThan(120);
  await expectNoViolation(desk, 'the codes on a phone');
  await desk.setViewportSize({ width: 1280, height: 800 });

  await gil.page.goto('/race');
  await expectNoViolation(gil.page, 'the page for a code');
  await gil.page.getByLabel('Code').fill(code.toLowerCase().replace('-', ' '));
  await gil.page.getByRole('button', { name: 'Row in this race' }).click();
  await expect(gil.page.getByRole('heading', { name: 'Open day' })).toBeVisible();
  await expect(gil.page.getByText('You will be called here.')).toBeVisible();

  await gus.page.goto('/race');
  await expectNoViolation(gus.page, 'the page for a code, without a login');
  await gus.page.getByLabel('Code').fill('AAAA-AAAA');
  await gus.page.getByRole('button', { name: 'Row in this race' }).click();
  await expect(gus.page.getByText(/^This code is not valid/)).toBeVisible();
  await gus.page.getByLabel('Code').fill(await codeOf(/Gus Guest/));
  await gus.page.getByRole('button', { name: 'Row in this race' }).click();
  await expect(gus.page.getByRole('heading', { name: 'Open day' })).toBeVisible();
  await expectNoViolation(gus.page, 'the race day of a guest without an account');

  await desk.goto(`${day}/control`);
  await desk.getByRole('button', { name: 'Take the race control' }).click();
  await desk.getByRole('button', { name: 'Call the athletes' }).click();
  for (const { page } of [ann, gil, gus]) {
    await page.goto(day);
    await page.getByRole('button', { name: /^Flight 1, lane [123]: tap here$/ }).click();
    await connectMonitor(page);
    await startWorkout(page, item);
  }
  // The control shows the guest's monitor as the member's: neither sends anything before the first stroke.
  const lanes = desk.getByRole('list', { name: 'Lanes' });
  await expect(lanes.getByText('Monitor silent')).toHaveCount(3, { timeout: 20_000 });
  await desk.getByRole('button', { name: 'Arm the race' }).click();
  await desk.getByRole('button', { name: 'Start', exact: true }).click();
  await Promise.all(
    [ann, gil, gus].map(({ page }) =>
      expect(page.getByText('ROW', { exact: true })).toBeVisible({ timeout: 30_000 }),
    ),
  );
  // The rows are in real time: quicker rows would have begun before ROW by their monitors' clocks.
  const rows = await Promise.all([ann, gil, gus].map(({ pm5 }) => replay(pm5, { speed: 1 })));
  await Promise.all(rows.map(({ finished }) => finished));
  await expect(lanes.getByText('0:25.0')).toHaveCount(3, { timeout: 20_000 });
  // A race ends by itself when every lane has a result.
  await desk.getByRole('button', { name: 'Publish as provisional' }).click();
  await desk.getByRole('button', { name: 'Make it official' }).click();
  await expect(desk.getByRole('button', { name: 'The day is done' })).toBeVisible();

  for (const { page } of [gil, gus]) {
    await page.goto(day);
    const table = page.getByRole('table', { name: 'Sprint' });
    await expect(table.getByText('0:25.0')).toHaveCount(3);
    await expect(table.getByText('Gus Guest')).toBeVisible();
  }
  const query = { user: gil.user._id, club: club._id };
  expect(await call(gil.context.request, clubs.isMember, { query })).toMatchObject({ role: null });

  // Every other page leads back to the code.
  await gus.page.goto('/dashboard');
  await expect(gus.page).toHaveURL('/race');
  await expect(gus.page.getByText('You are Gus Guest here.')).toBeVisible();
  await gus.page.goto(day);
  await gus.page.getByRole('button', { name: 'Log Out' }).click();
  await expect(gus.page).toHaveURL('/');
  await gus.page.goto(day);
  await expect(gus.page).toHaveURL('/');
});
