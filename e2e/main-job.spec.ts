import { activities } from '@boathouse/contract/activities';
import type { Page, Request } from '@playwright/test';
import { metersOf, watchAthlete } from './fixtures/live-watch.ts';
import type { Person } from './fixtures/people.ts';
import { activitiesOf, onlyActivityOf, send } from './fixtures/product-api.ts';
import { expect, newPerson, test } from './fixtures/product.ts';
import { loadRecording, replay } from './fixtures/recording.ts';
import {
  cockpitOf,
  connectBarOf,
  connectMonitor,
  figureOf,
  itemOf,
  liveRowOf,
  resultRowOf,
  startWorkout,
} from './fixtures/session-page.ts';

const item = '100m';

async function signUpOn(page: Page, { email, name, password }: Person): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Full name').fill(name);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard');
}

async function scheduleOn(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Workout item 1' }).fill(item);
  // The form proposes the next ten minutes, which late in the evening may be tomorrow.
  await page.getByLabel('Date').fill(await page.evaluate(() => Temporal.Now.plainDateISO().toString()));
  await page.getByLabel('Visibility').selectOption('Anyone with link');
  await page.getByRole('button', { name: 'Create session' }).click();
  await expect(page.getByText('Created session')).toBeVisible();
}

/** Records the matching requests of a page, in order. */
function requestsOf(page: Page, method: string, path: RegExp): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) seen.push(request);
  });
  return seen;
}

