import { apiVersion } from '@boathouse/contract/endpoint';
import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

/**
 * Whether the page and the server that last responded have the same version. `differs`: a response was not understood
 * although the versions are equal. An older server is being updated: its newer processes will respond soon.
 */
export type VersionSkew = 'none' | 'pageTooOld' | 'serverTooOld' | 'differs';

const skew = createStore<VersionSkew>('none');

export const getVersionSkew = skew.get;

function become(next: VersionSkew): void {
  // Only a reload makes a page newer.
  if (skew.get() !== 'pageTooOld') skew.set(next);
}

/** Records the version of a response; `null` if it has none. */
export function noteVersion(version: string | null): void {
  if (version === null || !/^\d{1,6}$/.test(version)) return;
  const server = Number(version);
  if (server > apiVersion) become('pageTooOld');
  else if (server < apiVersion) become('serverTooOld');
  else if (skew.get() === 'serverTooOld') become('none');
}

/** Records a live connection that was refused because of its protocol, and which of the two is newer. */
export function notePageTooOld(): void {
  become('pageTooOld');
}

/** Notes a response of our server that the page does not understand. */
export function noteUnexpected(): void {
  if (skew.get() === 'none') become('differs');
}

/** For tests. */
export function forgetVersionSkew(): void {
  skew.set('none');
}

export function useVersionSkew(): VersionSkew {
  return useSyncExternalStore(skew.subscribe, skew.get);
}
