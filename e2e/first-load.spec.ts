import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { races } from '@boathouse/contract/races';
import { boards } from '@boathouse/contract/sessions/boards';
import { foundClub } from './fixtures/clubs.ts';
import { startProductServer } from './fixtures/product-server.ts';
import { rowByHand, schedule, call } from './fixtures/product-api.ts';
import { expect, test, type Member } from './fixtures/product.ts';

/** How many pages one test loads: on a busy machine a page takes ten seconds. */
const pagesPerTest = 8;

/** Limits of a page's load, with a cold cache (docs/decisions/026). */
const limits = {
  waves: 3,
  shift: 0.02,
  scriptKB: {
    landing: 100,
    others: 210,
  },
};

/**
 * Code of plots, replays and the call of a race, which loads once the page is shown: it counts as the page's script,
 * but the page waits for none of it.
 */
const isOfLater = (url: string) =>
  /\/(plot|meters-chart|pace-chart|stroke-plots|force-curve-panel|replay-button|race-call)-/.test(url);

/**
 * Code that stores the page for use without the server. It loads once the page is shown, and nothing on the page
 * depends on it.
 */
const isOfKeeping = (url: string) => /\/kept-[\w-]{8}\.js$/.test(url);

/** Code for the first press, with its imports, which loads once the page is at rest: nothing shown depends on it. */
const isForPresses = (urls: readonly string[]) =>
  urls.some((url) => /\/(commands|profile-menu-items)-[\w-]{8}\.js$/.test(url));

/** The icon of the tab, which the browser requests at any time: no page waits for it. */
const isOfTab = (url: string) => url === '/favicon.svg';

/**
 * Starts: the page shows them already, and reads them again once it is in the room, because one may have been set in
 * between.
 */
const isReadAgain = (url: string) =>
  /^\/api\/(sessions\/[^/]+\/starts|races\/events\/[^/]+(\/(now|results))?|races\/pages\/[^/]+(\/now)?)$/.test(
    url,
  );

/** Long enough for the page to paint its content. */
const latencyMs = 150;
/** A page that sends no further request in this time is waiting for responses. */
const quietMs = 250;

type Shift = { value: number; moved: string[] };
type Load = { waves: string[][]; scripts: string[]; shifts: Shift[] };

/**
 * Opens a page and counts its waves by which request causes which: holds all requests until no further one comes, and
 * then lets them go together, after the latency of a network. The next requests belong to the next wave.
 */
async function load(page: Page, path: string): Promise<Load> {
  const waves: string[][] = [];
  let held: Route[] = [];
  let askedAtMs = Date.now();
  await page.addInitScript(() => {
    const shifts: Array<{ value: number; moved: string[] }> = [];
    Object.assign(window, { shifts });
    const placeOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: Array<{ node: Node | null; previousRect: DOMRect; currentRect: DOMRect }> =
          Reflect.get(entry, 'sources');
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = `${element?.tagName}.${element?.className} ${node?.textContent?.slice(0, 30)}`;
          return `${name}: ${placeOf(previousRect)} -> ${placeOf(currentRect)}`;
        });
        shifts.push({ value: Number(Reflect.get(entry, 'value')), moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The previous page loads more by itself some seconds after it begins.
  await page.goto('about:blank');
  await page.route('**', (route) => {
    held.push(route);
    askedAtMs = Date.now();
  });
  const opening = page.goto(path, { waitUntil: 'commit' });
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const isQuiet = async () => {
    if (Date.now() - askedAtMs < quietMs) return false;
    if (waves.length > 0) {
      await page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(() => resolve(null), { timeout: 500 })),
      );
    }
    return Date.now() - askedAtMs >= quietMs;
  };
  for (let idle = 0; idle < 2;) {
    await pause(quietMs / 2);
    if (!(await isQuiet())) continue;
    if (held.length === 0) {
      // A busy machine can take longer than this to request the document.
      if (waves.length > 0) idle += 1;
      continue;
    }
    idle = 0;
    const wave = held;
    held = [];
    waves.push(wave.map((route) => new URL(route.request().url()).pathname));
    await pause(latencyMs);
    await Promise.all(wave.map((route) => route.continue()));
    askedAtMs = Date.now();
    if (waves.length === 1) await opening;
  }
  const shifts = await page.evaluate((): Shift[] => Reflect.get(window, 'shifts'));
  await page.unrouteAll();
  const shown = waves.filter((urls) => !isForPresses(urls));
  const scripts = [...new Set(shown.flat().filter((url) => url.endsWith('.js') && !isOfKeeping(url)))];
  return { waves: shown, scripts, shifts };
}

