import { product } from '@boathouse/contract/product';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from './api-query.ts';

/** Name and options of this installation; they do not change while a page is open. */
export const productQuery = queryOptions({
  queryKey: ['product'],
  ...apiQuery(product.read, {}),
  staleTime: Infinity,
});
