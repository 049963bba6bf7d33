import type { Browser, CDPSession, Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';

/**
 * Shares of one core, in %: processor time of the page's process with all its threads, and of its main thread; and how
 * long the tasks of the main thread took by the clock, which other programs lengthen.
 */
export type PageCost = {
  process: number;
  main: number;
  script: number;
  style: number;
  layout: number;
  tasksByClock: number;
};

type Metrics = Map<string, number>;

async function processesOf(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer');
}

/** Returns the ids of the processes that have pages, one or more for each browser context. */
export async function rendererIds(browser: Browser): Promise<number[]> {
  return (await processesOf(browser)).map(({ id }) => id);
}

async function metricsOf(session: CDPSession): Promise<Metrics> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

async function processSec(browser: Browser, ids: readonly number[]): Promise<number> {
  const processes = (await processesOf(browser)).filter(({ id }) => ids.includes(id));
  return processes.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Starts to measure a page with these processes; the returned function ends the measurement. */
export async function measureCost(
  page: Page,
  browser: Browser,
  ids: readonly number[],
): Promise<() => Promise<PageCost>> {
  const [byThread, byClock] = [
    await page.context().newCDPSession(page),
    await page.context().newCDPSession(page),
  ];
  await byThread.send('Performance.enable', { timeDomain: 'threadTicks' });
  await byClock.send('Performance.enable', { timeDomain: 'timeTicks' });
  const look = async () => ({
    atMs: performance.now(),
    process: await processSec(browser, ids),
    main: await metricsOf(byThread),
    clock: await metricsOf(byClock),
  });
  const before = await look();
  return async () => {
    const after = await look();
    await Promise.all([byThread.detach(), byClock.detach()]);
    const share = (sec: number) => (sec / (after.atMs - before.atMs)) * 100_000;
    const grown = (name: string, of: 'main' | 'clock' = 'main') =>
      share((after[of].get(name) ?? 0) - (before[of].get(name) ?? 0));
    return {
      process: share(after.process - before.process),
      main: grown('TaskDuration'),
      script: grown('ScriptDuration'),
      style: grown('RecalcStyleDuration'),
      layout: grown('LayoutDuration'),
      tasksByClock: grown('TaskDuration', 'clock'),
    };
  };
}

/** Writes a trace of the page, with what its main thread does and what it draws, while `during` runs. */
export async function trace(page: Page, path: string, during: () => Promise<void>): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('A trace needs a page of a launched browser');
  const categories = [
    'toplevel',
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
    'blink',
    'cc',
  ];
  await browser.startTracing(page, { path, categories });
  await during();
  await browser.stopTracing();
}

/**
 * Writes a CPU profile of the page while `during` runs. Don't compare the figures of this run, because profiling takes
 * time.
 */
export async function profile(page: Page, path: string, during: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 200 });
  await session.send('Profiler.start');
  await during();
  const { profile: recorded } = await session.send('Profiler.stop');
  writeFileSync(path, JSON.stringify(recorded));
  await session.detach();
}
