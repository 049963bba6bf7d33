// @vitest-environment happy-dom
import { encodeRecord } from '@boathouse/pm5/encode';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, getToasts } from '../../../../ui/toast-store.ts';
import { createFakeMonitor } from '../../../../../test/erg/fake-bluetooth.ts';
import { ErgProvider, failureWords, useErg, type Erg } from '../../../rowing/erg/index.ts';
import { recordedValues } from '../../../../../test/erg/recorded-row.ts';
import { WorkoutItemPanel } from '../items/workout-item-panel.tsx';
// Loaded before the clock is a fake one.
import '@boathouse/row/plan/by-hand';
import { useMonitorWorkout } from './monitor-workout.ts';

beforeEach(() => {
  hasPushed = false;
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

let erg: Erg;
let monitor: ReturnType<typeof useMonitorWorkout>;

/** Whether the athlete has pushed a workout to this erg before. */
let hasPushed = false;

/** The athlete's 2k. */
const bests = [{ distanceM: 2000, timeSec: 460 }];

function Item({ workout }: { workout: string }) {
  erg = useErg();
  const [isNext, setIsNext] = useState(false);
  const consent = { isGiven: hasPushed, give: () => (hasPushed = true) };
  monitor = useMonitorWorkout(workout, { consent, isNext, bests });
  return (
    <WorkoutItemPanel
      workout={workout}
      standing="notBegun"
      counts={{ active: 0, complete: 0 }}
      setup={{
        isErgConnected: erg.state === 'connected',
        push: monitor.push,
        notice: monitor.mismatch,
        onPush: monitor.onPush,
        pushNeedsErg: monitor.pushNeedsErg,
        onConnect: () => {},
        onStart: () => {},
      }}
      instructions={{ isOpen: isNext, onOpen: setIsNext }}
    >
      <p>tables</p>
    </WorkoutItemPanel>
  );
}

const pass = (ms: number): Promise<void> => act(() => vi.advanceTimersByTimeAsync(ms).then(() => {}));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const said = () =>
  within(screen.getByRole('group', { name: 'Instructions' })).getByRole('status').textContent;
const byHand = () => within(screen.getByRole('region', { name: 'Set it by hand' })).getAllByRole('listitem');
const manually = "We're working on this. Please set up this workout on your machine manually.";

function showItem(workout: string): void {
  render(
    <ErgProvider>
      <Item workout={workout} />
    </ErgProvider>,
  );
  press('Begin');
}

async function showOnSimulated(workout: string): Promise<void> {
  showItem(workout);
  await act(() => erg.connectSimulated({ paceSec: 120, strokeRateSpm: 24 }));
  await pass(1_000);
}

/** On a monitor that replies to no frame; `shows` notifies the workout with which it waits. */
async function showOnSilent(workout: string) {
  const fake = createFakeMonitor(recordedValues());
  vi.stubGlobal('navigator', { bluetooth: { requestDevice: async () => fake.device } });
  showItem(workout);
  await act(() => erg.connectBluetooth());
  await pass(1_000);
  const shows = async (workoutType: number, meters: number, workoutState = 0) => {
    const { characteristic, bytes } = encodeRecord(
      {
        kind: 'generalStatus',
        elapsedSec: 0,
        distanceM: 0,
        workoutType,
        intervalType: 1,
        workoutState,
        rowingState: 0,
        strokeState: 0,
        totalWorkDistanceM: 0,
        workoutDuration: meters,
        workoutDurationType: 0x80,
        dragFactor: 0,
      },
      'individual',
    );
    fake.notify(characteristic, bytes);
    await pass(0);
  };
  return { fake, shows };
}

/** How many slices of CSAFE frames the page has written. */
function framesTo({ written }: Pick<ReturnType<typeof createFakeMonitor>, 'written'>): number {
  return written.filter(({ characteristic }) => characteristic === 0x21).length;
}

describe('pushing a workout item to the erg', () => {
  test("[SESS-7] shows the progress, then the monitor's setting", async () => {
    await showOnSimulated('4 x 500m / 1:00 rest');
    press('Push workout to my erg');
    expect(said()).toBe('Sending the workout to your monitor…');
    await pass(120);
    expect(said()).toBe('Waiting for your monitor to confirm…');
    await pass(2_000);
    expect(said()).toBe('Your monitor is set to 4 x 500 m / 1:00 rest.');
    expect(getToasts()).toEqual([]);
  });

  test('a target relative to a best is set as the athlete’s own pace', async () => {
    await showOnSimulated('4 x 500m @ 2k+10 / 1:00 rest');
    press('Push workout to my erg');
    await pass(3_000);
    expect(said()).toMatch(/^Your monitor is set to 4 x 500 m @ 2:05 \/ 1:00 rest\./);
  });

  test('[SESS-7] a monitor that does not answer is set by hand, with the names of its menus', async () => {
    const { shows } = await showOnSilent('2k');
    await shows(0, 0);
    press('Push workout to my erg');
    await pass(3_000);
    expect(said()).toBe('Sending failed. Trying again…');
    await pass(10_000);
    expect(said()).toBe('Your monitor did not respond.');
    expect(getToasts()).toMatchObject([{ title: manually, isError: false }]);
    expect(byHand().map(({ textContent }) => textContent)).toEqual([
      'Choose Select Workout › New Workout › Single Distance.',
      'Set the distance to 2000 m, with splits of 500 m.',
      'Confirm with the check mark.',
    ]);
  });

  test('[SESS-7] shows what the monitor cannot do before anything is sent', async () => {
    const { fake } = await showOnSilent('20 cal + 500m');
    await pass(500);
    const sent = fake.written.length;
    press('Push workout to my erg');
    await pass(0);
    expect(said()).toBe(
      'Calories can be sent to the monitor alone or in equal intervals, not mixed with other pieces.',
    );
    expect(getToasts()).toMatchObject([{ title: manually }]);
    expect(byHand().map(({ textContent }) => textContent)).toContain('Interval 1: 20 cal, no rest.');
    expect(fake.written).toHaveLength(sent);
  });

  test('[SESS-7] a text that is not a plan is set by hand', async () => {
    await showOnSimulated('fartlek, as you like');
    press('Push workout to my erg');
    await pass(0);
    expect(said()).toContain('This text is not read as a plan');
    expect(getToasts()).toMatchObject([{ title: manually }]);
    expect(byHand()[1]?.textContent).toContain('fartlek, as you like');
  });

  test('[SESS-7] a text that is not a plan is set by hand without an erg too', async () => {
    showItem('fartlek, as you like');
    press('Push workout to my erg');
    await pass(0);
    expect(getToasts()).toMatchObject([{ title: manually, isError: false }]);
    expect(byHand()[1]?.textContent).toContain('fartlek, as you like');
  });

  test('[SESS-7] without an erg nothing is pushed', () => {
    showItem('2k');
    press('Push workout to my erg');
    expect(getToasts()).toMatchObject([{ title: 'Connect your ergometer before starting a workout.' }]);
  });

  test('[SESS-7] the page does not send a pushed workout again, but has the consent from then on', async () => {
    const { fake, shows } = await showOnSilent('2k');
    await shows(0, 0);
    press('Push workout to my erg');
    await pass(15_000);
    const sent = framesTo(fake);
    expect(sent).toBeGreaterThan(0);
    hasPushed = true;
    await shows(13, 0);
    await pass(15_000);
    expect(framesTo(fake)).toBe(sent);
  });

  test.each([
    [{ kind: 'refused', reason: 'Too long.' }, 'Too long.'],
    [{ kind: 'rejected' }, 'Your monitor refused the workout.'],
    [{ kind: 'noAnswer' }, 'Your monitor did not respond.'],
    [{ kind: 'garbage' }, "Your monitor's response couldn't be read."],
    [{ kind: 'dropped' }, 'The connection to your monitor was lost while sending.'],
    [{ kind: 'begun' }, 'You began to row before your monitor confirmed the workout. Check its screen.'],
    [{ kind: 'notConfirmed' }, 'Your monitor took the workout but reports another one. Check its screen.'],
  ] as const)('describes %j in one sentence', (result, words) => {
    expect(failureWords(result)).toBe(words);
  });
});

describe('the item after a pushed one', () => {
  test('[SESS-7] is sent to the monitor without a press, once, and its failure is shown', async () => {
    hasPushed = true;
    const { fake, shows } = await showOnSilent('2k');
    await shows(0, 0);
    expect(said()).toBe('Sending the workout to your monitor…');
    await pass(15_000);
    expect(said()).toBe('Your monitor did not respond.');
    expect(byHand()).toHaveLength(3);
    const sent = framesTo(fake);
    expect(sent).toBeGreaterThan(0);
    await shows(13, 0);
    await pass(15_000);
    expect(framesTo(fake)).toBe(sent);
  });

  test('[SESS-7] is not sent before the athlete has pushed one', async () => {
    const { fake, shows } = await showOnSilent('2k');
    const sent = fake.written.length;
    await shows(0, 0);
    await pass(5_000);
    expect(said()).toBe('');
    expect(fake.written).toHaveLength(sent);
  });

  test('[SESS-7] is sent to a monitor that waits with intervals that only begin alike', async () => {
    const { fake, shows } = await showOnSilent('8 x 500m / 1:00 rest');
    press('Cancel');
    await shows(8, 500);
    const sent = framesTo(fake);
    hasPushed = true;
    press('Begin');
    await pass(15_000);
    expect(framesTo(fake)).toBeGreaterThan(sent);
  });

  test('[SESS-7] does not change a monitor that is being rowed, and shows this', async () => {
    hasPushed = true;
    const { fake, shows } = await showOnSilent('2k');
    const sent = fake.written.length;
    await shows(1, 0, 1);
    await pass(5_000);
    expect(said()).toBe('The monitor is in the middle of a workout. Finish it first.');
    expect(getToasts()).toEqual([]);
    expect(fake.written).toHaveLength(sent);
  });
});

describe('the workout that the connected monitor waits with', () => {
  test('is compared with the item, and a menu is not', async () => {
    const { shows } = await showOnSilent('2k');
    expect(said()).toBe('');
    await shows(3, 500);
    expect(said()).toBe('Your monitor is set to 500 m; this item is 2000 m.');
    await shows(13, 500);
    expect(said()).toBe('');
    await shows(0, 0);
    expect(said()).toBe('');
    await shows(3, 2000);
    expect(said()).toBe('');
  });

  test('is not called set after the monitor has left it', async () => {
    await showOnSimulated('2k');
    press('Push workout to my erg');
    await pass(2_000);
    expect(said()).toBe('Your monitor is set to 2000 m.');
    act(() => void erg.pushWorkout({ pieces: [{ kind: 'distance', distanceM: 500, restSec: 0 }] }));
    await pass(2_000);
    expect(said()).toBe('Your monitor is set to 500 m; this item is 2000 m.');
  });

  test('is no longer called set once the monitor is on Just Row', async () => {
    await showOnSimulated('2k');
    press('Push workout to my erg');
    await pass(2_000);
    expect(said()).toBe('Your monitor is set to 2000 m.');
    act(() => void erg.pushWorkout({ pieces: [] }));
    await pass(2_000);
    expect(said()).toBe('');
  });

  test('is set by the simulated erg itself, as Just Row for a text that is not a plan', async () => {
    await showOnSimulated('fartlek, as you like');
    const set = monitor.setSimulated();
    await pass(2_000);
    await set;
    expect(erg.setup).toMatchObject({ workoutType: 1, work: null });
  });
});
