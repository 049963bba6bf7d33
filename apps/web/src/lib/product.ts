import { product } from '@boathouse/contract/product';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';

/** Name and options of this installation; they do not change while a page is open. */
export const productQuery = queryOptions({
  queryKey: ['product'],
  queryFn: ({ signal }) => callApi(product.read, {}, { signal }),
  staleTime: Infinity,
});
