import { Gunzip, Inflate } from 'fflate';
import { bounds } from './bounds.ts';

/** Why an archive is not unpacked, in words for the person who chose it. */
export class ArchiveError extends Error {}

/** What may still be unpacked, over all entries of an archive. */
export type Budget = { bytes: number };

/** Deflate makes at most 1,032 bytes of one: no step unpacks more than 8 MB beyond a bound. */
const stepBytes = 8_192;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

export function isZip(bytes: Uint8Array): boolean {
  const [p, k, a, b] = bytes;
  return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));
}

/** @throws ArchiveError for a damaged or too large file. */
export function gunzip(bytes: Uint8Array, budget: Budget): Uint8Array {
  const unpacked = inflateWith(new Gunzip(), bytes, budget);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 18) throw new ArchiveError('ends early');
  // The trailer is of the last of several members; such files are checked by what they hold.
  const size = view.getUint32(bytes.length - 4, true);
  if (size === unpacked.length && view.getUint32(bytes.length - 8, true) !== crc32(unpacked)) {
    throw new ArchiveError('is damaged: its checksum is wrong');
  }
  if (size !== unpacked.length && size > unpacked.length) throw new ArchiveError('ends early');
  return unpacked;
}

/** Unpacks step by step, and stops at the bound instead of behind it. */
function inflateWith(inflater: Gunzip | Inflate, packed: Uint8Array, budget: Budget): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  inflater.ondata = (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
  };
  for (let at = 0; at < packed.length; at += stepBytes) {
    const isLast = at + stepBytes >= packed.length;
    try {
      inflater.push(packed.subarray(at, at + stepBytes), isLast);
    } catch {
      throw new ArchiveError('is damaged');
    }
    if (size > bounds.fileBytesMax || size > budget.bytes) {
      const isFile = size > bounds.fileBytesMax;
      // What was unpacked in vain counts, so that many such files take no longer than one archive.
      budget.bytes -= size;
      throw new ArchiveError(
        isFile
          ? `unpacks to more than ${mb(bounds.fileBytesMax)} MB`
          : `unpacks to more than ${mb(bounds.archiveBytesMax)} MB in all`,
      );
    }
  }
  budget.bytes -= size;
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

type ZipEntry = {
  name: string;
  /** @throws ArchiveError for a damaged, encrypted or too large entry. */
  unpack(budget: Budget): Uint8Array;
};

/**
 * Lists the files of a ZIP archive by its central directory, without folders and what systems add.
 * @throws ArchiveError for a damaged archive, or one with too many entries.
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > bounds.archiveEntriesMax) {
    throw new ArchiveError(`holds ${count} files: at most ${bounds.archiveEntriesMax} are read`);
  }
  const entries: ZipEntry[] = [];
  for (let left = count; left > 0; left -= 1) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50)
      throw new ArchiveError('has a damaged directory');
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    );
    const nameEnd = at + 46 + (nameSize ?? 0);
    const name = utf8.decode(bytes.subarray(at + 46, nameEnd));
    const header = at;
    if (!isLeftOut(name))
      entries.push({ name, unpack: (budget) => unpackEntry(bytes, view, header, budget) });
    at = nameEnd + (extraSize ?? 0) + (commentSize ?? 0);
  }
  return entries;
}

const isLeftOut = (name: string) => name.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$)/.test(name);

function endOfDirectory(view: DataView): number {
  const least = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= least; at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw new ArchiveError('ends early: its directory is missing');
}

function unpackEntry(bytes: Uint8Array, view: DataView, header: number, budget: Budget): Uint8Array {
  const flags = view.getUint16(header + 8, true);
  const method = view.getUint16(header + 10, true);
  const [crc, packedSize, size, local] = [16, 20, 24, 42].map((offset) =>
    view.getUint32(header + offset, true),
  );
  if (flags & 1) throw new ArchiveError('is encrypted');
  if (method !== 0 && method !== 8) throw new ArchiveError('is packed in a way that is not supported');
  if (packedSize === undefined || size === undefined || local === undefined)
    throw new ArchiveError('is damaged');
  if (local + 30 > bytes.length || view.getUint32(local, true) !== 0x04034b50)
    throw new ArchiveError('is damaged');
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packedSize > bytes.length) throw new ArchiveError('ends early');
  const packed = bytes.subarray(start, start + packedSize);
  const unpacked = method === 0 ? stored(packed, budget) : inflateWith(new Inflate(), packed, budget);
  if (unpacked.length !== size || crc32(unpacked) !== crc) {
    throw new ArchiveError('is damaged: its checksum is wrong');
  }
  return unpacked;
}

function stored(bytes: Uint8Array, budget: Budget): Uint8Array {
  if (bytes.length > bounds.fileBytesMax)
    throw new ArchiveError(`has more than ${mb(bounds.fileBytesMax)} MB`);
  if (bytes.length > budget.bytes)
    throw new ArchiveError(`unpacks to more than ${mb(bounds.archiveBytesMax)} MB in all`);
  budget.bytes -= bytes.length;
  return bytes;
}

const mb = (bytes: number) => bytes / 1_000_000;
const utf8 = new TextDecoder();

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
