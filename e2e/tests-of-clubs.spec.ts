import { readFileSync } from 'node:fs';
import { entries } from '@boathouse/contract/activities/entries';
import { sessions } from '@boathouse/contract/sessions';
import { foundClub, join } from './fixtures/clubs.ts';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { call } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';

test('a coach defines a test, its board shows what a member rowed and their weight, and it is saved as a table', async ({
  newMember,
}) => {
  const coach = await newMember('Cleo Coach');
  const ann = await newMember('Ann Oar');
  const club = await foundClub(coach);
  await join(ann, club);
  const { page } = coach;
  await page.goto(`/clubs/${club.customURL}/general`);
  await page.getByRole('link', { name: 'Tests', exact: true }).click();
  await page.getByRole('button', { name: 'New test' }).click();
  const form = page.getByRole('dialog', { name: 'New test' });
  await form.getByLabel('Title').fill('Winter 2k');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not rowed yet: Ann Oar, Cleo Coach')).toBeVisible();

  const session = await call(coach.context.request, sessions.create, {
    body: {
      title: 'Test evening',
      hostUser: coach.user._id,
      startAt: new Date(Date.now() - 3_600_000).toISOString(),
      isAccessibleByLink: false,
      club: club._id,
      workoutItems: ['2000 m'],
    },
  });
  await call(coach.context.request, entries.save, {
    params: { id: session._id, item: '0' },
    body: {
      timeZone: 'UTC',
      machine: 'rower',
      rows: [
        {
          user: ann.user._id,
          result: { distance: 2_000, elapsedTime: 430, strokeRate: 28, heartRate: null },
        },
      ],
    },
  });
  await page.reload();
  const row = page.getByRole('row', { name: /Ann Oar/ });
  await expect(row).toContainText('7:10.0');
  await expect(row).toContainText('entered');

  for (const [width, height, lowest] of [
    [1440, 900, 450],
    [390, 844, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(async () => expect((await row.boundingBox())?.y).toBeLessThan(lowest)).toPass({
      timeout: 10_000,
    });
  }
  // No column is cut off, on a tablet or on a phone.
  const hidden = () =>
    page.getByRole('table').evaluateAll((tables) => {
      const boxes = tables.map((table) => table.parentElement ?? table);
      return boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    });
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await hidden(), `the board at ${width} px`).toEqual([0]);
  }
  await expect(row).toContainText(/28 spm.*entered/);
  await page.setViewportSize({ width: 1280, height: 800 });

  const board = page.url();
  await ann.page.goto(board);
  await ann.page.getByRole('button', { name: 'Your weight and category' }).click();
  const figures = ann.page.getByRole('dialog', { name: 'Your weight and category' });
  await figures.getByLabel('Weight for this test, in kg').fill('70');
  await figures.getByRole('button', { name: 'Save' }).click();
  await expect(ann.page.getByRole('row', { name: /Ann Oar/ })).toContainText('6:19.8');

  await page.reload();
  await expect(row).toContainText('4.03');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8')).toContain('1,Ann Oar,,,,7:10.0,1:47.5,282,28');

  await expectForEveryone(page, 'the board of a test');
  for (const tab of ['Records', 'Attendance', 'Squads']) {
    await page.getByRole('link', { name: tab }).click();
    await expect(page.getByRole('heading', { level: 2, name: tab })).toBeVisible();
    await expectForEveryone(page, tab);
  }

  // On a phone a record has two lines.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Records' }).click();
  const record = page.getByRole('row', { name: /7:10\.0.*Ann Oar/ }).first();
  await expect(record).toBeVisible();
  expect((await record.boundingBox())?.height).toBeLessThan(64);

  // The tabs of the club stay where they are.
  const placeOfTabs = () => page.getByRole('navigation', { name: 'Club' }).boundingBox();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('link', { name: 'General', exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Club Information' })).toBeVisible();
    const onGeneral = await placeOfTabs();
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Admins' })).toBeVisible();
    expect(await placeOfTabs(), `the tabs at ${width} px`).toEqual(onGeneral);
  }
});
