// @vitest-environment happy-dom
import { firstCallsOf, type FirstCall } from '@boathouse/contract/pages/first-calls';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bodyOf, pagesOf, params, pathOf } from '../../test/every-page.ts';
import { refusal, stubReplies, type Call, type FakeApi } from '../../test/fake-api.ts';
import { fakeCanvas } from '../../test/fake-canvas.ts';
import { cleanUp, openProduct } from '../../test/signed-in-page.tsx';
import { viewerTimeZone } from '../lib/format.ts';
import { routes } from './routes.tsx';

function urlsOf(calls: readonly FirstCall[]): string[] {
  return calls.flatMap(({ url, next }) => [url, ...urlsOf(next?.(bodyOf(url.split('?')[0] ?? '')) ?? [])]);
}

/** Calls of a page after its first screen, with the reason. */
const later: Record<string, RegExp> = {
  // Plots load after the figures.
  '/activities/:activityID': /\/strokes\?/,
  // The trend of a workout makes its call when it is visible.
  '/training/statistics': /\/(workouts|trends)\b/,
  // The page chooses the race whose attempts it requests.
  '/races/:eventID/control': /\/api\/races\/[\da-f-]+$/,
};

let api: FakeApi;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeCanvas();
  api = stubReplies(({ method, path }) =>
    method === 'GET' ? { body: bodyOf(path) } : refusal(400, 'The test only reads.'),
  );
});
afterEach(cleanUp);

/** Queries that change the first calls. With a filter or a page number, a page fetches its list itself. */
const queries: Record<string, string[]> = {
  '/reset': ['?token=secret'],
  '/athletes/:userID/following': ['?show=followers'],
};

const pages = pagesOf(routes).flatMap((pattern) =>
  ['', ...(queries[pattern] ?? [])].map((query) => ({ pattern, query })),
);

describe('the server makes exactly the calls of the first screen', () => {
  test.each(pages)('of $pattern $query', async ({ pattern, query }) => {
    const { year, month, day } = Temporal.Now.plainDateISO();
    const local = { timeZone: viewerTimeZone(), today: { year, month, day } };
    const visit = { params, query: new URLSearchParams(query), local };
    const expected = new Set(urlsOf(firstCallsOf(pattern, visit, true)));
    openProduct(routes, `${pathOf(pattern)}${query}`);
    const made = () => new Set(api.calls.map(urlOfCall).filter((url) => !later[pattern]?.test(url)));
    const compare = () =>
      expect([...made()].toSorted(), `calls of ${pattern}`).toEqual([...expected].toSorted());
    await vi.waitFor(compare, { timeout: 10_000 });
    for (let turn = 0; turn < 20; turn += 1) await act(async () => {});
    compare();
  });
});

function urlOfCall({ path, query }: Call): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
