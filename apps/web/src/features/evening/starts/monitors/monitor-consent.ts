import { useCallback, useState } from 'react';

type MonitorConsent = { isGiven: boolean; set: (isGiven: boolean) => void };

/**
 * Returns whether the athlete lets those who run a session set the monitor in it. Kept for this tab, so that a reload does
 * not ask again; without storage, for the page.
 */
export function useMonitorConsent(sessionId: string, userId: string): MonitorConsent {
  const key = `monitor-consent ${sessionId}`;
  const [isGiven, setIsGiven] = useState(() => stored(key) === userId);
  const set = useCallback(
    (next: boolean) => {
      setIsGiven(next);
      try {
        if (next) sessionStorage.setItem(key, userId);
        else sessionStorage.removeItem(key);
      } catch {
        // Storage can be disabled; the next page asks again.
      }
    },
    [key, userId],
  );
  return { isGiven, set };
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
