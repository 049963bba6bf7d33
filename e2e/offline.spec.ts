import { comments } from '@boathouse/contract/comments';
import type { BrowserContext, Page } from '@playwright/test';
import { serverGone } from './fixtures/console-guard.ts';
import { expectNoViolation } from './fixtures/for-everyone.ts';
import { activitiesOf, call, rowByHand, schedule } from './fixtures/product-api.ts';
import {
  keptOf,
  notice,
  reopen,
  settle,
  storedTexts,
  test,
  updateWorker,
} from './fixtures/offline/installation.ts';
import { expect } from './fixtures/product.ts';
import {
  expectTheWholeRow,
  item,
  name,
  rowTheFirstHalf,
  rowTheRest,
  sitDown,
} from './fixtures/recorded-row.ts';
import { cockpitOf, connectMonitor, figureOf, itemOf } from './fixtures/session-page.ts';

/* The app without its server: the service worker opens it, with the data stored on this device. */

test.describe.configure({ mode: 'parallel' });
test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ consoleGuard }) => consoleGuard.allow(...serverGone));

test('[SESS-10] without the server the app opens, a session is rowed from its plan, and is sent once', async ({
  newMember,
  server,
  consoleGuard,
}) => {
  // The result's page requests it before the row has been sent.
  consoleGuard.allow(/404/);
  const ann = await newMember(name);
  const session = await schedule(ann.context.request, ann.user, { items: [item], title: 'Before breakfast' });
  await settle(ann.page);
  await server.kill('SIGKILL');

  const { page, pm5 } = await reopen(ann, '430000001');
  await page.goto('/dashboard');
  await expect(notice(page)).toContainText("The server can't be reached. This page is as it was at ");
  await page.getByRole('link', { name: 'Before breakfast' }).first().click();
  await expect(page).toHaveURL(`/sessions/${session._id}`);
  await connectMonitor(page);
  await itemOf(page, item).getByRole('button', { name: 'Begin' }).click();
  await itemOf(page, item).getByRole('button', { name: 'Start Workout' }).click();
  await expect(cockpitOf(page)).toBeVisible();
  await rowTheFirstHalf({ ...ann, page, pm5 });
  await rowTheRest({ ...ann, page, pm5 });
  await expect(figureOf(page, 'distance')).toHaveText('100m');
  await page.getByRole('link', { name: 'See the result' }).click();
  await expect(page.getByText('Not sent yet. This result is kept on this device')).toBeVisible();
  await expect(page.getByText('Distance', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('img', { name: /Pace/ }).or(page.locator('canvas')).first()).toBeVisible();

  await server.restart();
  await expectTheWholeRow(ann, session._id);
  await expect(page.getByText('Not sent yet. This result')).toBeHidden({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1, name: item })).toBeVisible();
  await expect(notice(page)).toBeHidden({ timeout: 30_000 });
});

test('each page opens without the server with the data read before, or says that it has none', async ({
  newMember,
  line,
}) => {
  const ann = await newMember(name);
  await settle(ann.page);
  await line.cut();
  const { page } = await reopen(ann, '430000001');
  for (const path of [
    '/dashboard',
    '/training/statistics',
    '/training/activity',
    '/training/calendar',
    '/row',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByText("couldn't be loaded")).toHaveCount(0);
  }
  // Never read.
  await page.goto('/explore/clubs');
  await expect(page.getByText('Not available offline.').first()).toBeVisible({ timeout: 30_000 });
  await line.mend();
  await expect(page.getByText(/couldn.t be loaded|Not available/)).toHaveCount(0, { timeout: 30_000 });
});

test('a page does not wait for a server that accepts connections and sends nothing', async ({
  newMember,
  server,
}) => {
  const ann = await newMember(name);
  await settle(ann.page);
  const { page } = await reopen(ann, '430000001');
  server.hang();
  try {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Without a response in seconds, the page shows the data read before.
    await expect.poll(() => afterSeconds(page, 2)).toBe(true);
  } finally {
    server.goOn();
  }
  await expect.poll(() => afterSeconds(page, 5), { timeout: 30_000 }).toBe(false);
});

/** Lets time pass on the page. Returns whether the page then says that it is old. */
async function afterSeconds(page: Page, seconds: number): Promise<boolean> {
  await page.clock.fastForward(seconds * 1_000);
  return notice(page).isVisible();
}

test('a page is stored without data, and a login that ends leaves nothing to the next user', async ({
  newMember,
  line,
}) => {
  const ann = await newMember(name);
  await schedule(ann.context.request, ann.user, { items: [item], title: 'Only for Ann' });
  await settle(ann.page);
  expect(await keptOf(ann.page)).toContain('Only for Ann');
  const stored = await storedTexts(ann.page);
  expect(stored.filter((text) => text.includes('Only for Ann') || text.includes(ann.user._id))).toEqual([]);

  await ann.page.getByRole('button', { name }).click();
  await ann.page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(ann.page).toHaveURL('/');
  await expect.poll(() => keptOf(ann.page)).toBe('[]');

  const bea = await newMember('Bea Cox');
  await ann.context.addCookies(bea.person.cookies);
  const page = ann.page;
  await settle(page);
  await line.cut();
  await page.goto('/dashboard');
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText('Only for Ann')).toHaveCount(0);
  expect(await keptOf(page)).not.toContain(ann.user._id);
  await line.mend();
});

