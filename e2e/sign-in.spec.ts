import type { BrowserContext, Page } from '@playwright/test';
import { auth } from '@boathouse/contract/auth';
import { strokes } from '@boathouse/contract/strokes';
import { foundClub } from './fixtures/clubs.ts';
import { lookWithAxe } from './fixtures/for-everyone.ts';
import { signUp, submitLogin, type Person } from './fixtures/people.ts';
import { call, onlyActivityOf, rowByHand, schedule } from './fixtures/product-api.ts';
import { expect, newPerson, test } from './fixtures/product.ts';
import { replay } from './fixtures/recording.ts';
import { cockpitOf, connectMonitor, finishByHand, startWorkout } from './fixtures/session-page.ts';

test.describe.configure({ mode: 'parallel' });

const dashboard = (page: Page) => page.getByRole('heading', { name: "Today's Workouts" });
const errorToastOf = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });
const passwordOf = (page: Page) => page.locator('input[name=password]');

async function fillRegister(page: Page, { email, name, password }: Person): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Full name').fill(name);
  await passwordOf(page).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function logIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, person);
}

async function openProfileMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeVisible();
}

const gated = [
  '/dashboard',
  '/training/statistics',
  '/training/activity',
  '/training/calendar',
  '/settings',
  '/explore/clubs',
  '/explore/athletes',
  '/club-create',
  '/clubs/harbour/edit',
  '/clubs/harbour/general',
  '/clubs/harbour/members',
  '/athletes/01a1fd44-2c17-7ef7-8821-782c07187809',
  '/athletes/01a1fd44-2c17-7ef7-8821-782c07187809/following',
  '/sessions/01a1fd44-2c17-7ef7-8821-782c07187809',
  '/no/such/page',
];

test('[NAV-1] redirects an anonymous visitor of every non-public page to the landing page', async ({
  page,
  server,
}) => {
  // A server without members offers to set it up instead.
  await signUp(server.url, newPerson('Ann Oar'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of gated) {
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === '/');
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible();
  }
  // Shows only the login, the product's own name, and the public names behind the link.
  const known = asked.filter((path) => /^\/api\/(?!product$|previews\/)/.test(path));
  expect(new Set(known)).toEqual(new Set(['/api/auth/get-session']));
});

for (const [path, heading] of [
  ['/', /./],
  ['/login', 'Log In'],
  ['/register', 'Sign Up'],
] as const) {
  test(`[NAV-1] ${path} is public`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  });
}

test('[LOGIN-1] [LOGIN-2] [LAND-1] the landing page, Log In and Sign Up lead to each other', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/register');
  await page.getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/login');
});

test('[AUTH-2] [AUTH-6] [NAV-2] signing up leads to the dashboard, under the given full name', async ({
  page,
}) => {
  const ann = newPerson('Ann Margaret Oar');
  await fillRegister(page, ann);
  await page.waitForURL('**/dashboard');
  await expect(dashboard(page)).toBeVisible();
  await expect(page.getByRole('button', { name: ann.name })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: ann.name })).toBeVisible();
});

test('a friend who follows a session link and signs up is offered that session', async ({
  page,
  newMember,
}) => {
  const host = await newMember('Hana Host');
  const session = await schedule(host.context.request, host.user, { title: 'Evening row', items: ['2000m'] });
  await page.goto(`/sessions/${session._id}`);
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('You were invited to a session.')).toBeVisible();
  await fillRegister(page, newPerson('Fay Friend'));
  await page.waitForURL((url) => url.pathname === '/dashboard');
  await expect(page.getByText('You were invited to Evening row.')).toBeVisible();
  await page.getByRole('link', { name: 'Open session' }).click();
  await expect(page.getByRole('heading', { name: 'Evening row' })).toBeVisible();
});

test("a friend who opens a private club's invitation and signs up joins it at once", async ({
  page,
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 404 .*\/api\/invitations/);
  const ann = await newMember('Ann Oar');
  const club = await foundClub(ann, { name: 'Night Shift', isPrivate: true });
  await ann.page.goto(`/clubs/${club.customURL}/members`);
  await ann.page.getByRole('button', { name: 'Invite by link' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Invite to Night Shift' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.getByText('/invitations#').textContent()) ?? '';
  expect((await lookWithAxe(ann.page, { part: 'dialog' })).found).toEqual([]);

  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url(), JSON.stringify(request.headers())));
  await page.goto(link);
  await page.waitForURL((url) => url.pathname === '/' && url.hash === '');
  await expect(page.getByText('You were invited to a club.')).toBeVisible();
  await fillRegister(page, newPerson('Fay Friend'));
  await page.waitForURL((url) => url.pathname === '/dashboard');
  await page.getByRole('button', { name: 'Join Night Shift' }).click();
  await page.waitForURL(`**/clubs/${club.customURL}/general`);
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  // A browser sends no fragment, and no page puts the key into another address.
  expect(sent.filter((text) => text.includes(link.split('#')[1] ?? link))).toEqual([]);

  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  await page.goto('/settings');
  await page.goto(link);
  await expect(page.getByRole('heading')).toHaveText(
    'This invitation is not valid any more. Ask for a new link.',
  );
});

