/** The right of one tab of this browser to row; the others watch. */
type TabLock = {
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

/** A free lock is granted at once; after this time another tab has it. */
const lockWithinMs = 200;

type RowTabsOptions = {
  userId: string;
  locks: Locks | undefined;
  openChannel(): BroadcastChannel | null;
  /** This tab runs the rows now, or has lost them. */
  onHolder(isHolder: boolean): Promise<void>;
  /** Another tab's row may have changed. */
  onOther(): Promise<void>;
};

/** The tabs of this browser with the same user: which of them runs the rows, and what they tell each other. */
export class RowTabs {
  readonly #options: RowTabsOptions;
  #lock: TabLock | null = null;
  #channel: BroadcastChannel | null = null;
  /** Resolves when this tab has taken the rows up, or let them go. */
  #changing: Promise<void> = Promise.resolve();
  isHolder = false;

  constructor(options: RowTabsOptions) {
    this.#options = options;
  }

  /** Resolves when this tab has taken up the rows, or has seen those of the tab that runs them. */
  open(): Promise<void> {
    const { userId, locks, openChannel, onHolder, onOther } = this.#options;
    return new Promise<void>((resolve) => {
      this.#channel = openChannel();
      if (this.#channel !== null) this.#channel.onmessage = () => void onOther();
      const onChange = (isHeld: boolean) => {
        this.isHolder = isHeld;
        this.#changing = onHolder(isHeld);
        void this.#changing.then(resolve);
      };
      this.#lock = createTabLock(`boathouse.row.${userId}`, { onChange, locks });
      // Another tab has the lock: this one watches.
      if (!this.isHolder) setTimeout(() => void onOther().then(resolve), lockWithinMs);
    });
  }

  close(): void {
    this.#lock?.close();
    this.#lock = null;
    this.#channel?.close();
    this.#channel = null;
  }

  /** Takes the rows from the tab that runs them, if this one does not. Resolves when this tab has taken them up. */
  take(): Promise<void> {
    if (this.isHolder) return this.#changing;
    this.#lock?.steal();
    return new Promise((resolve) => {
      const check = setInterval(() => {
        if (!this.isHolder) return;
        clearInterval(check);
        resolve(this.#changing);
      }, 20);
    });
  }

  /** Tells the other tabs of a change. */
  announce(): void {
    this.#channel?.postMessage('changed');
  }
}
