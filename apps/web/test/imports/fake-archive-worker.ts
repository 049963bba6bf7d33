import { vi } from 'vitest';
import type { ArchiveSlice } from '../../src/features/transfers/imports/archive-reader.ts';

/**
 * Replaces the worker that reads an archive: returns the next slice for each request. Returns the files it was given.
 */
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
