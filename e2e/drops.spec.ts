import { randomBytes } from 'node:crypto';
import type { ListedActivity } from '@boathouse/contract/activities';
import { serverGone } from './fixtures/console-guard.ts';
import { metersOf, watchAthlete } from './fixtures/live-watch.ts';
import { onlyActivityOf, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import type { Member } from './fixtures/product.ts';
import { beforeThePieceMs, item, name, sitDownAndStart } from './fixtures/recorded-row.ts';
import { replay } from './fixtures/recording.ts';
import type { ReplayOptions } from './fixtures/recording.ts';
import {
  cockpitOf,
  connectBarOf,
  expectConnected,
  connectMonitor,
  figureOf,
  itemOf,
  liveRowOf,
  noticeOf,
  resultRowOf,
} from './fixtures/session-page.ts';

test.describe.configure({ mode: 'parallel' });

type Sitting = { sessionId: string; begun: ListedActivity };

/** The athlete on the page of their own session, with the item started. */
async function sitAndStart(ann: Member): Promise<Sitting> {
  const sessionId = await sitDownAndStart(ann);
  return { sessionId, begun: await onlyActivityOf(ann.context.request, sessionId) };
}

/** Replays the recorded row, or a part of it; `reaches` waits for a moment of the recording. */
async function row(ann: Member, part: Omit<ReplayOptions, 'onEvent'> = {}) {
  const waiting = new Set<{ atMs: number; resolve: () => void }>();
  let reachedMs = 0;
  const run = await replay(ann.pm5, {
    fromMs: beforeThePieceMs,
    ...part,
    onEvent: ({ atMs }) => {
      reachedMs = atMs;
      for (const one of waiting) if (atMs >= one.atMs) one.resolve();
    },
  });
  return {
    finished: run.finished,
    reaches: (atMs: number) =>
      new Promise<void>((resolve) => (reachedMs >= atMs ? resolve() : void waiting.add({ atMs, resolve }))),
  };
}

/** The activity has ended with the monitor's result, and the page shows it. */
async function expectTheMonitorsResult(ann: Member, { sessionId, begun }: Sitting): Promise<void> {
  await expect(cockpitOf(ann.page)).toContainText('result saved');
  await expect(resultRowOf(ann.page, item, name).getByRole('cell')).toHaveText([
    '2:05.0',
    '100 m',
    '24',
    '0:25.0',
  ]);
  expect(await onlyActivityOf(ann.context.request, sessionId)).toMatchObject({
    _id: begun._id,
    isCompleted: true,
    distance: 100,
    elapsedTime: 25,
    averagePace: 125,
    averagePower: 179,
    totalCalories: 6,
    summary: { source: 'summary', logEntryDate: { year: 2016, month: 3, day: 6 } },
  });
}

test('[ERG-1] [SESS-10] reconnects without a chooser after a Bluetooth drop, shows it, and continues the row', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  const sitting = await sitAndStart(ann);
  const rowing = await row(ann, { toMs: 22_000, speed: 2 });
  await rowing.reaches(19_000);
  await expect(figureOf(ann.page, 'distance')).toHaveText(/^[1-9]\d?m$/);
  await ann.pm5.refuseConnections(true);
  await ann.pm5.disconnect();
  await expect(cockpitOf(ann.page)).toContainText(
    'The connection to the erg was lost. Reconnecting… These are its last values.',
    { timeout: 3_000 },
  );
  await expect(cockpitOf(ann.page)).toHaveAttribute('data-stale', 'true');
  await expect(connectBarOf(ann.page)).toContainText('Reconnecting to the erg…');
  const { missed } = await rowing.finished;
  expect(missed.length).toBeGreaterThan(0);
  await ann.pm5.refuseConnections(false);
  await expectConnected(ann.page);
  const rest = await row(ann, { fromMs: 22_000, speed: 4 });
  await expect(cockpitOf(ann.page)).toHaveAttribute('data-stale', 'false');
  await expect(figureOf(ann.page, 'distance left')).toHaveText(/^[1-5]?\dm$/);
  expect(ann.pm5.choosers).toBe(1);

  await rest.finished;
  await expectTheMonitorsResult(ann, sitting);
  expect(ann.pm5.choosers).toBe(1);
  expect(await ann.pm5.overlappingOperations()).toBe(0);
});

