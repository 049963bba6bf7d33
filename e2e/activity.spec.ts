import { activities } from '@boathouse/contract/activities';
import { strokes } from '@boathouse/contract/strokes';
import type { Stroke } from '@boathouse/contract/strokes';
import type { User } from '@boathouse/contract/users';
import type { APIRequestContext } from '@playwright/test';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { call, rowByHand, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';

const strokeCount = 200;

/** Strokes of 2,000 m, each 10 m long and `secondsPerStroke` in duration. */
const strokesOf2k = (secondsPerStroke: number): Stroke[] =>
  Array.from({ length: strokeCount }, (_, index) => ({
    number: index + 1,
    interval: 1,
    elapsedTime: Math.round((index + 1) * secondsPerStroke * 100) / 100,
    distance: (index + 1) * 10,
    pace: Math.round((secondsPerStroke * 50 + Math.sin(index / 9)) * 100) / 100,
    strokeRate: 27 + (index % 3),
    heartRate: Math.round(120 + index / 4),
    power: 220 + (index % 7),
    driveLength: 1.35,
    driveTime: 0.7,
    recoveryTime: 1.5,
    strokeDistance: 10,
    peakForce: 700,
    averageForce: 430,
    workPerStroke: 560,
    calories: Math.round(index / 2),
    forceCurve: [0, 180, 420, 610, 700, 640, 500, 310, 90, 0],
  }));

/** Rows a 2k over the API, with strokes, splits and the monitor's summary. */
async function row2k(request: APIRequestContext, user: User, sessionId: string, elapsedTime: number) {
  const { _id } = await call(request, activities.create, {
    body: { user: user._id, session: sessionId, workoutItemIndex: 0 },
  });
  const body = { from: 0, strokes: strokesOf2k(elapsedTime / strokeCount) };
  await call(request, strokes.append, { params: { id: _id }, body });
  const averagePace = elapsedTime / 4;
  const split = {
    distance: 1_000,
    time: elapsedTime / 2,
    averagePace,
    restTime: 0,
    strokeRate: 28,
    heartRate: 158,
  };
  return call(request, activities.complete, {
    params: { id: _id },
    body: {
      elapsedTime,
      distance: 2_000,
      averagePace,
      strokeRate: 28,
      workoutType: 3,
      dragFactor: 118,
      averagePower: 223,
      totalCalories: 110,
      summary: {
        logEntryDate: null,
        logEntryTime: null,
        averageStrokeRate: 28,
        averageHeartRate: 158,
        recoveryHeartRate: null,
        splits: [1, 2].map((splitNumber) => ({ splitNumber, ...split })),
        source: 'summary',
      },
    },
  });
}

test("a row opens from the history: its strokes are read by keyboard, and compared with another athlete's", async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const session = await schedule(ann.context.request, ann.user, { title: 'At dawn', items: ['2000m'] });
  const own = await row2k(ann.context.request, ann.user, session._id, 460);
  await row2k(ben.context.request, ben.user, session._id, 440);
  const { page } = ann;

  await page.goto('/training/activity');
  const history = page.getByRole('table', { name: 'Past activities' });
  await expect(history.getByText('Personal best 2k')).toBeVisible();
  await history.getByRole('link', { name: '2,000 m' }).press('Enter');
  await expect(page).toHaveURL(`/activities/${own._id}`);
  await expect(page.getByRole('heading', { level: 1, name: '2,000 m' })).toBeVisible();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('definition').first()).toHaveText('7:40.0');
  await expect(page.getByRole('table', { name: 'Splits' }).getByRole('row')).toHaveCount(4);

  const plots = page.getByRole('application', { name: /^pace, stroke rate, heart rate, power by distance/ });
  const strokesPanel = page.getByRole('region', { name: 'Strokes' });
  await plots.focus();
  await page.keyboard.press('ArrowRight');
  const reading = strokesPanel.getByRole('status').last();
  await expect(reading).toContainText('Stroke 2');
  await expect(reading).toContainText('20.0 m');
  await page.keyboard.press('End');
  await expect(reading).toContainText('2,000.0 m');
  await expect(page.getByText('Stroke 200 of 200')).toBeVisible();

  await page.getByLabel('Compare with').selectOption({ label: 'Ben Scull (1:50.0 /500 m)' });
  await expect(strokesPanel.getByText('7:20.0, 20 s less than this activity')).toBeVisible();
  await page.getByRole('button', { name: 'Time' }).press('Enter');
  await page.getByRole('application', { name: /ahead by.*by time/ }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  await expect(reading).toContainText('behind Ben Scull');
  await page.reload();
  await expect(page.getByRole('application', { name: /ahead by.*by time/ })).toBeVisible();

  await page.getByText('Table, every 5th stroke').click();
  await expectForEveryone(page, 'the activity page');
});

test('[SESS-5] a result opens its page; without strokes it shows the summary', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  const session = await schedule(ann.context.request, ann.user, { title: 'At dawn', items: ['2000m'] });
  const figures = { elapsedTime: 480, averagePace: 120, distance: 2_000, strokeRate: 27 };
  const { _id } = await rowByHand(ann.context.request, ann.user, session, figures);
  await ann.page.goto(`/sessions/${session._id}`);
  const results = ann.page.getByRole('table', { name: 'Results: 2,000 m' });
  await results.getByRole('link', { name: '2,000 m' }).click();
  await expect(ann.page).toHaveURL(`/activities/${_id}`);
  await expect(
    ann.page.getByText('The strokes of this activity were not stored, only its summary.'),
  ).toBeVisible();
  await expect(ann.page.getByText('Stored without a summary of the monitor.')).toBeVisible();
  await expectForEveryone(ann.page, 'the page of an activity without strokes');
});
