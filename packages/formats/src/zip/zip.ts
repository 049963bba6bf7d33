import { bounds } from '../bounds.ts';
import { ArchiveError, inflate, inflatedHead, inflateInto, mb, type Budget } from '../unpack.ts';
import { partOf, type ByteSource, type Spill } from './byte-source.ts';
import { crc32 } from './crc32.ts';

/** A file of a ZIP archive, as the archive's directory describes it. */
export type Member = {
  /** Counted from 0, over all entries of the directory: the same in each reading of an archive. */
  ordinal: number;
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** The place of its own header. */
  header: number;
};

/** Bytes that are read and unpacked at once. */
const stepBytes = 262_144;
const endBytes = 22;
const entryBytes = 46;
const headerBytes = 30;
const commentBytesMax = 0xffff;
const none32 = 0xffffffff;

const methods: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
  99: 'AES',
};

/**
 * A ZIP archive whose directory was read once, and whose files are read in any order. Knows ZIP64, sizes behind the data, and
 * archives that begin behind other bytes.
 */
export class Zip {
  readonly #source: ByteSource;
  readonly #directory: Uint8Array;
  /** The bytes before the archive: its own offsets do not count them. */
  readonly #before: number;
  readonly #directoryAt: number;

  /** Files, without folders and files that systems add. */
  readonly count: number;
  /** Whether it is a workbook or document of an office program. */
  readonly isDocument: boolean;

