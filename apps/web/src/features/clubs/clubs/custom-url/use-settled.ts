import { useEffect, useState } from 'react';

/** Pause in typing before a field asks the server. */
export const typingPauseMs = 300;

/** Returns `value` once it has not changed for `typingPauseMs`. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
