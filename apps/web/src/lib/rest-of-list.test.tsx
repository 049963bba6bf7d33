// @vitest-environment happy-dom
import { limits } from '@boathouse/contract/limits';
import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useRestOfList, withEntry } from './rest-of-list.ts';

afterEach(cleanup);

const ascending = (one: number, other: number) => one - other;
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const query = queryOptions({ queryKey: ['numbers'], queryFn: () => numbers(1, limits.listedMax) });

function open(fetchAfter: (last: number) => Promise<number[]>) {
  const client = new QueryClient();
  client.setQueryData(query.queryKey, numbers(1, limits.listedMax));
  const { result } = renderHook(
    () => {
      const { data: list = [] } = useQuery({ ...query, staleTime: Infinity });
      return { list, ...useRestOfList({ queryKey: query.queryKey, list, idOf: String, fetchAfter }) };
    },
    {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  );
  return { client, result };
}

test('loads what follows the last entry until a response is not full', async () => {
  const all = numbers(1, 2 * limits.listedMax + 5);
  const { result } = open(async (last) => all.slice(last, last + limits.listedMax));
  expect(result.current.hasMore).toBe(true);
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.list).toHaveLength(2 * limits.listedMax));
  expect(result.current.hasMore).toBe(true);
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.hasMore).toBe(false));
  expect(result.current.list).toEqual(all);
});

test('an empty response after a full one is the end', async () => {
  const { result } = open(async () => []);
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.hasMore).toBe(false));
  expect(result.current.list).toHaveLength(limits.listedMax);
});

test('a list continues when some of its entries have left it', async () => {
  const { client, result } = open(async () => []);
  act(() => void client.setQueryData(query.queryKey, (list) => list?.slice(2)));
  await waitFor(() => expect(result.current.list).toHaveLength(limits.listedMax - 2));
  expect(result.current.hasMore).toBe(true);
});

test('a failure is shown, and the list is fetched again', async () => {
  const { client, result } = open(async () => {
    throw new Error('gone');
  });
  act(() => void client.setQueryData(query.queryKey, numbers(2, limits.listedMax)));
  await waitFor(() => expect(result.current.list).toHaveLength(limits.listedMax - 1));
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.isFailed).toBe(true));
  await waitFor(() => expect(result.current.list).toHaveLength(limits.listedMax));
});

test('an entry that would be the last of a list that continues comes with the rest', () => {
  const cut = numbers(1, limits.listedMax);
  expect(withEntry(cut, 1e6, ascending)).toEqual(cut);
  expect(withEntry(cut, 0.5, ascending)).toEqual([0.5, ...cut]);
  expect(withEntry([1, 3], 4, ascending)).toEqual([1, 3, 4]);
});
