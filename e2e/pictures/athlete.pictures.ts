import { follows } from '@boathouse/contract/follows';
import { serverGone } from '../fixtures/console-guard.ts';
import { call, schedule } from '../fixtures/product-api.ts';
import { cockpitOf, connectMonitor, finishByHand, itemOf } from '../fixtures/session-page.ts';
import { expect, row, take, test, visit } from './studio.ts';

test("an athlete's pages between sessions", async ({ enter }) => {
  const tobias = await enter('tobias');
  const { page, user } = tobias;
  await visit(tobias, '/dashboard', 'Activity Feed');
  await take(page, 'dashboard');
  await visit(tobias, '/training/statistics?period=month', 'Pace trend');
  await take(page, 'statistics', { screen: 'tall' });
  await visit(tobias, '/training/activity', 'Activity');
  // The activity that shows the most: a piece of 2000 m in the last 14 days.
  await page.getByRole('main').getByRole('link', { name: '2,000 m' }).first().click();
  await expect(page.getByRole('heading', { name: 'Force curve' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await take(page, 'activity', { screen: 'tall' });
  await visit(tobias, `/athletes/${user._id}`, 'Recent Activities');
  await take(page, 'profile');

  const nora = await enter('nora');
  const following = { follower: nora.user._id, followee: user._id };
  const { doesFollow } = await call(nora.context.request, follows.doesFollow, { query: following });
  if (!doesFollow) await call(nora.context.request, follows.create, { body: following });
  await visit(tobias, '/notifications', 'Notifications');
  await expect(page.getByRole('main')).toContainText('Nora Fitzgerald');
  await take(page, 'notifications', { screen: 'narrow', of: page.getByRole('main'), maxHeight: 300 });
  for (const [file, hash, name] of [
    ['settings-account', 'data', 'Your data'],
    ['settings-privacy', 'privacy', 'Privacy'],
    ['settings-preferences', 'preferences', 'Preferences'],
  ] as const) {
    // Changing only the hash would not load the page again.
    await page.goto('/dashboard');
    await visit(tobias, `/settings#${hash}`, name);
    await take(page, file, { screen: 'narrow', of: page.getByRole('region', { name }) });
  }
});

test('an athlete connects, sets the monitor and rows with a crew', async ({ enter, consoleGuard }) => {
  const item = '4 x 500 m / 2:00 rest';
  const ruben = await enter('ruben');
  const { page, pm5 } = ruben;
  const { _id } = await schedule(ruben.context.request, ruben.user, {
    title: 'Thursday pieces',
    items: [item, '2000 m'],
  });
  await page.goto(`/sessions/${_id}`);
  await connectMonitor(page);
  await itemOf(page, item).getByRole('button', { name: 'Begin' }).click();
  pm5.answerFramesWith(() => 'accept');
  await pm5.notifyStatus();
  await itemOf(page, item).getByRole('button', { name: 'Push workout to my erg' }).click();
  await expect(itemOf(page, item)).toContainText('Your monitor is set to');
  await take(page, 'set-the-monitor');

  const piece = '2000 m';
  const tobias = await enter('tobias');
  const crew = [
    [await enter('elias'), 105],
    [await enter('aiko'), 115],
    [tobias, 120],
    [await enter('nora'), 130],
    [await enter('jonas'), 140],
  ] as const;
  for (const [member, paceSec] of crew) await row(member, _id, piece, paceSec);
  await expect(cockpitOf(tobias.page).getByText('Nora Fitzgerald').first()).toBeVisible();
  // At about 200 m, when the gaps show.
  await tobias.page.waitForTimeout(45_000);
  await take(tobias.page, 'cockpit');
  await take(tobias.page, 'cockpit-phone', { screen: 'phone' });

  consoleGuard.allow(...serverGone);
  await tobias.context.setOffline(true);
  await expect(cockpitOf(tobias.page)).toContainText(/server away.*not sent/, { timeout: 60_000 });
  await take(tobias.page, 'offline-phone', { screen: 'phone' });
  await tobias.context.setOffline(false);
  // A user who is rowing can't row in the coach's session.
  for (const [member] of crew) {
    await finishByHand(member.page);
    await expect(cockpitOf(member.page)).toContainText('result saved', { timeout: 60_000 });
  }
});
