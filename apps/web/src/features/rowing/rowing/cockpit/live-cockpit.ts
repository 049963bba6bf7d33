import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../../../lib/store.ts';
import type { Erg } from '../../erg/index.ts';

/** Whether this page shows the cockpit of a row whose erg it holds. */
export const liveCockpit = createStore(false);

/** Whether this page is connected to an erg, looks for it again, or has lent it to another device for a while. */
export function isErgHeld(erg: Pick<Erg, 'state' | 'reconnecting' | 'isLent'>): boolean {
  return erg.state !== 'disconnected' || erg.reconnecting || erg.isLent;
}

export function useLiveCockpit(isLive: boolean): void {
  useLayoutEffect(() => {
    if (!isLive) return;
    liveCockpit.set(true);
    return () => liveCockpit.set(false);
  }, [isLive]);
}

/**
 * Whether the athlete rows in the cockpit of this page, which nothing may then cover or leave. A row that was left, or
 * that another page, tab or device has, does not hold anything back.
 */
export function useIsInCockpit(): boolean {
  return useSyncExternalStore(liveCockpit.subscribe, liveCockpit.get);
}