test('a new build is announced, opens with the next page, and never during a row', async ({
  newMember,
  server,
  otherBuild: { webDir, entry },
}) => {
  test.setTimeout(600_000);
  const ann = await newMember(name);
  await settle(ann.page);
  const { page, pm5 } = await reopen(ann, '430000001');
  const rower = { ...ann, page, pm5 };
  const sessionId = await sitDown(rower);
  await itemOf(page, item).getByRole('button', { name: 'Begin' }).click();
  await itemOf(page, item).getByRole('button', { name: 'Start Workout' }).click();
  await rowTheFirstHalf(rower);

  await server.restart({ WEB_DIR: webDir });
  await updateWorker(page);
  const line = page.getByText('A new version of Boathouse is ready. It opens with the next page.');
  await expect.poll(() => entriesOf(ann.context)).toContain(entry);
  await expect(line).toBeHidden();
  await rowTheRest(rower);
  await expectTheWholeRow(ann, sessionId);
  await expect(line).toBeVisible();

  // A session's page asks before it is left, so the test follows a link after that one.
  await page.getByRole('link', { name: 'Training' }).click();
  await expect(page).toHaveURL('/training/statistics');
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL('/explore/clubs');
  // Chromium can make a page wait for the older worker, for up to 5 min: the old build shows then, and the press is
  // repeated.
  await expect(async () => {
    const isLate = await page.getByText('It could not be opened yet.').isVisible();
    if (isLate) await page.getByRole('button', { name: 'Open it now' }).click();
    expect(await entryOf(page)).toBe(entry);
  }).toPass({ timeout: 330_000 });
  await expect(page).toHaveURL('/explore/clubs');
  await expect(line).toBeHidden();
  expect(await activitiesOf(ann.context.request, sessionId)).toHaveLength(1);
});

test('a file that the system shares with the app appears in Import', async ({ newMember }) => {
  const { page } = await newMember(name);
  await settle(page);
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      action: '/share',
      method: 'post',
      enctype: 'multipart/form-data',
    });
    const field = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
    const given = new DataTransfer();
    given.items.add(new File(['"Date","Work Distance"\n'], 'season.csv', { type: 'text/csv' }));
    field.files = given.files;
    form.append(field);
    document.body.append(form);
    form.submit();
  });
  await expect(page).toHaveURL('/training/import');
  await expect(page.getByText('1 file read')).toBeVisible();
});

test('a worker that the operator turns off is removed with everything that it has stored', async ({
  newMember,
  server,
}) => {
  test.setTimeout(600_000);
  const ann = await newMember(name);
  await settle(ann.page);
  await server.restart({ OFFLINE: '0' });
  await updateWorker(ann.page);
  // Chromium lets the older worker finish its work, for up to 5 min.
  await expect
    .poll(
      () =>
        ann.page.evaluate(async () => ({
          workers: (await navigator.serviceWorker.getRegistrations()).length,
          caches: await caches.keys(),
        })),
      { timeout: 330_000 },
    )
    .toEqual({ workers: 0, caches: [] });
  await server.restart();
});

const entryOf = (page: Page) =>
  page.evaluate(
    () => new URL(document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '').pathname,
  );

/** Returns the builds whose shell the browser has, by the script that starts them. */
async function entriesOf(context: BrowserContext): Promise<string[]> {
  const [page] = context.pages();
  const shells =
    (await page?.evaluate(async () => {
      const names = await caches.keys();
      return Promise.all(
        names.map(async (each) => (await (await caches.open(each)).match('/shell'))?.text() ?? ''),
      );
    })) ?? [];
  return shells.map((html) => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? '');
}

test('[SOCIAL-1] a comment, a like and a workout written without the server are sent once it is back, or refused with a message', async ({
  newMember,
  line,
}) => {
  const ann = await newMember(name);
  const session = await schedule(ann.context.request, ann.user, { items: [item], title: 'Morning row' });
  const { _id } = await rowByHand(ann.context.request, ann.user, session, {
    elapsedTime: 480,
    averagePace: 120,
    distance: 2000,
    strokeRate: 28,
  });
  await settle(ann.page);
  await ann.page.goto(`/activities/${_id}`);
  await expect(ann.page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await ann.page.clock.fastForward(10_000);
  await expect.poll(() => keptOf(ann.page)).toContain(`/api/comments/parent/${_id}`);
  await line.cut();

  const { page } = await reopen(ann, '430000001');
  await page.goto(`/activities/${_id}`);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Strong finish');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByText('Not sent yet: Your comment “Strong finish”')).toBeVisible();
  const inPlace = page.getByRole('list', { name: 'Comments that are not sent yet' });
  await expect(inPlace.getByText('Strong finish')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('');
  await page.goto('/dashboard');
  await page.getByRole('textbox', { name: /^Title/ }).fill('After work');
  await page.getByRole('textbox', { name: 'Workout item 1' }).fill('2000m');
  await page.getByRole('button', { name: 'Create session' }).click();
  const waiting = page.getByText('2 not sent yet');
  await waiting.click();
  await expect(page.getByRole('button', { name: 'Discard The workout “After work”' })).toBeVisible();
  await expectNoViolation(page, 'the list of what waits');
  await page.reload();
  await expect(waiting).toBeVisible();

  await line.mend();
  await expect(waiting).toBeHidden({ timeout: 60_000 });
  const found = await call(ann.context.request, comments.ofParent, { params: { parentId: _id }, query: {} });
  expect(found.map(({ message }) => message)).toEqual(['Strong finish']);
  await page.reload();
  await expect(page.getByRole('link', { name: 'After work' })).toHaveCount(1);
});
