import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../fixtures/athletes.ts';
import { coachOnPhone } from './sample-member.ts';

/** Pressing one of these ends the login or leaves the site. */
const notPressed = /^(Log Out|Privacy policy)$/;
/**
 * A button must react this far from its middle, in CSS pixels in all directions; a link in a text as far as its line is
 * high.
 */
const reachPx = { button: 21.5, link: 11.5 };
/** Looks at sizes and covers only, in a tenth of the time. */
const isOnlyLooked = process.env.MEASURE_PRESSES === '0';
/** How long a press may have no visible effect. */
const signWithinMs = 2_000;

type Target = {
  index: number;
  name: string;
  tag: string;
  size: string;
  isSmall: boolean;
  coveredBy: string | null;
  /** Buttons of the page or choice that is already shown: pressing one changes nothing. */
  isCurrent: boolean;
};

declare global {
  interface Window {
    /** Changes of the document since the press, excluding those of other elements' clocks. */
    changes?: number;
  }
}

const selector = 'a[href], button, summary, [role="tab"], input, select, textarea';

/**
 * Lists what can be pressed on the present page, in the order of the document, with its size and the elements that
 * cover it.
 */
async function targetsOf(page: Page): Promise<Target[]> {
  return page.evaluate(
    ({ all, reach }) => {
      const found: Target[] = [];
      for (const [index, element] of [...document.querySelectorAll<HTMLElement>(all)].entries()) {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (element.matches(':disabled, [aria-disabled="true"]')) continue;
        // A checkbox or radio is also pressed by its label.
        const label = element instanceof HTMLInputElement ? element.closest('label') : null;
        const pressed = label ?? element;
        pressed.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const { left, top, width, height } = pressed.getBoundingClientRect();
        // Visually hidden, like the link to the content before it has the focus.
        if (width <= 1 || height <= 1 || top + height <= 0) continue;
        const [x, y] = [left + width / 2, top + height / 2];
        const hit = (byX: number, byY: number) => {
          const on = document.elementFromPoint(x + byX, y + byY);
          return on === null || pressed.contains(on) ? null : on;
        };
        const isText = element.localName === 'a' && height < 40;
        const least = isText ? reach.link : reach.button;
        const isReached = [
          [0, least],
          [0, -least],
          [least, 0],
          [-least, 0],
        ].every(([byX = 0, byY = 0]) => hit(byX, byY) === null);
        const cover = hit(0, 0);
        const name = element.getAttribute('aria-label') ?? (element.textContent.trim() || label?.textContent);
        found.push({
          index,
          name: (name ?? element.getAttribute('name') ?? '').replaceAll(/\s+/g, ' ').slice(0, 50),
          tag: element.localName,
          size: `${Math.round(width)} x ${Math.round(height)} px`,
          isSmall: !isReached && cover === null,
          isCurrent: element.matches('[aria-current], [aria-pressed="true"], [aria-selected="true"]'),
          coveredBy: cover === null ? null : `${cover.localName}.${cover.className}`,
        });
      }
      return found;
    },
    { all: selector, reach: reachPx },
  );
}

/** Opens a page in a new tab: changing only the hash would not load it again. */
async function open(page: Page, path: string): Promise<void> {
  if (path.includes('#')) await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[data-loading]').first()).toBeHidden();
}

/** Presses one target on a page that was just opened. Returns a description of any fault that follows. */
async function press(page: Page, path: string, target: Target): Promise<string[]> {
  const problems: string[] = [];
  let asked = 0;
  const onRequest = () => void (asked += 1);
  const onConsole = (message: { type(): string; text(): string }) => {
    if (message.type() === 'error') problems.push(`console: ${message.text().slice(0, 150)}`);
  };
  const onError = (error: Error) => problems.push(`error: ${error.message}`);
  await open(page, path);
  page.on('request', onRequest).on('console', onConsole).on('pageerror', onError);
  page.on('download', (download) => void download.cancel());
  const before = page.url();
  const element = page.locator(selector).nth(target.index);
  try {
    await element.scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      window.changes = 0;
      new MutationObserver((records) => {
        window.changes = (window.changes ?? 0) + records.length;
      }).observe(document.documentElement, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });
    const isField = ['input', 'select', 'textarea'].includes(target.tag);
    await element.tap({ timeout: 3_000, force: isField });
    const isAlive = async () =>
      asked > 0 ||
      page.url() !== before ||
      (await page.evaluate(() => (window.changes ?? 1) > 0).catch(() => true)) ||
      // The focus moves on, or into the pressed field.
      (await element
        .evaluate((pressed, isOwn) => {
          const { activeElement } = document;
          return (activeElement === pressed) === isOwn && activeElement !== document.body;
        }, isField)
        .catch(() => true));
    const endMs = performance.now() + signWithinMs;
    let alive = await isAlive();
    while (!alive && performance.now() < endMs) {
      await page.waitForTimeout(50);
      alive = await isAlive();
    }
    if (!alive) problems.push('nothing happened');
    await page.waitForTimeout(150);
    const excess = await page
      .evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      .catch(() => 0);
    if (excess > 0) problems.push(`${excess} px wider than the screen`);
  } catch (error) {
    problems.push(`not pressed: ${String(error).split('\n')[0]}`);
  } finally {
    page.off('request', onRequest).off('console', onConsole).off('pageerror', onError);
    page.removeAllListeners('download');
  }
  return problems;
}

/** Prints the faults of a page and of its presses, and returns their number. */
async function walk(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  const lines: string[] = [];
  await open(page, path);
  // Parts that load when the page is idle.
  await page.waitForLoadState('networkidle');
  const targets = await targetsOf(page);
  for (const target of targets) {
    const where = `${target.tag} "${target.name}"`;
    if (target.isSmall) lines.push(`${where} is ${target.size}`);
    if (target.coveredBy !== null) lines.push(`${where} is covered by ${target.coveredBy}`);
    if (isOnlyLooked || target.isCurrent || notPressed.test(target.name)) continue;
    for (const problem of await press(page, path, target)) lines.push(`${where}: ${problem}`);
  }
  console.log([`${path}: ${targets.length} targets, ${lines.length} remarks`, ...lines].join('\n  '));
  await page.close();
  return lines.length;
}

test('every button of a phone', async ({ browser, consoleGuard }) => {
  // They are the measured work.
  consoleGuard.allow(/./);
  const { context, profile, session, pastSession, activity, close } = await coachOnPhone(browser);
  const own = ['/dashboard', session, pastSession, activity, profile, `${profile}/following`];
  const paths = process.env.MEASURE_PATHS?.split(',') ?? [...own, ...otherPaths];
  let remarks = 0;
  for (const path of paths) remarks += await walk(context, path);
  console.log(`${remarks} remarks`);
  await close();
});

const otherPaths = [
  '/row',
  '/training/statistics',
  '/training/activity',
  '/training/calendar',
  '/training/import',
  '/training/enter',
  '/explore/clubs',
  '/explore/athletes',
  '/notifications',
  '/settings',
  '/settings#profile',
  '/settings#account',
  '/settings#security',
  '/settings#preferences',
  '/settings#sounds',
  '/settings#device',
  '/settings#notifications',
  '/settings#privacy',
  '/settings#data',
  '/club-create',
  '/clubs/harbour/general',
  '/clubs/harbour/members',
  '/clubs/harbour/edit',
  '/administration',
];
