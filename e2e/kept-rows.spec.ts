import { activities } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import type { Page } from '@playwright/test';
import { serverGone } from './fixtures/console-guard.ts';
import { activitiesOf, call } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import {
  expectTheWholeRow,
  item,
  name,
  openDevice,
  openDeviceAt,
  openPage,
  expectTheWholeRowAlone,
  takeOver,
  rowHalf,
  rowTheFirstHalf,
  rowTheRest,
  sitDown,
  sitDownAndStart,
  storedStrokesOf,
  strokesOfTheFirstHalf,
} from './fixtures/recorded-row.ts';
import {
  cockpitOf,
  connectBarOf,
  connectMonitor,
  expectConnected,
  figureOf,
  finishByHand,
  itemOf,
  startWorkout,
} from './fixtures/session-page.ts';

/*
 * After any fault of page, network, server and devices in the middle of the recorded piece, the activity ends with the
 * monitor's result and every stroke of the recording once. The monitor waits during each fault: this file does not test
 * strokes that no page could receive.
 */
test.describe.configure({ mode: 'parallel' });

/**
 * The server refuses values that the first device sent before it learned that another one rows, if the server knew that
 * before.
 */
const lateValues = /status of 409 \(Conflict\) \(\S+\/api\/activities\//;

test('[SESS-9] [SESS-10] a row without a fault stores every stroke of the monitor', async ({ newMember }) => {
  const { ann, sessionId } = await rowHalf(newMember);
  await rowTheRest(ann);
  await expectTheWholeRow(ann, sessionId);
});

test('[SESS-10] a page reloaded in the middle loses no stroke', async ({ newMember }) => {
  const { ann, sessionId } = await rowHalf(newMember);
  ann.page.on('dialog', (dialog) => void dialog.accept());
  await ann.page.reload();
  await connectMonitor(ann.page);
  await rowTheRest(ann);
  await expectTheWholeRow(ann, sessionId);
});

test('[SESS-10] a tab closed in the middle is continued by a new one, to which the dashboard leads', async ({
  newMember,
  consoleGuard,
}) => {
  // The athlete leaves the new tab before pressing anything in it.
  consoleGuard.allow(/Blocked attempt to show a 'beforeunload' confirmation panel/);
  const { ann, sessionId } = await rowHalf(newMember);
  await ann.page.close();
  const again = await openPage(ann, sessionId);
  await again.page.goto('/dashboard');
  await expect(rowBarOf(again.page)).toContainText(/You left a workout unfinished: \d+ of 100 m/);
  await rowBarOf(again.page).getByRole('button', { name: 'Go on' }).click();
  await connectMonitor(again.page);
  await rowTheRest(again);
  await expectTheWholeRow(again, sessionId);
});

test('[SESS-10] a server killed and down for half of the piece gets every stroke when it is back', async ({
  newMember,
  server,
  consoleGuard,
}) => {
  consoleGuard.allow(...serverGone);
  const { ann, sessionId } = await rowHalf(newMember);
  await server.kill('SIGKILL');
  await rowTheRest(ann);
  await expect(cockpitOf(ann.page)).toContainText(/\d+ strokes? not sent/);
  await server.restart();
  await expectTheWholeRow(ann, sessionId);
});

for (const [words, awayMs] of [
  ['30 s', 30_000],
  ['10 min', 600_000],
] as const) {
  test(`[SESS-10] a page offline for ${words} sends every stroke when the network is back`, async ({
    newMember,
    consoleGuard,
  }) => {
    consoleGuard.allow(...serverGone);
    const ann = await newMember(name);
    await ann.page.clock.install();
    const sessionId = await sitDownAndStart(ann);
    await rowTheFirstHalf(ann);
    await ann.context.setOffline(true);
    await rowTheRest(ann);
    await ann.page.clock.fastForward(awayMs);
    await expect(cockpitOf(ann.page)).toContainText(/\d+ strokes? not sent/);
    await ann.context.setOffline(false);
    await expectTheWholeRow(ann, sessionId);
  });
}

test('[ERG-1] a Bluetooth drop between two strokes loses none', async ({ newMember }) => {
  const { ann, sessionId } = await rowHalf(newMember);
  await ann.pm5.disconnect();
  await expect.poll(() => ann.pm5.isSubscribed('0035'), { timeout: 20_000 }).toBe(true);
  await rowTheRest(ann);
  await expectTheWholeRow(ann, sessionId);
});

test('[SESS-10] a second tab watches, has no Finish, and continues when the first is closed', async ({
  newMember,
}) => {
  const { ann, sessionId } = await rowHalf(newMember);
  const second = await openPage(ann, sessionId);
  await expect(second.page.getByText('You are rowing this in another tab')).toBeVisible();
  await expect(cockpitOf(second.page).getByRole('button', { name: 'Finish' })).toHaveCount(0);
  await ann.page.close();
  await connectMonitor(second.page);
  await rowTheRest(second);
  await expectTheWholeRow(second, sessionId);
});

test('[SESS-10] a second device watches, and cannot finish the row', async ({ newMember }) => {
  const { ann, sessionId } = await rowHalf(newMember);
  const other = await openDevice(ann, sessionId, newMember);
  await expect(other.page.getByText('You are rowing this on another device')).toBeVisible();
  await expect(cockpitOf(other.page).getByRole('button', { name: 'Finish' })).toHaveCount(0);
  await rowTheRest(ann);
  await expectTheWholeRow(ann, sessionId);
  await expect(itemOf(other.page, item)).toContainText('Complete');
});

test('[SESS-10] a row that another device has left is finished in the bar of any page, with everything that was stored', async ({
  newMember,
}) => {
  const { ann, sessionId } = await rowHalf(newMember);
  await expect(cockpitOf(ann.page)).toContainText('saved');
  const [before] = (await activitiesOf(ann.context.request, sessionId)).flat();
  await ann.page.close();
  const other = await openDeviceAt(ann, '/training', newMember);
  await expect(rowBarOf(other.page)).toContainText('You are rowing 100m on another device');
  // By this device's clock it is an hour later.
  await other.page.clock.install({ time: Date.now() + 3_600_000 });
  await other.page.goto('/dashboard');
  const bar = rowBarOf(other.page);
  await expect(bar).toContainText('You are rowing 100m on another device');
  // The other device sends no further message, and this device's clock gives no information about that.
  await other.page.clock.fastForward(25_000);
  await other.page.clock.fastForward(25_000);
  await expect(bar).toContainText('No signal of your 100m from your other device');
  await other.page.clock.fastForward(limits.staleActivityMs);
  await expect(bar).toContainText(/You left a workout unfinished: \d+ of 100 m/);
  await bar.getByRole('button', { name: 'Discard' }).click();
  const discard = other.page.getByRole('alertdialog', { name: 'Discard this workout?' });
  await expect(discard).toContainText("You can't get them back.");
  await discard.getByRole('button', { name: 'Cancel' }).click();
  await bar.getByRole('button', { name: 'Finish' }).click();
  const finish = other.page.getByRole('alertdialog', { name: 'Finish this workout now?' });
  await expect(finish).toContainText('are kept as a partial result of 100m.');
  await finish.getByRole('button', { name: 'Finish' }).click();
  await expect(bar).toContainText('Your result of 100m is saved');
  const [after] = (await activitiesOf(ann.context.request, sessionId)).flat();
  expect(after).toMatchObject({ _id: before?._id, isCompleted: true });
  expect(after?.distance).toBeGreaterThanOrEqual(before?.distance ?? Infinity);
  expect((await storedStrokesOf(ann, after?._id ?? '')).length).toBeGreaterThanOrEqual(
    strokesOfTheFirstHalf - 1,
  );
});

test('[SESS-10] a second device takes the row over with the erg, and the first shows why it stopped', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(lateValues);
  const { ann, sessionId } = await rowHalf(newMember);
  const other = await openDevice(ann, sessionId, newMember);
  await takeOver(other);
  await expect(ann.page.getByText('You are rowing this on another device')).toBeVisible({ timeout: 5_000 });
  await expect(cockpitOf(ann.page).getByRole('button', { name: 'Finish' })).toHaveCount(0);
  await rowTheRest(other);
  await expectTheWholeRow(other, sessionId);
});

