import { useEffect } from 'react';

/** Prints the page in its light mode, in which plots have dark lines: a canvas keeps the colors of the screen. */
export function usePrintMode(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let mode: string | undefined;
    const before = () => {
      mode = dataset['mode'];
      dataset['mode'] = 'light';
    };
    const after = () => {
      if (mode !== undefined) dataset['mode'] = mode;
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
}
