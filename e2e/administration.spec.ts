import { users } from '@boathouse/contract/users';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { expect, test } from './fixtures/product.ts';
import { startProductServer } from './fixtures/product-server.ts';

test('the code in the log makes an administrator, who dismisses a report and locks a user, and the log records both', async ({
  page,
  browser,
  consoleGuard,
}) => {
  // The error of the wrong code.
  consoleGuard.allow(/400 \(Bad Request\)/);
  const server = await startProductServer({
    env: { LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
  });
  const code = /enter the code (\S+) there/.exec(server.logs())?.[1] ?? '';
  expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);

  await page.goto(`${server.url}/register`);
  await page.getByRole('link', { name: 'set it up' }).click();
  await expect(page.getByRole('heading', { name: 'Set Up', level: 1 })).toBeVisible();
  await page.getByLabel("Code in the server's log").fill('AAAA-BBBB-CCCC');
  await page.getByLabel('Email').fill('ines@club.example');
  await page.getByLabel('Full name').fill('Ines Installation');
  await page.locator('input[name=password]').fill('rowing at dawn');
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await expect(page.getByText('This code is wrong.', { exact: false }).first()).toBeVisible();
  await expectForEveryone(page, '/set-up with a wrong code');
  await page.getByLabel("Code in the server's log").fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await page.waitForURL('**/administration');

  const ben = await browser.newContext();
  const answer = await ben.request.post(`${server.url}/api/auth/sign-up/email`, {
    headers: { origin: server.url },
    data: { email: 'ben@club.example', password: 'rowing at dusk', name: 'Ben Scull' },
  });
  expect(answer.ok()).toBe(true);
  const others = await ben.newPage();
  await others.goto(`${server.url}/dashboard`);
  await expect(others.getByRole('banner')).toContainText('Ben Scull');
  await others.goto(`${server.url}/administration`);
  await expect(others.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();

  const search = await ben.request.get(`${server.url}/api/users/search?displayName=ines`);
  const [ines] = users.search.response.parse(await search.json()).users;
  await others.goto(`${server.url}/athletes/${ines?._id}`);
  await others.getByRole('button', { name: 'Report', exact: true }).click();
  await others.getByRole('radio', { name: 'Something else' }).check();
  await others.getByRole('button', { name: 'Send report' }).click();
  await expect(others.getByRole('textbox', { name: 'What is wrong' })).toHaveAccessibleDescription(
    'Say what is wrong',
  );
  await others.getByRole('textbox', { name: 'What is wrong' }).fill('Ines is no surname');
  await others.getByRole('button', { name: 'Send report' }).click();
  await expect(others.getByText('Thank you.', { exact: false })).toBeVisible();
  // The page reads ahead, which would be refused once its member is locked.
  await others.close();

  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section('State')).toContainText('Embedded');
  await expectForEveryone(page, '/administration, State');
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await expect(section('Reports')).toContainText('Ines is no surname');
  await expectForEveryone(page, '/administration, Reports');
  await section('Reports').getByRole('button', { name: 'Dismiss: Profile of Ines Installation' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(section('Reports')).toContainText('Nothing is reported.');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Users', exact: true }).click();
  await section('Users').getByLabel('Name or email').fill('ben@');
  await section('Users').getByRole('button', { name: 'Actions for Ben Scull' }).click();
  await page.getByRole('menuitem', { name: 'Lock', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click();
  await expect(section('Users')).toContainText('Locked');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expectForEveryone(page, '/administration, Users');

  const refused = await ben.request.post(`${server.url}/api/auth/sign-in/email`, {
    headers: { origin: server.url },
    data: { email: 'ben@club.example', password: 'rowing at dusk' },
  });
  expect([refused.status(), await refused.text()]).toEqual([403, expect.stringContaining('locked')]);
  await ben.close();

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await section('Settings').getByRole('radio', { name: 'No one' }).check();
  await expect(section('Settings').getByText('Links to sign up')).toHaveCount(0);
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await expect(section('Log')).toContainText('Ines Installation locked Ben Scull');
  await expect(section('Log')).toContainText('Ines Installation closed sign-up');
  await expect(section('Log')).toContainText('dismissed the reports about the profile of Ines Installation');
  await expectForEveryone(page, '/administration, Log');

  const visitor = await browser.newContext();
  const closed = await visitor.newPage();
  await closed.goto(`${server.url}/register`);
  await expect(closed.getByText('This server takes no new accounts.', { exact: false })).toBeVisible();
  await visitor.close();
  await page.close();
  await server.stop();
});