  /** @throws ArchiveError for a damaged archive, one in several parts, or one whose files overlap */
  constructor(source: ByteSource) {
    this.#source = source;
    const end = endOf(source);
    if (end.size > bounds.zipDirectoryBytesMax) {
      throw new ArchiveError(`has a directory of more than ${mb(bounds.zipDirectoryBytesMax)} MB`);
    }
    this.#directoryAt = end.at - end.size;
    this.#before = this.#directoryAt - end.offset;
    if (this.#directoryAt < 0 || this.#before < 0) throw new ArchiveError('has a damaged directory');
    this.#directory = source.read(this.#directoryAt, end.at);
    let [count, taken, isDocument] = [0, 0, false];
    for (const { name, packedBytes } of this.#entries()) {
      if (!isLeftOut(name)) count += 1;
      if (name === '[Content_Types].xml') isDocument = true;
      taken += headerBytes + packedBytes;
    }
    // Files that share their bytes would unpack to any size.
    if (taken > this.#directoryAt) throw new ArchiveError('is damaged: files in it overlap');
    this.count = count;
    this.isDocument = isDocument;
  }

  /** Yields the files in the order of the directory, from the ordinal `from` on. */
  *members(from = 0): Generator<Member> {
    for (const member of this.#entries()) {
      if (member.ordinal >= from && !isLeftOut(member.name)) yield member;
    }
  }

  /** Returns the first unpacked bytes of a file. @throws ArchiveError */
  head(member: Member, size: number): Uint8Array {
    if (member.method !== 0) return inflatedHead(this.#packed(member, 4_096), size);
    const start = this.#dataAt(member);
    return this.#source.read(start, start + Math.min(size, member.packedBytes));
  }

  /** Returns all unpacked bytes of a file. @throws ArchiveError if it is damaged, or larger than a file may be */
  unpack(member: Member, budget: Budget): Uint8Array {
    if (member.bytes > bounds.fileBytesMax) {
      throw new ArchiveError(`has more than ${mb(bounds.fileBytesMax)} MB`);
    }
    const unpacked =
      member.method === 0 ? this.#stored(member, budget) : inflate(this.#packed(member), budget);
    if (unpacked.length !== member.bytes || crc32(unpacked) !== member.crc) {
      throw new ArchiveError('is damaged: its checksum is wrong');
    }
    return unpacked;
  }

  /** Returns the packed bytes of a file unchanged. @throws ArchiveError */
  packed(member: Member): Uint8Array {
    const start = this.#dataAt(member);
    return this.#source.read(start, start + member.packedBytes);
  }

  /** Returns a file that is itself an archive, unpacked into `spill` unless it is only stored. @throws ArchiveError */
  inner(member: Member, spill: () => Spill): { source: ByteSource; close(): void } {
    if (member.method === 0) {
      return { source: partOf(this.#source, this.#dataAt(member), member.packedBytes), close: () => {} };
    }
    if (member.bytes > bounds.innerZipBytesMax) {
      throw new ArchiveError(`unpacks to more than ${mb(bounds.innerZipBytesMax)} MB`);
    }
    const unpacked = spill();
    try {
      inflateInto((chunk) => unpacked.write(chunk), this.#packed(member), bounds.innerZipBytesMax);
      return { source: unpacked.source(), close: () => unpacked.close() };
    } catch (error) {
      unpacked.close();
      throw error;
    }
  }

  #stored(member: Member, budget: Budget): Uint8Array {
    if (member.packedBytes > budget.bytes)
      throw new ArchiveError(`unpacks to more than ${mb(bounds.archiveBytesMax)} MB in all`);
    budget.bytes -= member.packedBytes;
    return this.packed(member);
  }

  *#packed(member: Member, step = stepBytes): Generator<Uint8Array> {
    const start = this.#dataAt(member);
    const end = start + member.packedBytes;
    for (let at = start; at < end; at += step) yield this.#source.read(at, Math.min(end, at + step));
  }

  /** Returns where the packed bytes of a file begin. @throws ArchiveError */
  #dataAt({ flags, method, bytes, packedBytes, header }: Member): number {
    if (flags & 1) throw new ArchiveError('is encrypted');
    if (method !== 0 && method !== 8) {
      const name = methods[method];
      throw new ArchiveError(`is packed in a way that is not supported${name ? ` (${name})` : ''}`);
    }
    if (method === 0 && bytes !== packedBytes) throw new ArchiveError('is damaged');
    const at = header + this.#before;
    if (at + headerBytes > this.#directoryAt) throw new ArchiveError('is damaged');
    const view = viewOf(this.#source.read(at, at + headerBytes));
    if (view.getUint32(0, true) !== 0x04034b50) throw new ArchiveError('is damaged');
    const start = at + headerBytes + view.getUint16(26, true) + view.getUint16(28, true);
    if (start + packedBytes > this.#directoryAt) throw new ArchiveError('ends early');
    return start;
  }

  /** @throws ArchiveError if the directory is damaged; the earlier entries are complete */
  *#entries(): Generator<Member> {
    const directory = this.#directory;
    const view = viewOf(directory);
    let at = 0;
    for (let ordinal = 0; at < directory.length; ordinal += 1) {
      if (at + entryBytes > directory.length || view.getUint32(at, true) !== 0x02014b50)
        throw new ArchiveError('has a damaged directory');
      const nameEnd = at + entryBytes + view.getUint16(at + 28, true);
      const extraEnd = nameEnd + view.getUint16(at + 30, true);
      if (extraEnd > directory.length) throw new ArchiveError('has a damaged directory');
      const [bytes, packedBytes, header] = sizesOf(view, at, nameEnd, extraEnd);
      yield {
        ordinal,
        name: nameOf(directory.subarray(at + entryBytes, nameEnd)),
        flags: view.getUint16(at + 8, true),
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        packedBytes,
        bytes,
        header,
      };
      at = extraEnd + view.getUint16(at + 32, true);
    }
  }
}

/** Whether a name belongs to a folder, or is added to an archive by systems. */
const isLeftOut = (name: string) => name.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$)/.test(name);

/**
 * Programs that don't set the UTF-8 flag may still write UTF-8; older programs on Windows write code page 850 or 437,
 * whose letters are similar.
 */
function nameOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : codePage850[byte - 0x80],
    ).join('');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** The characters of the bytes from 0x80 on. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const long = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

/** Returns an entry's sizes and place; in ZIP64, values that do not fit in 32 bits are in a field of the extra part. */
function sizesOf(view: DataView, at: number, extra: number, extraEnd: number): [number, number, number] {
  const [bytes, packedBytes, header] = [24, 20, 42].map((offset) => view.getUint32(at + offset, true));
  if (bytes === undefined || packedBytes === undefined || header === undefined)
    throw new ArchiveError('has a damaged directory');
  const found: [number, number, number] = [bytes, packedBytes, header];
  if (!found.includes(none32)) return found;
  for (let field = extra; field + 4 <= extraEnd;) {
    const size = view.getUint16(field + 2, true);
    const fieldEnd = Math.min(extraEnd, field + 4 + size);
    if (view.getUint16(field, true) === 1) {
      let value = field + 4;
      for (const [place, each] of found.entries()) {
        if (each !== none32 || value + 8 > fieldEnd) continue;
        found[place] = long(view, value);
        value += 8;
      }
    }
    field += 4 + size;
  }
  return found;
}

/** Finds the directory: its size, its offset in the archive, and where it ends in the source. */
function endOf(source: ByteSource): { at: number; size: number; offset: number } {
  const tailAt = Math.max(0, source.size - endBytes - commentBytesMax);
  const tail = source.read(tailAt, source.size);
  const view = viewOf(tail);
  let found = -1;
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    // The text of a comment can look like an end; a real end is at the end of the file. Some writers add bytes after
    // it.
    if (at + endBytes + view.getUint16(at + 20, true) === tail.length) {
      found = at;
      break;
    }
    if (found < 0) found = at;
  }
  if (found < 0) throw new ArchiveError('ends early: its directory is missing');
  const at = tailAt + found;
  const longEnd = longEndOf(source, at);
  if (longEnd !== null) return longEnd;
  const disk = view.getUint16(found + 4, true);
  if (disk !== 0) throw new ArchiveError('is one of several parts: join them first');
  return { at, size: view.getUint32(found + 12, true), offset: view.getUint32(found + 16, true) };
}

/** Returns the end of ZIP64, whose record is before the usual one; null without one. */
function longEndOf(source: ByteSource, endAt: number): { at: number; size: number; offset: number } | null {
  const [locatorBytes, recordBytes] = [20, 56];
  if (endAt < locatorBytes + recordBytes) return null;
  const locator = viewOf(source.read(endAt - locatorBytes, endAt));
  if (locator.getUint32(0, true) !== 0x07064b50) return null;
  // Its own place counts from the archive's beginning, which is not known yet: usually it is right before the locator.
  for (const at of [endAt - locatorBytes - recordBytes, long(locator, 8)]) {
    if (at < 0 || at + recordBytes > endAt) continue;
    const record = viewOf(source.read(at, at + recordBytes));
    if (record.getUint32(0, true) === 0x06064b50) {
      return { at, size: long(record, 40), offset: long(record, 48) };
    }
  }
  throw new ArchiveError('has a damaged directory');
}
