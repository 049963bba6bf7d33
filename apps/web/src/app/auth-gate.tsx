import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { CurrentUserProvider, loginQuery } from '../features/auth/index.ts';
import { forgetInvitation, keepInvitation } from '../lib/invitation.ts';
import { Unavailable } from '../ui/states.tsx';
import { PageLoading } from './page-loading.tsx';
import styles from './pages.module.css';

function AccountUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={styles.message}>
      <h1>Your account couldn't be loaded</h1>
      <Unavailable onRetry={onRetry}>
        The server didn't respond. Check your connection and try again.
      </Unavailable>
    </main>
  );
}

/** Redirects anonymous visitors to the landing page, and remembers the session or club that they came for. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { data: login, isError, refetch } = useQuery(loginQuery);
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (login && !wasSignedIn) setWasSignedIn(true);
  // A user who signs in after another login has ended was not invited by that login's last page.
  if (login === null) return <TurnAway isInvited={!wasSignedIn} />;
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

function TurnAway({ isInvited }: { isInvited: boolean }) {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (isInvited) keepInvitation({ pathname, hash });
    else forgetInvitation();
    void navigate('/', { replace: true });
  }, [isInvited, pathname, hash, navigate]);
  return null;
}

/**
 * Redirects signed-in users to the dashboard, also right after sign-in. Shows the page while the login is loading, so that
 * anonymous visitors do not wait.
 */
export function SignedOutGate() {
  const { data: login } = useQuery(loginQuery);
  return login ? <Navigate to="/dashboard" replace /> : <Outlet />;
}
