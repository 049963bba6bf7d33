import { useLayoutEffect } from 'react';

/**
 * Makes the page the instrument while the athlete rows: `data-rowing` on the root element hides what is not needed in the
 * seat. The row's stage decides, not the address. Before the effects that look for lost focus.
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
