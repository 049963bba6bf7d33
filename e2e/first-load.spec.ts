import { brotliCompressSync } from 'node:zlib';
import type { Page, Route } from '@playwright/test';
import { boards } from '@boathouse/contract/sessions/boards';
import { rowByHand, schedule, call } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';

/** What a page may load at most, with a cold cache (docs/decisions/026). */
const limits = {
  /** With the script of the theme, and the plots. */
  scripts: 8,
  waves: 3,
  shift: 0.02,
  scriptKB: { landing: 100, others: 180 },
};

/** Code of plots, which loads after the figures and is not part of a page's script. */
const isPlot = (url: string) => /\/(plot|meters-chart|pace-chart|stroke-plots|force-curve-panel)-/.test(url);

/** Long enough for the page to paint what it has. */
const latencyMs = 150;
/** A page that asks for nothing more in this time waits for what it has asked for. */
const quietMs = 250;

type Shift = { value: number; moved: string[] };
type Load = { waves: string[][]; scripts: string[]; shifts: Shift[] };

/**
 * Opens a page and counts its waves by the causality of its requests: all are held until the page asks for nothing more,
 * and are then let go together, after the latency of a network. What the page asks for next belongs to the next wave.
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
  for (let idle = 0; idle < 4;) {
    await pause(quietMs / 2);
    if (!(await isQuiet())) continue;
    if (held.length === 0) {
      idle += 1;
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
  const scripts = [...new Set(waves.flat().filter((url) => url.endsWith('.js')))];
  return { waves, scripts, shifts };
}

/** By address, which changes with the content: compressing takes a second for the largest file, and pages share most. */
const knownBytes = new Map<string, number>();

async function brotliBytes(page: Page, urls: readonly string[]): Promise<number> {
  let sum = 0;
  for (const url of urls) {
    const bytes =
      knownBytes.get(url) ?? brotliCompressSync(await (await page.request.get(url)).body()).length;
    knownBytes.set(url, bytes);
    sum += bytes;
  }
  return sum;
}

async function expectWithinLimits(page: Page, name: string, path: string): Promise<Load> {
  const loaded = await load(page, path);
  const kB =
    (await brotliBytes(
      page,
      loaded.scripts.filter((url) => !isPlot(url)),
    )) / 1_000;
  const listed = JSON.stringify(loaded.waves, null, 1);
  const limitKB = name === 'landing' ? limits.scriptKB.landing : limits.scriptKB.others;
  expect.soft(loaded.waves.length, `waves of ${name}: ${listed}`).toBeLessThanOrEqual(limits.waves);
  expect.soft(loaded.scripts.length, `scripts of ${name}: ${listed}`).toBeLessThanOrEqual(limits.scripts);
  expect.soft(kB, `kB of script of ${name}`).toBeLessThanOrEqual(limitKB);
  const shift = loaded.shifts.reduce((sum, { value }) => sum + value, 0);
  expect
    .soft(shift, `layout shift of ${name}: ${JSON.stringify(loaded.shifts, null, 1)}`)
    .toBeLessThan(limits.shift);
  return loaded;
}

test('pages without a login load within their limits', async ({ page }) => {
  test.setTimeout(120_000);
  for (const [name, path] of [
    ['landing', '/'],
    ['login', '/login'],
  ] as const) {
    await expectWithinLimits(page, name, path);
  }
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`signed-in pages load within their limits at ${viewport.width} px`, async ({ newMember }) => {
    test.setTimeout(240_000);
    const ann = await newMember('Ann Oar');
    const ben = await newMember('Ben Scull');
    const { request } = ann.context;
    const session = await schedule(request, ann.user, { items: ['100m', '500m'] });
    const figures = { elapsedTime: 24, averagePace: 120, distance: 100, strokeRate: 28 };
    const activity = await rowByHand(request, ann.user, session, figures);
    const board = await call(request, boards.create, { params: { id: session._id } });
    await ann.page.setViewportSize(viewport);
    const open = (name: string, path: string) => expectWithinLimits(ann.page, name, path);
    for (const [name, path] of [
      // The first page of a browser: the server does not know its time zone yet.
      ['dashboard', '/dashboard'],
      ['statistics', '/training/statistics'],
      ['session', `/sessions/${session._id}`],
      ['history', '/training/activity'],
      ['calendar', '/training/calendar'],
      ['explore', '/explore/clubs'],
      ['athlete', `/athletes/${ben.user._id}`],
      ['activity', `/activities/${activity._id}`],
      ['settings', '/settings'],
      ['board', `/boards/${board.key}`],
    ] as const) {
      await open(name, path);
    }
    const again = await open('dashboard with its time zone known', '/dashboard');
    expect(again.waves.flat().filter((url) => url.startsWith('/api/'))).toEqual([]);
  });
}
