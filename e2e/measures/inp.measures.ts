import type { Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures/athletes.ts';
import { pressesOf, type Press } from './main-presses.ts';
import { profile } from './page-cost.ts';
import { costOfPress, medianCost, type PressCost } from './press-cost.ts';
import { coachOnPhone } from './sample-member.ts';

/** How many times slower the page's processor is. */
const slowdown = Number(process.env.MEASURE_CPU ?? 4);
const rounds = Number(process.env.MEASURE_ROUNDS ?? 3);
const only = process.env.MEASURE_PRESSES?.split(',') ?? [''];
const profiles = process.env.MEASURE_PROFILES;
/** Above this a press is slow (https://web.dev/articles/inp calls 200 ms good; ours is half of it). */
const limitMs = 100;
/** The wait after a press until its last frame has been reported. */
const settledMs = 900;
/** Longer than the idle time after which a page loads the code for a press (`lib/timing/use-preload.ts`). */
const readMs = 3_500;

/** Returns null if the page saw no interaction. */
async function measure(
  page: Page,
  { path, before, press, after }: Press,
  profileFile: string | null,
): Promise<PressCost | null> {
  await page.goto('about:blank');
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await before?.(page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // A reader looks at a page before the first press. The page's idle work and loading are not part of a press.
  await page.waitForTimeout(readMs);
  let cost: PressCost | null = null;
  if (profileFile !== null) {
    await profile(page, profileFile, async () => {
      await press(page);
      await page.waitForTimeout(settledMs);
    });
  } else {
    cost = await costOfPress(page, () => press(page), settledMs);
  }
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devTools.detach();
  await after?.(page);
  return cost;
}

const columns = ['clock', 'main', 'script', 'style', 'layout', 'paint'] as const;
const cells = (cost: PressCost) =>
  columns.map((name) => String(Math.round(cost[name])).padStart(6)).join(' ');

test('inp of the main presses', async ({ browser, consoleGuard }) => {
  consoleGuard.allow(/./);
  const member = await coachOnPhone(browser);
  const page = await member.context.newPage();
  page.setDefaultTimeout(8_000);
  page.on('dialog', (dialog) => void dialog.accept());
  if (profiles !== undefined) mkdirSync(profiles, { recursive: true });
  const rows: Array<{ name: string; cost: PressCost; worst: number }> = [];
  const failures: string[] = [];
  console.log(`${columns.map((name) => name.padStart(6)).join(' ')}  worst`);
  for (const press of pressesOf(member)) {
    const name = `${press.path.replace(/[\da-f-]{36}/, 'ID')}  ${press.name}`;
    if (!only.some((text) => name.includes(text))) continue;
    const costs: PressCost[] = [];
    let failure = '';
    for (let round = 0; round < rounds; round += 1) {
      try {
        const cost = await measure(page, press, null);
        if (cost !== null) costs.push(cost);
      } catch (error) {
        failure = String(error).split('\n')[0] ?? '';
      }
    }
    if (profiles !== undefined) {
      await measure(page, press, join(profiles, `${name.replaceAll(/\W+/g, '-')}.cpuprofile`));
    }
    if (costs.length === 0) {
      failures.push(`${name}: not pressed: ${failure}`);
      console.log(failures.at(-1));
      continue;
    }
    const row = { name, cost: medianCost(costs), worst: Math.max(...costs.map(({ clock }) => clock)) };
    rows.push(row);
    console.log(`${cells(row.cost)} ${String(Math.round(row.worst)).padStart(6)}  ${name}`);
  }
  console.log(`\nms at ${slowdown} times the time of this processor, medians of ${rounds}, slowest first:`);
  for (const { name, cost } of rows.toSorted((one, other) => other.cost.main - one.cost.main)) {
    if (cost.clock > limitMs) console.log(`${cells(cost)}  ${name}`);
  }
  for (const failure of failures) console.log(failure);
  const within = (of: 'clock' | 'main') => rows.filter(({ cost }) => cost[of] <= limitMs).length;
  console.log(
    `Of ${rows.length + failures.length} presses within ${limitMs} ms: ${within('clock')} by the clock, ${within('main')} by the main thread`,
  );
  await member.close();
});
