import type { Page } from '@playwright/test';
import { EmulatedRower } from './fixtures/notifier/emulated-rower.ts';
import { onlyActivityOf, schedule, wholeActivityOf } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { cockpitOf, connectBarOf, figureOf, finishByHand, itemOf } from './fixtures/session-page.ts';

/** Connects a rowing machine of another maker on the page of a session with one item, and starts the item. */
async function startOn(page: Page, rower: EmulatedRower, item: string): Promise<void> {
  const bar = connectBarOf(page);
  await bar.getByText('Erg of another maker?').click();
  await expect(bar).toContainText('marked as not from a Concept2, and never ranked');
  await bar.getByRole('button', { name: 'Connect an erg of another maker' }).click();
  await expect(bar).toContainText("Other maker's erg connected");
  await expect.poll(() => rower.tell()).toBe(true);
  const instructions = itemOf(page, item).getByRole('group', { name: 'Instructions' });
  await itemOf(page, item).getByRole('button', { name: 'Begin' }).click();
  await expect(instructions.getByRole('button', { name: 'Start Workout' })).toBeVisible();
  await expect(instructions.getByRole('button', { name: 'Push workout to my erg' })).toHaveCount(0);
  await instructions.getByRole('button', { name: 'Start Workout' }).click();
  await expect(cockpitOf(page)).toContainText('saved');
}

async function row(rower: EmulatedRower, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) expect(await rower.rowSecond()).toBe(true);
}

test('intervals on a rower of another maker show what is left, rest by the clock, and end by themselves', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { page } = ann;
  const rower = await EmulatedRower.attach(page);
  const item = '2x100m/0:03r';
  const { _id } = await schedule(ann.context.request, ann.user, { items: [item] });
  await page.goto(`/sessions/${_id}`);
  await startOn(page, rower, item);
  const cockpit = cockpitOf(page);
  await row(rower, 10);
  await expect(cockpit).toContainText('1 of 2');
  await expect(figureOf(page, 'distance left')).toContainText('60');
  await row(rower, 15);
  // The machine sends nothing during the rest.
  await expect(cockpit).toContainText('2 of 2');
  await row(rower, 30);
  await expect(cockpit).toContainText('result saved');

  const activity = await onlyActivityOf(ann.context.request, _id);
  expect(activity).toMatchObject({ machine: 'otherrower', source: 'monitor', isPartial: false });
  const { distance, elapsedTime } = await wholeActivityOf(ann.context.request, activity._id);
  expect({ distance, elapsedTime }).toEqual({ distance: 200, elapsedTime: 50 });
});

test('a rower of another maker that is restarted in the middle begins a separate row', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { page } = ann;
  const rower = await EmulatedRower.attach(page);
  const { _id } = await schedule(ann.context.request, ann.user, { items: ['100m'] });
  await page.goto(`/sessions/${_id}`);
  await startOn(page, rower, '100m');
  await row(rower, 15);
  await expect(figureOf(page, 'distance')).toContainText('60');
  rower.restart();
  await row(rower, 26);
  await expect(cockpitOf(page)).toContainText('result saved');
  await expect
    .poll(async () => {
      const response = await ann.context.request.get(`/api/sessions/${_id}/activities`);
      const [ofItem] = await response.json();
      return ofItem.map(({ distance, isPartial }: { distance: number; isPartial: boolean }) => ({
        distance,
        isPartial,
      }));
    })
    .toEqual(
      expect.arrayContaining([
        { distance: 60, isPartial: true },
        { distance: 100, isPartial: false },
      ]),
    );
});

const item = '300m';

test('a row on a rower of another maker is live, continues after a drop, and is marked as not from a Concept2', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { page } = ann;
  const rower = await EmulatedRower.attach(page);
  const { _id } = await schedule(ann.context.request, ann.user, { items: [item] });
  await page.goto(`/sessions/${_id}`);
  await startOn(page, rower, item);
  const cockpit = cockpitOf(page);
  await row(rower, 20);
  await expect(figureOf(page, 'distance')).toContainText('80');
  await expect(cockpit).not.toContainText('is set to');
  await expect(figureOf(page, 'distance left')).toContainText('220');
  await rower.goAway();
  await expect(cockpit).toContainText('econnecting');
  // That is as much as can be rowed in the duration of the drop.
  rower.rowUnheard(2);
  rower.comeBack();
  await expect.poll(() => rower.tell(), { intervals: [500] }).toBe(true);
  await row(rower, 12);
  await finishByHand(page);
  await expect(cockpit).toContainText('result saved');

  const activity = await onlyActivityOf(ann.context.request, _id);
  expect(activity).toMatchObject({ machine: 'otherrower', source: 'monitor', isPartial: true });
  const { distance, elapsedTime, averagePace, dragFactor } = await wholeActivityOf(
    ann.context.request,
    activity._id,
  );
  // Every second rowed adds 4 m, even during the drop.
  expect({ distance, elapsedTime }).toEqual({ distance: 4 * 34, elapsedTime: 34 });
  expect({ averagePace, dragFactor }).toEqual({ averagePace: 125, dragFactor: 0 });
  const stored = await ann.context.request.get(`/api/activities/${activity._id}/strokes`);
  const { strokes } = await stored.json();
  expect(strokes.length).toBeGreaterThan(14);
  expect(strokes.at(-1)).toMatchObject({
    strokeRate: 30,
    pace: 125,
    power: 179,
    driveLength: null,
    peakForce: null,
  });

  await page.goto(`/activities/${activity._id}`);
  await expect(page.getByRole('main')).toContainText("Other maker's erg");
  await expect(page.getByRole('main')).toContainText(
    "Measured by another maker's erg, not a Concept2: it is no personal best and has no rank.",
  );
});
