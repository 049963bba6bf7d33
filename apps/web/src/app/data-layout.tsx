import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { use } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from '../lib/query.ts';
import { followLogin } from './follow-login.ts';

const queryClient = createQueryClient();
followLogin(queryClient);

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
