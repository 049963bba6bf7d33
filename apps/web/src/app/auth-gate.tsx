import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { CurrentUserProvider, loginQuery, type Login } from '../features/people/auth/index.ts';
import { forgetInvitation, keepInvitation } from '../lib/invitation.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { useLoginState } from '../lib/server/login-state.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import { PageLoading } from './page-loading.tsx';
import { isLoggedIn } from './product.ts';

const AccountUnavailable = lazyPart<{ onRetry: () => void; error?: unknown }>({
  name: 'Your account',
  load: async () => (await loadChunk(() => import('./account-unavailable.tsx'))).AccountUnavailable,
  waiting: <PageLoading />,
});

/**
 * Redirects anonymous visitors to the landing page, and remembers the session or club that they came for. A login that
 * expires keeps its page (`LogInAgain`); another user who logs in there gets to the dashboard.
 */
export function SignedInOnly({ children }: { children: (login: Login) => ReactNode }) {
  const { data, isError, refetch } = useQuery(loginQuery);
  const state = useLoginState();
  const [last, setLast] = useState<Login | null>(null);
  if (data && data !== last) setLast(data);
  const login = data === null && state === 'ended' ? last : data;
  useLeaveFormerPage(login?.id);
  const isLogin = login === undefined ? undefined : login !== null;
  useEffect(() => {
    if (isLogin !== undefined) isLoggedIn.set(isLogin);
  }, [isLogin]);
  // A user who signs in after another user's login has ended was not invited by that login's last page.
  if (login === null) return <TurnAway isInvited={last === null} />;
  if (login !== undefined) {
    return (
      <CurrentUserProvider
        key={login.id}
        login={login}
        pending={<PageLoading />}
        renderUnavailable={(retry, error) => <AccountUnavailable onRetry={retry} error={error} />}
      >
        {children(login)}
      </CurrentUserProvider>
    );
  }
  return isError ? <AccountUnavailable onRetry={() => void refetch()} /> : <PageLoading />;
}

function useLeaveFormerPage(loginId: string | undefined): void {
  const navigate = useNavigate();
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (loginId === undefined) return;
    const isAnother = last.current !== undefined && last.current !== loginId;
    last.current = loginId;
    if (isAnother) void navigate('/dashboard', { replace: true });
  }, [loginId, navigate]);
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
