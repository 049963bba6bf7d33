import { useEffect, useRef, type RefObject } from 'react';

/** What was open has closed and taken the focus with it: the place takes it. */
export function useFocusAfter(isOpen: boolean, place: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (hasClosed && document.activeElement === document.body) place.current?.focus();
  }, [isOpen, place]);
}
