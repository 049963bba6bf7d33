import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost } from '../use-focus-after.ts';

/** Moves focus to `place` when another `state` is shown and the focused element was removed with the previous one. */
export function useFocusOnChange(state: boolean, place: RefObject<HTMLElement | null>): void {
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (isFocusLost()) place.current?.focus();
  }, [state, place]);
}
