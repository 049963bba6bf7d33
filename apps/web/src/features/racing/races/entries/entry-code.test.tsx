// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildEntry, buildEvent } from '../../../../../test/races/factory.ts';
import { refusal, stubReplies } from '../../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openAs } from '../../../../../test/signed-in-page.tsx';
import type { WholeRaceEvent } from '@boathouse/contract/races';
import { RaceEventLayout } from '../event/event-layout.tsx';
import { EntriesPage } from './entries-page.tsx';

afterEach(cleanUp);

const entries = [
  buildEntry(1),
  buildEntry(2, { user: null, name: 'Gil Guest' }),
  buildEntry(3, { name: 'Gus Gone', isClaimed: true }),
];

function open(event: WholeRaceEvent) {
  const api = stubReplies(({ method, path }) => {
    if (path === `/api/races/events/${event._id}/codes`) {
      return {
        body: [
          { entry: idOf(402), code: 'AAAA-1111' },
          { entry: idOf(403), code: 'BBBB-2222' },
        ],
      };
    }
    if (method === 'POST') return { body: { entry: path.split('/')[4], code: 'NEWW-3333' } };
    return path === `/api/races/events/${event._id}` ? { body: event } : refusal(404, 'No.', 'not_found');
  });
  const page = { path: '/races/:eventID/entries', element: <EntriesPage /> };
  openAs(mara, [{ element: <RaceEventLayout />, children: [page] }], `/races/${event._id}/entries`);
  return api;
}

function rowOf(name: string): HTMLElement {
  const row = screen.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr');
  if (row === null) throw new Error(`No row of ${name}`);
  return row;
}

test('an admin sees the codes of guests alone, and a new code of a guest who has entered it takes a question', async () => {
  const api = open(buildEvent({ entries }));
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show codes' }));
  expect(await screen.findByText('AAAA-1111')).toBeTruthy();
  expect(within(rowOf('Athlete 1')).queryByRole('button', { name: /New code/ })).toBeNull();
  expect(rowOf('Gus Gone').textContent).toContain('guest: Athlete 3');
  fireEvent.click(screen.getByRole('button', { name: 'New code for Gil Guest' }));
  expect(await screen.findByText('NEWW-3333')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'New code for Gus Gone' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Take Gus Gone back from Athlete 3?' });
  expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make a new code' }));
  await waitFor(() => expect(screen.getAllByText('NEWW-3333')).toHaveLength(2));
  expect(rowOf('Gus Gone').textContent).not.toContain('Athlete 3');
});

test('a guest gets neither codes nor the start list as a file, and no commentary', async () => {
  open(buildEvent({ entries, may: { manage: false, judge: false }, isGuest: true }));
  expect(await screen.findByText('Gil Guest')).toBeTruthy();
  for (const name of ['More', 'Save as CSV']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Commentary' })).toBeNull();
});
