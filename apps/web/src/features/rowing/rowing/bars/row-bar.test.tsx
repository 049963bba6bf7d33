// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import type { Stroke } from '@boathouse/contract/strokes';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useReducer, type ReactNode } from 'react';
import { createMemoryRouter, Link, MemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../lib/query.ts';
import { dismissToast, getToasts } from '../../../../ui/toast-store.ts';
import { buildRowSnapshot } from '../../../../../test/rowing/build-row-snapshot.ts';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { stubApi } from '../../../../../test/fake-api.ts';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { place, sessionId } from '../../../../../test/rowing/fake-row-page.ts';
import { nowMs } from '../../../../../test/now.ts';
import { noPlace } from '@boathouse/row/life/begin/watcher';
import { beginRow, finishByHand, type RowProgress } from '@boathouse/row/reduce/progress';
import { createFakeErg } from '../../../../../test/erg/fake-erg.tsx';
import { createFakeRow } from '../../../../../test/rowing/fake-row.tsx';
import { closeLostRows, rowNotes } from '../run/rows-mark.ts';
import type { RowSnapshot } from '../run/row-snapshot.ts';

let { rowing: runner, ...own } = createFakeRow();
let erg = createFakeErg();
const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>
    <erg.Provider>
      <own.Provider>{children}</own.Provider>
    </erg.Provider>
  </QueryClientProvider>
);

const Place = () => (
  <>
    <p>at {useLocation().pathname}</p>
    <Link to="/dashboard">Elsewhere</Link>
  </>
);
let rerenderBar = () => {};
let aheadMs = 0;
const realNow = performance.now.bind(performance);

async function show(parts: Partial<RowSnapshot> | null, at = '/dashboard'): Promise<void> {
  own.set(parts);
  const { RowBar } = await import('./row-bar.tsx');
  // A new element each time: a row is shown with the next frame of a screen, and no test waits for one.
  const tree = () => (
    <MemoryRouter initialEntries={[at]}>
      <RowBar />
      <Place />
    </MemoryRouter>
  );
  const { rerender } = render(tree(), { wrapper: Around });
  rerenderBar = () => rerender(tree());
}

/** The time is on the page's monotonic clock. */
function passMs(ms: number): void {
  aheadMs += ms;
  rerenderBar();
}

/** The strokes that the server has of any activity. */
let stored: Stroke[];

beforeEach(() => {
  vi.clearAllMocks();
  stored = [];
  stubApi((path) =>
    path.endsWith('/strokes') ? { isComplete: false, strokes: stored, next: null } : undefined,
  );
  aheadMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
});
afterEach(() => {
  ({ rowing: runner, ...own } = createFakeRow());
  erg = createFakeErg();
  for (const { id } of getToasts()) dismissToast(id);
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [{}, 'You are rowing 100m in Evening steady state'],
  [{ lostTo: 'device' as const }, 'You are rowing 100m on another device'],
  [{ lostTo: 'tab' as const }, 'You are rowing 100m in another tab'],
  [{ stage: 'completing' as const }, 'Your result of 100m is being saved'],
  [
    { stage: 'completing' as const, saving: { ...buildRowSnapshot().saving, awaySinceMs: 1 } },
    'Your result of 100m is not sent yet',
  ],
])('leads back to the row in progress: %o', async (parts, words) => {
  await show(parts);
  expect(screen.getByRole('link', { name: words }).getAttribute('href')).toBe(`/sessions/${sessionId}`);
});