test('[NAV-2] redirects a signed-in user from Log In and Sign Up to the dashboard', async ({ newMember }) => {
  const { page } = await newMember('Ann Oar');
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await page.waitForURL('**/dashboard');
    await expect(dashboard(page)).toBeVisible();
  }
});

test("[AUTH-1] [UI-1] a wrong password is refused in an error toast with the provider's message, and the right one signs in", async ({
  newMember,
  newAthlete,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 401 .*\/api\/auth\/sign-in/);
  const { person } = await newMember('Ann Oar');
  const { page } = await newAthlete();
  await logIn(page, { email: person.email, password: 'not the password' });
  await expect(errorToastOf(page)).toContainText('Something went wrong');
  await expect(errorToastOf(page)).toContainText('Invalid email or password');
  expect(new URL(page.url()).pathname).toBe('/login');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);

  await passwordOf(page).fill(person.password);
  await passwordOf(page).press('Enter');
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('button', { name: 'Ann Oar' })).toBeVisible();
});

test("[AUTH-2] an address that has an account is refused with the provider's message", async ({
  newMember,
  newAthlete,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 422 .*\/api\/auth\/sign-up/);
  const { person } = await newMember('Ann Oar');
  const { page } = await newAthlete();
  await fillRegister(page, { ...newPerson('Another Ann'), email: person.email });
  await expect(errorToastOf(page)).toContainText('already exists');
  expect(new URL(page.url()).pathname).toBe('/register');
});

test("[AUTH-7] a password of five characters is refused with the provider's message, one of six is not", async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 400 .*\/api\/auth\/sign-up/);
  await fillRegister(page, { ...newPerson('Ann Oar'), password: '12345' });
  await expect(errorToastOf(page)).toContainText('Something went wrong');
  await expect(errorToastOf(page)).toContainText('Password too short');
  expect(new URL(page.url()).pathname).toBe('/register');
  await passwordOf(page).fill('123456');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(errorToastOf(page)).toContainText('This is one of the most common passwords.');
  await passwordOf(page).fill('sea-12');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard');
});

test('[LOGIN-4] email, full name and password are required, and an email is an email', async ({ page }) => {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await page.goto('/register');
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  for (const name of ['email', 'name', 'password']) {
    await expect(page.locator(`input[name=${name}]`)).toHaveAttribute('required', '');
  }
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const label of ['Email', 'Full name', 'Password']) {
    await expect(page.getByText(`${label} is required`)).toBeVisible();
  }
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('ann at the river');
  await page.getByLabel('Full name').fill('   ');
  await passwordOf(page).fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Enter a valid email address, such as name@example.com')).toBeVisible();
  await expect(page.getByText('Full name is required')).toBeVisible();

  await page.goto('/login');
  await page.getByRole('button', { name: 'Log In' }).click();
  for (const label of ['Email', 'Password']) {
    await expect(page.getByText(`${label} is required`)).toBeVisible();
  }
  expect(posts).toEqual([]);
});

test('[AUTH-5] [NAV-1] Log Out leads to the landing page, and Back does not return', async ({
  newMember,
}) => {
  const { page } = await newMember('Ann Oar');
  await page.goto('/dashboard');
  await openProfileMenu(page, 'Ann Oar');
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/dashboard');
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('Ann Oar')).toHaveCount(0);
});

test('[AUTH-1] the same user in a second browser has the same dashboard, and logging out there ends nothing here', async ({
  newMember,
  newAthlete,
}) => {
  const ann = await newMember('Ann Oar');
  await schedule(ann.context.request, ann.user, { title: 'At dawn', items: ['100m'] });
  const { page } = await newAthlete({ ownBrowser: true });
  await logIn(page, ann.person);
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('link', { name: 'At dawn' })).toBeVisible();
  await openProfileMenu(page, 'Ann Oar');
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await ann.page.goto('/dashboard');
  await expect(ann.page.getByRole('link', { name: 'At dawn' })).toBeVisible();
});

