import type { Page } from '@playwright/test';
import { schedule } from './fixtures/product-api.ts';
import { expect, test, type Member } from './fixtures/product.ts';
import { connectSimulatedErg, itemOf, liveRowOf, startWorkout, titleOf } from './fixtures/session-page.ts';

const item = '2000m';

async function rowOn({ page }: Member, sessionId: string): Promise<void> {
  await page.goto(`/sessions/${sessionId}`);
  await connectSimulatedErg(page);
  await startWorkout(page, item);
}

const namesOn = (page: Page) => itemOf(page, item).getByRole('rowheader').allTextContents();

test('[SESS-2] a coach sorts the grid and opens athletes, and a board without a login shows them until it is revoked', async ({
  newMember,
  newAthlete,
  consoleGuard,
}) => {
  const coach = await newMember('Cleo Coach');
  const { _id } = await schedule(coach.context.request, coach.user, { title: 'Tuesday test', items: [item] });
  const [ann, ben] = [await newMember('Ann Oar'), await newMember('Ben Scull')];
  await rowOn(ann, _id);
  await rowOn(ben, _id);

  const { page } = coach;
  await page.goto(`/sessions/${_id}`);
  for (const name of ['Ann Oar', 'Ben Scull']) {
    await expect(liveRowOf(page, item, name)).toContainText('Rowing', { timeout: 20_000 });
    await expect(liveRowOf(page, item, name)).toContainText('Simulated');
  }
  // Ann began before Ben.
  await expect
    .poll(async () => (await namesOn(page)).map((name) => name.slice(0, 3)))
    .toEqual(['Ann', 'Ben']);
  const byName = itemOf(page, item).getByRole('button', { name: 'Athlete', exact: true });
  await byName.click();
  await byName.click();
  await expect
    .poll(async () => (await namesOn(page)).map((name) => name.slice(0, 3)))
    .toEqual(['Ben', 'Ann']);

  for (const name of ['Ann Oar', 'Ben Scull']) {
    await itemOf(page, item).getByRole('button', { name, exact: false }).first().click();
    const panel = page.getByRole('region', { name: `Workout of ${name}` });
    await expect(panel.getByRole('figure', { name: /^Pace over time, now \d:\d\d/ })).toBeVisible({
      timeout: 20_000,
    });
    await expect(panel.getByRole('figure', { name: /^Last force curve/ })).toBeVisible({ timeout: 20_000 });
  }

  await page.getByRole('button', { name: 'Board' }).click();
  const dialog = page.getByRole('dialog', { name: 'Board for a television' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByText(/\/boards\/[\w-]{43}$/).textContent();
  const screen = (await newAthlete({ ownBrowser: true })).page;
  await screen.goto(link ?? '');
  await expect(screen.getByRole('heading', { level: 1, name: 'Tuesday test' })).toBeVisible();
  await expect(screen.getByText('Live, 2 rowing')).toBeVisible();
  const lines = screen.getByRole('list', { name: `Ranking: ${titleOf(item)}` }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(/^1Ann Oar simulated1,\d{3} m left\d:\d\d\.\d$/);
  await screen.reload();
  await expect(lines.last()).toContainText(/^2Ben Scull simulated1,\d{3} m left/);

  consoleGuard.allow(/status of 404 .*\/api\/boards\//);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(screen.getByText('This board is closed. Ask the host for a new link.')).toBeVisible();
  await screen.reload();
  await expect(screen.getByText('This board is closed. Ask the host for a new link.')).toBeVisible();
});
