// Writes ZIP archives as no honest program does, and some of any size without their bytes.
import { deflateSync, strToU8 } from 'fflate';
import type { ByteSource } from '../src/zip/byte-source.ts';
import { crc32 } from '../src/zip/crc32.ts';

type ZipPart = {
  name: string;
  data: Uint8Array;
  isDeflated?: boolean;
  /** Zero bytes behind the data, which take no memory. */
  zeros?: number;
  /** The number of another way to pack. */
  method?: number;
  /** The directory's false values: the unpacked size, and where the file is. */
  bytes?: number;
  at?: number;
};

/** Makes an archive with ZIP64 for all sizes and places, and the sizes of each file behind it. */
export function madeZip(parts: readonly ZipPart[]): ByteSource {
  const segments: Segment[] = [];
  let at = 0;
  const add = (bytes: Uint8Array) => {
    segments.push({ start: at, bytes });
    at += bytes.length;
  };
  const entries = parts.map((part) => {
    const { zeros = 0, isDeflated = false } = part;
    const name = strToU8(part.name);
    const data = isDeflated ? deflateSync(part.data) : part.data;
    const [packed, size, crc] = [data.length + zeros, part.data.length + zeros, crc32(part.data)];
    const header = at;
    const isBehind: Field = [6, 2, 8];
    const method: Field = [8, 2, part.method ?? (isDeflated ? 8 : 0)];
    add(record(0x04034b50, 30, [isBehind, method, [26, 2, name.length]], name));
    add(data);
    at += zeros;
    const behind: Field[] = [
      [4, 4, crc],
      [8, 8, packed],
    ];
    add(record(0x08074b50, 24, [...behind, [16, 8, size]]));
    const sizes: Field[] = [
      [0, 2, 1],
      [2, 2, 24],
      [4, 8, part.bytes ?? size],
    ];
    const extra = record(null, 28, [...sizes, [12, 8, packed], [20, 8, part.at ?? header]]);
    const none = 0xffffffff;
    const fields: Field[] = [
      [8, 2, 8],
      [10, 2, method[2]],
      [16, 4, crc],
      [20, 4, none],
      [24, 4, none],
    ];
    const rest: Field[] = [
      [28, 2, name.length],
      [30, 2, extra.length],
      [42, 4, none],
    ];
    return record(0x02014b50, 46, [...fields, ...rest], name, extra);
  });
  const directoryAt = at;
  for (const entry of entries) add(entry);
  const end = at;
  const places: Field[] = [
    [40, 8, end - directoryAt],
    [48, 8, directoryAt],
  ];
  add(record(0x06064b50, 56, [[4, 8, 44], [32, 8, parts.length], ...places]));
  add(
    record(0x07064b50, 20, [
      [8, 8, end],
      [16, 4, 1],
    ]),
  );
  add(
    record(0x06054b50, 22, [
      [10, 2, 0xffff],
      [12, 4, 0xffffffff],
      [16, 4, 0xffffffff],
    ]),
  );
  return sourceOfSegments(segments, at);
}

type Segment = { start: number; bytes: Uint8Array };
type Field = [at: number, bytes: 2 | 4 | 8, value: number];

function record(
  signature: number | null,
  size: number,
  fields: Field[],
  ...behind: Uint8Array[]
): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (signature !== null) view.setUint32(0, signature, true);
  for (const [at, width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
  }
  return Uint8Array.from([...bytes, ...behind.flatMap((each) => [...each])]);
}

function sourceOfSegments(segments: readonly Segment[], size: number): ByteSource {
  return {
    size,
    read: (from, to) => {
      const read = new Uint8Array(to - from);
      for (const { start, bytes } of segments) {
        const [first, end] = [Math.max(from, start), Math.min(to, start + bytes.length)];
        if (first < end) read.set(bytes.subarray(first - start, end - start), first - from);
      }
      return read;
    },
  };
}
