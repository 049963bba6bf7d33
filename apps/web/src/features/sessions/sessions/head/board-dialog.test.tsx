// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies } from '../../../../../test/fake-api.ts';
import { buildSession } from '../../../../../test/sessions/factory.ts';
import { BoardDialog } from './board-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(onClose: () => void) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <BoardDialog session={buildSession()} onClose={onClose} />
    </QueryClientProvider>,
  );
}

test('offers no link before it is known whether one exists, and loads again after a failure', async () => {
  let isDown = true;
  stubReplies(() => (isDown ? refusal(503, 'Down', 'unavailable') : { body: { createdAt: null } }));
  show(vi.fn());
  expect(await screen.findByText("The board couldn't be loaded.")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Create link' })).toBeTruthy();
});

test('closes by a button, because a phone has no Escape', async () => {
  stubReplies(() => ({ body: { createdAt: null } }));
  const onClose = vi.fn();
  show(onClose);
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});
