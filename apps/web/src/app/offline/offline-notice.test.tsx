// @vitest-environment happy-dom
import { apiVersion, apiVersionHeader } from '@boathouse/contract/endpoint';
import { product } from '@boathouse/contract/product';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nowMs } from '../../../test/now.ts';
import { createFakeRow } from '../../../test/rowing/fake-row.tsx';
import { liveCockpit } from '../../features/rowing/rowing/cockpit/live-cockpit.ts';
import { callApi } from '../../lib/api.ts';
import { shownSinceMs } from '../../lib/kept/answers.ts';
import { createQueryClient } from '../../lib/query.ts';
import { noteNoAnswer } from '../../lib/server/reachability.ts';
import { OfflineNotice } from './offline-notice.tsx';

let row = createFakeRow();

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
  // The real one's timer is not the test's.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  server = 'answers';
  asked = [];
  row = createFakeRow();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const show = (part: React.ReactNode = null) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OfflineNotice />
      {part}
    </QueryClientProvider>,
    { wrapper: row.Provider },
  );

test.each<Server>(['refuses', 'proxy'])(
  'shows this when the server %s, until it responds again',
  async (how) => {
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
  },
);

test('reports a server that accepts the request and does not respond', async () => {
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

test('ignores one lost request, and a browser that reports being offline, while the server responds', async () => {
  show();
  act(() => void dispatchEvent(new Event('offline')));
  act(noteNoAnswer);
  await pass(60_000);
  expect(words()).toBe('');
  expect(asked).toEqual(['/api/product']);
});

test('names the browser as offline, and disappears at once with its network', async () => {
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

describe('a page with data read earlier', () => {
  const atMs = nowMs();
  afterEach(() => shownSinceMs.set(null));

  test('shows the age of its data, and reads everything again once the server responds', async () => {
    server = 'refuses';
    const reads = vi.fn(async () => 1);
    show(<Reading read={reads} />);
    act(() => shownSinceMs.set(atMs - 60_000));
    await act(call);
    await pass(0);
    expect(words()).toMatch(/^The server can't be reached. This page is as it was at \d.*\. Reconnecting…$/);
    act(() => shownSinceMs.set(atMs - 3 * 86_400_000));
    expect(words()).toMatch(/This page is as it was on \w+, \w+ \d+/);
    const { length } = reads.mock.calls;
    server = 'answers';
    await pass(6_000);
    expect(words()).toBe('');
    expect(reads.mock.calls.length).toBe(length + 1);
  });

  test('asks a server that is only slow again after a while', async () => {
    const reads = vi.fn(async () => 1);
    show(<Reading read={reads} />);
    await pass(0);
    act(() => shownSinceMs.set(atMs));
    expect(words()).toContain('The server is slow to answer. This page is as it was at ');
    const { length } = reads.mock.calls;
    await pass(14_999);
    expect(reads.mock.calls.length).toBe(length);
    await pass(1);
    expect(reads.mock.calls.length).toBe(length + 1);
    expect(words()).toBe('');
  });
});

function Reading({ read }: { read: () => Promise<number> }) {
  useQuery({ queryKey: ['reading'], queryFn: read });
  return null;
}

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

test('leaves the message to the cockpit', async () => {
  show();
  server = 'refuses';
  act(() => liveCockpit.set(true));
  await act(call);
  await pass(0);
  expect(words()).toBe('');
  act(() => liveCockpit.set(false));
  expect(words()).toContain("can't be reached");
});

test('parts that failed to load in the meantime load when the server is back', async () => {
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
