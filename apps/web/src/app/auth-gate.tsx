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
      <h1>Your account is out of reach</h1>
      <Unavailable onRetry={onRetry}>The server did not answer. Check your connection.</Unavailable>
    </main>
  );
}

/** An anonymous visitor of anything inside is sent to the landing page. */
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
 * Whoever is signed in, or has just signed in on the page inside, goes on to the dashboard. While it is not known yet
 * the page is shown: a form that turns out to be unnecessary is better than a wait in front of it.
 */
export function SignedOutGate() {
  const { data: login } = useQuery(loginQuery);
  return login ? <Navigate to="/dashboard" replace /> : <Outlet />;
}
