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

/** Moves focus to `place` when another `state` is shown and the focused element has gone with the one before. */
export function useFocusOnChange(state: Shown, place: RefObject<HTMLElement | null>): void {
  useFocusIfShown(state, place, state);
}

/**
 * Moves lost focus to `place`, the heading of what a press has led to, when it appears and with each other `state` of it.
 * Not for a part that is on the page from the first: there the focus is nobody's yet.
 */
export function useFocusOnArrival(place: RefObject<HTMLElement | null>, state: Shown = ''): void {
  useFocusIfShown(state, place, null);
}

type Shown = string | boolean;

function useFocusIfShown(state: Shown, place: RefObject<HTMLElement | null>, first: Shown | null): void {
  const shown = useRef(first);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (isFocusLost()) place.current?.focus({ preventScroll: true });
  }, [state, place]);
}
