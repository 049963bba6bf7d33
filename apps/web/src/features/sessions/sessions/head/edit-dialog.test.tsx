// @vitest-environment happy-dom
import type { Session } from '@boathouse/contract/sessions';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies } from '../../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../../test/signed-in-page.tsx';
import { buildSession } from '../../../../../test/sessions/factory.ts';
import { EditDialog } from './edit-dialog.tsx';

afterEach(cleanUp);

function show() {
  const onClose = vi.fn();
  open(buildSession({ title: 'At dawn' }), onClose);
  return onClose;
}

/** The events of the room change the dialog's session and begun items while it is open. */
let receive: (room: {
  session: Session;
  begunItems: readonly number[];
  rowedItems?: readonly number[];
}) => void = () => {};

const open = (session: Session, onClose = vi.fn()) =>
  void openPage(<Received session={session} onClose={onClose} />, '/');

function Received({ session, onClose }: { session: Session; onClose: () => void }) {
  const [room, setRoom] = useState<Parameters<typeof receive>[0]>({ session, begunItems: [] });
  receive = (next) => act(() => setRoom(next));
  return <EditDialog rowedItems={[]} {...room} onClose={onClose} />;
}

const press = (name: string) =>
  fireEvent.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body);
const escape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
const typeTitle = (value: string) => fireEvent.change(screen.getByLabelText(/^Title/), { target: { value } });

test('closes without a question while nothing differs from the session', () => {
  const onClose = show();
  typeTitle('At noon');
  typeTitle('At dawn');
  press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  escape();
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('asks before changes are lost, by Escape as by Cancel', () => {
  const onClose = show();
  typeTitle('At noon');
  escape();
  expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  press('Cancel');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('At noon');
  press('Cancel');
  expect(onClose).not.toHaveBeenCalled();
  press('Yes');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a failure is shown, even if the dialog was closed while it saved', async () => {
  const response = Promise.withResolvers<void>();
  const api = stubReplies(() => refusal(403, 'Only the host can change it.', 'forbidden'));
  const { fetch } = api;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    await response.promise;
    return fetch(url, init);
  });
  show();
  typeTitle('At noon');
  press('Save changes');
  cleanup();
  response.resolve();
  await waitFor(() =>
    expect(toasts()).toEqual([
      { title: 'Error saving changes. Only the host can change it.', isError: true },
    ]),
  );
});

test('changes made in the meantime on another page of the host are not sent back', async () => {
  const session = buildSession({ title: 'At dawn', startAt: '2026-05-04T06:00:00.000Z' });
  const moved = { ...session, startAt: '2026-05-04T08:00:00.000Z' };
  const api = stubReplies(() => ({ body: { ...moved, title: 'At noon' } }));
  open(session);
  typeTitle('At noon');
  receive({ session: moved, begunItems: [] });
  press('Save changes');
  await waitFor(() => expect(api.calls).toHaveLength(1));
  expect(api.calls[0]).toMatchObject({ body: { title: 'At noon' } });
  expect(api.calls[0]?.body).not.toHaveProperty('startAt');
});

test('an item that an athlete has begun can be reworded, and not removed', async () => {
  const session = buildSession({ title: 'At dawn', workoutItems: ['2000m', '500m'] });
  const api = stubReplies(() => ({ body: { ...session, title: 'At noon' } }));
  const onClose = vi.fn();
  open(session, onClose);
  typeTitle('At noon');
  fireEvent.change(screen.getByLabelText(/^Workout item 2/), { target: { value: '1000m' } });
  receive({ session, begunItems: [1] });
  expect(screen.getByLabelText<HTMLInputElement>(/^Workout item 2/).value).toBe('1000m');
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  press('Save changes');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.calls.map(({ body }) => body)).toEqual([{ title: 'At noon', workoutItems: ['2000m', '1000m'] }]);
});

describe('[WORK-3] who sees the session', () => {
  const riverside = { _id: idOf(50), name: 'Riverside', customURL: 'riverside', iconURL: null };
  const membership = {
    _id: idOf(60),
    user: mara,
    club: riverside,
    role: 0,
    createdAt: '2025-01-01T00:00:00Z',
  };
  const own = buildSession({ hostUser: mara, isAccessibleByLink: true });
  const ofClub = { ...own, club: riverside, isAccessibleByLink: false };
  const visibility = () => screen.getByRole('combobox', { name: 'Visibility' });
  const choose = (value: string) => fireEvent.change(visibility(), { target: { value } });
  const stub = () =>
    stubReplies(({ method }) => ({ body: method === 'PATCH' ? { ...own, club: riverside } : [membership] }));

  test('changes to a club of the host', async () => {
    const api = stub();
    open(own);
    await screen.findByRole('option', { name: 'Riverside' });
    choose(riverside._id);
    press('Save changes');
    await waitFor(() =>
      expect(api.changes().map(({ body }) => body)).toEqual([
        { club: riverside._id, isAccessibleByLink: false },
      ]),
    );
  });

  test('changes from a club, which is an option from the start', async () => {
    const api = stub();
    open(ofClub);
    expect(within(visibility()).getByRole<HTMLOptionElement>('option', { name: 'Riverside' }).selected).toBe(
      true,
    );
    choose('link');
    press('Save changes');
    await waitFor(() =>
      expect(api.changes().map(({ body }) => body)).toEqual([{ club: null, isAccessibleByLink: true }]),
    );
  });

  test('stays after someone has begun it, and for an admin who is not the host, with the reason', () => {
    stub();
    open(ofClub);
    receive({ session: ofClub, begunItems: [0] });
    expect(screen.queryByRole('combobox', { name: 'Visibility' })).toBeNull();
    expect(
      screen.getByText("Members of Riverside see it. Someone has begun it, so that can't change."),
    ).toBeTruthy();
    const annas = { ...ofClub, hostUser: buildSession().hostUser };
    receive({ session: annas, begunItems: [] });
    expect(screen.getByText('Members of Riverside see it. Only the host can change that.')).toBeTruthy();
  });

  test('stays one of the two without a club after someone has begun it', () => {
    stub();
    open(own);
    receive({ session: own, begunItems: [0] });
    const options = within(visibility()).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Only Me', 'Anyone with link']);
  });
});

test('editing the workout that athletes row asks first, and another text of the same workout does not', async () => {
  const session = buildSession({ workoutItems: ['1000m', '500m'] });
  const api = stubReplies(() => ({ body: { ...session, workoutItems: ['2000m', '500m'] } }));
  const onClose = vi.fn();
  open(session, onClose);
  receive({ session, begunItems: [0], rowedItems: [7, 0] });
  const typeItem = (value: string) =>
    fireEvent.change(screen.getByDisplayValue(/^(1000m|2000m|1 km)$/), { target: { value } });
  typeItem('2000m');
  press('Save changes');
  const question = await screen.findByRole('alertdialog', {
    name: '7 are rowing 1,000 m now. Change it to 2,000 m?',
  });
  expect(api.changes()).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  typeItem('1 km');
  press('Save changes');
  await waitFor(() => expect(api.changes()).toHaveLength(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
