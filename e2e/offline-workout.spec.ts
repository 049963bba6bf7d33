import type { Page } from '@playwright/test';
import { sessions } from '@boathouse/contract/sessions';
import { serverGone } from './fixtures/console-guard.ts';
import { expectNoViolation } from './fixtures/for-everyone.ts';
import { notice, reopen, settle, test } from './fixtures/offline/installation.ts';
import { call } from './fixtures/product-api.ts';
import { expect } from './fixtures/product.ts';
import { expectTheWholeRow, item, name, rowTheFirstHalf, rowTheRest } from './fixtures/recorded-row.ts';
import { cockpitOf, connectMonitor, figureOf, itemOf } from './fixtures/session-page.ts';

/* A workout typed without the server is rowed before the server knows of it. */

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ consoleGuard }) => consoleGuard.allow(...serverGone, /404/));

/** Types a session on the dashboard while the server is unreachable. */
async function writeWorkout(page: Page, title: string): Promise<void> {
  await page.goto('/dashboard');
  await expect(notice(page)).toBeVisible();
  await page.getByRole('textbox', { name: /^Title/ }).fill(title);
  await page.getByRole('textbox', { name: 'Workout item 1' }).fill(item);
  await page.getByRole('button', { name: 'Create session' }).click();
}

test('[SESS-10] a workout written without the server is set on the monitor and rowed, and is sent before its row, each once', async ({
  newMember,
  line,
}) => {
  const ann = await newMember(name);
  await settle(ann.page);
  await line.cut();

  const { page, pm5 } = await reopen(ann, '430000001');
  await writeWorkout(page, 'After work');
  const unsent = page.getByText('Not sent yet: The workout “After work”');
  await expect(unsent).toBeVisible();

  // This works even after the page was closed.
  await page.reload();
  const listed = page
    .getByRole('table', { name: "Today's Workouts" })
    .getByRole('link', { name: 'After work' });
  await expect(listed).toBeVisible();
  await unsent.getByRole('link', { name: 'The workout “After work”' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'After work' })).toBeVisible();
  const sessionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await connectMonitor(page);
  const panel = itemOf(page, item);
  await panel.getByRole('button', { name: 'Begin' }).click();
  pm5.answerFramesWith(() => 'accept');
  await pm5.notifyStatus();
  await panel.getByRole('button', { name: 'Push workout to my erg' }).click();
  await expect(panel.getByRole('group', { name: 'Instructions' })).toContainText(
    'Your monitor is set to 100 m',
  );
  await panel.getByRole('button', { name: 'Start Workout' }).click();
  await expect(cockpitOf(page)).toBeVisible();
  const rower = { ...ann, page, pm5 };
  await rowTheFirstHalf(rower);
  await rowTheRest(rower);
  await expect(figureOf(page, 'distance')).toHaveText('100m');
  await page.getByRole('link', { name: 'See the result' }).click();
  await expect(page.getByText('Not sent yet. This result is kept on this device')).toBeVisible();
  await expect(page.getByText('Distance', { exact: true }).first()).toBeVisible();

  // Where users look for results, too.
  await page.goto('/dashboard');
  const last = page.getByRole('region', { name: 'Your last workout' });
  await expect(last).toContainText('Not sent yet');
  await expect(last).toContainText('0:25');
  await expectNoViolation(page, 'an unsent result on the dashboard');
  await page.goto('/training/activity');
  const entry = page.getByRole('table', { name: 'Past activities' }).getByRole('row', { name: item });
  await expect(entry).toContainText('Not sent yet');
  await expect(entry).toContainText('0:25');
  await expectNoViolation(page, 'an unsent result in the history');
  await entry.getByRole('link', { name: item }).click();
  await expect(page.getByText('Not sent yet. This result is kept on this device')).toBeVisible();

  const order: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isCreation = request.method() === 'POST' && /^\/api\/(sessions|activities)$/.test(pathname);
    if (isCreation) order.push(pathname);
  });
  await line.mend();
  await expectTheWholeRow(ann, sessionId);
  await expect(unsent).toBeHidden({ timeout: 30_000 });
  expect(order.indexOf('/api/sessions')).toBeLessThan(order.indexOf('/api/activities'));
  const stored = await call(ann.context.request, sessions.byId, { params: { id: sessionId } });
  expect(stored).toMatchObject({ title: 'After work', workoutItems: [item] });
  await page.goto(`/sessions/${sessionId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'After work' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(listed).toHaveCount(1);
});

test('a workout written without the server is still rowed in its session when the server comes back in the middle', async ({
  newMember,
  line,
}) => {
  const ann = await newMember(name);
  await settle(ann.page);
  await line.cut();
  const { page, pm5 } = await reopen(ann, '430000002');
  await writeWorkout(page, 'Before work');
  await page.getByRole('status').getByRole('link', { name: 'Before work', exact: true }).click();
  await expect(page).toHaveURL(/\/sessions\//);
  const sessionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await connectMonitor(page);
  await itemOf(page, item).getByRole('button', { name: 'Begin' }).click();
  await itemOf(page, item).getByRole('button', { name: 'Start Workout' }).click();
  const rower = { ...ann, page, pm5 };
  await rowTheFirstHalf(rower);
  await line.mend();
  await expect(cockpitOf(page)).toContainText('saved', { timeout: 60_000 });
  await rowTheRest(rower);
  await expectTheWholeRow(ann, sessionId);
});
