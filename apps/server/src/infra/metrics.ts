import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; from a cached read to the limit of a query. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const queryBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 10];

/** What became of a batch of strokes: new ones stored, all stored before, or some missing before it. */
type BatchResult = 'stored' | 'repeated' | 'gap';

/** A value that is read when the metrics are. Null leaves it out, such as the age of a backup that was never made. */
type Reading = () => number | null | Promise<number | null>;

/** By default a process that does nothing wakes 100 times a second for this alone, which rooms of 50 feel. */
const lagSampledMs = 200;

/** Prometheus gives up after ten seconds, and the other values must not be lost with one. */
const readLimitMs = 2_000;

/** Counts and times what the process does, for Prometheus. No label holds anything of a user. */
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

  /** Adds what Node knows of its process: memory, processor time, event loop, garbage collection. Once per process. */
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

  /** In the text format of Prometheus. */
  async text(): Promise<{ type: string; body: string }> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}

/** Returns null for what fails, or takes too long. */
async function readInTime(read: Reading): Promise<number | null> {
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
