import { useSyncExternalStore } from 'react';
import { createListeners, createStore } from '../store.ts';

/** `ended`: it expired, or was ended on another device; the page stays. `left`: the user has logged out, here or in another tab. */
export type LoginState = 'valid' | 'ended' | 'left';

const state = createStore<LoginState>('valid');
let actingLogin: string | null = null;
const refusals = createListeners();

export const getLoginState = state.get;

/** Whether the login of this page is still valid, as far as the page knows. `app/follow-login.ts` sets it. */
export const setLoginState = state.set;
export const subscribeToLogin = state.subscribe;

export function useLoginState(): LoginState {
  return useSyncExternalStore(subscribeToLogin, getLoginState);
}

/** Reports that the server has refused a request or a connection without a login. */
export const noteNotSignedIn = refusals.call;
export const onNotSignedIn = refusals.subscribe;

/**
 * Names the login that this page shows: its calls are refused (401) if the browser has another login's cookie, perhaps
 * from a second tab.
 */
export function actAs(login: string | null): void {
  actingLogin = login;
}

export function actsAs(): string | null {
  return actingLogin;
}