/** The size of files as the build has compressed them for the network, in bytes; small files count uncompressed. */
function brotliBytes(urls: readonly string[]): number {
  const sizes = urls.map((url) => {
    const file = join(process.env.E2E_WEB_DIR ?? '', url);
    return statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(file).size;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

const kindOfPage = (pattern: string) => (pattern === '/' ? 'landing' : 'others');

/** Its pages also load the choice of the simulated erg. */
const withoutBluetooth = ' without Bluetooth';

/** @param pattern the page's path as in the routes of the web app */
async function expectWithinLimits(page: Page, pattern: string, path: string, of = ''): Promise<Load> {
  const name = `${pattern}${of}`;
  let loaded = await load(page, path);
  // A server that is too busy sends a page without its data, and the page requests them.
  if (loaded.waves.flat().includes('/api/auth/get-session')) loaded = await load(page, path);
  const kB = brotliBytes(loaded.scripts) / 1_000;
  const listed = JSON.stringify(loaded.waves, null, 1);
  const limitKB = limits.scriptKB[kindOfPage(pattern)];
  const waves = loaded.waves.filter(
    (urls) => !urls.every((url) => isOfLater(url) || isOfKeeping(url) || isReadAgain(url) || isOfTab(url)),
  );
  expect.soft(waves.length, `waves of ${name}: ${listed}`).toBeLessThanOrEqual(limits.waves);
  expect.soft(kB, `kB of script of ${name}: ${listed}`).toBeLessThanOrEqual(limitKB);
  const shift = loaded.shifts.reduce((sum, { value }) => sum + value, 0);
  expect
    .soft(shift, `layout shift of ${name}: ${JSON.stringify(loaded.shifts, null, 1)}`)
    .toBeLessThan(limits.shift);
  return loaded;
}

const signedOutPages: Record<string, string> = {
  '/': '/',
  '/login': '/login',
  '/register': '/register',
  '/set-up': '/set-up',
  '/reset': '/reset?token=abc',
  '/race': '/race',
};

type Ids = {
  session: string;
  activity: string;
  other: string;
  club: string;
  board: string;
  event: string;
  racePage: string;
};

const memberPages = ({
  session,
  activity,
  other,
  club,
  board,
  event,
  racePage,
}: Ids): Record<string, string> => ({
  '/dashboard': '/dashboard',
  '/training/statistics': '/training/statistics',
  '/training/activity': '/training/activity',
  '/training/calendar': '/training/calendar',
  '/training/import': '/training/import',
  '/training/enter': '/training/enter',
  '/explore/clubs': '/explore/clubs',
  '/explore/athletes': '/explore/athletes',
  '/athletes/:userID': `/athletes/${other}`,
  '/athletes/:userID/following': `/athletes/${other}/following`,
  '/notifications': '/notifications',
  '/settings': '/settings',
  '/club-create': '/club-create',
  '/invitations': '/invitations#no-such-key',
  '/clubs/:clubURL/general': `/clubs/${club}/general`,
  '/clubs/:clubURL/members': `/clubs/${club}/members`,
  '/clubs/:clubURL/edit': `/clubs/${club}/edit`,
  '/clubs/:clubURL/races': `/clubs/${club}/races`,
  '/clubs/:clubURL/tests': `/clubs/${club}/tests`,
  // The id of a test that does not exist.
  '/clubs/:clubURL/tests/:testID': `/clubs/${club}/tests/${session}`,
  '/clubs/:clubURL/records': `/clubs/${club}/records`,
  '/clubs/:clubURL/attendance': `/clubs/${club}/attendance`,
  '/clubs/:clubURL/squads': `/clubs/${club}/squads`,
  '/races/:eventID': `/races/${event}`,
  '/races/:eventID/entries': `/races/${event}/entries`,
  '/races/:eventID/draw': `/races/${event}/draw`,
  '/races/:eventID/setup': `/races/${event}/setup`,
  '/races/:eventID/commentary': `/races/${event}/commentary`,
  '/races/:eventID/control': `/races/${event}/control`,
  '/race-pages/:key': `/race-pages/${racePage}`,
  '/race-pages/:key/screen': `/race-pages/${racePage}/screen`,
  '/activities/:activityID': `/activities/${activity}`,
  '/row': '/row',
  '/sessions/:sessionID': `/sessions/${session}`,
  '/sessions/:sessionID/entries/:item': `/sessions/${session}/entries/0`,
  '/boards/:key': `/boards/${board}`,
  '/*': '/no-such-page',
});

const noIds: Ids = {
  session: '',
  activity: '',
  other: '',
  club: '',
  board: '',
  event: '',
  racePage: '',
};

const administratorPages = ['/administration'];

const viewports = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

test('each page of the routes is one of those opened here', () => {
  const file = join(process.env.E2E_WEB_DIR ?? '', 'pages.json');
  const { pages }: { pages: Record<string, unknown> } = JSON.parse(readFileSync(file, 'utf8'));
  const opened = [...Object.keys({ ...signedOutPages, ...memberPages(noIds) }), ...administratorPages];
  // The address of a club redirects to its first tab.
  const shown = Object.keys(pages).filter((pattern) => pattern !== '/clubs/:clubURL');
  expect(opened.toSorted()).toEqual(shown.toSorted());
});

test('pages without a login load within their limits', async ({ page }) => {
  for (const [pattern, path] of Object.entries(signedOutPages)) {
    await expectWithinLimits(page, pattern, path);
  }
});

for (const viewport of viewports) {
  /** The paths of a member's pages who has what they show, and this member. */
  async function seatMember(newMember: (name: string) => Promise<Member>) {
    const ann = await newMember('Ann Oar');
    const ben = await newMember('Ben Scull');
    const { request } = ann.context;
    const session = await schedule(request, ann.user, { items: ['100m', '500m'] });
    await schedule(request, ann.user, { items: ['2000m'] });
    await schedule(request, ann.user, { items: ['5000m'] });
    const figures = { elapsedTime: 24, averagePace: 120, distance: 100, strokeRate: 28 };
    const activity = await rowByHand(request, ann.user, session, figures);
    const board = await call(request, boards.create, { params: { id: session._id } });
    const club = await foundClub(ann);
    const event = await call(request, races.create, {
      params: { id: club._id },
      // Any id of version 7 will do.
      body: { _id: session._id, title: 'Spring ergs', day: '2026-05-02', timeZone: 'Europe/Berlin' },
    });
    const params = { id: event._id };
    await call(request, races.change, { params, body: { isPublished: true } });
    const { key: racePage } = await call(request, races.makePage, { params });
    await ann.page.setViewportSize(viewport);
    const pages = memberPages({
      session: session._id,
      activity: activity._id,
      other: ben.user._id,
      club: club.customURL,
      board: board.key,
      event: event._id,
      racePage,
    });
    return { ann, pages };
  }

  const patterns = Object.keys(memberPages(noIds));
  for (let first = 0; first < patterns.length; first += pagesPerTest) {
    const some = patterns.slice(first, first + pagesPerTest);
    test(`signed-in pages load within their limits at ${viewport.width} px: ${some[0]} to ${some.at(-1)}`, async ({
      newMember,
      consoleGuard,
    }) => {
      // The ids of the invitation and the page that do not exist.
      consoleGuard.allow(/404 \(Not Found\)/);
      const { ann, pages } = await seatMember(newMember);
      // The first one is a browser's first page: the server does not know its time zone yet.
      for (const pattern of some) await expectWithinLimits(ann.page, pattern, pages[pattern] ?? '');
      if (first > 0) return;
      const callsOfAnother = async () => {
        const known = ' with its time zone known';
        const { waves } = await expectWithinLimits(ann.page, '/dashboard', '/dashboard', known);
        return waves.flat().filter((url) => url.startsWith('/api/'));
      };
      // A server that is too busy sends what it has in time, and the page requests the rest.
      const calls = await callsOfAnother();
      expect(calls.length === 0 ? calls : await callsOfAnother()).toEqual([]);
    });
  }

  test(`pages without Bluetooth load within their limits at ${viewport.width} px`, async ({ newMember }) => {
    const { ann, pages } = await seatMember(newMember);
    await ann.page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'bluetooth'));
    for (const pattern of ['/row', '/sessions/:sessionID']) {
      await expectWithinLimits(ann.page, pattern, pages[pattern] ?? '', withoutBluetooth);
    }
  });
}

test("an administrator's page loads within its limits, and so does the form for the first one", async ({
  page,
}) => {
  const server = await startProductServer({
    env: { LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
  });
  const code = /enter the code (\S+) there/.exec(server.logs())?.[1] ?? '';
  const expectAtEachWidth = async (pattern: string, of?: string) => {
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      await expectWithinLimits(page, pattern, `${server.url}${pattern}`, of);
    }
  };
  await expectAtEachWidth('/set-up', ' without users');
  await page.getByLabel("Code in the server's log").fill(code);
  await page.getByLabel('Email').fill('ines@club.example');
  await page.getByLabel('Full name').fill('Ines Installation');
  await page.locator('input[name=password]').fill('rowing at dawn');
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await page.waitForURL('**/administration');
  for (const pattern of administratorPages) await expectAtEachWidth(pattern);
  await page.close();
  await server.stop();
});