test('[ERG-1] a result that the monitor gave while the link was down is the part that the page received', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  const { sessionId, begun } = await sitAndStart(ann);
  const rowing = await row(ann, { fromMs: 33_000 });
  await rowing.reaches(36_500);
  // The first new attempt, after 1 s, is refused, and the next one follows 2 s later: after the summary.
  await ann.pm5.refuseConnections(true);
  await ann.pm5.disconnect();
  await rowing.reaches(38_500);
  await ann.pm5.refuseConnections(false);
  await rowing.finished;
  await expect(async () => {
    // A monitor continues to report that it has ended.
    await (
      await row(ann, { fromMs: 42_000 })
    ).finished;
    await expect(cockpitOf(ann.page)).toContainText('result saved', { timeout: 100 });
  }).toPass({ timeout: 20_000 });
  await expect(resultRowOf(ann.page, item, name)).toContainText('100 m');
  expect(await onlyActivityOf(ann.context.request, sessionId)).toMatchObject({
    _id: begun._id,
    isCompleted: true,
    distance: 100,
    elapsedTime: 25,
    averagePace: 125,
    summary: { source: 'lastStatus', logEntryDate: null },
  });
});

test('[ERG-1] shows when a monitor stops sending, and recovers by itself', async ({ newMember }) => {
  const ann = await newMember(name);
  const sitting = await sitAndStart(ann);
  const first = await row(ann, { toMs: 18_000, speed: 4 });
  await first.finished;
  await expect(cockpitOf(ann.page)).toContainText(/Monitor silent for [2-9] s/);
  await expect(cockpitOf(ann.page)).toHaveAttribute('data-stale', 'true');
  await expect(cockpitOf(ann.page)).toContainText(
    'The monitor has stopped sending. These are its last values.',
  );
  const second = await row(ann, { fromMs: 22_000, speed: 4 });
  await expect(cockpitOf(ann.page)).toHaveAttribute('data-stale', 'false');
  await expect(cockpitOf(ann.page)).not.toContainText('Monitor silent for');
  await second.finished;
  await expectTheMonitorsResult(ann, sitting);
  expect(ann.pm5.choosers).toBe(1);
});

test('[SESS-9] [SESS-10] a server killed in the middle is reported to rower and viewer, whose pages recover by themselves', async ({
  newMember,
  server,
  consoleGuard,
}) => {
  consoleGuard.allow(...serverGone);
  const ann = await newMember(name);
  const ben = await newMember('Ben Scull', { ownBrowser: true });
  const sitting = await sitAndStart(ann);
  await ben.page.goto(`/sessions/${sitting.sessionId}`);
  await (
    await row(ann, { toMs: 19_000, speed: 4 })
  ).finished;
  await expect(liveRowOf(ben.page, item, name)).toContainText('Rowing');
  await server.kill('SIGKILL');
  for (const { page } of [ann, ben]) await expect(noticeOf(page)).toBeVisible({ timeout: 3_000 });
  // The rower's figures need no server.
  const whenGone = await figureOf(ann.page, 'distance').textContent();
  const rowing = await row(ann, { fromMs: 19_000, toMs: 30_000, speed: 4 });
  await expect(figureOf(ann.page, 'distance')).not.toHaveText(whenGone ?? '', { timeout: 3_000 });
  await expect(liveRowOf(ben.page, item, name)).toContainText('No signal for');
  await expect(cockpitOf(ann.page)).toContainText(/server away for \d+ s/);
  await rowing.finished;
  await server.restart();
  for (const { page } of [ann, ben]) await expect(noticeOf(page)).toBeHidden();
  const bensView = await watchAthlete(ben.page, name);
  await (
    await row(ann, { fromMs: 30_000, speed: 2 })
  ).finished;
  await expectTheMonitorsResult(ann, sitting);
  await expect(resultRowOf(ben.page, item, name)).toContainText('100 m');
  const seen = new Set((await bensView.shown()).map(({ distance }) => metersOf(distance)));
  expect(seen.size, 'distances that the viewer saw live after the restart').toBeGreaterThan(3);
});

