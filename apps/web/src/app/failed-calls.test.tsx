// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bodyOf, pagesOf, pathOf } from '../../test/every-page.ts';
import { refusal, stubReplies, type Call, type FakeApi } from '../../test/fake-api.ts';
import { fakeCanvas } from '../../test/fake-canvas.ts';
import { cleanUp, openProduct } from '../../test/signed-in-page.tsx';
import { routes } from './routes.tsx';

/** Calls whose failure the page does not show in place, with the reason. */
const unshown: readonly RegExp[] = [
  // The page repeats these calls by itself. A board shows it, because it has no user to press a button.
  /\/notifications\/unread/,
  /\/sessions\/[^/]+\/beside/,
  /\/activities\/inprogress/,
  /\/sessions\/user\/[^/]+\/next/,
  /\/races\/mine/,
  /\/boards\//,
  /\/races\/pages\//,
  /\/control .*\/now/,
  // Users don't miss these: hints for new users, and marks on results that are shown.
  /\/firststeps/,
  /\/personal-bests/,
  // A question about two rows waits until a page asks again.
  /\/imports\/questions/,
  // The mark of an item that is a test.
  /^\/sessions\/[^ ]* .*\/clubs\/[^/]+\/tests/,
  // Counts shown with the names of two lists.
  /following .*\/summary/,
  // The button of the comments loads them when it is pressed, and the page of a club's members has its requests.
  /\/comments\/parent/,
  /\/clubmemberships\/club/,
  // The simulated erg next to Connect; it is offered once it is known to be allowed.
  /\/product\?/,
  // Other results to compare the plots with; this activity has none.
  /^\/activities\/.* .*\/sessions\/[^/]+\/activities/,
];

/** Calls of the login, which every page needs; `signing-in.test.tsx` has their failures. */
const isOfLogin = ({ path }: Call) => path === '/api/auth/get-session' || path.startsWith('/api/users/uid/');

const urlOf = ({ path, query }: Call) => `${path}?${new URLSearchParams(query).toString()}`;

let api: FakeApi;
let asked: Map<string, number>;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeCanvas();
  asked = new Map();
  // Each call fails once.
  api = stubReplies((call) => {
    if (call.method !== 'GET') return refusal(400, 'The test only reads.');
    const times = (asked.get(urlOf(call)) ?? 0) + 1;
    asked.set(urlOf(call), times);
    return times === 1 && !isOfLogin(call) ? refusal(500, 'No.', 'internal') : { body: bodyOf(call.path) };
  });
});
afterEach(cleanUp);

const buttons = () => screen.queryAllByRole('button', { name: 'Try again' });

/** Waits until the page loads nothing more. */
async function settle(): Promise<void> {
  await vi.waitFor(
    async () => {
      const before = api.calls.length;
      for (let turn = 0; turn < 10; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
      expect(api.calls.length).toBe(before);
      expect(screen.queryByRole('heading', { level: 1 }), 'the page').not.toBeNull();
      const loading = [...document.querySelectorAll('[data-loading]')].map(({ textContent }) => textContent);
      expect(loading, 'loads for ever').toEqual([]);
    },
    { timeout: 5_000 },
  );
}

describe('a part that fails to load shows this in its place, and loads with Try again', () => {
  test.each(pagesOf(routes))('on %s', async (pattern) => {
    openProduct(routes, pathOf(pattern));
    await settle();
    for (let press = 0; press < 40 && buttons().length > 0; press += 1) {
      const [again] = buttons();
      expect(again?.parentElement?.textContent).toMatch(/couldn't be (loaded|read)/);
      if (again) fireEvent.click(again);
      await settle();
    }
    const failing = screen.queryAllByText(/couldn't be/).map(({ textContent }) => textContent);
    expect(failing, 'still says that it failed').toEqual([]);
    const lost = [...asked].filter(
      ([url, times]) => times === 1 && !unshown.some((each) => each.test(`${pattern} ${url}`)),
    );
    expect(lost.map(([url]) => url).filter((url) => !/^\/api\/(auth|users\/uid)\//.test(url))).toEqual([]);
  });
});
