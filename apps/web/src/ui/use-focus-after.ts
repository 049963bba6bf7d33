import { useEffect, useRef, type RefObject } from 'react';

/** Moves focus to `place` when the focused element has closed. */
export function useFocusAfter(isOpen: boolean, place: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (hasClosed && document.activeElement === document.body) place.current?.focus();
  }, [isOpen, place]);
}
