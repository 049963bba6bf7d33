import { useEffect } from 'react';

/** How many parts of the page have something to lose. */
let losing = 0;

/** Whether closing the page now would lose something that the user has typed or rowed. */
export function wouldLose(): boolean {
  return losing > 0;
}

/** Makes the browser ask before the page is closed or reloaded. */
export function useUnloadWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    losing += 1;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      losing -= 1;
      removeEventListener('beforeunload', warn);
    };
  }, [isOn]);
}
