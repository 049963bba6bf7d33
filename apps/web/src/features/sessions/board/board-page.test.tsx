// @vitest-environment happy-dom
import type { Board } from '@boathouse/contract/sessions/boards';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { buildBoard } from '../../../../test/board/factory.ts';
import { nowMs } from '../../../../test/now.ts';
import { refusal, stubReplies } from '../../../../test/fake-api.ts';
import { formatTime } from '../../../lib/format.ts';
import { BoardPage } from './board-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/boards/some-key']}>
        <Routes>
          <Route path="/boards/:key" element={<BoardPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a board that the server does not know is closed', async () => {
  stubReplies(() => refusal(404, 'No such board', 'not_found'));
  show();
  expect(await screen.findByRole('heading', { level: 1, name: /^This board is closed/ })).toBeTruthy();
});

test('a board that can not be loaded shows that it tries again', async () => {
  stubReplies(() => refusal(503, 'Down', 'unavailable'));
  show();
  expect(screen.getByText('Loading the board…')).toBeTruthy();
  expect(await screen.findByText("The board can't be loaded. Trying again…")).toBeTruthy();
});

test('a countdown takes the place of the planned time', async () => {
  const startAt = new Date(nowMs() + 300_000).toISOString();
  const start = { workoutItemIndex: 0, startAt, inMs: 15_000 };
  let board: Board = { ...buildBoard(), _id: '018f0000-0000-7000-8000-000000000031', startAt };
  stubReplies(() => ({ body: board }));
  show();
  expect(await screen.findByText('Starts in 5 min')).toBeTruthy();
  cleanup();
  board = { ...board, start };
  show();
  expect(await screen.findByRole('timer', { name: 'Start together' })).toBeTruthy();
  expect(screen.queryByText('Starts in 5 min')).toBeNull();
});

test('a board before anyone rows shows when the session starts, its items and who will be there', async () => {
  const startAt = new Date(nowMs() + 300_000).toISOString();
  const board: Board = { ...buildBoard(), _id: '018f0000-0000-7000-8000-000000000031', startAt };
  stubReplies(() => ({ body: { ...board, expected: { names: ['Ann Oar', 'Ben Scull'], hidden: 3 } } }));
  show();
  expect(await screen.findByText(formatTime(startAt))).toBeTruthy();
  const textsOf = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(textsOf('Workout items')).toEqual(['2,000 m', '3 x 500m / 2:00 rest']);
  expect(textsOf('Who will be there')).toEqual(['Ann Oar', 'Ben Scull', 'and 3 more']);
  expect(screen.getByText('No one has begun yet.')).toBeTruthy();
});

test('a board of a session that has ended expects no one', async () => {
  const startAt = new Date(nowMs() - 24 * 60 * 60_000).toISOString();
  const board: Board = { ...buildBoard(), _id: '018f0000-0000-7000-8000-000000000031', startAt };
  stubReplies(() => ({ body: { ...board, expected: { names: ['Ann Oar'], hidden: 0 } } }));
  show();
  expect(await screen.findByText('No one has begun yet.')).toBeTruthy();
  expect(screen.queryByText('Ann Oar')).toBeNull();
  expect(screen.queryByText(formatTime(startAt))).toBeNull();
});
