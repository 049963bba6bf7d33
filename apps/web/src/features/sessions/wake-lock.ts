import { useEffect } from 'react';

/** Keeps the screen awake while `isWanted`: nobody touches a screen while rowing. Asked again after the page was hidden. */
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
        // Asked twice in a row: one that is forgotten would keep the screen on for good.
        void lock?.release();
        lock = given;
      } catch (error) {
        // A battery saver may refuse; the row goes on with a screen that may dim.
        console.info('The screen may go to sleep', error);
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
