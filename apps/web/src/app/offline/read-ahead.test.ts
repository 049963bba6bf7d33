import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildUser, idOf } from '../../../test/people.ts';
import { buildSession } from '../../../test/sessions/factory.ts';
import { readAhead } from './read-ahead.ts';

const me = buildUser(1, 'Ann Oar');
const callsPerPage = 9;
const sessionIds = Array.from({ length: 20 }, (_, n) => idOf(100 + n));

/** The calls that each request made on the server, and when. */
let made: { path: string; calls: number; atMs: number }[];

/** A page with the responses to its first calls, as the server writes it. */
function pageOf(path: string): string {
  const bodies = Array.from({ length: callsPerPage }, (_, n): [string, unknown] =>
    path === '/training/activity' && n === 0
      ? ['/api/activities/search?user=me', { activities: [{ _id: idOf(1) }] }]
      : [`/api/of${path}/${n}`, {}],
  );
  return `<script type="application/json" id="first-data">${JSON.stringify(Object.fromEntries(bodies))}</script>`;
}

beforeEach(() => {
  made = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname: path } = new URL(url, 'http://server');
    const isPage = !path.startsWith('/api/');
    made.push({ path, calls: isPage ? 1 + callsPerPage : 1, atMs: performance.now() });
    if (isPage) return new Response(pageOf(path));
    const body = path.endsWith('/strokes')
      ? { isComplete: true, strokes: [], next: null }
      : sessionIds.map((_id) => buildSession({ _id }));
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('reading ahead makes no more than half of the calls that the server allows a user, and reads everything', async () => {
  const reading = readAhead(me, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  await reading;
  const paths = made.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/dashboard', ...sessionIds.map((id) => `/sessions/${id}`)]));
  expect(paths.at(-1)).toBe(`/api/activities/${idOf(1)}/strokes`);
  // The server counts in windows of 2 s, and allows 100 calls.
  const inWindow = ({ atMs }: { atMs: number }) =>
    made.reduce((sum, one) => sum + (one.atMs >= atMs && one.atMs < atMs + 2_000 ? one.calls : 0), 0);
  expect(Math.max(...made.map(inWindow))).toBeLessThanOrEqual(60);
});

test('a page that is left reads no further', async () => {
  const ahead = new AbortController();
  const reading = readAhead(me, ahead.signal);
  const ended = expect(reading).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(2_000);
  ahead.abort();
  const { length } = made;
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
  expect(made).toHaveLength(length);
});
