import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { schedule } from './fixtures/product-api.ts';
import type { FrameAnswer } from './fixtures/csafe-monitor.ts';
import { expect, test } from './fixtures/product.ts';
import { replay } from './fixtures/recording.ts';
import { cockpitOf, connectBarOf, connectMonitor, itemOf, startWorkout } from './fixtures/session-page.ts';

type KnownFrame = { what: string; hex: string; hex_corrected?: string };
const parseFrames = (json: string): KnownFrame[] => JSON.parse(json);
const knownFrames = parseFrames(
  readFileSync(new URL('../packages/pm5/fixtures/csafe_frames.json', import.meta.url), 'utf8'),
);

/** A documented or recorded frame, with its checksum corrected if it is misprinted. */
function documented(what: string): string {
  const found = knownFrames.find((frame) => frame.what.startsWith(what));
  if (!found) throw new Error(`No frame ${what}`);
  return found.hex_corrected ?? found.hex;
}

const terminate = documented('terminate workout (correct XOR)');
const manually = "We're working on this. Please set up this workout on your machine manually.";

const workouts = [
  { text: '2000m', frames: [documented('2000 m, 500 m splits')], set: '2000 m' },
  { text: '20:00', frames: [documented('20:00, 4:00 splits')], set: '20:00' },
  {
    text: '4 x 4:00 / 3:00 rest',
    frames: [documented('variable 4 x 4:00/3:00r')],
    set: '4 x 4:00 / 3:00 rest',
  },
  {
    text: '100 m @ 2:10 + 2:00 @ 2:10 / undefined rest',
    frames: [documented('variable undefined rest')],
    set: '100 m @ 2:10 + 2:00 @ 2:10 / undefined rest',
  },
  {
    text: '500 m @ 1:40 / 1:00 rest + 3:00 @ 1:40 / 0:00 rest + 1000 m @ 1:40 / 0:00 rest + 5:00 @ 1:40 / 2:00 rest',
    frames: [documented('variable: 500m/1:00r')],
    set: '500 m @ 1:40 / 1:00 rest + 3:00 @ 1:40 / 0:00 rest',
  },
  {
    text: '5:00 / 5:00 rest + 4:00 / 4:00 rest + 3:00 / 3:00 rest + 2:00 / 2:00 rest + 1:00 / 1:00 rest + 5:00 / 5:00 rest',
    // The recorded app's first frame; the second has the rest.
    frames: [
      documented('first frame of a multi-frame variable workout'),
      'f1761f0402003c140101180105170100030500000075300402012c1401011302010120f2',
    ],
    set: '5:00 / 5:00 rest + 4:00 / 4:00 rest',
  },
] as const;

async function openPush(page: Page, text: string): Promise<{ instructions: Locator; push: Locator }> {
  const panel = itemOf(page, text);
  await panel.getByRole('button', { name: 'Begin' }).click();
  return {
    instructions: panel.getByRole('group', { name: 'Instructions' }),
    push: panel.getByRole('button', { name: 'Push workout to my erg' }),
  };
}

test('[SESS-7] Push workout to my erg writes the documented frames, and shows what the monitor then reports', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  // The page asks before it is left.
  ann.page.on('dialog', (dialog) => void dialog.accept());
  for (const half of [workouts.slice(0, 3), workouts.slice(3)]) {
    const items = half.map(({ text }) => text);
    const { _id } = await schedule(ann.context.request, ann.user, { items });
    await ann.page.goto(`/sessions/${_id}`);
    await connectMonitor(ann.page);
    for (const [index, workout] of half.entries()) {
      ann.pm5.answerFramesWith(() => 'accept');
      const before = ann.pm5.writes.length;
      await ann.pm5.notifyStatus();
      const { instructions, push } = await openPush(ann.page, workout.text);
      // After one press the page sets the monitor to each item that the athlete begins.
      if (index === 0) await push.click();
      await expect(instructions).toContainText(`Your monitor is set to ${workout.set}`);
      await expect(instructions.getByText('This page has set it')).toHaveCount(index === 0 ? 0 : 1);
      expect(ann.pm5.frames).toEqual(workout.frames);
      for (const { bytes } of ann.pm5.writes.slice(before)) expect(bytes.length).toBeLessThanOrEqual(20);
      await instructions.getByRole('button', { name: 'Cancel' }).click();
    }
  }
  expect(await ann.pm5.overlappingOperations()).toBe(0);
});

