// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getToasts } from '../../../ui/toast-store.ts';
import { buildRowSnapshot } from '../../../../test/rowing/build-row-snapshot.ts';
import { buildActivity } from '../../../../test/sessions/factory.ts';
import { place, sessionId } from '../../../../test/rowing/fake-row-page.ts';
import type { RowPlace } from '@boathouse/row/life';
import { noPlace } from '@boathouse/row/begin/watcher';
import type { RowSnapshot } from '../run/row-snapshot.ts';

let row: RowSnapshot | null = null;
let held: RowSnapshot | null = null;
let expected: RowPlace | null = null;
const runner = {
  subscribe: () => () => {},
  getHeld: () => held,
  getExpected: () => expected,
  finish: vi.fn(),
  save: vi.fn(async () => {}),
  discard: vi.fn(),
  keepHeld: vi.fn(),
  discardHeld: vi.fn(),
  leftovers: null,
};
vi.mock('../use-row.ts', () => ({ useRow: () => ({ row, runner }) }));

async function show(parts: Partial<RowSnapshot> | null, at = '/dashboard'): Promise<void> {
  row = parts === null ? null : buildRowSnapshot(parts);
  const { RowBar } = await import('./row-bar.tsx');
  render(
    <MemoryRouter initialEntries={[at]}>
      <RowBar />
    </MemoryRouter>,
  );
}

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  held = null;
  expected = null;
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [{}, 'You are rowing 100m in Evening steady state'],
  [{ lostTo: 'device' as const }, 'You are rowing 100m on another device'],
  [{ lostTo: 'tab' as const }, 'You are rowing 100m in another tab'],
  [{ stage: 'completing' as const }, 'Your result of 100m is being saved'],
])('leads back to the row in progress: %o', async (parts, words) => {
  await show(parts);
  expect(screen.getByRole('link', { name: words }).getAttribute('href')).toBe(`/sessions/${sessionId}`);
});

test.each([
  ['500m', 0, '133 of 500 m'],
  ['2k', 133.9, '133 of 2,000 m'],
  ['20:00', 0, '133 m of 20:00'],
  ['4 x 500m / 2:00 rest', 0, '133 m of 4 x 500m / 2:00 rest'],
])('calls %s unfinished once its device has not been heard from for long', async (workout, ownM, rowed) => {
  const heardAt = new Date(Date.now() - 660_000).toISOString();
  const activity = buildActivity({ isCompleted: false, heardAt, distance: 133.2 });
  const progress = { ...buildRowSnapshot().progress, distanceM: ownM };
  await show({ lostTo: 'device', workout, activity, progress });
  const link = screen.getByRole('link', {
    name: `You left a workout unfinished: ${rowed}. Go on, finish or discard it`,
  });
  expect(link.getAttribute('href')).toBe(`/sessions/${sessionId}`);
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

describe('a row that was begun by rowing alone', () => {
  const rowed = (setup: RowSnapshot['progress']['setup'] = null): RowSnapshot => ({
    ...buildRowSnapshot(),
    ...noPlace,
    progress: { ...buildRowSnapshot().progress, setup },
  });

  test('is offered to the item open on this page', async () => {
    held = rowed();
    expected = { ...place, workout: '500m' };
    await show(null, `/sessions/${sessionId}`);
    expect((await screen.findByRole('status')).textContent).toContain('Keep this?');
    fireEvent.click(screen.getByRole('button', { name: 'Save as 500m' }));
    expect(runner.keepHeld).toHaveBeenCalledWith(expected);
  });

  test('is not offered to an item that the monitor was not set to', async () => {
    held = rowed({ workoutType: 3, work: { kind: 'distance', distanceM: 2000 }, isBegun: true });
    expected = { ...place, workout: '500m' };
    await show(null);
    await screen.findByRole('button', { name: 'Save without a session' });
    expect(screen.queryByRole('button', { name: 'Save as 500m' })).toBeNull();
  });

  test('can be saved without a session, and discarded', async () => {
    held = rowed();
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
