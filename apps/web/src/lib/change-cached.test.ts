import { QueryClient, queryOptions, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { changeCached } from './change-cached.ts';

/** A list on a server that responds when `respond` is called. */
function openList(stored: string[]) {
  const client = new QueryClient();
  const waiting: Array<() => void> = [];
  const load = vi.fn(async () => {
    const response = [...stored];
    await new Promise<void>((resolve) => waiting.push(resolve));
    return response;
  });
  const list = queryOptions({ queryKey: ['list'], queryFn: load });
  return { client, load, list, respond: () => waiting.shift()?.(), store: (one: string) => stored.push(one) };
}

test('changes a loaded list without fetching it', async () => {
  const { client, load, list, respond } = openList(['a']);
  const loading = client.query(list);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  respond();
  await loading;
  expect(await changeCached(client, list.queryKey, (shown) => [...shown, 'b'])).toEqual(['a', 'b']);
  expect(client.getQueryData(list.queryKey)).toEqual(['a', 'b']);
  expect(load).toHaveBeenCalledOnce();
});

test('does not change a list that is not loaded', async () => {
  const { client, load, list } = openList(['a']);
  expect(await changeCached(client, list.queryKey, () => ['b'])).toBe(undefined);
  expect(load).not.toHaveBeenCalled();
});

test('drops an older response on its way, and fetches again', async () => {
  const { client, load, list, respond, store } = openList(['a']);
  client.setQueryData(list.queryKey, ['a']);
  const stop = new QueryObserver(client, list).subscribe(() => {});
  expect(load).toHaveBeenCalledOnce();
  store('b');
  await changeCached(client, list.queryKey, (shown) => [...shown, 'b']);
  respond();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(client.getQueryData(list.queryKey)).toEqual(['a', 'b']);
  respond();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(client.getQueryData(list.queryKey)).toEqual(['a', 'b']);
  stop();
});
