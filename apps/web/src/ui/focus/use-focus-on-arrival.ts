import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost } from '../use-focus-after.ts';

/**
 * Moves lost focus to `place`, the heading of what a press has led to, when it appears and with each other `state` of it.
 * Not for a part that is on the page from the first: there the focus is no one's yet.
 */
export function useFocusOnArrival(place: RefObject<HTMLElement | null>, state = ''): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (isFocusLost()) place.current?.focus({ preventScroll: true });
  }, [state, place]);
}
