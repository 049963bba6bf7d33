import type { ActivityChanged } from '@boathouse/contract/live';
import type { RowPlace } from '@boathouse/row/life/life';
import type { RowRecord } from '@boathouse/row/reduce/progress';
import { createListeners, once } from '../../../../lib/store.ts';
import { Looks } from './looks.ts';
import type { RowRunner } from './row-runner.ts';
import type { RowSnapshot } from './row-snapshot.ts';

/** The page's operations on the user's row. */
export type RowControl = Pick<
  LazyRunner,
  | 'getSnapshot'
  | 'getHeld'
  | 'subscribe'
  | 'expect'
  | 'getExpected'
  | 'visit'
  | 'getVisited'
  | 'begin'
  | 'leaveSession'
> & {
  /** Operations on an existing row; null while there is none and its code is not loaded. */
  readonly rowing: Pick<
    RowRunner,
    'finish' | 'discard' | 'takeOver' | 'dismiss' | 'save' | 'keepHeld' | 'discardHeld' | 'leftovers'
  > | null;
};

/** The session whose page is open, and its items that the athlete can still row. */
export type VisitedSession = {
  sessionId: string;
  title: string;
  items: ReadonlyArray<{ index: number; workout: string; isOpen: boolean }>;
};

type LazyRunnerOptions = {
  userId: string;
  /** Loads the code, and creates the runner. */
  load: () => Promise<RowRunner>;
  /** Whether this device has a row that is in progress or not yet sent. */
  hasKept: () => Promise<boolean>;
  /** Whether the server has an activity of the user in progress, on any device. */
  isInProgress: () => Promise<boolean>;
  /** Opens the channel that reports changes of another tab's row. */
  openChannel: () => BroadcastChannel | null;
  /** Shows a message to the athlete. */
  tell: (message: string) => void;
};

const againMs = 5_000;
/** More than an hour of a monitor's records, and some 10 MB. */
const heldMax = 40_000;

/** User-visible. */
const notLoaded =
  "A part of this page couldn't be loaded, so what you row isn't stored yet. Keep this page open, and check your connection.";
const notHeld = "This page couldn't be loaded for more than an hour. What you row from now on isn't stored.";

/**
 * The user's rows on a page; most pages row nothing. Loads the code that runs them when this device has a row, the
 * server has one in progress, another tab begins one, or an erg connects. Until then there is no row. Holds records
 * that arrive while the code and the stored row load.
 *
 * A promise of the runner can't replace it: records must be held in their order and up to a limit, even if the code
 * fails to load and is loaded again, and the page reads the expected item and the visited session without waiting.
 */
export class LazyRunner {
  readonly #options: LazyRunnerOptions;
  readonly #listeners = createListeners();
  #runner: RowRunner | null = null;
  /** Records for the runner, oldest first; null once the runner gets them itself. */
  #held: RowRecord[] | null = [];
  /** The item that the next first stroke begins, for the runner. */
  #expected: RowPlace | null = null;
  #visited: VisitedSession | null = null;
  /** The kind of the connected erg, for the runner. */
  #ergIsSimulated: boolean | null = null;
  /** The code must load even without a row. */
  #isNeeded = false;
  #isStarted = false;
  readonly #looks = new Looks(() => performance.now());
  #again: ReturnType<typeof setTimeout> | null = null;
  #channel: BroadcastChannel | null = null;
  readonly #told = new Set<string>();

  constructor(options: LazyRunnerOptions) {
    this.#options = options;
  }

  get rowing(): RowRunner | null {
    return this.#runner;
  }

  readonly getSnapshot = (): RowSnapshot | null => this.#runner?.getSnapshot() ?? null;

  readonly getExpected = (): RowPlace | null => this.#expected;

  readonly getVisited = (): VisitedSession | null => this.#visited;

  readonly getHeld = (): RowSnapshot | null => this.#runner?.getHeld() ?? null;

  readonly subscribe = this.#listeners.subscribe;

