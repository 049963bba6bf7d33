import { vi } from 'vitest';
import type { ArchiveSlice } from '../../src/features/transfers/imports/archive-reader.ts';

/** Stands for the worker that looks into an archive: answers each question with the next slice. Returns the files it was given. */
export function stubArchiveWorker(slices: readonly ArchiveSlice[]): File[] {
  const files: File[] = [];
  class FakeWorker {
    onmessage: ((event: { data: ArchiveSlice }) => void) | null = null;
    onerror: (() => void) | null = null;
    #next = 0;
    postMessage(message: File | 'next') {
      if (message !== 'next') return void files.push(message);
      const slice = slices[this.#next];
      this.#next += 1;
      if (slice !== undefined) queueMicrotask(() => this.onmessage?.({ data: slice }));
    }
    terminate() {
      this.onmessage = null;
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  return files;
}
