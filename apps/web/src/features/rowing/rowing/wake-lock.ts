import { useEffect } from 'react';

/** Keeps the screen awake while `isWanted`. Requests the lock again after the page was hidden, which releases it. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const given = await navigator.wakeLock.request('screen');
        if (isOver) return void given.release();
        // Requested twice: an unreleased first lock would keep the screen on permanently.
        void lock?.release();
        lock = given;
      } catch (error) {
        // A battery saver may refuse it; the row continues with a screen that may turn off.
        console.info('The screen may turn off', error);
      }
    };
    const askIfVisible = () => void ask();
    askIfVisible();
    document.addEventListener('visibilitychange', askIfVisible);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', askIfVisible);
      void lock?.release();
    };
  }, [isWanted]);
}
