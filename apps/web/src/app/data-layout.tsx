import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { use } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from '../lib/query.ts';
import { clearOnLoginChange } from './clear-on-login-change.ts';

const queryClient = createQueryClient(() => {
  void queryClient.invalidateQueries({ queryKey: ['login'] });
});
clearOnLoginChange(queryClient);

/**
 * Provides the query client to every page except the landing page, which loads neither the client nor the contract. A test
 * can provide its own around the routes.
 */
export function DataLayout() {
  const client = use(QueryClientContext) ?? queryClient;
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
