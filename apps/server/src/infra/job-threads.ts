import { Worker } from 'node:worker_threads';

/** The thread was ended because it took too long. */
export class JobTimedOutError extends Error {
  override name = 'JobTimedOutError';
}

/** The thread needed more memory than it may have. */
export class JobOutOfMemoryError extends Error {
  override name = 'JobOutOfMemoryError';
}

type JobThreadsOptions = {
  /** Limit of one job, including the start of its thread; or from one part of its result to the next. */
  timeMs: number;
  memoryMb: number;
  /** How long a thread without a job is kept: starting one takes up to a second of processor time. */
  idleMs?: number;
};

const isPart = <Part>(message: object): message is PartOf<Part> => 'part' in message;

type Idle = { worker: Worker; timer: NodeJS.Timeout };

/** A message of a program before its answer. */
type PartOf<Part> = { part: Part };

/**
 * Runs jobs of one program on threads, so that their work does not block the event loop. The program posts one message
 * for each message that it gets, its answer, and parts before it. A thread whose job takes too long or too much memory
 * is ended. The caller limits how many jobs run at once.
 */
export class JobThreads<Job, Answer extends object, Part = never> {
  readonly #program: URL;
  readonly #options: Required<JobThreadsOptions>;
  readonly #idle: Idle[] = [];
  readonly #all = new Set<Worker>();

  constructor(program: URL, options: JobThreadsOptions) {
    this.#program = program;
    this.#options = { idleMs: 60_000, ...options };
  }

  /** @throws JobTimedOutError, JobOutOfMemoryError, and any error of the program, which ends its thread */
  async run(job: Job, onPart: (part: Part) => void = () => {}): Promise<Answer> {
    const worker = this.#take();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => reject(new JobTimedOutError()), this.#options.timeMs);
    const onMessage = (message: Answer | PartOf<Part>) => {
      if (!isPart(message)) return resolve(message);
      timer.refresh();
      onPart(message.part);
    };
    const onError = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new JobOutOfMemoryError() : error);
    const onExit = () => reject(new Error('The thread has ended without an answer'));
    worker.on('message', onMessage).once('error', onError).once('exit', onExit);
    try {
      // The rule is about windows.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(job);
      const answer = await promise;
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      this.#keep(worker);
      return answer;
    } catch (error) {
      this.#end(worker);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends all threads. */
  close(): void {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    for (const worker of this.#all) this.#end(worker);
  }

  #take(): Worker {
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      clearTimeout(idle.timer);
      idle.worker.ref();
      return idle.worker;
    }
    const worker = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb },
      // No flags of the main thread: a test runner's flags would load its modules here too.
      execArgv: [],
    });
    this.#all.add(worker);
    worker.once('exit', () => this.#all.delete(worker));
    // Without a job an error only ends the thread.
    worker.on('error', () => this.#forget(worker));
    return worker;
  }

  #keep(worker: Worker): void {
    worker.unref();
    const timer = setTimeout(() => {
      this.#forget(worker);
      this.#end(worker);
    }, this.#options.idleMs).unref();
    this.#idle.push({ worker, timer });
  }

  #forget(worker: Worker): void {
    const index = this.#idle.findIndex((idle) => idle.worker === worker);
    for (const { timer } of index < 0 ? [] : this.#idle.splice(index, 1)) clearTimeout(timer);
  }

  #end(worker: Worker): void {
    worker.removeAllListeners('message');
    void worker.terminate();
  }
}
