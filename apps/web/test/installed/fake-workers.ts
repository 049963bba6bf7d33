/** A service worker of a build. It controls no page. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  readonly entry: string;

  constructor(entry: string) {
    super();
    this.entry = entry;
  }

  postMessage(_question: string, [port]: [MessagePort]): void {
    port.postMessage(this.entry);
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** The service workers of one origin in a browser, and the build that the server has: `entry` starts it. */
export class FakeWorkers extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  /** How often the server was asked for its worker. */
  asked = 0;
  #published: string;
  #isServerThere = true;

  constructor(entry: string) {
    super();
    this.#published = entry;
  }

  readonly register = async (): Promise<this> => this;

  /** Has stored this build in an earlier page. */
  have(entry: string): void {
    this.active = new FakeWorker(entry);
    this.active.state = 'activated';
  }

  publish(entry: string): void {
    this.#published = entry;
  }

  stopServer(): void {
    this.#isServerThere = false;
  }

  readonly update = async (): Promise<void> => {
    this.asked += 1;
    if (!this.#isServerThere) throw new TypeError('Failed to update');
    const newest = this.installing ?? this.waiting ?? this.active;
    if (newest?.entry === this.#published) return;
    this.installing = new FakeWorker(this.#published);
    this.dispatchEvent(new Event('updatefound'));
  };

  /** The build that was being stored is ready; the older worker stays active. */
  stored(): void {
    this.waiting = this.installing;
    this.installing = null;
    this.waiting?.become('installed');
  }

  /** The build could not be stored. */
  failed(): void {
    const worker = this.installing;
    this.installing = null;
    worker?.become('redundant');
  }
}
