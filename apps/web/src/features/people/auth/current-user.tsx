import type { OwnUser } from '@boathouse/contract/users';
import { usualFirstDay, type FirstDay } from '@boathouse/contract/week';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { firstDayOfDevice } from '../../../lib/device-choices/week.ts';
import { currentUserQuery, type Login } from './api.ts';

const CurrentUser = createContext<OwnUser | null>(null);

type CurrentUserProviderProps = {
  login: Login;
  /** Shown until the record is loaded. */
  pending: ReactNode;
  /** Shown when loading failed; `retry` loads it again. */
  renderUnavailable: (retry: () => void, error: unknown) => ReactNode;
  children: ReactNode;
};

/** Loads the signed-in user's record, and creates it at the first sign-in, before it shows its children. */
export function CurrentUserProvider({
  login,
  pending,
  renderUnavailable,
  children,
}: CurrentUserProviderProps) {
  const { data, isError, error, refetch } = useQuery(currentUserQuery(login));
  if (data !== undefined) return <CurrentUser value={data}>{children}</CurrentUser>;
  return isError ? renderUnavailable(() => void refetch(), error) : pending;
}

/** Returns the signed-in user's record. It works only inside a CurrentUserProvider. */
export function useCurrentUser(): OwnUser {
  const user = use(CurrentUser);
  if (user === null) throw new Error('useCurrentUser is used outside a CurrentUserProvider');
  return user;
}

/** Returns the first day of the signed-in user's weeks. It works only inside a CurrentUserProvider. */
export function useFirstDay(): FirstDay {
  const { firstDay } = useCurrentUser();
  // Until the account has taken it over.
  const ofDevice = firstDayOfDevice.use();
  return firstDay ?? ofDevice ?? usualFirstDay;
}
