import { apiVersion } from '@boathouse/contract/endpoint';
import { useSyncExternalStore } from 'react';

/**
 * Whether the page and the server that last answered are of one version. `differs`: an answer was not understood although
 * the versions are equal. A server that is older is being updated: its newer processes are about to answer.
 */
export type VersionSkew = 'none' | 'pageTooOld' | 'serverTooOld' | 'differs';

let skew: VersionSkew = 'none';
const listeners = new Set<() => void>();

export function getVersionSkew(): VersionSkew {
  return skew;
}

function become(next: VersionSkew): void {
  // Only a reload makes a page newer.
  if (skew === next || skew === 'pageTooOld') return;
  skew = next;
  for (const listener of listeners) listener();
}

/** Notes the version of a response; `null` if it has none. */
export function noteVersion(version: string | null): void {
  if (version === null || !/^\d{1,6}$/.test(version)) return;
  const server = Number(version);
  if (server > apiVersion) become('pageTooOld');
  else if (server < apiVersion) become('serverTooOld');
  else if (skew === 'serverTooOld') become('none');
}

/** Notes a live connection that was refused for its protocol, by which of the two is newer. */
export function notePageTooOld(): void {
  become('pageTooOld');
}

/** Notes a response of our server that the page does not understand. */
export function noteUnexpected(): void {
  if (skew === 'none') become('differs');
}

/** For tests. */
export function forgetVersionSkew(): void {
  skew = 'none';
}

export function useVersionSkew(): VersionSkew {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, getVersionSkew);
}
