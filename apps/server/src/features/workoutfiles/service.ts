import { JobOutOfMemoryError, JobThreads, JobTimedOutError } from '../../infra/job-threads.ts';
import type { ReadAnswer, ReadJob } from './rules.ts';

const readMemoryMb = 512;

/** Reads files of other apps on threads, whose work does not block the event loop. */
export class WorkoutFiles {
  readonly #timeMs: number;
  readonly #threads: JobThreads<ReadJob, ReadAnswer>;

  constructor(timeMs = 30_000) {
    this.#timeMs = timeMs;
    this.#threads = new JobThreads(new URL('./worker.ts', import.meta.url), {
      timeMs,
      memoryMb: readMemoryMb,
    });
  }

  /** Returns the workouts of a file. One that takes too long or too much memory is a problem. */
  async read(job: ReadJob): Promise<ReadAnswer> {
    try {
      return await this.#threads.run(job);
    } catch (error) {
      if (error instanceof JobTimedOutError) {
        return fault(
          `Reading this file took longer than ${this.#timeMs / 1_000} s. Split it, or export it again.`,
        );
      }
      if (error instanceof JobOutOfMemoryError)
        return fault('This file holds too much to be read at once. Split it.');
      throw error;
    }
  }

  /** Ends the threads. */
  close(): void {
    this.#threads.close();
  }
}

const fault = (message: string): ReadAnswer => ({
  workouts: [],
  problems: [{ message, line: null, entry: null }],
});