test('[SESS-9] [SESS-10] a server that is down at the finish gets the result when it is back', async ({
  newMember,
  server,
  consoleGuard,
}) => {
  consoleGuard.allow(...serverGone);
  const ann = await newMember(name);
  const sitting = await sitAndStart(ann);
  const rowing = await row(ann, { speed: 6 });
  await rowing.reaches(30_000);
  await server.kill('SIGKILL');
  await rowing.finished;
  await expect(figureOf(ann.page, 'distance')).toHaveText('100m');
  await expect(figureOf(ann.page, 'time')).toHaveText('0:25.0');
  await expect(figureOf(ann.page, 'average pace per 500 m')).toHaveText('2:05.0');
  await expect(cockpitOf(ann.page)).toContainText(/server away for \d+ s/);
  await server.restart();
  await expectTheMonitorsResult(ann, sitting);
});

test('[SESS-4] [SESS-9] [SESS-10] a page reloaded in the middle asks first, and then continues the same row', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  const sitting = await sitAndStart(ann);
  const rowing = await row(ann, { toMs: 24_000, speed: 2 });
  await rowing.reaches(16_000);
  const asked: string[] = [];
  ann.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await ann.page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(cockpitOf(ann.page)).toContainText('The erg is disconnected. These are its last values.');
  await expect(figureOf(ann.page, 'distance')).toHaveText(/^[1-9]\d?m$/);
  await expect(itemOf(ann.page, item).getByRole('button', { name: 'Begin' })).toHaveCount(0);
  await connectMonitor(ann.page);
  const { missed } = await rowing.finished;
  expect(missed.length).toBeGreaterThan(0);
  await (
    await row(ann, { fromMs: 24_000, speed: 6 })
  ).finished;
  await expectTheMonitorsResult(ann, sitting);
});

test('[ERG-3] invalid frames are logged once for each type, and the row completes', async ({ newMember }) => {
  const ann = await newMember(name);
  const warnings: string[] = [];
  ann.page.on('console', (message) => {
    // The test browser warns about the worker, which it blocks.
    if (message.type() === 'warning' && message.text().includes('record type')) warnings.push(message.text());
  });
  const sitting = await sitAndStart(ann);
  const rowing = await row(ann, { speed: 4 });
  for (const atMs of [16_000, 22_000, 30_000]) {
    await rowing.reaches(atMs);
    await ann.pm5.notify('0031', randomBytes(18));
    await ann.pm5.notify('0031', new Uint8Array());
    await ann.pm5.notify('0033', randomBytes(7));
    await ann.pm5.notify('0035', randomBytes(19));
    await ann.pm5.notify('0039', Uint8Array.of(0x66, 0x20, 0x24, 0x0b, 0xc4, 0x09, 0x00, 0xe8));
    // Frames of the right length with random content.
    await ann.pm5.notify('0031', new Uint8Array(19).fill(0xff));
  }
  await rowing.finished;
  await expectTheMonitorsResult(ann, sitting);
  expect(warnings.map((text) => /record type (0x\w+): (\w+)/.exec(text)?.slice(1))).toEqual([
    ['0x31', 'tooShort'],
    ['0x33', 'tooShort'],
    ['0x35', 'tooShort'],
    ['0x39', 'tooShort'],
  ]);
});

test('[ERG-1] a monitor that falls silent is shown to its athlete and the coach, is not ready, and reconnects', async ({
  newMember,
}) => {
  const [ann, cleo] = [await newMember(name), await newMember('Cleo Coach')];
  await ann.page.clock.install();
  const { _id } = await schedule(cleo.context.request, cleo.user, { items: [item] });
  for (const { page } of [ann, cleo]) await page.goto(`/sessions/${_id}`);
  await connectMonitor(ann.page);
  await ann.pm5.notifyStatus();
  const bar = connectBarOf(ann.page);
  // Longer than renewing the link takes, which alone does not show as connected.
  await ann.page.clock.runFor(12_000);
  await expect(bar).toContainText(/Monitor silent for 1[2-9] s/);
  await itemOf(cleo.page, item).getByText('0 of 1 ready').click();
  await expect(itemOf(cleo.page, item)).toContainText(/Ann Oar monitor silent for \d+ s/);
  await expect(async () => {
    await ann.pm5.notifyStatus();
    await expect(bar).toContainText('Erg connected', { timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await ann.pm5.notifyStatus();
  await expect(itemOf(cleo.page, item)).not.toContainText('monitor silent');
  expect(ann.pm5.choosers).toBe(1);
});
