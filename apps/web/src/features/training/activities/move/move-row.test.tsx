// @vitest-environment happy-dom
import type { Place } from '@boathouse/contract/activities/moves';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../lib/query.ts';
import { getToasts } from '../../../../ui/toast-store.ts';
import { stubApi } from '../../../../../test/fake-api.ts';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { placesOf } from './api.ts';
import { MoveRow } from './move-row.tsx';
import { RowsBeside } from './rows-beside.tsx';

const session = '018f0000-0000-7000-8000-00000000cccc';
const row = buildActivity({ session: null, distance: 2_000, elapsedTime: 425.3 });
const place: Place = {
  _id: session,
  title: 'Tuesday test',
  startAt: '2026-03-06T18:00:00.000Z',
  items: [
    { index: 1, workout: '2000m', fit: 'whole', isTaken: false },
    { index: 0, workout: '500m', fit: 'other', isTaken: false },
    { index: 2, workout: '5k', fit: 'part', isTaken: true },
  ],
};

function show(element: React.ReactNode, answers: Record<string, unknown>): QueryClient {
  stubApi((path) => Object.entries(answers).find(([end]) => path.endsWith(end))?.[1]);
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an athlete moves a row into the item that it fits, and items already rowed can’t be chosen', async () => {
  show(<MoveRow activity={row} />, { '/places': [place], '/session': row });
  fireEvent.click(await screen.findByRole('button', { name: 'Move to the session' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to the session' }));
  await dialog.findByRole('button', { name: '2,000 m: all of it' });
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '2,000 mall of it',
    '500manother workout, without a rank',
    '5kalready rowed',
    'Cancel',
  ]);
  expect(dialog.getByRole('button', { name: /^5k/ })).toHaveProperty('disabled', true);
  fireEvent.click(dialog.getByRole('button', { name: /^2,000 m/ }));
  await waitFor(() => expect(getToasts().map(({ title }) => title)).toContain('Moved to Tuesday test'));
});

test('nothing is offered if a row can’t be moved', async () => {
  const client = show(<MoveRow activity={row} />, { '/places': [] });
  await waitFor(() => expect(client.getQueryData(placesOf(row._id).queryKey)).toEqual([]));
  expect(screen.queryByRole('button')).toBeNull();
});

test('a moved row is taken out again', async () => {
  const activity = buildActivity({ isCompleted: true });
  show(<MoveRow activity={activity} />, { '/session': { ...activity, session: null } });
  fireEvent.click(await screen.findByRole('button', { name: 'Take out of the session' }));
  await waitFor(() => expect(getToasts().map(({ title }) => title)).toContain('Taken out of the session'));
});

test('a host sees rows without an item, and moves one', async () => {
  show(<RowsBeside sessionId={session} />, { '/beside': [row], '/places': [place] });
  const name = `Move to the session: ${row.user.displayName}, 2,000 m in 7:05.3`;
  fireEvent.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to the session' }));
  expect(await dialog.findByRole('button', { name: '2,000 m: all of it' })).toBeTruthy();
});
