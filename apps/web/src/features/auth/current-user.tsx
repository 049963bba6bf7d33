import type { OwnUser } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { currentUserQuery, type Login } from './api.ts';

const CurrentUser = createContext<OwnUser | null>(null);

type CurrentUserProviderProps = {
  login: Login;
  /** Shown until the record is there. */
  pending: ReactNode;
  /** Shown when it could not be had; `retry` asks again. */
  renderUnavailable: (retry: () => void) => ReactNode;
  children: ReactNode;
};

/** Loads the signed-in person's record (making it on the first sign-in) before anything inside is shown. */
export function CurrentUserProvider({
  login,
  pending,
  renderUnavailable,
  children,
}: CurrentUserProviderProps) {
  const { data, isError, refetch } = useQuery(currentUserQuery(login));
  if (data !== undefined) return <CurrentUser value={data}>{children}</CurrentUser>;
  return isError ? renderUnavailable(() => void refetch()) : pending;
}

/** The signed-in person's record. Only inside a CurrentUserProvider. */
export function useCurrentUser(): OwnUser {
  const user = use(CurrentUser);
  if (user === null) throw new Error('useCurrentUser is used outside a CurrentUserProvider');
  return user;
}
