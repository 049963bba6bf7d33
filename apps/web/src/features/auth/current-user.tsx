import type { User } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { Loading, Unavailable } from '../../ui/states.tsx';
import { currentUserQuery, type Login } from './api.ts';

const CurrentUser = createContext<User | null>(null);

/** Loads the signed-in person's record (making it on the first sign-in) before anything inside is shown. */
export function CurrentUserProvider({ login, children }: { login: Login; children: ReactNode }) {
  const { data, isError, refetch } = useQuery(currentUserQuery(login));
  if (data !== undefined) return <CurrentUser value={data}>{children}</CurrentUser>;
  if (isError) {
    return <Unavailable onRetry={() => void refetch()}>Your account is not available right now.</Unavailable>;
  }
  return <Loading label="Loading your account" />;
}

/** The signed-in person's record. Only inside a CurrentUserProvider. */
export function useCurrentUser(): User {
  const user = use(CurrentUser);
  if (user === null) throw new Error('useCurrentUser is used outside a CurrentUserProvider');
  return user;
}
