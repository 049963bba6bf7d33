/** The bytes of a file that need not be in memory: a file on disk, one that the user chose, or an array. */
export type ByteSource = {
  readonly size: number;
  /**
   * Returns the bytes from `from` to the one before `to`, both within the size. The returned bytes do not change later.
   */
  read(from: number, to: number): Uint8Array;
};

export function sourceOf(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (from, to) => bytes.subarray(from, to) };
}

/** Files of an archive are next to each other, and most of those without a picture are small. */
const windowBytes = 65_536;

/** Reads a source in larger pieces: a system call takes longer than the bytes of a small file. */
export function buffered(source: ByteSource): ByteSource {
  let start = 0;
  let held: Uint8Array = new Uint8Array();
  return {
    size: source.size,
    read: (from, to) => {
      if (to - from > windowBytes) return source.read(from, to);
      if (from < start || to > start + held.length) {
        start = from;
        held = source.read(from, Math.min(source.size, from + windowBytes));
      }
      return held.subarray(from - start, to - start);
    },
  };
}

/** Returns a part of a source as one. */
export function partOf(source: ByteSource, start: number, size: number): ByteSource {
  return { size, read: (from, to) => source.read(start + from, start + to) };
}

/** Appends bytes that are read later in any order. */
export type Spill = {
  write(chunk: Uint8Array): void;
  /** Returns the written bytes. */
  source(): ByteSource;
  /** Frees the memory or disk. */
  close(): void;
};

/** Keeps the bytes in memory. */
export function memorySpill(): Spill {
  let chunks: Uint8Array[] = [];
  return {
    write: (chunk) => void chunks.push(chunk),
    source: () => {
      const bytes = joined(chunks);
      chunks = [bytes];
      return sourceOf(bytes);
    },
    close: () => {
      chunks = [];
    },
  };
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
