import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comments } from '@boathouse/contract/comments';
import type { BrowserContext, Page } from '@playwright/test';
import { serverGone } from './fixtures/console-guard.ts';
import { EmulatedPm5 } from './fixtures/emulated-pm5.ts';
import { activitiesOf, call, rowByHand, schedule } from './fixtures/product-api.ts';
import { startProductServer, type ProductServer } from './fixtures/product-server.ts';
import { expect, test as base, type Member } from './fixtures/product.ts';
import {
  expectTheWholeRow,
  item,
  name,
  rowTheFirstHalf,
  rowTheRest,
  sitDown,
} from './fixtures/recorded-row.ts';
import { cockpitOf, connectMonitor, figureOf, itemOf } from './fixtures/session-page.ts';

/*
 * The app without its server: opened by the service worker, with what this device has kept. Each test has a server of its own,
 * which is stopped, hangs, or is of another build.
 */

/** The web app that the server serves, which a test may replace, and the server's variables. */
type Installation = { server: ProductServer; webDir: string; env: Record<string, string> };

const test = base.extend<object, { installation: Installation }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const webDir = mkdtempSync(join(tmpdir(), 'boathouse-e2e-offline-'));
      cpSync(process.env.E2E_WEB_DIR ?? '', webDir, { recursive: true });
      const env = { SIMULATED_ERG: '1', WEB_DIR: webDir };
      const server = await startProductServer({ env });
      await use({ server, webDir, env });
      await server.stop();
      rmSync(webDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  server: async ({ installation }, use) => {
    await use(installation.server);
  },
});
test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ consoleGuard }) => consoleGuard.allow(...serverGone));

/** Opens the dashboard, and lets the time pass after which the page has stored the app and read ahead. */
async function settle(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(10_000);
        return page.evaluate(() => localStorage.getItem('read-ahead'));
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // What was read last is stored a moment later.
  await page.clock.fastForward(1_000);
  await expect.poll(() => keptOf(page)).toContain('/api/users/uid/');
}

/** Returns the addresses of all that is kept in the browser, as one text. */
function keptOf(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('boathouse-answers');
        opening.onerror = () => reject(new Error('not opened'));
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('answers')) {
            database.close();
            resolve('');
            return;
          }
          const all = database.transaction('answers').objectStore('answers').getAll();
          all.onsuccess = () => {
            database.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
}

/** The same browser opened again: its pages are closed, its storage stays. */
async function reopen({ context }: Member, serial: string): Promise<{ page: Page; pm5: EmulatedPm5 }> {
  const page = await context.newPage();
  const pm5 = await EmulatedPm5.attach(page, { serial });
  for (const other of context.pages()) if (other !== page) await other.close();
  return { page, pm5 };
}

const notice = (page: Page) => page.getByText(/This page is as it was/);

test('[SESS-10] without the server the app opens, a session is rowed from its plan, and is sent once', async ({
  newMember,
  server,
}) => {
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

  await server.restart();
  await expectTheWholeRow(ann, session._id);
  await expect(notice(page)).toBeHidden({ timeout: 30_000 });
});

test('each page opens without the server with what was read, or says that it was not', async ({
  newMember,
  server,
}) => {
  const ann = await newMember(name);
  await settle(ann.page);
  await server.kill('SIGKILL');
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
  await expect(page.getByText(/couldn.t be loaded|Not loaded/).first()).toBeVisible({ timeout: 30_000 });
  await server.restart();
  await expect(page.getByText(/couldn.t be loaded|Not loaded/)).toHaveCount(0, { timeout: 30_000 });
});

test('a server that takes connections and answers nothing is not waited for', async ({
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
    await expect(notice(page)).toBeVisible({ timeout: 30_000 });
  } finally {
    server.goOn();
  }
  await expect(notice(page)).toBeHidden({ timeout: 60_000 });
});

test('a page is stored without data, and a login that ends leaves nothing to the next user', async ({
  newMember,
  server,
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
  await server.kill('SIGKILL');
  await page.goto('/dashboard');
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText('Only for Ann')).toHaveCount(0);
  expect(await keptOf(page)).not.toContain(ann.user._id);
  await server.restart();
});

/** Returns the bodies of all that the worker has stored. */
function storedTexts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName);
      for (const request of await cache.keys()) {
        const url = new URL(request.url).pathname;
        if (url.startsWith('/api')) throw new Error(`${url} is stored`);
        texts.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    return texts;
  });
}

