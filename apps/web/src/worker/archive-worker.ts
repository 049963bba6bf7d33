import { pickParts } from '@boathouse/formats/zip/pick';
import type { ByteSource, Spill } from '@boathouse/formats/zip/byte-source';
import type { ArchiveSlice } from '../features/transfers/imports/archive-reader.ts';

/*
 * Reads an archive that the user chose, in time slices: the first message is the file, each later one requests the next
 * slice. The bytes are read from the file only when they are needed, so that an archive of any size takes little
 * memory.
 */
declare const self: DedicatedWorkerGlobalScope;

/** The page shows how far it is, and can stop it, after each slice. */
const sliceMs = 150;
/** An archive within the archive is kept in blobs of this size, which the browser may put on disk. */
const blobBytes = 8_388_608;

const fileReader = new FileReaderSync();

function sourceOf(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: (from, to) => new Uint8Array(fileReader.readAsArrayBuffer(blob.slice(from, to))),
  };
}

function blobSpill(): Spill {
  let blobs: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  const flush = () => {
    blobs.push(new Blob(chunks));
    [chunks, held] = [[], 0];
  };
  return {
    write: (chunk) => {
      chunks.push(Uint8Array.from(chunk));
      held += chunk.length;
      if (held >= blobBytes) flush();
    },
    source: () => {
      flush();
      return sourceOf(new Blob(blobs));
    },
    close: () => {
      blobs = [];
    },
  };
}

let steps: ReturnType<typeof pickParts> | null = null;
let [looked, of] = [0, 0];

function nextSlice(): ArchiveSlice {
  const startMs = performance.now();
  for (;;) {
    const { done, value } = steps?.next() ?? { done: true as const, value: [] };
    if (done) return { looked, of, part: null, leftOut: value };
    ({ looked, of } = value);
    if (value.part !== null) return { looked, of, part: value.part, leftOut: null };
    if (performance.now() - startMs > sliceMs) return { looked, of, part: null, leftOut: null };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<File | 'next'>) => {
  if (data !== 'next') {
    steps = pickParts(sourceOf(data), blobSpill);
    return;
  }
  const slice = nextSlice();
  self.postMessage(slice, slice.part === null ? [] : [slice.part.buffer]);
});
