import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, Outlet } from 'react-router';
import { CurrentUserProvider, loginQuery } from '../features/auth/index.ts';
import { Unavailable } from '../ui/states.tsx';
import { PageLoading } from './page-loading.tsx';
import styles from './pages.module.css';

function AccountUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={styles.message}>
      <h1>We can't load your account right now</h1>
      <Unavailable onRetry={onRetry}>The server did not respond. Check your connection.</Unavailable>
    </main>
  );
}

/** Redirects anonymous visitors to the landing page. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { data: login, isError, refetch } = useQuery(loginQuery);
  if (login === null) return <Navigate to="/" replace />;
  if (login !== undefined) {
    return (
      <CurrentUserProvider
        login={login}
        pending={<PageLoading />}
        renderUnavailable={(retry) => <AccountUnavailable onRetry={retry} />}
      >
        {children}
      </CurrentUserProvider>
    );
  }
  return isError ? <AccountUnavailable onRetry={() => void refetch()} /> : <PageLoading />;
}

/**
 * Redirects signed-in users to the dashboard, also right after sign-in. Shows the page while the login is loading, so that
 * anonymous visitors do not wait.
 */
export function SignedOutGate() {
  const { data: login } = useQuery(loginQuery);
  return login ? <Navigate to="/dashboard" replace /> : <Outlet />;
}
