import { useEffect, useRef, type RefObject } from 'react';

/** Whether the focused element has been removed or hidden, or none has been focused. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || !activeElement.checkVisibility();
}

/** Moves focus to `place` when the focused element has closed. */
export function useFocusAfter(isOpen: boolean, place: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (hasClosed && isFocusLost()) place.current?.focus();
  }, [isOpen, place]);
}
