import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; from a cached read to the limit of a query. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const queryBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 10];

/** The outcome of a batch of strokes: new ones stored, all already stored, or some missing before it. */
type BatchResult = 'stored' | 'repeated' | 'gap';

/** A value that is read when the metrics are. Null omits it, such as the age of a backup that was never made. */
type Reading = () => number | null | Promise<number | null>;

/** By default an idle process wakes 100 times a second only for this, which slows rooms of 50. */
const lagSampledMs = 200;

/** Prometheus gives up after ten seconds, and one missing value must not lose the others. */
const readLimitMs = 2_000;

/** Counts and times the process's work, for Prometheus. No label contains anything about a user. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'boathouse_http_request_duration_seconds',
    help: 'Seconds from a request to the end of its response, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers: [this.#registry],
  });
  readonly #queries = new Histogram({
    name: 'boathouse_database_query_duration_seconds',
    help: 'Seconds of a query on its connection',
    buckets: queryBuckets,
    registers: [this.#registry],
  });
  readonly #batches = new Counter({
    name: 'boathouse_stroke_batches_total',
    help: 'Batches of strokes that were taken, by what became of them; the page sends those after a gap again',
    labelNames: ['result'],
    registers: [this.#registry],
  });
  readonly #strokes = new Counter({
    name: 'boathouse_strokes_stored_total',
    help: 'Strokes stored',
    registers: [this.#registry],
  });

  readonly #outgoing = new Counter({
    name: 'boathouse_outgoing_total',
    help: 'Tries to send mails, push messages and webhooks, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers: [this.#registry],
  });

  /**
   * Adds Node's own values of this process: memory, processor time, event loop, garbage collection. Once per process.
   */
  addProcess(): void {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: lagSampledMs });
  }

  noteRequest(labels: { method: string; route: string; status: number }, sec: number): void {
    this.#requests.observe(labels, sec);
  }

  noteQuery(sec: number): void {
    this.#queries.observe(sec);
  }

  noteStrokes(result: BatchResult, stored: number): void {
    this.#batches.inc({ result });
    if (stored > 0) this.#strokes.inc(stored);
  }

  noteOutgoing(kind: string, outcome: string): void {
    this.#outgoing.inc({ kind, outcome });
  }

  /** Adds values that go up and down, one by kind. A kind that is no longer read is removed. */
  addGaugesByKind(
    name: `boathouse_${string}`,
    help: string,
    read: () => Promise<Array<{ kind: string; value: number }>>,
  ): void {
    const metric = new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [],
      async collect() {
        const values = await readInTime(read);
        this.reset();
        for (const { kind, value } of values ?? []) this.set({ kind }, value);
      },
    });
    this.#registry.registerMetric(metric);
  }

  /** Adds a value that goes up and down. */
  addGauge(name: `boathouse_${string}`, help: string, read: Reading): void {
    this.#add(Gauge, name, help, read);
  }

  /** Adds a value that only grows and is counted elsewhere. */
  addTotal(name: `boathouse_${string}_total`, help: string, read: Reading): void {
    this.#add(Counter, name, help, read);
  }

  #add(Kind: typeof Gauge | typeof Counter, name: string, help: string, read: Reading): void {
    const metric = new Kind({
      name,
      help,
      registers: [],
      async collect() {
        const value = await readInTime(read);
        this.reset();
        if (value === null) this.remove();
        else this.inc(value);
      },
    });
    this.#registry.registerMetric(metric);
  }

  /** The result has the text format of Prometheus. */
  async text(): Promise<{ type: string; body: string }> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}

/** Returns null for a value that fails, or takes too long. */
async function readInTime<T>(read: () => T | Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, readLimitMs, null);
  });
  try {
    return await Promise.race([Promise.resolve(read()), timeout]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
