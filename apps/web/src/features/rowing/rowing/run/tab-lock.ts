/** The right of one tab of this browser to row; the others watch. */
type TabLock = {
  /**
   * Takes the lock from the tab that has it; resolves once this tab has it.
   * @throws TabLockError if the browser refuses, does not respond in time, or the lock is closed before
   */
  steal(): Promise<void>;
  close(): void;
};

/** The used part of the browser's LockManager. */
export type Locks = {
  request(name: string, options: LockOptions, granted: () => Promise<void> | undefined): Promise<unknown>;
};

type TabLockOptions = {
  /** Called with every change; the tab waits for the lock again after it was stolen. */
  onChange(isHeld: boolean): void;
  /** Undefined if the browser has none (no HTTPS): every tab then counts as the only one. */
  locks: Locks | undefined;
};

/** This tab can't take the rows from the tab that runs them. User-visible. */
export class TabLockError extends Error {
  override name = 'TabLockError';

  constructor(cause?: unknown) {
    super("This tab couldn't take your workout from another tab. Close the other tab, then try again.", {
      cause,
    });
  }
}

/** A browser grants a stolen lock at once. */
const stolenWithinMs = 5_000;
const askAgainMs = [1_000, 5_000, 30_000] as const;

/** A context that may not use locks, as with blocked site data: it can't share rows with other tabs either. */
const isForbidden = (error: unknown) => error instanceof DOMException && error.name === 'SecurityError';

/** Requests the lock `name`, and waits until it is free, for example because the tab that had it was closed. */
export function createTabLock(name: string, { onChange, locks }: TabLockOptions): TabLock {
  if (locks === undefined) {
    onChange(true);
    return { steal: () => Promise.resolve(), close: () => {} };
  }
  let waiting: AbortController | null = null;
  let release: (() => void) | null = null;
  let isClosed = false;
  let refusals = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  const stealing = new Set<(error?: unknown) => void>();

  function granted(isStolen: boolean): Promise<void> | undefined {
    // This tab's own request would wait behind the stolen lock.
    if (isStolen) waiting?.abort();
    waiting = null;
    if (isClosed) return undefined;
    refusals = 0;
    onChange(true);
    const held = new Promise<void>((resolve) => (release = resolve));
    settleStealing();
    return held;
  }

  function settleStealing(error?: unknown): void {
    for (const settle of stealing) settle(error);
  }

  async function request(options: LockOptions): Promise<void> {
    let isHeld = false;
    try {
      await locks?.request(name, options, () => {
        const held = granted(options.steal === true);
        isHeld = held !== undefined;
        return held;
      });
    } catch (error) {
      if (isClosed) return;
      if (isHeld) {
        release = null;
        console.info('Another tab of this browser has taken the row', error);
        onChange(false);
        wait();
      } else if (options.signal?.aborted !== true) {
        if (options.steal !== true) waiting = null;
        refused(error);
      }
    }
  }

  /** The browser has refused a request, as for a page that is not fully active: repeat it. */
  function refused(error: unknown): void {
    if (isForbidden(error)) {
      // Like a browser without locks.
      release ??= () => {};
      onChange(true);
      settleStealing();
      return;
    }
    settleStealing(error);
    clearTimeout(again);
    again = setTimeout(wait, askAgainMs[Math.min(refusals, askAgainMs.length - 1)]);
    refusals += 1;
  }

  function wait(): void {
    if (isClosed || release !== null || waiting !== null) return;
    waiting = new AbortController();
    void request({ signal: waiting.signal });
  }

  wait();
  return {
    steal() {
      if (release !== null) return Promise.resolve();
      if (isClosed) return Promise.reject(new TabLockError());
      const stolen = new Promise<void>((resolve, reject) => {
        const settle = (error?: unknown) => {
          stealing.delete(settle);
          clearTimeout(timer);
          if (error === undefined) resolve();
          else reject(new TabLockError(error));
        };
        const timer = setTimeout(() => {
          settle(new Error(`The browser did not grant the lock for ${stolenWithinMs / 1_000} s`));
        }, stolenWithinMs);
        stealing.add(settle);
      });
      void request({ steal: true });
      return stolen;
    },
    close() {
      isClosed = true;
      clearTimeout(again);
      waiting?.abort();
      release?.();
      settleStealing(new Error('This page has closed'));
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
  /** The tab that runs the rows receives its monitor's records. */
  onHeard(): void;
  monotonicMs(): number;
};

/** Shortest time between two messages of a tab that it receives its monitor's records. */
const tellHeardMs = 1_000;
const heardMessage = 'heard';

/** The tabs of this browser with the same user: which of them runs the rows, and their messages. */
export class RowTabs {
  readonly #options: RowTabsOptions;
  #lock: TabLock | null = null;
  #channel: BroadcastChannel | null = null;
  /** Resolves when this tab has taken up the rows, or released them. */
  #changing: Promise<void> = Promise.resolve();
  #stopOpening = () => {};
  #toldHeardAtMs = Number.NEGATIVE_INFINITY;
  isHolder = false;

  constructor(options: RowTabsOptions) {
    this.#options = options;
  }

  /** Resolves when this tab has taken up the rows, has read the rows of the tab that runs them, or has closed. */
  open(): Promise<void> {
    const { userId, locks, openChannel, onHolder, onOther, onHeard } = this.#options;
    return new Promise<void>((resolve) => {
      this.#channel = openChannel();
      if (this.#channel !== null) {
        this.#channel.onmessage = ({ data }) => (data === heardMessage ? onHeard() : void onOther());
      }
      let watching: ReturnType<typeof setTimeout> | undefined;
      this.#stopOpening = () => {
        clearTimeout(watching);
        resolve();
      };
      const onChange = (isHeld: boolean) => {
        this.isHolder = isHeld;
        this.#changing = onHolder(isHeld).catch((error: unknown) => {
          console.error('The rows of this device could not be taken up', error);
        });
        void this.#changing.then(this.#stopOpening);
      };
      this.#lock = createTabLock(`boathouse.row.${userId}`, { onChange, locks });
      // Another tab has the lock: this one watches.
      if (!this.isHolder) {
        watching = setTimeout(() => void onOther().then(resolve, resolve), lockWithinMs);
      }
    });
  }

  close(): void {
    this.#lock?.close();
    this.#lock = null;
    this.#channel?.close();
    this.#channel = null;
    this.#stopOpening();
  }

  /**
   * Takes the rows from the tab that runs them, if this one does not. Resolves when this tab has taken them up.
   * @throws TabLockError
   */
  async take(): Promise<void> {
    if (!this.isHolder) {
      if (this.#lock === null) throw new TabLockError();
      await this.#lock.steal();
    }
    await this.#changing;
  }

  /** Notifies the other tabs, every second, that this one runs the rows and receives its monitor's records. */
  tellHeard(): void {
    const nowMs = this.#options.monotonicMs();
    if (!this.isHolder || nowMs - this.#toldHeardAtMs < tellHeardMs) return;
    this.#toldHeardAtMs = nowMs;
    this.#channel?.postMessage(heardMessage);
  }

  /** Notifies the other tabs of a change. */
  announce(): void {
    this.#channel?.postMessage('changed');
  }
}
