// @vitest-environment happy-dom
import type { ClubRole } from '@boathouse/contract/clubs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type Reply } from '../../../../../test/fake-api.ts';
import { dismissToast, getToasts } from '../../../../ui/toast-store.ts';
import { buildSession, buildUserRef } from '../../../../../test/sessions/factory.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';

const club = {
  _id: '018f0000-0000-7000-8000-0000000000c1',
  name: 'Weser',
  customURL: 'weser',
  iconURL: null,
};
const [anna, ben, cem] = [buildUserRef('Anna Oduya'), buildUserRef('Ben'), buildUserRef('Cem')];
const session = buildSession({ title: 'Steady state', hostUser: anna, club });
const onClose = vi.fn();

beforeEach(() => onClose.mockClear());
afterEach(() => {
  cleanup();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

const membership = (user: typeof anna, role: ClubRole) => ({
  _id: user._id,
  user,
  club,
  role,
  createdAt: '2026-01-01T00:00:00.000Z',
});

/** Shows the dialog; the members' list and the change get these responses. */
function show(members: () => Reply, change: () => Reply = () => refusal(500, 'Unexpected')) {
  const api = stubReplies(({ method }) => (method === 'PUT' ? change() : members()));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <HandOverDialog session={session} club={club} onClose={onClose} />
    </QueryClientProvider>,
  );
  return api;
}

const crew = () => ({
  body: [membership(anna, 2), membership(cem, 1), membership(ben, 0), membership(buildUserRef('Pia'), -1)],
});

test('offers the other members by name, without requests, and hands over to the chosen one', async () => {
  const api = show(crew, () => ({ body: { ...session, hostUser: cem } }));
  const choice = await screen.findByLabelText('New host');
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Ben',
    'Cem',
  ]);
  fireEvent.change(choice, { target: { value: cem._id } });
  fireEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.changes()).toMatchObject([
    { method: 'PUT', path: `/api/sessions/${session._id}/host`, body: { toUser: cem._id } },
  ]);
  expect(getToasts()).toMatchObject([{ title: 'Cem hosts Steady state now' }]);
});

test('shows that there is no one to hand it over to', async () => {
  show(() => ({ body: [membership(anna, 2)] }));
  expect(await screen.findByText('Weser has no other member who could host this session.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
  for (const button of screen.getAllByRole('button', { name: 'Close' })) fireEvent.click(button);
  expect(onClose).toHaveBeenCalled();
});

test('shows that the members could not be loaded, and loads them again', async () => {
  let isDown = true;
  show(() => (isDown ? refusal(503, 'Down', 'unavailable') : crew()));
  expect(await screen.findByText("The members of Weser couldn't be loaded.")).toBeTruthy();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('New host')).toBeTruthy();
});

test('stays open with the reason when the server refuses', async () => {
  show(crew, () => refusal(400, 'toUser must be a member of Weser'));
  await screen.findByLabelText('New host');
  fireEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  await waitFor(() =>
    expect(getToasts()).toMatchObject([
      { title: 'Error handing over session. toUser must be a member of Weser' },
    ]),
  );
  expect(onClose).not.toHaveBeenCalled();
});
