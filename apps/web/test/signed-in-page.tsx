import type { OwnUser } from '@boathouse/contract/users';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { vi } from 'vitest';
import { isLoggedIn } from '../src/app/product.ts';
import { CurrentUserProvider, currentUserQuery, loginQuery } from '../src/features/people/auth/index.ts';
import { actAs, setLoginState } from '../src/lib/server/login-state.ts';
import { forgetVersionSkew } from '../src/lib/server/version-skew.ts';
import { createQueryClient } from '../src/lib/query.ts';
import { dismissToast, getToasts } from '../src/ui/toast-store.ts';
import { Toasts } from '../src/ui/toasts.tsx';
import { mara } from './people.ts';

function createClient() {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  return client;
}

/** Opens pages for a signed-in user, without auth gates and shell. */
export function openAs(user: OwnUser, routes: RouteObject[], address: string) {
  const client = createClient();
  const login = { id: user.uid, email: 'mara@example.com', name: user.displayName };
  client.setQueryData(loginQuery.queryKey, login);
  client.setQueryData(currentUserQuery(login).queryKey, user);
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <QueryClientProvider client={client}>
      <CurrentUserProvider login={login} pending={null} renderUnavailable={() => null}>
        <RouterProvider router={router} />
      </CurrentUserProvider>
    </QueryClientProvider>,
  );
  return router;
}

/** Opens a page as Mara; all other routes are empty. */
export function openPage(page: ReactElement, address: string) {
  const { pathname } = new URL(address, 'http://page');
  return openAs(
    mara,
    [
      { path: pathname, element: page },
      { path: '*', element: null },
    ],
    address,
  );
}

/** Opens the whole app, which fetches the login from the server. */
export function openProduct(routes: RouteObject[], address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <QueryClientProvider client={createClient()}>
      <RouterProvider router={router} />
      <Toasts formatTime={(iso) => iso} />
    </QueryClientProvider>,
  );
  return router;
}

/** Returns the texts of the current toasts, oldest first. */
export function toasts() {
  return getToasts().map(({ title, isError }) => ({ title, isError }));
}

/** Cleans up after a page test. */
export function cleanUp() {
  cleanup();
  isLoggedIn.set(false);
  setLoginState('valid');
  actAs(null);
  forgetVersionSkew();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
}
