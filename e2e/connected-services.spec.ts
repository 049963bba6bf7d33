import { sync } from '@boathouse/contract/sync/calls';
import type { SyncUpload } from '@boathouse/contract/sync/calls';
import { signUp } from './fixtures/people.ts';
import { call, rowByHand, schedule, userOf } from './fixtures/product-api.ts';
import { expect, newPerson, test as base } from './fixtures/product.ts';
import { clockAhead, startProductServer } from './fixtures/product-server.ts';
import type { ProductServer } from './fixtures/product-server.ts';
import { startTrainingService } from './fixtures/services/training-service.ts';
import type { TrainingService } from './fixtures/services/training-service.ts';

/** `startAt(minutes)` restarts the server with its clock that far ahead. */
type World = { service: TrainingService; server: ProductServer; startAt(minutes: number): Promise<void> };

const test = base.extend<{ world: World }>({
  // oxlint-disable-next-line no-empty-pattern
  world: async ({}, use) => {
    const service = await startTrainingService();
    const server = await startProductServer({
      env: {
        INTERVALS_URL: service.origin,
        LOG_LEVEL: 'warn',
        WEB_DIR: process.env.E2E_WEB_DIR ?? '',
      },
    });
    const startAt = (minutes: number) => server.restart(clockAhead(minutes * 60_000));
    await use({ service, server, startAt });
    await server.stop();
    await service.stop();
  },
  baseURL: async ({ world }, use) => {
    await use(world.server.url);
  },
});

const rowed = { elapsedTime: 480, averagePace: 120, distance: 2_000, strokeRate: 26 };

test('a service is connected and gets a finished row, and the page names refusals and missing responses', async ({
  page,
  context,
  world: { service, server, startAt },
  consoleGuard,
}) => {
  // The server starts three times, and waits up to 20 s for a call.
  consoleGuard.allow(/Failed to load resource|WebSocket/);
  const person = newPerson('Ann Oar');
  const { uid, cookies } = await signUp(server.url, person);
  await context.addCookies(cookies);
  const { request } = context;
  const user = await userOf(request, uid);
  const row = async () => {
    const session = await schedule(request, user, { items: ['2000m'] });
    return (await rowByHand(request, user, session, rowed))._id;
  };
  const services = page.getByRole('region', { name: 'Connected services' });
  const connect = async () => {
    await page.goto('/settings#services');
    await page.getByLabel('API key').fill('a-key');
    await page.getByRole('button', { name: 'Connect intervals.icu', exact: true }).click();
  };
  const expectConnected = async () => {
    await expect(page.getByLabel('API key')).toHaveCount(0);
    await expect(page.getByText('Connected as Ann at intervals')).toBeVisible();
  };
  // Waits for the response of the call, because opening the page again and again costs processor time.
  const expectOfRow = async (
    id: string,
    upload: Pick<SyncUpload, 'state' | 'problem'>,
    words: string | RegExp,
  ) => {
    await expect
      .poll(() => call(request, sync.ofActivity, { params: { id } }), { timeout: 60_000 })
      .toMatchObject([upload]);
    await page.goto(`/activities/${id}`);
    await page.getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('button', { name: 'What was sent' }).click();
    await expect(services).toContainText(words);
  };
  const waiting = { state: 'waiting', problem: null } as const;
  const sent = { state: 'sent', problem: null } as const;

  await connect();
  await expectConnected();
  const first = await row();
  await expectOfRow(first, waiting, 'Waiting to be sent');
  await startAt(10);
  await expectOfRow(first, sent, /intervals\.icuSent/);
  expect(service.count()).toBe(1);

  service.now('refuse');
  const second = await row();
  await startAt(20);
  const refused = 'intervals.icu refused the key. Enter another one.';
  await expectOfRow(second, { ...waiting, problem: refused }, `Not sent yet: ${refused}`);
  await page.goto('/settings#services');
  await expect(page.getByText(refused).first()).toBeVisible();

  service.now('take');
  // The login is twenty minutes old: another person at the device could send the rows to their own account.
  await connect();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expectConnected();
  await expectOfRow(second, sent, /intervals\.icuSent/);
  service.now('hang');
  const third = await row();
  await startAt(30);
  // The page works while the server waits for the service.
  await page.goto('/training/statistics');
  await expect(page.getByRole('main')).toContainText('6,000 m');
  const unanswered = 'No response within 20 s';
  await expectOfRow(third, { ...waiting, problem: unanswered }, `Not sent yet: ${unanswered}. Next try:`);
  expect(service.count()).toBe(2);
});