test('a new build is said, opens with the next page, and never during a row', async ({
  newMember,
  installation: { server, webDir },
}) => {
  const ann = await newMember(name);
  await settle(ann.page);
  const { page, pm5 } = await reopen(ann, '430000001');
  const rower = { ...ann, page, pm5 };
  const sessionId = await sitDown(rower);
  await itemOf(page, item).getByRole('button', { name: 'Begin' }).click();
  await itemOf(page, item).getByRole('button', { name: 'Start Workout' }).click();
  await rowTheFirstHalf(rower);

  const entry = publishAnotherBuild(webDir);
  await server.restart();
  await updateWorker(page);
  const line = page.getByText('A new version of Boathouse is ready. It opens with the next page.');
  await expect.poll(() => entriesOf(ann.context)).toContain(entry);
  await expect(line).toBeHidden();
  await rowTheRest(rower);
  await expectTheWholeRow(ann, sessionId);
  await expect(line).toBeVisible({ timeout: 30_000 });

  // A session's page asks before it is left for good, so the next link is the one after.
  await page.getByRole('link', { name: 'Training' }).click();
  await expect(page).toHaveURL('/training/statistics');
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL('/explore/clubs');
  await expect(line).toBeHidden();
  expect(await entryOf(page)).toBe(entry);
  expect(await activitiesOf(ann.context.request, sessionId)).toHaveLength(1);
});

test('a file that the system shares with the app is in Import', async ({ newMember }) => {
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

test('a worker that the operator turns off is gone with all that it has stored', async ({
  newMember,
  installation: { server, env },
}) => {
  const ann = await newMember(name);
  await settle(ann.page);
  env['OFFLINE'] = '0';
  await server.restart();
  await updateWorker(ann.page);
  await expect
    .poll(() =>
      ann.page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        caches: await caches.keys(),
      })),
    )
    .toEqual({ workers: 0, caches: [] });
  delete env['OFFLINE'];
  await server.restart();
});

/** What the browser does by itself on a navigation. */
const updateWorker = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

const entryOf = (page: Page) =>
  page.evaluate(
    () => new URL(document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '').pathname,
  );

/** Returns the builds of which the browser has the shell, by the script that starts them. */
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

/** Puts a build in the place of the served one that differs in the script that starts it. Returns that script's path. */
function publishAnotherBuild(webDir: string): string {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8');
  const old = /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(html)?.[1] ?? '';
  const made = old.replace(/-[^-]+\.js$/, '-another0.js');
  cpSync(join(webDir, 'assets', old), join(webDir, 'assets', made));
  const isText = /^(index\.html|pages\.json|worker\.js)$/;
  for (const file of readdirSync(webDir).filter((each) => isText.test(each))) {
    const text = readFileSync(join(webDir, file), 'utf8').replaceAll(old, made);
    writeFileSync(join(webDir, file), text.replace(/id:[`"][0-9a-f]{16}[`"]/, 'id:`another`'));
  }
  return `/assets/${made}`;
}

test('[SOCIAL-1] a comment, a like and a workout written without the server are sent once it is there, or refused in words', async ({
  newMember,
  server,
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
  await server.kill('SIGKILL');

  const { page } = await reopen(ann, '430000001');
  await page.goto(`/activities/${_id}`);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Strong finish');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByText('Not sent yet: Your comment “Strong finish”.')).toBeVisible();
  const inPlace = page.getByRole('list', { name: 'Comments that are not sent yet' });
  await expect(inPlace.getByText('Strong finish')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('');
  await page.goto('/dashboard');
  await page.getByRole('textbox', { name: /^Title/ }).fill('After work');
  await page.getByRole('textbox', { name: 'Workout item 1' }).fill('2000m');
  await page.getByRole('button', { name: 'Create session' }).click();
  const line = page.getByText('Not sent yet: Your comment “Strong finish”, The workout “After work”.');
  await expect(line).toBeVisible();
  await page.reload();
  await expect(line).toBeVisible();

  await server.restart();
  await expect(line).toBeHidden({ timeout: 60_000 });
  const found = await call(ann.context.request, comments.ofParent, { params: { parentId: _id }, query: {} });
  expect(found.map(({ message }) => message)).toEqual(['Strong finish']);
  await page.reload();
  await expect(page.getByRole('link', { name: 'After work' })).toHaveCount(1);
});
