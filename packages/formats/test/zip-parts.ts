// Writes ZIP archives in ways that no honest program does, and some of any size without their bytes.
import { deflateSync, strToU8 } from 'fflate';
import type { ByteSource } from '../src/zip/byte-source.ts';
import { crc32 } from '../src/zip/crc32.ts';

type ZipPart = {
  name: string;
  data: Uint8Array;
  isDeflated?: boolean;
  /** Zero bytes after the data, which take no memory. */
  zeros?: number;
  /** The number of another way to pack. */
  method?: number;
  /** False values for the directory: the unpacked size, and the file's place. */
  bytes?: number;
  at?: number;
  /** The sizes are in the directory, and only the place is in the ZIP64 field. */
  isSmall?: boolean;
  /** Fields of other programs before and after the ZIP64 field. */
  otherFields?: { before: Uint8Array; behind: Uint8Array };
};

/** Makes an archive with ZIP64 for all sizes and places, and the sizes of each file after it. */
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
    const long = [...(part.isSmall ? [] : [part.bytes ?? size, packed]), part.at ?? header];
    const zip64 = record(null, 4 + long.length * 8, [
      [0, 2, 1],
      [2, 2, long.length * 8],
      ...long.map((value, index): Field => [4 + index * 8, 8, value]),
    ]);
    const { before, behind: after } = part.otherFields ?? {};
    const extra = Uint8Array.from([...(before ?? []), ...zip64, ...(after ?? [])]);
    const none = 0xffffffff;
    const fields: Field[] = [
      [8, 2, 8],
      [10, 2, method[2]],
      [16, 4, crc],
      [20, 4, part.isSmall ? packed : none],
      [24, 4, part.isSmall ? (part.bytes ?? size) : none],
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
