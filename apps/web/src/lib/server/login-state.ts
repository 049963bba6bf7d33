import { useSyncExternalStore } from 'react';

/** `ended`: it expired, or was ended on another device; the page stays. `left`: the user has logged out, here or in another tab. */
export type LoginState = 'valid' | 'ended' | 'left';

let state: LoginState = 'valid';
let actingLogin: string | null = null;
const stateListeners = new Set<() => void>();
const refusalListeners = new Set<() => void>();

export function getLoginState(): LoginState {
  return state;
}

/** Whether the login of this page is still valid, as far as the page knows. `app/follow-login.ts` sets it. */
export function setLoginState(next: LoginState): void {
  if (state === next) return;
  state = next;
  for (const listener of stateListeners) listener();
}

export function subscribeToLogin(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => void stateListeners.delete(listener);
}

export function useLoginState(): LoginState {
  return useSyncExternalStore(subscribeToLogin, getLoginState);
}

/** Reports that the server has refused a request or a connection without a login. */
export function noteNotSignedIn(): void {
  for (const listener of refusalListeners) listener();
}

export function onNotSignedIn(listener: () => void): () => void {
  refusalListeners.add(listener);
  return () => void refusalListeners.delete(listener);
}

/**
 * Names the login that this page shows: its calls are refused (401) once the browser has the cookie of another one, which a
 * second tab may have brought.
 */
export function actAs(login: string | null): void {
  actingLogin = login;
}

export function actsAs(): string | null {
  return actingLogin;
}
