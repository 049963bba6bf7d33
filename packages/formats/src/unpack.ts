import { Gunzip, Inflate } from 'fflate';
import { bounds } from './bounds.ts';
import { joined } from './zip/byte-source.ts';
import { crc32 } from './zip/crc32.ts';

/** Why an archive is not unpacked, for the user who chose it. */
export class ArchiveError extends Error {}

/** The bytes that may still be unpacked, over all files of an archive. */
export type Budget = { bytes: number };

/** One byte of Deflate becomes at most 1,032 bytes: no step unpacks more than 8 MB beyond a bound. */
const stepBytes = 8_192;
/** The first step of a head: text unpacks to about as many bytes as are looked at. */
const headStepBytes = 2_048;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

export function isZip(bytes: Uint8Array): boolean {
  const [p, k, a, b] = bytes;
  return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));
}

/** @throws ArchiveError for a damaged or too large file, or one with too many members. */
export function gunzip(bytes: Uint8Array, budget: Budget): Uint8Array {
  const inflater = new Gunzip();
  let members = 1;
  inflater.onmember = () => {
    members += 1;
    // The time for a member does not depend on its size: 8 MB of tiny members are 400,000 members.
    if (members > bounds.gzipMembersMax)
      throw new ArchiveError(`is made of more than ${bounds.gzipMembersMax} gz files: unpack it first`);
  };
  const unpacked = unpackAll(inflater, [bytes], budget);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 18) throw new ArchiveError('ends early');
  // The trailer belongs to the last of several members; such files are checked by their content.
  const size = view.getUint32(bytes.length - 4, true);
  if (size === unpacked.length && view.getUint32(bytes.length - 8, true) !== crc32(unpacked)) {
    throw new ArchiveError('is damaged: its checksum is wrong');
  }
  if (size !== unpacked.length && size > unpacked.length) throw new ArchiveError('ends early');
  return unpacked;
}

/** @throws ArchiveError for a damaged or too large file */
export function inflate(packed: Iterable<Uint8Array>, budget: Budget): Uint8Array {
  return unpackAll(new Inflate(), packed, budget);
}

/**
 * Returns the first bytes of packed data, or all if it has fewer.
 * @throws ArchiveError if it is damaged there
 */
export function inflatedHead(packed: Iterable<Uint8Array>, size: number): Uint8Array {
  return headOf(new Inflate(), packed, size);
}

/** Like `inflatedHead`, for a gz file whose own first bytes are enough. */
export function gunzippedHead(bytes: Uint8Array, size: number): Uint8Array {
  return headOf(new Gunzip(), [bytes], size);
}

/** Unpacks into `write`, and stops at the bound instead of behind it. @throws ArchiveError */
export function inflateInto(
  write: (chunk: Uint8Array) => void,
  packed: Iterable<Uint8Array>,
  bytesMax: number,
): void {
  const inflater = new Inflate();
  let size = 0;
  inflater.ondata = (chunk) => {
    size += chunk.length;
    if (chunk.length > 0) write(chunk);
  };
  for (const { step, isLast } of stepsOf(packed, stepBytes)) {
    push(inflater, step, isLast);
    if (size > bytesMax) throw new ArchiveError(`unpacks to more than ${mb(bytesMax)} MB`);
  }
}

/** Unpacks step by step, and stops at the bound instead of behind it. */
function unpackAll(inflater: Gunzip | Inflate, packed: Iterable<Uint8Array>, budget: Budget): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  inflater.ondata = (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
  };
  for (const { step, isLast } of stepsOf(packed, stepBytes)) {
    push(inflater, step, isLast);
    if (size > bounds.fileBytesMax || size > budget.bytes) {
      const isFile = size > bounds.fileBytesMax;
      // Bytes unpacked in vain count too, so that many such files take no longer than one archive.
      budget.bytes -= size;
      throw new ArchiveError(
        isFile
          ? `unpacks to more than ${mb(bounds.fileBytesMax)} MB`
          : `unpacks to more than ${mb(bounds.archiveBytesMax)} MB in all`,
      );
    }
  }
  budget.bytes -= size;
  return joined(chunks);
}

function headOf(inflater: Gunzip | Inflate, packed: Iterable<Uint8Array>, wanted: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  inflater.ondata = (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
  };
  for (const { step } of stepsOf(packed, headStepBytes)) {
    // Never the last byte: the bytes after the head may be missing or wrong, and are not looked at.
    push(inflater, step, false);
    if (size >= wanted) break;
  }
  return joined(chunks).subarray(0, wanted);
}

function push(inflater: Gunzip | Inflate, step: Uint8Array, isLast: boolean): void {
  try {
    inflater.push(step, isLast);
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('is damaged');
  }
}

function* stepsOf(
  packed: Iterable<Uint8Array>,
  bytes: number,
): Generator<{ step: Uint8Array; isLast: boolean }> {
  let before: Uint8Array | null = null;
  for (const chunk of packed) {
    for (let rest = chunk; rest.length > 0; rest = rest.subarray(bytes)) {
      if (before !== null) yield { step: before, isLast: false };
      before = rest.subarray(0, bytes);
    }
  }
  if (before !== null) yield { step: before, isLast: true };
}

export function mb(bytes: number): number {
  return bytes / 1_000_000;
}