test('[SESS-10] a second device that never gets the erg takes nothing over: the first continues to the monitor’s result', async ({
  newMember,
}) => {
  const { ann, sessionId } = await rowHalf(newMember);
  const other = await openDevice(ann, sessionId, newMember);
  await other.page.getByRole('button', { name: 'Row it here' }).click();
  await expect(cockpitOf(other.page)).toContainText(
    'Your erg is connected to your other device. Let the erg go there, then connect it here to go on here. Until then the workout stays with your other device.',
  );
  await expect(cockpitOf(other.page).getByRole('button', { name: 'Finish' })).toHaveCount(0);
  const question = ann.page.getByRole('group', { name: 'Your other device' });
  await expect(question).toContainText('You want to go on with this on your other device. It needs the erg.');
  await question.getByRole('button', { name: 'Keep it here' }).click();
  await rowTheRest(ann);
  await expectTheWholeRow(ann, sessionId);
});

test('[SESS-10] an erg released for a second device that did not take it reconnects to the first', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  await ann.page.clock.install();
  const sessionId = await sitDownAndStart(ann);
  await rowTheFirstHalf(ann);
  const other = await openDevice(ann, sessionId, newMember);
  await other.page.getByRole('button', { name: 'Row it here' }).click();
  await ann.page.getByRole('button', { name: 'Let the erg go' }).click();
  await expect(connectBarOf(ann.page)).toContainText('The erg is free for your other device');
  await expect(cockpitOf(ann.page)).toContainText('The erg is free for your other device.');
  await expect(cockpitOf(ann.page)).not.toContainText('The connection to the erg was lost');
  await expect(cockpitOf(other.page)).toContainText('Connect your erg here to go on here.');
  await cockpitOf(other.page).getByRole('button', { name: 'Cancel' }).click();
  await ann.page.clock.runFor(31_000);
  await expectConnected(ann.page);
  await rowTheRest(ann);
  await expectTheWholeRow(ann, sessionId);
});

