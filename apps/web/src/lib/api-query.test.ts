import { notifications } from '@boathouse/contract/notifications';
import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { apiQuery } from './api-query.ts';
import { forgetFirstData, freshMs, readFirstData } from './first-data.ts';

const unread = queryOptions({
  queryKey: ['unread'],
  ...apiQuery(notifications.unread, {}, (answer) => answer.unread),
  staleTime: freshMs,
});

/** Puts a body for the query's call into the page, as the server does. */
function bringWithPage(body: unknown): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'first-data';
  element.textContent = JSON.stringify({ '/api/notifications/unread': body });
  document.body.append(element);
  readFirstData();
}

const fetched = vi.fn(() => Promise.resolve(Response.json({ unread: 3 })));
const observe = () => new QueryObserver(new QueryClient(), unread);

function expectSoon(observer: ReturnType<typeof observe>): Promise<number | undefined> {
  return new Promise((resolve) => {
    const stop = observer.subscribe(({ data }) => {
      if (data === undefined) return;
      resolve(data);
      stop();
    });
  });
}

afterEach(() => {
  forgetFirstData();
  fetched.mockClear();
  vi.unstubAllGlobals();
});

test('data that came with the page is available at once, and is not fetched', () => {
  vi.stubGlobal('fetch', fetched);
  bringWithPage({ unread: 7 });
  const observer = observe();
  expect(observer.getCurrentResult().data).toBe(7);
  observer.subscribe(() => undefined)();
  expect(fetched).not.toHaveBeenCalled();
});

test('without data in the page, the query makes its call', async () => {
  vi.stubGlobal('fetch', fetched);
  const observer = observe();
  expect(observer.getCurrentResult().data).toBeUndefined();
  expect(await expectSoon(observer)).toBe(3);
});

test('data that does not match its schema is left, and the query makes its call', async () => {
  vi.stubGlobal('fetch', fetched);
  bringWithPage({ unread: 'many' });
  const observer = observe();
  expect(observer.getCurrentResult().data).toBeUndefined();
  expect(await expectSoon(observer)).toBe(3);
});

test('data that came with the page is fetched again after a change, and does not come back', async () => {
  vi.stubGlobal('fetch', fetched);
  bringWithPage({ unread: 7 });
  const client = new QueryClient();
  const leave = new QueryObserver(client, unread).subscribe(() => undefined);
  leave();
  await client.invalidateQueries({ queryKey: unread.queryKey });
  const entered = new QueryObserver(client, unread);
  const shown: unknown[] = [];
  const stop = entered.subscribe(({ data }) => shown.push(data));
  await vi.waitFor(() => expect(shown.at(-1)).toBe(3));
  stop();

  client.removeQueries();
  expect(new QueryObserver(client, unread).getCurrentResult().data).toBeUndefined();
});
