import type { QueryClient } from '@tanstack/react-query';
import { setLoginState } from '../../../lib/server/login-state.ts';
import { loginQuery } from './api.ts';

/**
 * Leaves the pages of the login, which has ended because the user wanted it: the gate redirects to the landing page,
 * and `followLogin` removes all loaded data.
 */
export function endLogin(client: QueryClient): void {
  setLoginState('left');
  client.setQueryData(loginQuery.queryKey, null);
}