/** Returns the milliseconds between requests, by the browser's clock. */
function gapsOf(requests: readonly Request[]): number[] {
  const times = requests.map((request) => request.timing().startTime);
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

test('[SESS-2] [SESS-8] [SESS-9] [SESS-10] [DASH-2] [WORK-3] [WORK-4] [ERG-1] [ERG-5] two athletes row one live session', async ({
  newAthlete,
}) => {
  const ann = { ...(await newAthlete()), ...newPerson('Ann Oar') };
  const ben = { ...(await newAthlete({ ownBrowser: true })), ...newPerson('Ben Scull') };

  await signUpOn(ann.page, ann);
  await scheduleOn(ann.page, 'Sprint together');
  const today = ann.page.getByRole('table', { name: "Today's Workouts" });
  await expect(today.getByRole('row').filter({ hasText: 'Sprint together' })).toContainText('Ann Oar');
  await today.getByRole('link', { name: 'Sprint together' }).click();
  await ann.page.waitForURL('**/sessions/*');
  const link = ann.page.url();
  const sessionId = new URL(link).pathname.split('/').at(-1) ?? '';

  await signUpOn(ben.page, ben);
  const polls = requestsOf(ben.page, 'GET', /^\/api\/sessions\/[^/]+\/activities$/);
  let frames = 0;
  ben.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('live:frame')) frames += 1;
    }),
  );
  await ben.page.goto(link);
  await expect(ben.page.getByRole('heading', { name: 'Sprint together' })).toBeVisible();
  await expect(itemOf(ben.page, item)).toContainText('No one is rowing this yet.');
  const bensView = await watchAthlete(ben.page, ann.name);

  await connectMonitor(ann.page);
  const summaryAt = { ms: 0 };
  const run = await replay(ann.pm5, {
    onEvent: ({ characteristic }) => {
      if (characteristic === '0039') summaryAt.ms = Date.now();
    },
  });
  expect(run.notifications).toHaveLength(431);
  const device = connectBarOf(ann.page);
  await expect(device).toContainText('Concept2');
  await expect(device).toContainText('430000000');
  await expect(device).toContainText('340');
  await expect(device).toContainText('8200-000320-020.000');

  const patches = requestsOf(ann.page, 'PATCH', /^\/api\/activities\/[^/]+$/);
  await itemOf(ann.page, item).getByRole('button', { name: 'Begin' }).click();
  await expect(itemOf(ann.page, item)).toContainText(`Set up ${item} on your monitor.`);
  await itemOf(ann.page, item).getByRole('button', { name: 'Cancel' }).click();
  await expect(itemOf(ann.page, item)).not.toContainText(`Set up ${item} on your monitor.`);
  await startWorkout(ann.page, item);

  const annsRow = liveRowOf(ben.page, item, ann.name);
  await expect(annsRow).toContainText('Rowing', { timeout: 20_000 });
  await expect(figureOf(ann.page, 'distance left')).toHaveText(/^[1-9]\d?m$/);
  await expect(itemOf(ann.page, item).getByRole('button', { name: 'Begin' })).toHaveCount(0);

  const { delivered, missed } = await run.finished;
  // All except the responses to CSAFE commands, which the product does not send.
  const recording = loadRecording();
  expect(missed.map((index) => recording[index]?.characteristic)).toEqual(missed.map(() => '0022'));
  expect(delivered.length + missed.length).toBe(431);

  for (const page of [ann.page, ben.page]) {
    const result = resultRowOf(page, item, ann.name);
    await expect(result).toContainText('100 m');
    await expect(result.getByRole('cell')).toHaveText(['2:05.0', '100 m', '24', '0:25.0']);
    await expect(liveRowOf(page, item, ann.name)).toHaveCount(0);
  }
  await expect(cockpitOf(ann.page)).toContainText('result saved');

  // The viewer's page during the row.
  const shown = await bensView.shown();
  const meters = shown.map(({ distance }) => metersOf(distance));
  expect(meters).toEqual(meters.toSorted((a, b) => a - b));
  const between = new Set(meters.filter((distance) => distance > 0 && distance < 100));
  expect(between.size).toBeGreaterThan(20);
  expect(new Set(shown.map(({ pace }) => pace)).size).toBeGreaterThan(10);

  // The stored activity, as the other athlete can read it.
  const stored = await onlyActivityOf(ben.context.request, sessionId);
  expect(stored).toMatchObject({
    user: { displayName: ann.name },
    isCompleted: true,
    isSimulated: false,
    distance: 100,
    elapsedTime: 25,
    averagePace: 125,
    strokeRate: 24,
    averagePower: 179,
    summary: {
      logEntryDate: { year: 2016, month: 3, day: 6 },
      logEntryTime: { hour: 11, minute: 36 },
      source: 'summary',
    },
  });

  // Merged while rowing, so that two are never sent within 10 s. The browser's time of a request is slightly later than
  // the page's.
  const merged = patches.map((request): unknown => request.postDataJSON());
  expect(merged.length).toBeGreaterThanOrEqual(2);
  for (const gap of gapsOf(patches)) expect(gap).toBeGreaterThan(10_000 - 200);
  expect(merged.at(-1)).toMatchObject({ distance: expect.any(Number), elapsedTime: expect.any(Number) });

  // Polled every 7 s, besides the fetches caused by the live channel.
  const pollGaps = gapsOf(polls);
  // A busy machine may send some late, but omits none.
  expect(Math.max(...pollGaps)).toBeLessThan(14_000);
  expect(pollGaps.filter((gap) => gap >= 8_500).length).toBeLessThan(pollGaps.length / 2);
  expect(pollGaps.filter((gap) => gap > 6_900).length).toBeGreaterThanOrEqual(3);

  // A completed activity is final: in the page, after a reload, and on the server.
  await expect(itemOf(ann.page, item)).toContainText('Complete');
  ann.page.on('dialog', (dialog) => void dialog.accept());
  await ann.page.reload();
  await expect(resultRowOf(ann.page, item, ann.name)).toBeVisible();
  await expect(itemOf(ann.page, item).getByRole('button', { name: 'Begin' })).toHaveCount(0);
  const again = await send(ann.context.request, activities.create, {
    body: { user: stored.user._id, session: sessionId, workoutItemIndex: 0 },
  });
  expect([again.status(), await again.json()]).toMatchObject([409, { code: 'activity_completed' }]);
  expect(await activitiesOf(ben.context.request, sessionId)).toEqual([[stored]]);
  expect(await ann.pm5.overlappingOperations()).toBe(0);

  const lagMs = ((await bensView.resultAtMs()) ?? Number.NaN) - summaryAt.ms;
  console.log(
    `main job: ${delivered.length} of 431 notifications delivered (${missed.length} CSAFE replies unasked for), ` +
      `${frames} live frames and ${shown.length} changes of the row seen by the viewer (${between.size} distances ` +
      `between 0 and 100 m), ${merged.length} merges, ${polls.length} polls; the viewer saw the result ${lagMs} ms ` +
      `after the monitor's summary`,
  );
});
