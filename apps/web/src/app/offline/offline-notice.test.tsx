// @vitest-environment happy-dom
import { apiVersion, apiVersionHeader } from '@boathouse/contract/endpoint';
import { product } from '@boathouse/contract/product';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/query.ts';
import { noteNoAnswer } from '../../lib/server/reachability.ts';
import { OfflineNotice } from './offline-notice.tsx';

let isRowing = false;
vi.mock('../../features/rowing/index.ts', () => ({
  useOfRow: (valueOf: () => boolean) => valueOf(),
  isOnTheWater: () => isRowing,
}));

type Server = 'answers' | 'refuses' | 'hangs' | 'proxy';
let server: Server;
let asked: string[];

async function answer(url: string, { signal }: RequestInit): Promise<Response> {
  asked.push(url);
  if (server === 'refuses') throw new TypeError('Failed to fetch');
  if (server === 'hangs') {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  }
  if (server === 'proxy') return new Response('Bad gateway', { status: 502 });
  const body = { name: 'Boathouse', contactEmail: 'a@b.c', simulatedErg: true, passwordSignIn: true };
  return new Response(JSON.stringify({ ...body, passwordMin: 8, popupSignIn: null }), {
    headers: { [apiVersionHeader]: String(apiVersion) },
  });
}

const call = () => callApi(product.read).catch(() => undefined);
const words = () => screen.getAllByRole('status')[0]?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', answer);
  // The timer of the real one is not the test's.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  server = 'answers';
  asked = [];
  isRowing = false;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (part: React.ReactNode = null) => {
  const tree = () => (
    <QueryClientProvider client={client}>
      <OfflineNotice />
      {part}
    </QueryClientProvider>
  );
  const client = createQueryClient();
  const { rerender } = render(tree());
  return () => rerender(tree());
};

test.each<Server>(['refuses', 'proxy'])('says so when the server %s, until it answers again', async (how) => {
  show();
  await pass(0);
  expect(words()).toBe('');
  expect(asked).toEqual([]);
  server = how;
  await act(call);
  await pass(0);
  expect(words()).toBe("The server can't be reached. This page may be out of date. Reconnecting…");
  await pass(60_000);
  expect(words()).toContain("can't be reached");
  server = 'answers';
  await pass(6_000);
  expect(words()).toBe('');
  const { length } = asked;
  await pass(60_000);
  expect(asked).toHaveLength(length);
});

test('says so when the server takes the request and does not answer', async () => {
  show();
  server = 'hangs';
  act(() => void call());
  await pass(9_999);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(asked).toHaveLength(2);
  await pass(10_000);
  expect(words()).toContain("can't be reached");
});

test('one lost request, and a browser that thinks it is offline, are no reason while the server answers', async () => {
  show();
  act(() => void dispatchEvent(new Event('offline')));
  act(noteNoAnswer);
  await pass(60_000);
  expect(words()).toBe('');
  expect(asked).toEqual(['/api/product']);
});

test('names the browser that is offline, and is back at once with its network', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server = 'refuses';
  show();
  await pass(0);
  expect(words()).toBe("You're offline. This page may be out of date. Reconnecting…");
  online.mockReturnValue(true);
  server = 'answers';
  act(() => void dispatchEvent(new Event('online')));
  await pass(0);
  expect(words()).toBe('');
});

test('an answer to any other call ends it', async () => {
  show();
  server = 'refuses';
  await act(call);
  await pass(0);
  expect(words()).not.toBe('');
  server = 'answers';
  await act(call);
  expect(words()).toBe('');
});

test('leaves the words to the cockpit while the user rows', async () => {
  const again = show();
  server = 'refuses';
  isRowing = true;
  again();
  await act(call);
  await pass(0);
  expect(words()).toBe('');
  isRowing = false;
  again();
  expect(words()).toContain("can't be reached");
});

test('what has failed to load meanwhile loads when the server is back', async () => {
  function Name() {
    const { data, isError } = useQuery({ queryKey: ['name'], queryFn: () => callApi(product.read) });
    return <p>{isError ? "It couldn't be loaded" : data?.name}</p>;
  }
  server = 'refuses';
  show(<Name />);
  await pass(5_000);
  expect(screen.getByText("It couldn't be loaded")).toBeTruthy();
  server = 'answers';
  await pass(6_000);
  expect(screen.getByText('Boathouse')).toBeTruthy();
});
