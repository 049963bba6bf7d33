import { foundClub } from './fixtures/clubs.ts';
import { expect, newPerson, test } from './fixtures/product.ts';
import { connectSimulatedErg, figureOf } from './fixtures/session-page.ts';

test('a new member signs up, finds a club and an athlete while typing, and rows on a simulated erg', async ({
  newMember,
  newAthlete,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 400 .*\/api\/auth\/sign-up/);
  const ben = await newMember('Benedikta Scull');
  await foundClub(ben, {
    name: 'First Minute Rowing',
    customURL: 'first-minute',
    description: '',
    isPrivate: false,
  });
  const { page } = await newAthlete();
  const { email, name } = newPerson('Nora Newcomer');

  await page.goto('/register');
  await expect(page.getByText('At least 6 characters')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Full name').fill(name);
  const password = page.getByLabel(/^Password/);
  await password.fill('oar');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toContainText('Password too short');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard');
  const steps = page.getByRole('region', { name: 'Your first steps' });
  await expect(steps).toContainText('0 of 4 done');
  await expect(page.getByRole('alert')).toBeEmpty();

  await steps.getByRole('link', { name: 'Find a club' }).click();
  await expect(page.getByRole('list', { name: 'Newest clubs' })).toContainText('First Minute Rowing');
  await page.getByRole('searchbox').pressSequentially('minute');
  await page.waitForURL('**/explore/clubs?q=minute');
  await page.getByRole('list', { name: 'Clubs found' }).getByRole('link', { name: 'First Minute' }).click();
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(steps).toContainText('1 of 4 done');
  await steps.getByRole('link', { name: 'Find athletes' }).click();
  await page.getByRole('button', { name: 'Follow Benedikta Scull' }).click();
  await expect(page.getByRole('button', { name: 'Following Benedikta Scull: unfollow' })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(steps).toContainText('2 of 4 done');
  await steps.getByRole('link', { name: 'Just row' }).click();
  await page.waitForURL('**/row');
  await connectSimulatedErg(page);
  await page.getByRole('button', { name: 'Start Workout' }).click();
  await expect(figureOf(page, 'calories')).toHaveText(/[1-9]/);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('link', { name: 'Open the result' })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('region', { name: 'Activity Feed' })).toContainText('Nora Newcomer');
  // The fourth picture shows a coach's screen.
  await expect(steps).toHaveCount(0);
});
