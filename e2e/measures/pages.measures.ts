import { createSimulatedErg } from '@boathouse/pm5/simulated-erg';
import { decodeNotification } from '@boathouse/pm5/decode';
import { Characteristic } from '@boathouse/pm5/uuids';
import { expect, type Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { isCharacteristic } from '../fixtures/gatt-table.ts';
import { EmulatedPm5, type ScheduledNotification } from '../fixtures/emulated-pm5.ts';
import { metersOf, watchAthlete } from '../fixtures/live-watch.ts';
import { signUp } from '../fixtures/people.ts';
import { schedule, userOf } from '../fixtures/product-api.ts';
import { newPerson } from '../fixtures/product.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { connectMonitor, startWorkout } from '../fixtures/session-page.ts';
import { test } from '../fixtures/athletes.ts';
import { rowTogether } from './crew.ts';
import { measureCost, profile, rendererIds, trace, type PageCost } from './page-cost.ts';

const item = '10000m';
const warmMs = 8_000;
const measuredMs = Number(process.env.MEASURE_SEC ?? 20) * 1000;
const sizes = (process.env.MEASURE_ROWERS ?? '1,8,50').split(',').map(Number);
const rounds = Number(process.env.MEASURE_ROUNDS ?? 1);
const builds = (process.env.MEASURE_BUILDS ?? `this=${process.env.E2E_WEB_DIR}`).split(',').map((build) => {
  const [name = '', webDir = ''] = build.split('=');
  return { name, webDir };
});
const profiles = process.env.MEASURE_PROFILES;
/** The monitor's clock against the server's: latencies of all phases between its bursts and the room's ticks. */
const drift = 1.02;

declare global {
  interface Window {
    /** When each notification was sent, by its index. */
    sentAtMs?: number[];
  }
}

/**
 * The notifications of a monitor that sends 4 times a second, and for each whole meter the index of the first with it.
 */
function notificationsOf(sec: number): { schedule: ScheduledNotification[]; meters: Map<number, number> } {
  const erg = createSimulatedErg({
    plan: {
      paceSec: 118,
      strokeRateSpm: 28,
      heartRate: true,
      pieces: [{ kind: 'distance', distanceM: 10_000, restSec: 0 }],
    },
    startDate: { year: 2026, month: 11, day: 1 },
    startTime: { hour: 9, minute: 0 },
  });
  erg.write(Characteristic.sampleRate, Uint8Array.of(2));
  erg.startRowing();
  const meters = new Map<number, number>();
  const schedule: ScheduledNotification[] = [];
  for (const { atSec, characteristic, bytes } of erg.advanceTo(sec)) {
    const digits = characteristic.toString(16).padStart(4, '0');
    if (!isCharacteristic(digits)) continue;
    const record = decodeNotification(characteristic, bytes);
    // A page shows whole meters.
    if (record.kind === 'generalStatus') {
      const shown = Math.floor(record.distanceM + 0.001);
      if (!meters.has(shown)) meters.set(shown, schedule.length);
    }
    schedule.push({ dueMs: atSec * 1000 * drift, characteristic: digits, bytes });
  }
  return { schedule, meters };
}

const percentile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? NaN;

type Line = { build: string; rowers: number; rower: PageCost; coach: PageCost | null; latenciesMs: number[] };

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('costs of pages, and latencies', async ({ browser }) => {
  const lines: Line[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const rowers of sizes) {
      for (const { name, webDir } of round % 2 === 0 ? builds : builds.toReversed()) {
        const server = await startProductServer({
          env: { LOG_LEVEL: 'error', WEB_DIR: webDir, TRUSTED_PROXY: 'loopback' },
        });
        const ann = await signUp(server.url, newPerson('Ann Oar'));
        const cleo = await signUp(server.url, newPerson('Cleo Coach'));
        const phone = await browser.newContext({
          baseURL: server.url,
          viewport: { width: 390, height: 844 },
          deviceScaleFactor: 2,
        });
        await phone.addCookies(ann.cookies);
        const desk = await browser.newContext({
          baseURL: server.url,
          viewport: { width: 1280, height: 900 },
        });
        await desk.addCookies(cleo.cookies);
        const session = await schedule(desk.request, await userOf(desk.request, cleo.uid), { items: [item] });
        const before = await rendererIds(browser);
        const page = await phone.newPage();
        const pm5 = await EmulatedPm5.attach(page);
        await openPage(page, `/sessions/${session._id}`);
        await connectMonitor(page);
        await startWorkout(page, item);
        const ids = (await rendererIds(browser)).filter((id) => !before.includes(id));
        const crew = await rowTogether(server.url, session, rowers - 1);
        const coach = rowers > 1 ? await desk.newPage() : null;
        if (coach !== null) await openPage(coach, `/sessions/${session._id}`);
        const coachIds = (await rendererIds(browser)).filter((id) => ![...before, ...ids].includes(id));
        // Reporting each notification would cost time that a real monitor does not cost.
        await page.evaluate(() => {
          const sentAtMs: number[] = [];
          window.emulatedPm5Report = ({ index }) => {
            sentAtMs[index] = performance.timeOrigin + performance.now();
            return Promise.resolve();
          };
          window.sentAtMs = sentAtMs;
        });
        const { schedule: notifications, meters } = notificationsOf((warmMs + measuredMs) / 1000 + 60);
        await pm5.play(notifications);
        await page.waitForTimeout(warmMs);
        // The first name of every crew: a row outside the screen renders only once a second.
        await coach?.getByRole('button', { name: 'Athlete', exact: true }).click();
        const watch = coach === null ? null : await watchAthlete(coach, 'Ann Oar');
        const end = await measureCost(page, browser, ids);
        const endOfCoach = coach === null ? null : await measureCost(coach, browser, coachIds);
        await page.waitForTimeout(measuredMs);
        const rower = await end();
        const costOfCoach = (await endOfCoach?.()) ?? null;
        const shown = (await watch?.shown()) ?? [];
        const sentAtMs = await page.evaluate(() => window.sentAtMs ?? []);
        // The first value was there before.
        const latenciesMs = shown.slice(1).flatMap(({ atMs, distance }, index) => {
          const meter = metersOf(distance);
          if (meter === metersOf(shown[index]?.distance ?? '')) return [];
          const sent = sentAtMs[meters.get(meter) ?? -1];
          return sent == null ? [] : [atMs - sent];
        });
        lines.push({ build: name, rowers, rower, coach: costOfCoach, latenciesMs });
        if (profiles !== undefined) {
          mkdirSync(profiles, { recursive: true });
          await profile(page, `${profiles}/${name}-${rowers}.cpuprofile`, () => page.waitForTimeout(10_000));
          await trace(page, `${profiles}/${name}-${rowers}.trace.json`, () => page.waitForTimeout(10_000));
        }
        crew.close();
        await phone.close();
        await desk.close();
        await server.stop();
        print(lines.at(-1));
      }
    }
  }
});

const words = (cost: PageCost) =>
  Object.entries(cost)
    .map(([name, share]) => `${name} ${share.toFixed(1)}`)
    .join(', ');

function print(line: Line | undefined): void {
  if (line === undefined) return;
  const { build, rowers, rower, coach, latenciesMs } = line;
  console.log(`${build}, ${rowers} rowers: rower's page, % of a core: ${words(rower)}`);
  if (coach !== null) console.log(`  coach's page: ${words(coach)}`);
  if (latenciesMs.length > 0) {
    const [p50, p95] = [percentile(latenciesMs, 0.5), percentile(latenciesMs, 0.95)];
    console.log(
      `  packet to cell: median ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${latenciesMs.length}`,
    );
  }
}
