import { useEffect } from 'react';

/**
 * Makes the page the instrument while the athlete rows: `data-rowing` on the root element hides what is not needed in the
 * seat. The row's stage decides, not the address.
 */
export function useInstrumentPage(isRowing: boolean): void {
  useEffect(() => {
    if (!isRowing) return;
    const { dataset } = document.documentElement;
    dataset['rowing'] = '';
    return () => {
      delete dataset['rowing'];
    };
  }, [isRowing]);
}
