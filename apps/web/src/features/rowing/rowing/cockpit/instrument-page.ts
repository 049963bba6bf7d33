import { useLayoutEffect } from 'react';

/**
 * Shows only the cockpit while the athlete rows: `data-rowing` on the root element hides everything else. Depends on
 * the row's stage, not on the address. Runs before the effects that look for lost focus.
 */
export function useInstrumentPage(isRowing: boolean): void {
  useLayoutEffect(() => {
    if (!isRowing) return;
    const { dataset } = document.documentElement;
    dataset['rowing'] = '';
    return () => {
      delete dataset['rowing'];
    };
  }, [isRowing]);
}
