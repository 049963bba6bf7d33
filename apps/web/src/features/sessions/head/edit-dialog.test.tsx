// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies } from '../../../../test/fake-api.ts';
import { cleanUp, toasts } from '../../../../test/signed-in-page.tsx';
import { buildSession } from '../factory.ts';
import { EditDialog } from './edit-dialog.tsx';

afterEach(cleanUp);

function show() {
  const onClose = vi.fn();
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <EditDialog session={buildSession({ title: 'At dawn' })} begunItems={[]} onClose={onClose} />
    </QueryClientProvider>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  return onClose;
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
