import { JobOutOfMemoryError, JobThreads, JobTimedOutError } from '../../../infra/job-threads.ts';
import type { ReadAnswer, ReadJob, ReadPart } from './rules.ts';

const readMemoryMb = 512;

type WorkoutFilesOptions = {
  /** Limit for a file, or for one in an archive. */
  timeMs?: number;
  /** Limit for an archive, until it is continued. */
  turn?: ReadJob['turn'];
  /** Options of the threads, for tests. */
  program?: URL;
};

/** Reads files of other apps on threads, so that the work does not block the event loop. */
export class WorkoutFiles {
  readonly #timeMs: number;
  readonly #turn: ReadJob['turn'];
  readonly #threads: JobThreads<ReadJob, ReadAnswer, ReadPart>;

  constructor({
    timeMs = 30_000,
    turn = { processorMs: 15_000, ms: 40_000 },
    program = new URL('./worker.ts', import.meta.url),
  }: WorkoutFilesOptions = {}) {
    this.#timeMs = timeMs;
    this.#turn = turn;
    this.#threads = new JobThreads(program, {
      timeMs,
      memoryMb: readMemoryMb,
    });
  }

  /**
   * Returns the workouts of a file. A file that takes too long or too much memory is a problem; in an archive, earlier
   * findings are kept, and the rest follows after it.
   */
  async read(job: Omit<ReadJob, 'turn'>): Promise<ReadAnswer> {
    const found: ReadAnswer = { workouts: [], problems: [], rest: null };
    const add = ({ workouts, problems }: Pick<ReadAnswer, 'workouts' | 'problems'>) => {
      found.workouts.push(...workouts);
      found.problems.push(...problems);
    };
    /** The file that is being read. */
    const reading: Pick<ReadPart, 'at'> = { at: null };
    try {
      const end = await this.#threads.run({ ...job, turn: this.#turn }, (part) => {
        add(part);
        reading.at = part.at;
      });
      add(end);
      return { ...found, rest: end.rest };
    } catch (error) {
      const message = this.#messageOf(error);
      if (message === null) throw error;
      const { name = null, next = null } = reading.at ?? {};
      add({ workouts: [], problems: [{ message, line: null, entry: name }] });
      return { ...found, rest: next };
    }
  }

  #messageOf(error: unknown): string | null {
    if (error instanceof JobTimedOutError)
      return `Reading this file took longer than ${this.#timeMs / 1_000} s. Split it, or export it again.`;
    return error instanceof JobOutOfMemoryError
      ? 'This file holds too much to be read at once. Split it.'
      : null;
  }

  /** Ends the threads. */
  close(): void {
    this.#threads.close();
  }
}
