// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies } from '../../../../../test/fake-api.ts';
import { buildSession } from '../../../../../test/sessions/factory.ts';
import { dismissToast, getToasts } from '../../../../ui/toast-store.ts';
import { ExportDialog } from './export-dialog.tsx';

const session = buildSession({ title: 'Winter' });

afterEach(() => {
  cleanup();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (onClose = () => {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportDialog session={session} onClose={onClose} />
    </QueryClientProvider>,
  );

test('has a button that closes it', () => {
  const close = vi.fn();
  show(close);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledOnce();
});

test('saves the table that is pressed', async () => {
  const api = stubReplies(() => ({ body: 'a,b' }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Splits' }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(api.calls).toMatchObject([
    { path: `/api/sessions/${session._id}/export`, query: { table: 'splits' } },
  ]);
});

test('shows why the server refuses, and saves nothing', async () => {
  const message = 'Another file is being made for you. Try again in some seconds.';
  stubReplies(() => refusal(429, message, 'too_many_requests'));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Strokes' }));
  await waitFor(() => expect(getToasts()).toMatchObject([{ title: message }]));
  expect(click).not.toHaveBeenCalled();
});
