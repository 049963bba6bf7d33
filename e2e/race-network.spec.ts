import { races } from '@boathouse/contract/races';
import { randomUUIDv7 } from 'node:crypto';
import { foundClub, join } from './fixtures/clubs.ts';
import { serverGone } from './fixtures/console-guard.ts';
import { startLine } from './fixtures/offline/line.ts';
import { call } from './fixtures/product-api.ts';
import { expect, test, type Member } from './fixtures/product.ts';
import { addSprint, createRaceDay, drawAndPublish } from './fixtures/races.ts';
import { replay } from './fixtures/recording.ts';
import { connectMonitor, startWorkout } from './fixtures/session-page.ts';

/** Sets up a published race of 100 m over the API, and returns the address of its race day. */
async function drawRace(coach: Member, athletes: readonly Member[]): Promise<string> {
  const club = await foundClub(coach);
  const office = coach.context.request;
  const title = 'A day without a network';
  const event = await createRaceDay(office, club._id, { title, lanes: athletes.length });
  const category = await addSprint(office, event._id, 100);
  for (const [index, athlete] of athletes.entries()) {
    const { user } = athlete;
    await join(athlete, club);
    await call(office, races.addEntry, {
      params: { id: event._id },
      body: {
        _id: randomUUIDv7(),
        category: category._id,
        user: user._id,
        name: user.displayName,
        bib: `${index + 1}`,
        seedTenths: 250 + index,
      },
    });
  }
  await drawAndPublish(office, event._id, category._id);
  return `/races/${event._id}`;
}

test('an athlete whose network is lost for the length of a race has the time of the monitor', async ({
  newMember,
  server,
  consoleGuard,
}) => {
  consoleGuard.allow(...serverGone);
  const cleo = await newMember('Cleo Coach');
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const day = await drawRace(cleo, [ann, ben]);
  const line = await startLine(server.url);

  const desk = cleo.page;
  await desk.goto(`${day}/control`);
  await desk.getByRole('button', { name: 'Take the race control' }).click();
  await desk.getByRole('button', { name: 'Call the athletes' }).click();
  await expect(desk.getByRole('button', { name: 'Arm the race' })).toBeVisible();
  for (const [{ page }, address] of [
    [ann, `${line.url}${day}`],
    [ben, day],
  ] as const) {
    await page.goto(address);
    await page.getByRole('button', { name: /^Flight 1, lane [12]: tap here$/ }).click();
    await connectMonitor(page);
    await startWorkout(page, '100m');
  }
  await desk.getByRole('button', { name: 'Arm the race' }).click();
  await desk.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(ann.page.getByText('ROW', { exact: true })).toBeVisible({ timeout: 30_000 });

  await line.cut();
  const rows = await Promise.all([ann, ben].map(({ pm5 }) => replay(pm5, { speed: 1 })));
  await Promise.all(rows.map(({ finished }) => finished));
  const lanes = desk.getByRole('list', { name: 'Lanes' });
  await expect(lanes.getByText('0:25.0')).toHaveCount(1, { timeout: 30_000 });
  const reason = lanes.getByText('keep rowing, the monitor counts', { exact: false });
  await expect(reason).toHaveCount(1);
  for (const size of [
    { width: 820, height: 1180 },
    { width: 1180, height: 820 },
  ]) {
    await desk.setViewportSize(size);
    const { height = NaN } = (await reason.boundingBox()) ?? {};
    expect(height, `pixels of the reason at a width of ${size.width}: one line`).toBeLessThan(36);
  }
  // The race doesn't end by itself while a lane has no result.
  await expect(desk.getByRole('button', { name: 'End the race' })).toBeVisible();

  await line.mend();
  await expect(lanes.getByText('0:25.0')).toHaveCount(2, { timeout: 60_000 });
  await desk.getByRole('button', { name: 'Publish as provisional' }).click();
  await desk.getByRole('button', { name: 'Make it official' }).click();
  await expect(desk.getByRole('button', { name: 'The day is done' })).toBeVisible();
  await line.cut();
});
