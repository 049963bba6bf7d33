import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost } from '../use-focus-after.ts';

/**
 * Moves lost focus to `place`, the heading of a press's result, when it appears and whenever its `state` changes. Not
 * for a part that is on the page from the beginning, before any element has the focus.
 */
export function useFocusOnArrival(place: RefObject<HTMLElement | null>, state = ''): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (isFocusLost()) place.current?.focus({ preventScroll: true });
  }, [state, place]);
}