test('[SESS-10] a row whose device has disappeared shows that, and is discarded from another', async ({
  newMember,
}) => {
  const { ann, sessionId } = await rowHalf(newMember);
  await ann.page.close();
  const other = await openDevice(ann, sessionId, newMember);
  await expect(cockpitOf(other.page)).toContainText(
    /This is in progress on another device, which has not been heard from for \d+ s/,
    { timeout: 60_000 },
  );
  await other.page.getByRole('button', { name: 'Row it here' }).click();
  await cockpitOf(other.page).getByRole('button', { name: 'Finish' }).click();
  await cockpitOf(other.page).getByRole('button', { name: 'Discard' }).first().click();
  await cockpitOf(other.page)
    .getByRole('group', { name: /Discard this workout/ })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(itemOf(other.page, item).getByRole('button', { name: 'Begin' })).toBeVisible();
  expect(await activitiesOf(ann.context.request, sessionId)).toEqual([[]]);
});

test('[SESS-10] a row finished too early on the device that took it over still gets the monitor’s result', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(lateValues);
  const { ann, sessionId } = await rowHalf(newMember);
  const other = await openDevice(ann, sessionId, newMember);
  await takeOver(other);
  await finishByHand(other.page);
  await expect
    .poll(async () => (await activitiesOf(ann.context.request, sessionId))[0]?.[0]?.isCompleted)
    .toBe(true);
  await rowTheRest(other);
  await expectTheWholeRow(other, sessionId);
});

