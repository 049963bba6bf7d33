import { product } from '@boathouse/contract/product';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';

/** What this installation is called and allows; it does not change while a page is open. */
export const productQuery = queryOptions({
  queryKey: ['product'],
  queryFn: ({ signal }) => callApi(product.read, {}, { signal }),
  staleTime: Infinity,
});
