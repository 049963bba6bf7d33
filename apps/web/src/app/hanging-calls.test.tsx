// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bodyOf, pagesOf, pathOf } from '../../test/every-page.ts';
import { FakeApi, refusal, type Call, type Reply } from '../../test/fake-api.ts';
import { fakeCanvas } from '../../test/fake-canvas.ts';
import { cleanUp, openProduct } from '../../test/signed-in-page.tsx';
import { routes } from './routes.tsx';

/** Pages of races, tests and squads. */
const isOfRacing = /^\/(races|race-pages)\/|^\/clubs\/:clubURL\/(races|tests|records|attendance|squads)/;

/** Calls about the login, without which there is no page. */
const isOfLogin = ({ path }: Call) => path === '/api/auth/get-session' || path.startsWith('/api/users/uid/');

/** A server that takes each call, and answers it once it is released. */
class HangingApi extends FakeApi {
  readonly #release = Promise.withResolvers<void>();
  hanging = 0;

  release(): void {
    this.#release.resolve();
  }

  override fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname: path } = new URL(url, 'http://api');
    const call = { method: init.method ?? 'GET', path, query: {}, body: {} };
    this.calls.push(call);
    if (!isOfLogin(call)) {
      this.hanging += 1;
      await this.#release.promise;
    }
    const { body, status = 200 } = this.usual(call);
    return new Response(JSON.stringify(body), { status });
  };

  protected override usual({ method, path }: Call): Reply {
    return method === 'GET' ? { body: bodyOf(path) } : refusal(400, 'The test only reads.');
  }
}

let api: HangingApi;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeCanvas();
  api = new HangingApi();
  vi.stubGlobal('fetch', api.fetch);
});
afterEach(cleanUp);

const loading = () =>
  document.querySelectorAll('[data-loading]').length + screen.queryAllByText(/Loading/).length;
const turn = () => act(() => new Promise((resolve) => setTimeout(resolve)));

test.each(pagesOf(routes).filter((pattern) => isOfRacing.test(pattern)))(
  'on %s a server that hangs leaves a page that says that it loads, and shows what comes late',
  async (pattern) => {
    openProduct(routes, pathOf(pattern));
    await vi.waitFor(
      async () => {
        await turn();
        expect(api.hanging, 'calls').toBeGreaterThan(0);
        expect(loading(), 'the page loads').toBeGreaterThan(0);
      },
      { timeout: 5_000 },
    );
    expect(screen.queryByText(/couldn't be loaded/)).toBeNull();
    api.release();
    await vi.waitFor(
      async () => {
        await turn();
        expect(screen.queryByRole('heading', { level: 1 }), 'the page').not.toBeNull();
        expect(loading(), 'loads for ever').toBe(0);
      },
      { timeout: 5_000 },
    );
  },
);