  /** Looks for a row to take up. `stop` ends it. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (this.#runner !== null) {
      this.#runner.start();
      return;
    }
    this.#channel = this.#options.openChannel();
    if (this.#channel !== null) this.#channel.onmessage = () => this.need();
    void this.look();
  }

  stop(): void {
    this.#isStarted = false;
    this.#waitNoMore();
    this.#runner?.stop();
  }

  keep(): void {
    this.#runner?.keep();
  }

  /** A row of another page or device, or one that could not be loaded, may have to be taken up. */
  async look(): Promise<void> {
    if (this.#runner !== null) return this.#runner.look();
    if (!this.#isStarted) return;
    await this.#looks.run(() => this.#loadIfNeeded());
    // The page already shows that the server is unreachable.
    if (this.#looks.hasFailed) this.#lookAgain();
  }

  async #loadIfNeeded(): Promise<void> {
    const { hasKept, isInProgress } = this.#options;
    if (this.#runner === null && ((await hasKept()) || (await isInProgress()))) await this.#load();
  }

  /** Loads the code because a row is about to begin, or runs in another tab. */
  need(): void {
    this.#isNeeded = true;
    this.#load().catch(() => {
      if ((this.#held?.length ?? 0) > 0) this.#tellOnce(notLoaded);
      this.#lookAgain();
    });
  }

  #tellOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#options.tell(message);
  }

  async begin(place: RowPlace, isSimulated: boolean): Promise<void> {
    return (await this.#load()).begin(place, isSimulated);
  }

  /** See the runner's method. */
  async leaveSession(sessionId: string): Promise<void> {
    return (await this.#load()).leaveSession(sessionId);
  }

  expect(place: RowPlace | null): void {
    this.#expected = place;
    this.#runner?.expect(place);
    this.#listeners.call();
  }

  visit(session: VisitedSession | null): void {
    this.#visited = session;
    this.#runner?.visit(session?.sessionId ?? null);
    this.#listeners.call();
  }

  follow(record: RowRecord): void {
    if (this.#held === null) {
      this.#runner?.follow(record);
      return;
    }
    if (this.#held.length < heldMax) this.#held.push(record);
    else this.#tellOnce(notHeld);
    if (this.#again === null) this.need();
  }

  noteErg(isSimulated: boolean): void {
    this.#ergIsSimulated = isSimulated;
    if (this.#held === null) this.#runner?.noteErg(isSimulated);
    else this.need();
  }

  ownerChanged(change: { activity: string; owner: string }): void {
    this.#runner?.ownerChanged(change);
  }

  activitiesChanged(changes: Pick<ActivityChanged, 'activities' | 'discarded'>): void {
    if (this.#runner !== null) this.#runner.activitiesChanged(changes);
    else if (
      changes.activities.some(({ user, isCompleted }) => user._id === this.#options.userId && !isCompleted)
    ) {
      void this.look();
    }
  }

  readonly #load = once(async () => {
    const runner = await this.#options.load();
    this.#runner = runner;
    runner.expect(this.#expected);
    runner.visit(this.#visited?.sessionId ?? null);
    this.#waitNoMore();
    runner.subscribe(this.#listeners.call);
    if (this.#isStarted) runner.start();
    void runner.ready.then(() => this.#release(runner));
    return runner;
  });

  /** Passes on the held records, because the runner now has the stored row, if there is one. */
  #release(runner: RowRunner): void {
    const held = this.#held ?? [];
    this.#held = null;
    if (this.#ergIsSimulated !== null) runner.noteErg(this.#ergIsSimulated);
    for (const record of held) runner.follow(record);
  }

  #lookAgain(): void {
    if (!this.#isStarted || this.#again !== null) return;
    this.#again = setTimeout(() => {
      this.#again = null;
      if (this.#isNeeded) this.need();
      else void this.look();
    }, againMs);
  }

  #waitNoMore(): void {
    if (this.#again !== null) clearTimeout(this.#again);
    this.#again = null;
    this.#channel?.close();
    this.#channel = null;
  }
}
