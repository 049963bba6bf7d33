import type { LeftOut } from '@boathouse/formats/zip/pick';

/** The files found in an archive since the previous slice: at most one small archive of files that can be workouts. */
export type ArchiveSlice = {
  looked: number;
  of: number;
  part: Uint8Array<ArrayBuffer> | null;
  /** Files without a workout, behind the last file. */
  leftOut: LeftOut[] | null;
};

/** Looks into an archive on a worker. Keeps its place, so that reading can stop and continue. */
export class ArchiveReader {
  readonly #worker: Worker;
  #stop: (error: Error) => void = () => {};

  /** Picked files that may not be read yet. */
  unsent: Uint8Array<ArrayBuffer> | null = null;

  constructor(file: File) {
    this.#worker = new Worker(new URL('../../../worker/archive-worker.ts', import.meta.url), {
      type: 'module',
    });
    this.#ask(file);
  }

  /** @throws Error if the archive can't be read, or is closed before */
  next(): Promise<ArchiveSlice> {
    const { promise, resolve, reject } = Promise.withResolvers<ArchiveSlice>();
    this.#stop = reject;
    this.#worker.onmessage = ({ data }: MessageEvent<ArchiveSlice>) => resolve(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      // The file was moved or changed since it was chosen, for instance.
      reject(new Error("This archive couldn't be read. Choose it again."));
    };
    this.#ask('next');
    return promise;
  }

  #ask(message: File | 'next'): void {
    // The rule is about windows.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#worker.postMessage(message);
  }

  close(): void {
    this.#worker.terminate();
    this.#stop(new Error('The archive is closed'));
  }
}

/** Whether a file begins like a ZIP archive: its content decides, not its name. */
export async function isArchive(file: File): Promise<boolean> {
  const [p, k, a, b] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));
}