describe('a workout that was left unfinished', () => {
  const staleAt = () => new Date(nowMs() - 660_000).toISOString();
  const elsewhere = (): Partial<RowSnapshot> => ({
    lostTo: 'device',
    workout: '500m',
    activity: buildActivity({ isCompleted: false, heardAt: staleAt(), distance: 400.2, elapsedTime: 95 }),
  });
  const bar = () => screen.findByRole('complementary', { name: 'Your workout' });
  const pressNow = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const detail = () => screen.getByRole('alertdialog').textContent;
  const showLeft = async () => {
    await show(elsewhere());
    passMs(31_000);
  };
  const show2 = (parts: Partial<RowSnapshot>) => {
    own.set(parts);
    rerenderBar();
  };

  test.each([
    ['500m', 0, '133 of 500 m'],
    ['2k', 133.9, '133 of 2,000 m'],
    ['20:00', 0, '133 m of 20:00'],
    ['4 x 500m / 2:00 rest', 0, '133 m of 4 x 500m / 2:00 rest'],
    ['Just row', 0, '133 m'],
  ])(
    'a workout that was left unfinished on another device is named after a long silence: %s',
    async (workout, ownM, rowed) => {
      const heard = { heardAt: staleAt(), distance: 133.2, elapsedTime: 34.2 };
      const activity = buildActivity({ isCompleted: false, ...heard });
      const progress = { ...buildRowSnapshot().progress, distanceM: ownM, elapsedSec: 0 };
      await show({ lostTo: 'device', workout, activity, progress });
      passMs(31_000);
      expect((await bar()).textContent).toContain(
        `You left a workout unfinished: ${rowed} in 0:34.2, begun Fri, Mar 6, `,
      );
      expect((await bar()).textContent).toContain(' in Evening steady state');
    },
  );

  test("a row of this device whose storage was deleted is offered at once, with the server's data, and not as another device’s", async () => {
    const activity = buildActivity({ isCompleted: false, distance: 133.2 });
    rowNotes.add(activity.user._id, activity._id, nowMs());
    rowNotes.compare(activity.user._id, []);
    await show({ lostTo: 'device', workout: '500m', activityId: activity._id, activity });
    const words = 'This device no longer has your unfinished workout. The server has ';
    expect((await bar()).textContent).toContain(words);
    expect(screen.queryByText(/on another device/)).toBeNull();
    // Even after the user has read about the loss, and has opened the app again.
    closeLostRows(activity.user._id, [activity._id]);
    rerenderBar();
    expect((await bar()).textContent).toContain(words);
    cleanup();
    await show({ lostTo: 'device', workout: '500m', activityId: activity._id, activity });
    expect((await bar()).textContent).toContain(words);
    pressNow('Finish');
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Finish' }));
    expect(runner.takeOver).toHaveBeenCalledTimes(1);
    localStorage.clear();
  });

  test("a workout that was left unfinished without figures on the server shows its strokes' figures, and can be finished", async () => {
    stored = [10.5, 21.4].map((distance, index) =>
      makeStroke({ number: index + 1, distance, elapsedTime: 3.2 * (index + 1) }),
    );
    const progress = { ...buildRowSnapshot().progress, distanceM: 0, elapsedSec: 0 };
    const activity = buildActivity({ isCompleted: false, heardAt: staleAt(), distance: 0, elapsedTime: 0 });
    await show({ lostTo: 'device', workout: '500m', isEmpty: true, activity, progress });
    passMs(31_000);
    await waitFor(async () => expect((await bar()).textContent).toContain('21 of 500 m in 0:06.4'));
    pressNow('Finish');
    expect(detail()).toContain('21 m in 0:06.4 and the strokes are kept as a partial result of 500m.');
  });

  test('is still being rowed there while its device sends values, and in another tab', async () => {
    const activity = buildActivity({ isCompleted: false, heardAt: new Date(nowMs()).toISOString() });
    await show({ lostTo: 'device', activity });
    expect(await screen.findByRole('link', { name: 'You are rowing 100m on another device' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    passMs(36_000);
    expect(screen.getByRole('link', { name: 'No signal of your 100m from your other device' })).toBeTruthy();
  });

  test('is still being rowed there while values arrive, for any error of this device’s clock', async () => {
    const heard = (agoMs: number) =>
      buildActivity({ isCompleted: false, heardAt: new Date(nowMs() - agoMs).toISOString() });
    await show({ lostTo: 'device', activity: heard(660_000) });
    for (const agoMs of [650_000, 640_000, 630_000, 620_000, 610_000]) {
      passMs(10_000);
      show2({ lostTo: 'device', activity: heard(agoMs) });
      expect(screen.getByRole('link', { name: 'You are rowing 100m on another device' })).toBeTruthy();
    }
    passMs(31_000);
    expect((await bar()).textContent).toContain('You left a workout unfinished');
  });

  test('is named after long without news also by a clock that is behind', async () => {
    const activity = buildActivity({
      isCompleted: false,
      heardAt: new Date(nowMs() + 3_600_000).toISOString(),
    });
    await show({ lostTo: 'device', activity });
    passMs(601_000);
    expect((await bar()).textContent).toContain('You left a workout unfinished');
  });

  test('a workout that was left unfinished on this device has no erg and does not look for one', async () => {
    erg.set({ state: 'disconnected' });
    await show({});
    expect((await bar()).textContent).toContain('You left a workout unfinished: 320 of 100 m');
    cleanup();
    erg.set({ reconnecting: true });
    await show({});
    expect(await screen.findByRole('link', { name: /^You are rowing/ })).toBeTruthy();
  });

  test('continues on its page, on this device without asking the server', async () => {
    erg.set({ state: 'disconnected' });
    await show({});
    await bar();
    pressNow('Go on');
    expect(screen.getByText(`at /sessions/${sessionId}`)).toBeTruthy();
    expect(runner.takeOver).not.toHaveBeenCalled();
  });

  test('continues here after another device, from which it is taken', async () => {
    await showLeft();
    await bar();
    pressNow('Go on');
    expect(runner.takeOver).toHaveBeenCalledOnce();
    expect(screen.getByText(`at /sessions/${sessionId}`)).toBeTruthy();
  });

  test('continues although discarding it was confirmed before, even while its page loads', async () => {
    own.set(elsewhere());
    const { RowBar } = await import('./row-bar.tsx');
    let again = () => {};
    function Page() {
      again = useReducer((count: number) => count + 1, 0)[1];
      return <RowBar />;
    }
    const router = createMemoryRouter(
      [
        { path: '/dashboard', element: <Page /> },
        { path: '/sessions/:id', lazy: () => new Promise<never>(() => {}) },
      ],
      { initialEntries: ['/dashboard'] },
    );
    render(<RouterProvider router={router} />, { wrapper: Around });
    aheadMs += 31_000;
    act(again);
    await bar();
    pressNow('Discard');
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    own.set({ ...elsewhere(), isTakingOver: true });
    act(again);
    pressNow('Go on');
    own.set({});
    act(again);
    expect(runner.discard).not.toHaveBeenCalled();
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  test('is finished after a question that names the kept data', async () => {
    erg.set({ state: 'disconnected' });
    await show({});
    await bar();
    pressNow('Finish');
    expect(runner.finish).not.toHaveBeenCalled();
    expect(detail()).toContain('320 m in 1:20.0 and the strokes are kept as a partial result of 100m.');
    const yes = within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Finish' });
    expect(yes.className).toContain('primary');
    fireEvent.click(yes);
    expect(runner.finish).toHaveBeenCalledOnce();
    show2({ stage: 'completing' });
    expect(screen.getByRole('link', { name: 'Your result of 100m is being saved' })).toBeTruthy();
    show2({ stage: 'completed' });
    expect(screen.getByRole('link', { name: /Your result of 100m is saved/ })).toBeTruthy();
  });

  test('is discarded after a question that names the deleted data, in the color of deleting', async () => {
    erg.set({ state: 'disconnected' });
    await show({});
    await bar();
    pressNow('Discard');
    expect(detail()).toContain("320 m in 1:20.0 and the strokes are deleted. You can't get them back.");
    const yes = within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' });
    expect(yes.className).toContain('danger');
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(runner.discard).not.toHaveBeenCalled();
    pressNow('Discard');
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    expect(runner.discard).toHaveBeenCalledOnce();
    expect(runner.finish).not.toHaveBeenCalled();
  });

  test('a workout that was left unfinished without a stroke has nothing to finish', async () => {
    erg.set({ state: 'disconnected' });
    await show({ isEmpty: true });
    await bar();
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    pressNow('Discard');
    expect(detail()).toContain('Nothing was rowed yet.');
  });

  describe('on another device', () => {
    async function confirm(how: 'Finish' | 'Discard') {
      await showLeft();
      await bar();
      pressNow(how);
      fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: how }));
      expect(runner.takeOver).toHaveBeenCalledOnce();
      show2({ ...elsewhere(), isTakingOver: true });
      expect([runner.finish, runner.discard].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    }

    test.each(['Finish', 'Discard'] as const)('is taken from it before %s, once', async (how) => {
      await confirm(how);
      show2({ ...elsewhere(), lostTo: null });
      show2({ ...elsewhere(), lostTo: null });
      expect(how === 'Finish' ? runner.finish : runner.discard).toHaveBeenCalledOnce();
      expect(how === 'Finish' ? runner.discard : runner.finish).not.toHaveBeenCalled();
    });

    test('waits for an unreachable server, and shows this', async () => {
      await confirm('Finish');
      const { saving } = buildRowSnapshot();
      show2({ ...elsewhere(), isTakingOver: true, saving: { ...saving, awaySinceMs: 1 } });
      expect((await bar()).textContent).toContain('The server does not respond. Trying again…');
      expect(screen.getByRole('button', { name: 'Finish', busy: true })).toBeTruthy();
      expect(runner.finish).not.toHaveBeenCalled();
    });

    test('is not ended if its athlete continues it', async () => {
      await confirm('Discard');
      pressNow('Go on');
      expect(screen.getByText(`at /sessions/${sessionId}`)).toBeTruthy();
      show2({ ...elsewhere(), lostTo: null });
      fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
      expect(runner.discard).not.toHaveBeenCalled();
    });

    test('does not change when the server refuses, and shows the reason', async () => {
      await confirm('Discard');
      const { saving } = buildRowSnapshot();
      show2({ ...elsewhere(), saving: { ...saving, refusal: 'Not yours' } });
      expect(getToasts().map(({ title }) => title)).toEqual(['This workout was not changed. Not yours']);
      show2({ ...elsewhere(), lostTo: null });
      expect(runner.discard).not.toHaveBeenCalled();
    });
  });
});

test.each([
  ['without a row', null, '/dashboard'],
  ['with a completed row', { stage: 'completed' as const }, '/dashboard'],
  ['on the page of its session', {}, `/sessions/${sessionId}`],
  ['on its own page', { sessionId: null, workoutItemIndex: null }, '/row'],
])('is not shown %s', async (_, parts, at) => {
  await show(parts, at);
  expect(screen.queryByRole('complementary')).toBeNull();
});

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Save without a session' }));

test('offers a refused row: it can be saved without a session', async () => {
  await show({ refusal: 'There is no such session' });
  expect(screen.getByText(/can't be saved: There is no such session\. 320 m in 1:20\.0/)).toBeTruthy();
  press();
  await waitFor(() =>
    expect(runner.save).toHaveBeenCalledWith({
      sessionId: null,
      workoutItemIndex: null,
      title: place.title,
      workout: '100m',
    }),
  );
});

test('a row that could not be saved can be saved again', async () => {
  runner.save.mockRejectedValueOnce(new Error('The storage of this browser is full'));
  await show({ refusal: 'There is no such session' });
  press();
  await screen.findByRole('button', { name: 'Save without a session', busy: false });
  expect(getToasts().map(({ title }) => title)).toEqual(['The storage of this browser is full']);
  press();
  await waitFor(() => expect(runner.save).toHaveBeenCalledTimes(2));
});

test('leads back to the page of a row without a session', async () => {
  await show({ sessionId: null, workoutItemIndex: null });
  expect(screen.getByRole('link', { name: 'You are rowing' }).getAttribute('href')).toBe('/row');
});

describe('a row that was begun only by rowing', () => {
  const expected = { ...place, workout: '500m' };
  const rowed = (setup: RowSnapshot['progress']['setup'] = null): RowSnapshot => ({
    ...buildRowSnapshot(),
    ...noPlace,
    progress: { ...buildRowSnapshot().progress, setup },
  });

  /** Finished intervals of 500 m with rests; the last has `lastM`. */
  const intervalsOf = (
    count: number,
    lastM = 500,
  ): Pick<RowProgress, 'splits' | 'result' | 'workoutType'> => {
    const splits = Array.from({ length: count }, (_, index) => ({
      splitNumber: index + 1,
      distanceM: index === count - 1 ? lastM : 500,
      timeSec: 110,
      restTimeSec: 60,
      restDistanceM: 0,
      averagePaceSec: 110,
      averageStrokeRateSpm: 26,
      averageHeartRateBpm: null,
      averagePowerW: null,
      calories: null,
    }));
    const distanceM = splits.reduce((sum, split) => sum + split.distanceM, 0);
    const progress = { ...beginRow(), pieceNumber: 1, distanceM, elapsedSec: 110 * count, workoutType: 8 };
    return { splits, result: finishByHand(progress, nowMs()).result, workoutType: 8 };
  };
  const visited = (...items: Array<[workout: string, isOpen?: boolean]>) => ({
    sessionId,
    title: place.title,
    items: items.map(([workout, isOpen = true], index) => ({ index, workout, isOpen })),
  });
  const monitorSetTo = (distanceM: number) =>
    ({ workoutType: 3, work: { kind: 'distance', distanceM }, isBegun: true }) as const;
  const pressMove = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Move to the session' }));
  const itemAt = (index: number, workout: string) => ({
    sessionId,
    workoutItemIndex: index,
    title: place.title,
    workout,
  });

  test('is moved into the only remaining item of the session', async () => {
    own.change({ held: rowed(monitorSetTo(500)), visited: visited(['2000m', false], ['500m']) });
    await show(null, `/sessions/${sessionId}`);
    expect((await screen.findByRole('status')).textContent).toContain('Keep this?');
    await pressMove();
    expect(runner.keepHeld).toHaveBeenCalledWith(itemAt(1, '500m'));
    expect(runner.finish).not.toHaveBeenCalled();
  });

  test('is moved into the item that its athlete chooses: the item that the monitor was set to comes first', async () => {
    const held = rowed(monitorSetTo(2000));
    own.change({ held, visited: visited(['500m'], ['2000m'], ['10k']), expected });
    await show(null, `/sessions/${sessionId}`);
    await pressMove();
    const dialog = within(screen.getByRole('dialog', { name: 'Move to the session' }));
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '2,000 m',
      '500m',
      '10k',
      'Cancel',
    ]);
    fireEvent.click(dialog.getByRole('button', { name: '2,000 m' }));
    expect(runner.keepHeld).toHaveBeenCalledWith(itemAt(1, '2000m'));
  });

  test('a row of another workout than the item is stored unchanged, and then moved', async () => {
    const held = rowed(monitorSetTo(500));
    own.change({ held, visited: visited(['2000m']) });
    // It becomes the athlete's row.
    runner.keepHeld.mockImplementationOnce(() => own.change({ row: held }));
    await show(null, `/sessions/${sessionId}`);
    await pressMove();
    expect(runner.keepHeld).toHaveBeenCalledWith({
      sessionId: null,
      workoutItemIndex: null,
      title: 'Just row',
      workout: 'Just row',
      beside: { sessionId, workoutItemIndex: 0 },
    });
    expect(runner.finish).toHaveBeenCalledOnce();
  });

  test.each([
    ['went on past the item’s end under way', monitorSetTo(500), { distanceM: 620, elapsedSec: 155 }],
    ['of one interval more than the item', null, intervalsOf(4)],
    ['of the item’s first interval and a longer one', null, intervalsOf(2, 900)],
  ] as const)(
    'a row that %s is stored as what it is, and then moved: the server decides its rank',
    async (_, setup, more) => {
      const progress = { ...rowed(setup).progress, ...more };
      const held = { ...rowed(), progress };
      own.change({ held, visited: visited([setup === null ? '3 x 500m / 1:00 rest' : '500m']) });
      await show(null, `/sessions/${sessionId}`);
      await pressMove();
      expect(runner.keepHeld).toHaveBeenCalledWith({
        sessionId: null,
        workoutItemIndex: null,
        title: 'Just row',
        workout: 'Just row',
        beside: { sessionId, workoutItemIndex: 0 },
      });
    },
  );

  test('a row of the item’s intervals becomes a row of the item', async () => {
    const held = { ...rowed(), progress: { ...rowed().progress, ...intervalsOf(3) } };
    own.change({ held, visited: visited(['3 x 500m / 1:00 rest']) });
    await show(null, `/sessions/${sessionId}`);
    await pressMove();
    expect(runner.keepHeld).toHaveBeenCalledWith(itemAt(0, '3 x 500m / 1:00 rest'));
  });

  test('is offered no item if all are rowed, and shows this', async () => {
    own.change({ held: rowed(), visited: visited(['500m', false]) });
    await show(null, `/sessions/${sessionId}`);
    expect((await screen.findByRole('status')).textContent).toContain(
      'You have rowed all items of this session.',
    );
    expect(screen.queryByRole('button', { name: 'Move to the session' })).toBeNull();
  });

  test.each([
    ['less than a minute', 40, undefined, 'for 10 minutes.'],
    ['more than a minute', 120, undefined, 'for a day, then saved as your own workout.'],
    [
      'more than a minute of a session’s page',
      120,
      { sessionId, workoutItemIndex: null },
      "for a day, then saved as your own workout, which the session's hosts see too.",
    ],
    [
      'a workout of a session’s page that is over',
      'over',
      { sessionId, workoutItemIndex: null },
      "for 10 minutes, then saved as your own workout, which the session's hosts see too.",
    ],
  ] as const)('says how long %s waits, and who sees it then', async (_, rowedSec, beside, words) => {
    const held = rowed();
    const progress = { ...held.progress, elapsedSec: rowedSec === 'over' ? 120 : rowedSec };
    const ended = rowedSec === 'over' ? finishByHand(progress, nowMs()) : progress;
    own.change({ held: { ...held, beside, progress: ended } });
    await show(null);
    expect((await screen.findByRole('status')).textContent).toContain(`It is stored on this device ${words}`);
  });

  test('can be saved without a session, and discarded', async () => {
    own.change({ held: rowed() });
    await show(null);
    await screen.findByRole('button', { name: 'Save without a session' });
    press();
    await waitFor(() =>
      expect(runner.keepHeld).toHaveBeenCalledWith({
        sessionId: null,
        workoutItemIndex: null,
        title: 'Just row',
        workout: 'Just row',
      }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(runner.discardHeld).toHaveBeenCalled();
  });
});
