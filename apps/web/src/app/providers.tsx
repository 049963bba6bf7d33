import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '../lib/query.ts';
import { Toasts } from '../ui/toasts.tsx';
import { clearOnLoginChange } from './clear-on-login-change.ts';
import { routes } from './routes.tsx';

const queryClient = createQueryClient(() => {
  void queryClient.invalidateQueries({ queryKey: ['login'] });
});
clearOnLoginChange(queryClient);
const router = createBrowserRouter(routes);

export function Providers() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}
