/** The right of one tab of this browser to row; the others watch. */
export type TabLock = {
  /** Takes the lock from the tab that has it. */
  steal(): void;
  close(): void;
};

/** The part of the browser's LockManager that is used. */
export type Locks = {
  request(name: string, options: LockOptions, granted: () => Promise<void> | undefined): Promise<unknown>;
};

type TabLockOptions = {
  /** Called with every change; the tab waits for the lock again after it was stolen. */
  onChange(isHeld: boolean): void;
  /** Undefined where the browser has none (no HTTPS): then every tab counts as the only one. */
  locks: Locks | undefined;
};

/** Requests the lock `name`, and waits until it is free: also after the tab that had it was closed. */
export function createTabLock(name: string, { onChange, locks }: TabLockOptions): TabLock {
  if (locks === undefined) {
    onChange(true);
    return { steal: () => {}, close: () => {} };
  }
  let waiting: AbortController | null = null;
  let release: (() => void) | null = null;
  let isClosed = false;

  async function request(options: LockOptions): Promise<void> {
    let isHeld = false;
    try {
      await locks?.request(name, options, () => {
        waiting = null;
        if (isClosed) return undefined;
        isHeld = true;
        onChange(true);
        return new Promise<void>((resolve) => (release = resolve));
      });
    } catch (error) {
      // Otherwise it was only waited for.
      if (!isHeld || isClosed) return;
      release = null;
      console.info('Another tab of this browser has taken the row', error);
      onChange(false);
      wait();
    }
  }

  function wait(): void {
    waiting = new AbortController();
    void request({ signal: waiting.signal });
  }

  wait();
  return {
    steal() {
      if (release !== null || isClosed) return;
      waiting?.abort();
      void request({ steal: true });
    },
    close() {
      isClosed = true;
      waiting?.abort();
      release?.();
    },
  };
}
