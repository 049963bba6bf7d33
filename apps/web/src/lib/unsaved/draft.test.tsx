// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../query.ts';
import { useDraft } from './draft.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const hourMs = 60 * 60_000;

function draftOf(kind: string, of: string) {
  const client = createQueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, draft: renderHook(() => useDraft(kind, of), { wrapper }).result.current };
}

test('a draft stays until it is stored or canceled, no matter how long the user is on another page', () => {
  const { client, draft } = draftOf('note', 'a');
  draft.keep('Felt');
  vi.advanceTimersByTime(hourMs);
  draft.keep('Felt strong');
  vi.advanceTimersByTime(hourMs);
  expect(draft.read()).toBe('Felt strong');
  draft.keep(null);
  expect(draft.read()).toBeNull();
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test('an emptied text is a draft too', () => {
  const { draft } = draftOf('note', 'a');
  draft.keep('');
  expect(draft.read()).toBe('');
});
