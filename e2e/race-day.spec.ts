import { expectNoViolation } from './fixtures/for-everyone.ts';
import { foundClub, join } from './fixtures/clubs.ts';
import { expect, test } from './fixtures/product.ts';
import { replay } from './fixtures/recording.ts';
import { connectMonitor, startWorkout } from './fixtures/session-page.ts';

const item = '100m';

test('two athletes row a race from its set-up to the official result, which a guest reads', async ({
  newMember,
  newAthlete,
}) => {
  const cleo = await newMember('Cleo Coach');
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const club = await foundClub(cleo);
  for (const member of [ann, ben]) await join(member, club);

  // Setup: the day, a category, its entries, the draw.
  const desk = cleo.page;
  await desk.goto(`/clubs/${club.customURL}/races`);
  await desk.getByLabel('Title').fill('Spring ergs');
  await desk.getByLabel('Ergs (lanes)').fill('2');
  await desk.getByRole('button', { name: 'Create race day' }).click();
  await desk.getByRole('button', { name: 'Add category' }).click();
  const category = desk.getByRole('dialog', { name: 'New category' });
  await category.getByLabel('Name').fill('Sprint');
  await category.getByLabel('Distance').fill('100 m');
  await category.getByLabel('Split').fill('100');
  await category.getByLabel('Sex').selectOption('Open');
  await category.getByRole('button', { name: 'Add category' }).click();
  await expect(desk.getByText('Open, 100 m, one ranking over all flights', { exact: false })).toBeVisible();
  await desk.getByRole('button', { name: 'Make link' }).click();
  const television = await desk.getByRole('link', { name: /\/screen$/ }).getAttribute('href');
  await desk.getByRole('link', { name: 'Entries', exact: true }).click();
  await desk.getByRole('button', { name: 'Add entry' }).click();
  const entry = desk.getByRole('dialog', { name: 'Add entries' });
  for (const name of ['Ann Oar', 'Ben Scull']) {
    await entry.getByLabel('Athlete').selectOption(name);
    await entry.getByRole('button', { name: 'Add entry' }).click();
    await expect(desk.getByRole('rowheader', { name })).toBeAttached();
  }
  await entry.getByRole('button', { name: 'Done' }).click();
  await desk.getByRole('link', { name: 'Draw', exact: true }).click();
  await desk.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(desk.getByRole('button', { name: /^Pick up Ann Oar/ })).toBeVisible();
  await desk.getByRole('button', { name: 'Publish start list' }).click();
  await expect(desk.getByRole('button', { name: 'Publish start list' })).toBeHidden();
  await expectNoViolation(desk, 'the draw');

  // On a phone every tab of the day is on the screen, and the commentator reads whole names.
  await desk.setViewportSize({ width: 390, height: 844 });
  await desk.getByRole('link', { name: 'Commentary' }).click();
  for (const tab of await desk.getByRole('navigation', { name: 'Race day' }).getByRole('link').all()) {
    const { x = 0, y = 0, width = 0 } = (await tab.boundingBox()) ?? {};
    expect(x + width, 'the right edge of a tab').toBeLessThan(390);
    expect(y, 'the tabs').toBeLessThan(220);
  }
  const name = desk.getByRole('rowheader', { name: 'Ann Oar' });
  expect((await name.boundingBox())?.height).toBeLessThan(56);

  // The buttons of the entries are beside their heading.
  await desk.getByRole('link', { name: 'Entries', exact: true }).click();
  const heading = await desk.getByRole('heading', { name: '2 entries' }).boundingBox();
  const button = await desk.getByRole('button', { name: 'Add entry' }).boundingBox();
  expect(Math.abs((button?.y ?? NaN) - (heading?.y ?? NaN)), 'pixels between both').toBeLessThan(30);
  await desk.getByRole('button', { name: 'More', exact: true }).click();
  await desk.getByRole('menuitem', { name: 'Start list from a file' }).click();
  await desk.getByRole('dialog', { name: 'Start list from a file' }).press('Escape');
  await desk.setViewportSize({ width: 1280, height: 800 });

  // The call leads each athlete to the erg with one tap.
  const screen = await newAthlete();
  await screen.page.goto(television ?? '');
  await desk.getByRole('link', { name: 'Race control' }).click();
  await desk.getByRole('button', { name: 'Take the race control' }).click();
  await desk.getByRole('button', { name: 'Call the athletes' }).click();
  await expect(screen.page.getByText('Sit down at your erg')).toBeVisible();
  await screen.page.setViewportSize({ width: 1080, height: 1920 });
  const seat = screen.page.getByRole('listitem').first();
  const letterPx = await seat.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  expect(letterPx, 'the letters of a screen on its side').toBeGreaterThan(60);
  await screen.page.setViewportSize({ width: 1280, height: 800 });
  const day = new URL(desk.url()).pathname.replace('/control', '');
  for (const { page } of [ann, ben]) {
    await page.goto(day);
    await page.getByRole('button', { name: /^Flight 1, lane [12]: tap here$/ }).click();
    await connectMonitor(page);
    await startWorkout(page, item);
  }
  await desk.getByRole('button', { name: 'Arm the race' }).click();
  await expect(desk.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await expectNoViolation(desk, 'the race control');

  // Every page starts by the server's clock, and the final figures of the monitors are the result.
  await desk.getByRole('button', { name: 'Start', exact: true }).click();
  await Promise.all(
    [ann, screen].map(async ({ page }) => {
      await expect(page.getByText('Attention', { exact: true })).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('ROW', { exact: true })).toBeVisible();
    }),
  );
  // The row is in real time: faster rows would seem to begin before ROW by their monitors' clocks.
  const rows = await Promise.all([ann, ben].map(({ pm5 }) => replay(pm5, { speed: 1 })));
  await Promise.all(rows.map(({ finished }) => finished));
  const lanes = desk.getByRole('list', { name: 'Lanes' });
  await expect(lanes.getByText('0:25.0')).toHaveCount(2, { timeout: 20_000 });
  // A race ends by itself when every lane has a result.
  await desk.getByRole('button', { name: 'Publish as provisional' }).click();
  await desk.getByRole('button', { name: 'Make it official' }).click();
  await expect(desk.getByRole('button', { name: 'The day is done' })).toBeVisible();

  // Equal times share the place, on the public page and on the television.
  await expect(screen.page.getByText('Official result')).toBeVisible();
  await screen.page.goto((television ?? '').replace(/\/screen$/, ''));
  const table = screen.page.getByRole('table', { name: 'Sprint' });
  await expect(table.getByText('0:25.0')).toHaveCount(2);
  await expect(table.getByText('Gold')).toHaveCount(2);
  await expectNoViolation(screen.page, 'the results');
});
