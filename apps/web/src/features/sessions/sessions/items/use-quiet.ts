import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** How long after a movement of the pointer nothing moves under it. */
const quietAfterMs = 3_000;

/**
 * Returns a value that changes only while the pointer does not move, so that nothing moves away from a press, and the
 * handlers that follow the pointer's movements. `key` identifies the value; nothing changes while `isHeld`.
 */
export function useQuiet<T>(value: T, key: string, isHeld = false): { shown: T; onPointer: () => void } {
  const [shown, setShown] = useState({ value, key });
  const pointedAtMs = useRef(Number.NEGATIVE_INFINITY);
  // Before the paint: a value that may change at once is shown together with its source.
  useLayoutEffect(() => {
    if (key === shown.key || isHeld) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showIfQuiet = () => {
      const waitMs = pointedAtMs.current + quietAfterMs - performance.now();
      if (waitMs > 0) timer = setTimeout(showIfQuiet, waitMs);
      else setShown({ value, key });
    };
    showIfQuiet();
    return () => clearTimeout(timer);
  }, [value, key, isHeld, shown.key]);
  const onPointer = useCallback(() => {
    pointedAtMs.current = performance.now();
  }, []);
  return { shown: shown.value, onPointer };
}