test('[SESS-4] [SESS-10] a row started offline is saved with its own time when the network is back', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(...serverGone);
  const ann = await newMember(name);
  const sessionId = await sitDown(ann);
  // The cockpit loads with the details of the monitor; if the network had been lost before, it could not.
  await expect(connectBarOf(ann.page).getByText('Serial number')).toBeVisible();
  await ann.context.setOffline(true);
  const startedAtMs = Date.now();
  await itemOf(ann.page, item).getByRole('button', { name: 'Begin' }).click();
  await itemOf(ann.page, item).getByRole('button', { name: 'Start Workout' }).click();
  await expect(cockpitOf(ann.page)).toBeVisible();
  await rowTheFirstHalf(ann);
  await rowTheRest(ann);
  await expect(figureOf(ann.page, 'distance')).toHaveText('100m');
  const endedAtMs = Date.now();
  await ann.context.setOffline(false);
  await expectTheWholeRow(ann, sessionId);
  const [[only] = []] = await activitiesOf(ann.context.request, sessionId);
  const beganAtMs = Date.parse(only?.createdAt ?? '');
  expect(beganAtMs).toBeGreaterThanOrEqual(startedAtMs - 1_000);
  expect(beganAtMs).toBeLessThan(endedAtMs);
});

test('[SESS-10] a row whose activity was deleted is kept, and saved without a session', async ({
  newMember,
  consoleGuard,
}) => {
  // The test answers the page's own requests for the activity with 404.
  consoleGuard.allow(/status of 404/);
  const { ann, sessionId } = await rowHalf(newMember);
  const [[only] = []] = await activitiesOf(ann.context.request, sessionId);
  await call(ann.context.request, activities.discard, { params: { id: only?._id ?? '' } });
  await rowTheRest(ann);
  const bar = rowBarOf(ann.page);
  await expect(bar).toContainText("100m in Morning row can't be saved");
  await bar.getByRole('button', { name: 'Save without a session' }).click();
  await expect(bar).toBeHidden();
  expect(await expectTheWholeRowAlone(ann)).toMatchObject({ title: 'Morning row', workout: item });
});

test('[SESS-10] a row without a stroke can be discarded, and begun again', async ({ newMember }) => {
  const ann = await newMember(name);
  const sessionId = await sitDownAndStart(ann);
  await cockpitOf(ann.page).getByRole('button', { name: 'Finish' }).click();
  const question = ann.page.getByRole('group', { name: 'Nothing rowed yet. Discard this workout?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(itemOf(ann.page, item).getByRole('button', { name: 'Begin' })).toBeVisible();
  expect(await activitiesOf(ann.context.request, sessionId)).toEqual([[]]);
  await startWorkout(ann.page, item);
  await rowTheFirstHalf(ann);
  await rowTheRest(ann);
  await expectTheWholeRow(ann, sessionId);
});

for (const [words, breakStorage] of [
  ['forbids IndexedDB', forbidStorage],
  ['has no room in IndexedDB', fillStorage],
] as const) {
  test(`[SESS-10] a browser that ${words} shows a message, and the row continues`, async ({ newMember }) => {
    const ann = await newMember(name);
    await ann.page.addInitScript(breakStorage);
    const sessionId = await sitDownAndStart(ann);
    await rowTheFirstHalf(ann);
    await expect(cockpitOf(ann.page)).toContainText("This browser doesn't store your workout on this device");
    await rowTheRest(ann);
    await expectTheWholeRow(ann, sessionId);
  });
}

function forbidStorage(): void {
  IDBFactory.prototype.open = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
}

function fillStorage(): void {
  const full = () => {
    throw new DOMException('No space left.', 'QuotaExceededError');
  };
  IDBObjectStore.prototype.put = full;
  IDBObjectStore.prototype.add = full;
}

function rowBarOf(page: Page) {
  return page.getByRole('complementary', { name: 'Your workout' });
}
