// @vitest-environment happy-dom
import { beginRow } from '@boathouse/row/progress';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubReplies } from '../../../test/fake-api.ts';
import { place, rower, sessionId } from './fake-row-page.ts';
import type { RowSnapshot } from './row-snapshot.ts';

const runner = { finish: vi.fn(), save: vi.fn(async () => {}), discard: vi.fn() };
let row: RowSnapshot | null = null;
vi.mock('./rowing-provider.tsx', () => ({ useRow: () => ({ row, runner }) }));

const snapshot = (parts: Partial<RowSnapshot> = {}): RowSnapshot => ({
  ...place,
  begunAtMs: Date.UTC(2026, 2, 6, 11, 36),
  activityId: '018f0000-0000-7000-8000-000000000001',
  activity: null,
  stage: 'rowing',
  progress: { ...beginRow(), pieceNumber: 1, distanceM: 320, elapsedSec: 80 },
  isSimulated: false,
  lostTo: null,
  isEndedElsewhere: false,
  isTakingOver: false,
  isEmpty: false,
  refusal: null,
  saving: { unsentStrokes: 0, awaySinceMs: null, refusal: null, journalProblem: null },
  ...parts,
});

async function show(parts: Partial<RowSnapshot> | null, at = '/dashboard'): Promise<void> {
  row = parts === null ? null : snapshot(parts);
  const { RowBar } = await import('./row-bar.tsx');
  render(
    <MemoryRouter initialEntries={[at]}>
      <RowBar userId={rower} />
    </MemoryRouter>,
  );
}

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
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
  ['without a row', null, '/dashboard'],
  ['with a completed row', { stage: 'completed' as const }, '/dashboard'],
  ['on the page of its session', {}, `/sessions/${sessionId}`],
])('is not shown %s', async (_, parts, at) => {
  await show(parts, at);
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('offers a refused row: it can be saved to a new session of one’s own', async () => {
  const own = '018f0000-0000-7000-8000-00000000eeee';
  const api = stubReplies(() => ({
    body: {
      _id: own,
      title: place.title,
      hostUser: { _id: rower, displayName: 'Mara', iconURL: null },
      startAt: '2026-03-06T11:36:00.000Z',
      isAccessibleByLink: false,
      club: null,
      workoutItems: ['100m'],
    },
  }));
  await show({ refusal: 'There is no such session' });
  expect(screen.getByText(/can't be saved: There is no such session\. 320 m in 1:20\.0/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save to a new session' }));
  await waitFor(() => expect(runner.save).toHaveBeenCalled());
  expect(api.changes()).toMatchObject([
    { body: { title: place.title, isAccessibleByLink: false, workoutItems: ['100m'] } },
  ]);
  expect(runner.save).toHaveBeenCalledWith(expect.objectContaining({ sessionId: own, workoutItemIndex: 0 }));
});
