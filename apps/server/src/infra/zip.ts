import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

/** A file of an archive. Its content is read once, when its turn comes. */
export type ZipEntry = {
  /** With slashes, relative. */
  name: string;
  modifiedAt: Date;
  content: ZipContent;
};
/** Text, which is stored in UTF-8, or bytes. */
export type ZipContent = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

const [localHeader, dataDescriptor, centralRecord] = [0x04034b50, 0x08074b50, 0x02014b50];
const [zip64End, zip64Locator, endOfDirectory] = [0x06064b50, 0x07064b50, 0x06054b50];

/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** Versions of the specification that a reader needs: 2.0 for deflate, 4.5 for ZIP64. */
const [version, zip64Version] = [20, 45];
const [max16, max32] = [0xffff, 0xffffffff];

/** Bytes of the directory that are sent at once. */
const directoryChunk = 65_536;

/**
 * Yields the bytes of a ZIP file (PKWARE APPNOTE 6.3.10) with deflated entries. Holds one entry's compressor and a
 * directory record of some 100 bytes per entry, so an archive of any size needs little memory: more than 65,535 entries
 * and more than 4 GiB make it a ZIP64 file. Decision 030 compares libraries.
 * @throws RangeError for an entry of 4 GiB or more
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void, undefined> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const { name, modifiedAt, content } of entries) {
    const path = Buffer.from(name);
    const stamp = dosTime(modifiedAt);
    const start = offset;
    const header = bytes(30, [
      [4, localHeader],
      [2, version],
      [2, flags],
      [2, deflated],
      [4, stamp],
      [12, 0],
      [2, path.length],
      [2, 0],
    ]);
    yield Buffer.concat([header, path]);
    const total = { crc: 0, size: 0, packed: 0 };
    for await (const chunk of deflate(content, total)) yield chunk;
    if (total.size > max32 || total.packed > max32) throw new RangeError(`${name} is too large`);
    yield bytes(16, [
      [4, dataDescriptor],
      [4, total.crc],
      [4, total.packed],
      [4, total.size],
    ]);
    offset += header.length + path.length + total.packed + 16;
    // A copy, because small buffers share memory that the first record would keep.
    directory.push(Uint8Array.from(recordOf(path, stamp, total, start)));
  }
  let size = 0;
  let pending: Uint8Array[] = [];
  let pendingSize = 0;
  for (const record of directory) {
    pending.push(record);
    pendingSize += record.length;
    size += record.length;
    if (pendingSize < directoryChunk) continue;
    yield Buffer.concat(pending);
    pending = [];
    pendingSize = 0;
  }
  yield Buffer.concat([...pending, endOf(directory.length, size, offset)]);
}

type Total = { crc: number; size: number; packed: number };

/** Content up to this size is deflated at once: a compressor for each small entry would cost far more than its work. */
const smallBytes = 32_768;
/** Nothing, deflated. Each call of the compressor allocates 256 kB at first, for any input. */
const emptyDeflated = deflateRawSync(Buffer.alloc(0));

async function* deflate(content: ZipContent, total: Total): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = counted(content, total);
  const first: Uint8Array[] = [];
  let isAll = false;
  while (!isAll && total.size <= smallBytes) {
    const { done, value } = await chunks.next();
    isAll = done === true;
    if (value) first.push(value);
  }
  const small = () => (total.size === 0 ? emptyDeflated : deflateRawSync(Buffer.concat(first)));
  const packed = isAll ? [small()] : compressed(first, chunks);
  for await (const chunk of packed) {
    total.packed += chunk.length;
    yield chunk;
  }
}

async function* counted(content: ZipContent, total: Total): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const part of content) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    total.crc = crc32(chunk, total.crc);
    total.size += chunk.length;
    yield chunk;
  }
}

async function* compressed(
  first: Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const compressor = createDeflateRaw();
  const fed = pipeline(async function* source() {
    try {
      yield* first;
      yield* rest;
    } finally {
      // Ends the content even if the reader disconnects during `first`.
      await rest.return();
    }
  }, compressor);
  // The compressor passes an error of the content on to the loop below.
  fed.catch(() => {});
  for await (const chunk of compressor) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
  await fed;
}

function recordOf(path: Buffer, stamp: number, { crc, size, packed }: Total, start: number): Buffer {
  const isFar = start >= max32;
  const record = bytes(46, [
    [4, centralRecord],
    // Made on Unix, so that the mode below counts.
    [2, (3 << 8) | zip64Version],
    [2, isFar ? zip64Version : version],
    [2, flags],
    [2, deflated],
    [4, stamp],
    [4, crc],
    [4, packed],
    [4, size],
    [2, path.length],
    [2, isFar ? 12 : 0],
    [8, 0],
    // A plain file, rw-r--r--.
    [2, 0o100644],
    [4, isFar ? max32 : start],
  ]);
  const far = isFar
    ? bytes(12, [
        [2, 1],
        [2, 8],
        [8, start],
      ])
    : Buffer.alloc(0);
  return Buffer.concat([record, path, far]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const isLarge = count >= max16 || size >= max32 || offset >= max32;
  const end = bytes(22, [
    [4, endOfDirectory],
    [4, 0],
    [2, Math.min(count, max16)],
    [2, Math.min(count, max16)],
    [4, Math.min(size, max32)],
    [4, Math.min(offset, max32)],
    [2, 0],
  ]);
  if (!isLarge) return end;
  const large = bytes(56, [
    [4, zip64End],
    [8, 44],
    [2, zip64Version],
    [2, zip64Version],
    [8, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  ]);
  const locator = bytes(20, [
    [4, zip64Locator],
    [4, 0],
    [8, offset + size],
    [4, 1],
  ]);
  return Buffer.concat([large, locator, end]);
}

/** Writes numbers one after another, each with its width in bytes, least significant byte first. */
function bytes(length: number, fields: ReadonlyArray<readonly [width: number, value: number]>): Buffer {
  const buffer = Buffer.alloc(length);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else if (width <= 6) buffer.writeUIntLE(value, at, width);
    at += width;
  }
  return buffer;
}

/** MS-DOS time in the low and date in the high 16 bits, in UTC: two-second steps, from 1980 on. */
function dosTime(time: Date): number {
  const year = Math.max(0, time.getUTCFullYear() - 1980);
  const date = (year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const seconds = time.getUTCSeconds() >> 1;
  return date * 0x10000 + ((time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | seconds);
}
