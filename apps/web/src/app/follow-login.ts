import type { QueryClient } from '@tanstack/react-query';
import { endLogin, loginQuery } from '../features/people/auth/index.ts';
import { forgetFirstData } from '../lib/first-data.ts';
import { forgetReads, keptMark } from '../lib/kept/reads.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { actAs, actsAs, getLoginState, onNotSignedIn, setLoginState } from '../lib/server/login-state.ts';

/** The message of a tab to the others of its browser. */
type Told = { kind: 'left' | 'signedIn'; login: string };

function readTold(data: unknown): Told | null {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('login' in data)) return null;
  const { kind, login } = data;
  return (kind === 'left' || kind === 'signedIn') && typeof login === 'string' ? { kind, login } : null;
}

const isOfLogin = (queryKey: readonly unknown[]) => queryKey[0] === loginQuery.queryKey[0];

/**
 * Follows the login of the page, and keeps the tabs of the browser together: - A login that expires, or is ended on
 * another device, keeps the page with the typed text. Loads everything again once the same user is back. - When the
 * user logs out, here or in another tab, or another login takes its place, removes everything that was loaded for
 * it: most queries don't name the user they were answered for. Returns a function that stops it.
 */
export function followLogin(client: QueryClient): () => void {
  const channel = new BroadcastChannel('boathouse-login');
  const loginOf = () => client.getQueryData(loginQuery.queryKey);
  let loginId = loginOf()?.id;
  let isSignedOut = loginOf() === null;
  actAs(loginId ?? null);

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  const tell = (told: Told) => channel.postMessage(told);

  function forget(): void {
    forgetFirstData();
    client.removeQueries({ predicate: ({ queryKey }) => !isOfLogin(queryKey) });
    client.getMutationCache().clear();
  }

  /**
   * The data kept on this device belongs to the login too. It is always removed before another login stores something.
   */
  function forgetKept(): void {
    if (keptMark.get() === null) return;
    void loadChunk(() => import('../lib/kept/answers.ts')).then(
      // Another login may have stored data by now.
      ({ forgetEnded }) => forgetEnded(getLoginState() === 'valid' ? actsAs() : null),
      // The code of a newer build replaced it: that removes it before it stores something.
      () => {},
    );
  }

  function ended(id: string): void {
    forgetReads();
    forgetKept();
    if (getLoginState() !== 'left') return setLoginState('ended');
    loginId = undefined;
    isSignedOut = true;
    actAs(null);
    forget();
    tell({ kind: 'left', login: id });
  }

  function signedIn(id: string): void {
    const before = loginId;
    const isBack = getLoginState() !== 'valid';
    const isNew = isBack || isSignedOut || (before !== undefined && before !== id);
    loginId = id;
    isSignedOut = false;
    actAs(id);
    if (before !== undefined && before !== id) {
      forget();
      forgetReads();
    }
    setLoginState('valid');
    const kept = keptMark.get();
    if (kept !== null && kept !== id) {
      // From here on, no data of the other login is shown.
      keptMark.set(id);
      forgetKept();
    }
    if (isNew) tell({ kind: 'signedIn', login: id });
    if (isBack && before === id) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => !isOfLogin(queryKey) });
    }
  }

  const stopCache = client.getQueryCache().subscribe((event) => {
    const isNews = event.type === 'added' || (event.type === 'updated' && event.action.type === 'success');
    const { queryKey }: { queryKey: readonly unknown[] } = event.query;
    if (!isNews || !isOfLogin(queryKey)) return;
    const login = loginOf();
    if (login) signedIn(login.id);
    else if (login === null && loginId !== undefined) ended(loginId);
    else if (login === null) {
      isSignedOut = true;
      forgetReads();
      forgetKept();
    } else isSignedOut = false;
  });

  /** A failure does not change the login: a failing network must never sign out an athlete who is rowing. */
  const check = () => {
    forgetFirstData();
    void client.query({ ...loginQuery, staleTime: 0 }).catch(() => {});
  };
  const stopRefusals = onNotSignedIn(check);

  channel.onmessage = ({ data }) => {
    const told = readTold(data);
    if (told?.kind === 'signedIn') check();
    else if (told !== null && told.login === loginId) endLogin(client);
  };

  return () => {
    stopCache();
    stopRefusals();
    channel.close();
  };
}