test('[NAV-3] [SET-3] Color Mode and Tint Color are chosen in the profile menu, at once and for the next browser too', async ({
  newMember,
  newAthlete,
}) => {
  const ann = await newMember('Ann Oar');
  await ann.page.goto('/dashboard');
  await openProfileMenu(ann.page, 'Ann Oar');
  await ann.page.getByRole('menuitemradio', { name: 'Blue', exact: true }).click();
  await expect(ann.page.locator('html')).toHaveAttribute('data-mode', 'blue');
  await ann.page.reload();
  await expect(ann.page.locator('html')).toHaveAttribute('data-mode', 'blue');
  const { page } = await newAthlete({ ownBrowser: true });
  await logIn(page, ann.person);
  await page.waitForURL('**/dashboard');
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'blue');
});

/** Changes the password in another browser, which ends the other logins of the user. */
async function changePasswordElsewhere(
  newAthlete: (options: { ownBrowser: boolean }) => Promise<{ context: BrowserContext }>,
  { email, password }: Person,
): Promise<string> {
  const newPassword = `${password} changed`;
  const { context } = await newAthlete({ ownBrowser: true });
  await call(context.request, auth.signIn, { body: { email, password } });
  await call(context.request, auth.changePassword, { body: { currentPassword: password, newPassword } });
  return newPassword;
}

const loginDialogOf = (page: Page) => page.getByRole('dialog', { name: 'Log in again' });

async function logInAgain(page: Page, password: string): Promise<void> {
  const dialog = loginDialogOf(page);
  await dialog.locator('input[name=password]').fill(password);
  await dialog.getByRole('button', { name: 'Log In' }).click();
  await expect(dialog).toHaveCount(0);
}

test('[AUTH-1] when a login was ended elsewhere, the page asks for it in place and then sends the typed comment', async ({
  newMember,
  newAthlete,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 401 /, /WebSocket connection to/);
  const { page, context, user, person } = await newMember('Ann Oar');
  const session = await schedule(context.request, user, { items: ['100m'] });
  const figures = { elapsedTime: 25, averagePace: 125, distance: 100, strokeRate: 24 };
  await rowByHand(context.request, user, session, figures);
  await page.goto(`/athletes/${user._id}`);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Write a comment' });
  await field.fill('Windy out there');
  const password = await changePasswordElsewhere(newAthlete, person);
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(loginDialogOf(page)).toContainText('your password was changed');
  await logInAgain(page, password);
  await expect(field).toHaveValue('Windy out there');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Windy out there');
});

test('[AUTH-5] Log Out in one tab leads the others to the landing page at once', async ({ newMember }) => {
  const { page, context } = await newMember('Ann Oar');
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/dashboard');
    await expect(dashboard(tab)).toBeVisible();
  }
  await openProfileMenu(page, 'Ann Oar');
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  for (const tab of [page, other]) {
    await tab.waitForURL((url) => url.pathname === '/');
    await expect(tab.getByText('Ann Oar')).toHaveCount(0);
  }
});

test('[AUTH-1] [SESS-10] a login that ends while rowing does not interrupt the row, which is sent after the next login', async ({
  newMember,
  newAthlete,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 401 /, /WebSocket connection to/);
  const ann = await newMember('Ann Oar');
  const { page, context } = ann;
  const session = await schedule(context.request, ann.user, { items: ['100m'] });
  await page.goto(`/sessions/${session._id}`);
  await connectMonitor(page);
  await startWorkout(page, '100m');
  const password = await changePasswordElsewhere(newAthlete, ann.person);
  await expect(cockpitOf(page)).toContainText('log in after this workout', { timeout: 20_000 });
  await expect(loginDialogOf(page)).toHaveCount(0);
  // The first strokes of the recording.
  await (
    await replay(ann.pm5, { fromMs: 12_000, toMs: 24_000, speed: 4 })
  ).finished;
  await expect(cockpitOf(page)).toContainText('strokes not sent');
  await finishByHand(page);
  await logInAgain(page, password);
  await expect(cockpitOf(page)).toContainText('result saved', { timeout: 20_000 });
  const stored = await onlyActivityOf(context.request, session._id);
  expect(stored).toMatchObject({ isCompleted: true, distance: expect.any(Number) });
  const { strokes: sent } = await call(context.request, strokes.list, {
    params: { id: stored._id },
    query: {},
  });
  expect(sent.length).toBeGreaterThan(2);
});
