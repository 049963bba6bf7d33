// @vitest-environment happy-dom
import type { Session } from '@boathouse/contract/sessions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies } from '../../../../test/fake-api.ts';
import { cleanUp, toasts } from '../../../../test/signed-in-page.tsx';
import { buildSession } from '../../../../test/sessions/factory.ts';
import { EditDialog } from './edit-dialog.tsx';

afterEach(cleanUp);

function show() {
  const onClose = vi.fn();
  render(<OpenDialog session={buildSession({ title: 'At dawn' })} onClose={onClose} />);
  return onClose;
}

/** The events of the room change the dialog's session and begun items while it is open. */
let receive: (room: { session: Session; begunItems: readonly number[] }) => void = () => {};

function OpenDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const [router] = useState(() =>
    createMemoryRouter([{ path: '/', element: <Received session={session} onClose={onClose} /> }]),
  );
  return <RouterProvider router={router} />;
}

function Received({ session, onClose }: { session: Session; onClose: () => void }) {
  const [client] = useState(() => new QueryClient());
  const [room, setRoom] = useState<Parameters<typeof receive>[0]>({ session, begunItems: [] });
  receive = (next) => act(() => setRoom(next));
  return (
    <QueryClientProvider client={client}>
      <EditDialog {...room} onClose={onClose} />
    </QueryClientProvider>
  );
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

test('a failure is shown, also when the dialog has closed while it saved', async () => {
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

test('what another page of the host has changed meanwhile is not sent back', async () => {
  const session = buildSession({ title: 'At dawn', startAt: '2026-05-04T06:00:00.000Z' });
  const moved = { ...session, startAt: '2026-05-04T08:00:00.000Z' };
  const api = stubReplies(() => ({ body: { ...moved, title: 'At noon' } }));
  render(<OpenDialog session={session} onClose={vi.fn()} />);
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
  render(<OpenDialog session={session} onClose={onClose} />);
  typeTitle('At noon');
  fireEvent.change(screen.getByLabelText(/^Workout item 2/), { target: { value: '1000m' } });
  receive({ session, begunItems: [1] });
  expect(screen.getByLabelText<HTMLInputElement>(/^Workout item 2/).value).toBe('1000m');
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  press('Save changes');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.calls.map(({ body }) => body)).toEqual([{ title: 'At noon', workoutItems: ['2000m', '1000m'] }]);
});
