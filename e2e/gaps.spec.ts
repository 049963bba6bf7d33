import { encodeRecord } from '@boathouse/pm5/encode';
import type { KnownPm5Record, Pm5Form } from '@boathouse/pm5/records';
import type { ScheduledNotification } from './fixtures/emulated-pm5.ts';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { isCharacteristic } from './fixtures/gatt-table.ts';
import { onlyActivityOf, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import type { Member } from './fixtures/product.ts';
import { storedStrokesOf } from './fixtures/recorded-row.ts';
import { cockpitOf, connectMonitor, figureOf, resultRowOf, startWorkout } from './fixtures/session-page.ts';

/* A row of 500 m in 1:45.0 with 30 strokes a minute; the page misses a part of it. */
test.describe.configure({ mode: 'parallel' });

const item = '500m';
const name = 'Ann Oar';
const totalSec = 105;
const strokeSec = 2;

const metersAt = (sec: number) => Math.round((5_000 * sec) / totalSec) / 10;

function statusAt(sec: number, workoutState = 1): KnownPm5Record[] {
  return [
    {
      kind: 'generalStatus',
      elapsedSec: sec,
      distanceM: metersAt(sec),
      workoutType: 3,
      intervalType: 1,
      workoutState,
      rowingState: workoutState === 1 ? 1 : 0,
      strokeState: 2,
      totalWorkDistanceM: 0,
      workoutDuration: 500,
      workoutDurationType: 0x80,
      dragFactor: 110,
    },
    {
      kind: 'additionalStatus1',
      elapsedSec: sec,
      speedMPerSec: 500 / totalSec,
      strokeRateSpm: 30,
      heartRateBpm: 144,
      currentPaceSec: 105,
      averagePaceSec: 105,
      restDistanceM: 0,
      restTimeSec: 0,
      averagePowerW: null,
      ergMachineType: 0,
    },
  ];
}

const caloriesAt = (sec: number): KnownPm5Record => ({
  kind: 'additionalStatus2',
  elapsedSec: sec,
  intervalCount: 0,
  averagePowerW: 302,
  totalCalories: Math.floor((39 * sec) / totalSec),
  splitAveragePaceSec: 105,
  splitAveragePowerW: 302,
  splitAverageCalories: 0,
  lastSplitTimeSec: 0,
  lastSplitDistanceM: 0,
});

const strokeAt = (sec: number, strokeCount: number): KnownPm5Record => ({
  kind: 'strokeData',
  elapsedSec: sec,
  distanceM: metersAt(sec),
  driveLengthM: 1.35,
  driveTimeSec: 0.7,
  recoveryTimeSec: 1.3,
  strokeDistanceM: 9.5,
  peakForceLbf: 180,
  averageForceLbf: 110,
  workPerStrokeJ: 600,
  strokeCount,
});

function scheduled(
  record: KnownPm5Record,
  dueMs: number,
  form: Pm5Form = 'individual',
): ScheduledNotification {
  const { characteristic, bytes } = encodeRecord(record, form);
  const code = characteristic.toString(16).padStart(4, '0');
  if (!isCharacteristic(code)) throw new Error(`No characteristic ${code}`);
  return { dueMs, characteristic: code, bytes };
}

/** Sends a part of the row twenty times as fast. */
async function row({ pm5 }: Member, fromSec: number, toSec: number, form?: Pm5Form): Promise<void> {
  const notifications: ScheduledNotification[] = [];
  for (let step = fromSec * 2 + 1; step <= toSec * 2; step += 1) {
    const sec = step / 2;
    const isStroke = sec % strokeSec === 1.5;
    for (const record of [
      ...statusAt(sec),
      caloriesAt(sec),
      ...(isStroke ? [strokeAt(sec, (sec + 0.5) / strokeSec)] : []),
    ]) {
      notifications.push(scheduled(record, (sec - fromSec) * 50, form));
    }
  }
  const { missed } = await (await pm5.play(notifications)).finished;
  expect(missed).toEqual([]);
}

async function sendAll({ pm5 }: Member, records: readonly KnownPm5Record[], form?: Pm5Form): Promise<void> {
  for (const record of records) {
    const { characteristic, bytes } = scheduled(record, 0, form);
    await pm5.notify(characteristic, bytes);
  }
}

/** Starts the item, rows 200 m, and loses Bluetooth until `back`. */
async function rowToTheGap(ann: Member): Promise<{ sessionId: string; back: () => Promise<void> }> {
  const { _id: sessionId } = await schedule(ann.context.request, ann.user, { items: [item] });
  await ann.page.goto(`/sessions/${sessionId}`);
  await connectMonitor(ann.page);
  await startWorkout(ann.page, item);
  await row(ann, 0, 42);
  await expect(figureOf(ann.page, 'distance')).toHaveText('200m');
  await ann.pm5.refuseConnections(true);
  await ann.pm5.disconnect();
  // A slow machine notices the silence before the lost link.
  await expect(cockpitOf(ann.page)).toContainText(
    /The connection to the erg was lost\.|The monitor has stopped sending\./,
  );
  return {
    sessionId,
    back: async () => {
      await ann.pm5.refuseConnections(false);
      // The page shows "connected" until the next silence: a slow machine can miss it.
      await expect.poll(() => ann.pm5.isSubscribed('0031')).toBe(true);
    },
  };
}

test('[ERG-1] after a gap up to the end the result has no figures of its first part, and its page shows the gap', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  const { page } = ann;
  const { sessionId, back } = await rowToTheGap(ann);
  await back();
  // The monitor shows the workout that ended while it was disconnected, and does not send the summary again.
  await expect(async () => {
    await sendAll(ann, statusAt(totalSec, 12));
    await expect(cockpitOf(page)).toContainText('result saved', { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await expect(figureOf(page, 'Stroke rate')).toHaveText('–spm');
  await expect(figureOf(page, 'Calories')).toHaveText('–cal');
  await expect(resultRowOf(page, item, name).getByRole('cell')).toHaveText([
    '1:45.0',
    '500 m',
    '–',
    '1:45.0',
  ]);
  const { _id } = await onlyActivityOf(ann.context.request, sessionId);
  expect(await onlyActivityOf(ann.context.request, sessionId)).toMatchObject({
    distance: 500,
    elapsedTime: 105,
    strokeRate: null,
    heartRate: null,
    totalCalories: null,
    isPartial: false,
    summary: { source: 'lastStatus', averageStrokeRate: null, averageHeartRate: null },
  });

  await page.goto(`/activities/${_id}`);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('–spm');
  await expect(result).toContainText('–cal');
  await expect(page.getByRole('region', { name: 'Strokes' })).toContainText(
    'Bluetooth was away from 198 to 500 m.',
  );
  await expect(page.getByRole('application', { name: /^pace, stroke rate/ })).toBeVisible();
  await page.getByText('Table, every stroke that was heard').click();
  await expect(page.getByRole('row', { name: /Not heard from 198 to 500 m/ })).toBeVisible();
  await expectForEveryone(page, 'the page of an activity with a gap');
  for (const path of ['/training/activity', '/dashboard']) {
    await page.goto(path);
    await expect(page.getByText('1:45.0').first()).toBeVisible();
  }
});

test('[ERG-1] after a gap in the middle the result has the figures of the monitor, which continued to count', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  const { page } = ann;
  const { sessionId, back } = await rowToTheGap(ann);
  await back();
  await row(ann, 90, totalSec);
  await expect(async () => {
    await sendAll(ann, [...statusAt(totalSec, 12), caloriesAt(totalSec)]);
    await expect(cockpitOf(page)).toContainText('result saved', { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  const activity = await onlyActivityOf(ann.context.request, sessionId);
  expect(activity).toMatchObject({ distance: 500, strokeRate: 30, totalCalories: 39, averagePower: 302 });
  await page.goto(`/activities/${activity._id}`);
  await expect(page.getByRole('region', { name: 'Strokes' })).toContainText(
    'Bluetooth was away from 198 to 436 m.',
  );
});

test('[ERG-3] a monitor whose older firmware lacks a characteristic is read by the multiplexed one, from the first stroke to the last', async ({
  newMember,
}) => {
  const ann = await newMember(name, { lacks: ['0039'] });
  const { page } = ann;
  const { _id: sessionId } = await schedule(ann.context.request, ann.user, { items: [item] });
  await page.goto(`/sessions/${sessionId}`);
  await connectMonitor(page);
  await startWorkout(page, item);
  await row(ann, 0, totalSec, 'multiplexed');
  await expect(async () => {
    await sendAll(ann, [...statusAt(totalSec, 12), caloriesAt(totalSec)], 'multiplexed');
    await expect(cockpitOf(page)).toContainText('result saved', { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  const activity = await onlyActivityOf(ann.context.request, sessionId);
  expect(activity).toMatchObject({ distance: 500, elapsedTime: 105, strokeRate: 30, totalCalories: 39 });
  expect(await storedStrokesOf(ann, activity._id)).toHaveLength(52);
});