test('[SESS-7] a monitor that refuses, is silent, sends garbage or drops is never called set, and is set by hand', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const text = '20 x 500m / 1:00 rest';
  const { _id } = await schedule(ann.context.request, ann.user, { items: [text, '2000m'] });
  await ann.page.goto(`/sessions/${_id}`);
  const { instructions, push } = await openPush(ann.page, text);
  await push.click();
  await expect(ann.page.getByText('Connect your ergometer before starting a workout.')).toBeVisible();
  await connectMonitor(ann.page);

  const byHand = instructions.getByRole('region', { name: 'Set it by hand' });
  const failures: { answer: (index: number) => FrameAnswer | 'drop'; says: string }[] = [
    {
      answer: (index: number) => (index % 4 === 2 ? 'reject' : 'accept'),
      says: 'Your monitor refused the workout.',
    },
    {
      answer: (index: number) => (index === 0 ? 'accept' : 'silence'),
      says: 'Your monitor did not respond.',
    },
    { answer: () => 'garbage', says: "Your monitor's response couldn't be read." },
    {
      answer: (index: number) => (index === 2 ? 'drop' : 'accept'),
      says: 'The connection to your monitor was lost while sending.',
    },
  ];
  for (const { answer, says } of failures) {
    ann.pm5.answerFramesWith(answer);
    // A monitor sends its state while it waits, too; nothing is pushed before the state is known.
    await ann.pm5.notifyStatus();
    await push.click();
    await expect(instructions).toContainText(says, { timeout: 20_000 });
    await expect(ann.page.getByText(manually, { exact: true }).last()).toBeVisible();
    await expect(byHand.getByRole('listitem')).toHaveText([
      'Choose Select Workout › New Workout › Intervals: Distance.',
      'Set the distance to 500 m and the rest to 1:00.',
      /^Confirm with the check mark\. .*finish after 20\.$/,
    ]);
    await expect(instructions).not.toContainText('Your monitor is set to');
    if (says.includes('lost')) expect(ann.pm5.frames).toHaveLength(3);
    else expect(ann.pm5.frames.at(-1)).toBe(terminate);
  }
  await expect(connectBarOf(ann.page)).toContainText('Erg connected');

  // The page names a monitor that is set to something else, which does not block the start.
  ann.pm5.answerFramesWith(() => 'accept');
  await ann.pm5.notifyStatus();
  await push.click();
  await expect(instructions).toContainText('Your monitor is set to 20 x 500 m / 1:00 rest.', {
    timeout: 20_000,
  });
  ann.page.on('dialog', (dialog) => void dialog.accept());
  await ann.page.reload();
  await connectMonitor(ann.page);
  await ann.pm5.notifyStatus();
  const other = await openPush(ann.page, '2000m');
  const mismatch = 'Your monitor is set to intervals that begin with 500 m; this item is 2000 m.';
  await expect(other.instructions).toContainText(mismatch);
  await other.instructions.getByRole('button', { name: 'Cancel' }).click();
  await startWorkout(ann.page, '2000m');
  await ann.pm5.notifyStatus();
  await expect(cockpitOf(ann.page)).toContainText(mismatch);

  // The recorded monitor was set to 100 m.
  const run = await replay(ann.pm5, { fromMs: 12_000, speed: 4 });
  const rowed = 'Your monitor is set to 100 m; this item is 2000 m.';
  await expect(cockpitOf(ann.page)).toContainText(rowed);
  await run.finished;
  await expect(cockpitOf(ann.page)).toContainText('result saved', { timeout: 20_000 });
  await expect(cockpitOf(ann.page)).toContainText(rowed);
});

test('[SESS-6] [SESS-7] between two workout items of a session one press begins the next and sets the monitor to it', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { _id } = await schedule(ann.context.request, ann.user, { items: ['100m', '2000m'] });
  await ann.page.goto(`/sessions/${_id}`);
  await connectMonitor(ann.page);
  ann.pm5.answerFramesWith(() => 'accept');
  await ann.pm5.notifyStatus();
  const first = await openPush(ann.page, '100m');
  await first.push.click();
  await expect(first.instructions).toContainText('Your monitor is set to 100 m.');
  const run = await replay(ann.pm5, { fromMs: 12_000, speed: 4 });
  await run.finished;
  await expect(cockpitOf(ann.page)).toContainText('result saved', { timeout: 20_000 });
  await ann.pm5.notifyStatus();
  // The page resumes its order for the time between two items.
  await expect(itemOf(ann.page, '100m')).toContainText('Complete');
  await cockpitOf(ann.page).getByRole('link', { name: 'Next: 2,000 m' }).click();
  const next = itemOf(ann.page, '2000m').getByRole('group', { name: 'Instructions' });
  await expect(next).toContainText(
    'Your monitor is set to 2000 m. This page has set it, because you pushed a workout to this erg before.',
  );
});

test('[SESS-7] a workout that the athlete left on the monitor is set up again by one press in the cockpit', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { _id } = await schedule(ann.context.request, ann.user, { items: ['100m'] });
  await ann.page.goto(`/sessions/${_id}`);
  await connectMonitor(ann.page);
  await startWorkout(ann.page, '100m');
  const run = await replay(ann.pm5, { fromMs: 12_000, toMs: 24_000, speed: 4 });
  await run.finished;
  ann.pm5.answerFramesWith(() => 'accept');
  await ann.pm5.notifyStatus();
  await expect(cockpitOf(ann.page)).toContainText('You left this workout on the monitor');
  await cockpitOf(ann.page).getByRole('button', { name: 'Push workout to my erg' }).click();
  await expect(cockpitOf(ann.page)).toContainText('Your monitor is set to 100 m.');
  await expect(cockpitOf(ann.page).getByRole('button', { name: 'Push workout to my erg' })).toHaveCount(0);
});
