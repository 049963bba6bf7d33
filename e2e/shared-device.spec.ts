import { auth } from '@boathouse/contract/auth';
import { devices } from '@boathouse/contract/auth/devices';
import { serverGone } from './fixtures/console-guard.ts';
import { expectForEveryone, expectNoViolation } from './fixtures/for-everyone.ts';
import { addMe, everythingKept, logInAs, pinOf, switchAthlete } from './fixtures/offline/shared-tablet.ts';
import { call, schedule } from './fixtures/product-api.ts';
import { expect, test, type Member } from './fixtures/product.ts';
import {
  expectTheWholeRow,
  item,
  name,
  rowTheFirstHalf,
  rowTheRest,
  sitDownAndStart,
} from './fixtures/recorded-row.ts';

/* A boathouse's tablet: several athletes, one browser. */

test.use({ serviceWorkers: 'allow' });

/** The tablet of Ann and Bea, with Ann logged in. */
async function tabletOfTwo(newMember: (who: string) => Promise<Member>) {
  const ann = await newMember(name);
  const { page, context } = ann;
  await addMe(page, ann, '2580');
  const bea = await newMember('Bea Cox');
  await switchAthlete(page, name);
  // Bea's first login here uses the usual form.
  await page.getByRole('button', { name: 'Another athlete' }).click();
  await page.getByLabel('Email').fill(bea.person.email);
  await page.locator('input[name=password]').fill(bea.person.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/dashboard');
  await addMe(page, bea, '7391');
  await switchAthlete(page, 'Bea Cox');
  await logInAs(page, name, '2580');
  return { ann, bea, page, context };
}

test('two athletes switch on a tablet with their PINs: a row waits for its athlete, and the second sees nothing of the first', async ({
  newMember,
  consoleGuard,
}) => {
  // A call may be under way when its login ends.
  consoleGuard.allow(/ERR_FAILED/, /status of 401/);
  const { ann, bea, page, context } = await tabletOfTwo(newMember);
  await schedule(context.request, ann.user, { items: [item], title: 'Only for Ann' });
  const sessionId = await sitDownAndStart({ ...ann, page });
  await rowTheFirstHalf(ann);
  // The server accepts no more strokes of it: the rest stays on the tablet.
  await page.route('**/strokes', (route) => route.abort());
  await rowTheRest(ann);
  await page.unrouteAll();
  await page.route('**/strokes', (route) => route.abort());

  await switchAthlete(page, name);
  expect(await page.getByText('Only for Ann').count()).toBe(0);
  await logInAs(page, 'Bea Cox', '7391');
  await expect(page.getByText('Only for Ann')).toHaveCount(0);
  await expect(page.getByText(/Unfinished workout|not sent/i)).toHaveCount(0);
  await expect.poll(() => everythingKept(page)).not.toContain('Only for Ann');
  expect(await everythingKept(page)).not.toContain(ann.user._id);
  await page.goto('/training/activity');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await call(context.request, devices.members, {})).toMatchObject({
    members: [{ _id: bea.user._id }, { _id: ann.user._id }],
  });

  await switchAthlete(page, 'Bea Cox');
  await page.unrouteAll();
  await logInAs(page, name, '2580');
  await expectTheWholeRow(ann, sessionId);
});

test('the page reports a wrong PIN and leaves the athlete logged in, the password always works, and everyone can be logged out at once', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(...serverGone, /401/);
  const { bea, page } = await tabletOfTwo(newMember);
  await switchAthlete(page, name);
  await expectForEveryone(page, 'Who rows?');
  // The logged-in athlete is not offered.
  await expect(page.getByRole('dialog').getByRole('button', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Bea Cox' }).click();
  await expect(pinOf(page)).toBeFocused();
  await pinOf(page).fill('1111');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This PIN is wrong.').first()).toBeVisible();
  await expectNoViolation(page, 'a wrong PIN');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/training/activity');
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();

  await switchAthlete(page, name);
  await page.getByRole('button', { name: 'Bea Cox' }).click();
  await page.getByRole('button', { name: 'Use the password' }).click();
  await page.locator('input[name=password]').fill(bea.person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Bea Cox' })).toBeVisible();

  await page.goto('/settings#device');
  await expect(page.getByText(`In the list: ${name}.`)).toBeVisible();
  await expectForEveryone(page, 'a shared device in Settings');
  await page.getByRole('button', { name: 'Log out everyone here' }).click();
  await page.getByRole('button', { name: 'Log out everyone', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bea Cox' })).toHaveCount(0);
});

test('switching athletes ends the previous login on the server, and without a network leaves it unchanged', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(...serverGone, /401/);
  const { ann, bea, page, context } = await tabletOfTwo(newMember);
  const loginOfAnn = await context.storageState();
  await switchAthlete(page, name);
  await page.getByRole('button', { name: 'Bea Cox' }).click();
  await page.route('**/api/**', (route) => route.abort());
  await pinOf(page).fill('7391');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/The server can't be reached/).first()).toBeVisible();
  await page.unrouteAll();
  const whoIs = async () => (await call(context.request, auth.session, {}))?.user.email;
  expect(await whoIs()).toBe(ann.person.email);
  await pinOf(page).fill('7391');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Bea Cox' })).toBeVisible();
  expect(await whoIs()).toBe(bea.person.email);

  // The usual form does so too.
  const loginOfBea = await context.storageState();
  await switchAthlete(page, 'Bea Cox');
  await page.getByRole('button', { name: 'Another athlete' }).click();
  await page.getByLabel('Email').fill(ann.person.email);
  await page.locator('input[name=password]').fill(ann.person.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  for (const { cookies } of [loginOfAnn, loginOfBea]) {
    await context.clearCookies();
    await context.addCookies(cookies);
    await expect.poll(whoIs).toBeUndefined();
  }
});

test('a login by PIN has no security settings and no administration until the password is typed', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 40[13]/);
  const { ann, page } = await tabletOfTwo(newMember);
  await page.goto('/settings#security');
  await expect(page.getByText("You're logged in with a PIN.")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Access tokens' })).toHaveCount(0);
  await expectForEveryone(page, 'the security settings of a login by PIN');

  // The page asks for the proof that a call needs, and then makes the call.
  await page.goto('/settings#account');
  await page.getByLabel('Email').fill('moved@athletes.example');
  await page.getByRole('button', { name: 'Save email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in with your password' });
  await expect(dialog).toBeVisible();
  await expectForEveryone(page, 'the log-in in place of a PIN');
  await dialog.locator('input[name=password]').fill(ann.person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Check your email for a link/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goto('/settings#security');
  await expect(page.getByRole('heading', { name: 'Access tokens' })).toBeVisible();
});
