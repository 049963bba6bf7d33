import { bounds } from '../bounds.ts';
import { kindOfMessage } from '../problems.ts';
import type { ByteSource, Spill } from './byte-source.ts';
import { joined } from './byte-source.ts';
import { archiveWords, walkZip } from './walk.ts';
import { crc32 } from './crc32.ts';
import { listName, writeTakeoutList, type Listed } from './takeout-list.ts';
import type { Member } from './zip.ts';

/** Packed bytes of a part. A larger file becomes a separate part. */
type PartMax = { bytes: number; files: number };
const partMax: PartMax = { bytes: 2_000_000, files: 50 };
/** A season and the stroke files of its results are read together. */
const tablesMax: PartMax = { bytes: 8_000_000, files: 500 };

/** Files without a workout, by the kind of reason. */
export type LeftOut = { name: string; message: string; count: number };

type PickStep = {
  /** Files that were examined, and files known so far. */
  looked: number;
  of: number;
  /** A ZIP archive of files that can be workouts, packed unchanged; null while there are few. */
  part: Uint8Array<ArrayBuffer> | null;
};

/**
 * Picks the files of an archive that can be workouts, and makes small archives of them: the rest of a takeout stays on
 * the device. Yields at each file. Returns what was left out, and the archive's errors in the same form.
 */
export function* pickParts(
  source: ByteSource,
  spill: () => Spill,
): Generator<PickStep, LeftOut[], undefined> {
  const leftOut = new Map<string, LeftOut>();
  const leave = (name: string, message: string) => {
    const kind = kindOfMessage(message);
    const same = leftOut.get(kind);
    if (same === undefined) leftOut.set(kind, { name, message, count: 1 });
    else same.count += 1;
  };
  let part = new Part(partMax);
  let tables = new Part(tablesMax);
  let [looked, of] = [0, 0];
  try {
    for (const step of walkZip(source, { budget: { bytes: Infinity }, spill })) {
      ({ looked, of } = step.next);
      if (step.kind === 'other') leave(step.name, step.message);
      if (step.kind === 'file') {
        const { zip, member, name, isTable, listed } = step;
        try {
          if (member.bytes > bounds.fileBytesMax) leave(name, 'This file has more than 20 MB.');
          else (isTable ? tables : part).add(name, member, zip.packed(member), listed);
        } catch (error) {
          leave(name, archiveWords('This file', error));
        }
      }
      if (part.isFull()) {
        yield { looked, of, part: part.end() };
        part = new Part(partMax);
      } else if (tables.isFull()) {
        yield { looked, of, part: tables.end() };
        tables = new Part(tablesMax);
      } else yield { looked, of, part: null };
    }
    if (of === 0) leave('', 'This ZIP archive holds no file.');
  } catch (error) {
    leave('', archiveWords('This ZIP archive', error));
  }
  for (const last of [part, tables]) if (last.count > 0) yield { looked, of, part: last.end() };
  return [...leftOut.values()];
}

type Packed = Pick<Member, 'method' | 'crc' | 'packedBytes' | 'bytes'>;
type Field = [at: number, bytes: 2 | 4, value: number];

/** A ZIP archive of files that are packed already. */
class Part {
  readonly #files: Uint8Array[] = [];
  readonly #directory: Uint8Array[] = [];
  readonly #list = new Map<string, Listed>();
  readonly #max: PartMax;
  #bytes = 0;

  constructor(max: PartMax) {
    this.#max = max;
  }

  get count(): number {
    return this.#directory.length;
  }

  isFull(): boolean {
    return this.#bytes > this.#max.bytes || this.count >= this.#max.files;
  }

  add(fileName: string, member: Packed, packed: Uint8Array, listed: Listed | null): void {
    this.#write(fileName, member, packed);
    if (listed !== null) this.#list.set(fileName, listed);
  }

  #write(fileName: string, { method, crc, packedBytes, bytes }: Packed, packed: Uint8Array): void {
    const name = encoder.encode(fileName).subarray(0, nameBytesMax);
    const at = this.#bytes;
    const isUtf8 = 0x800;
    /** The fields that both of a file's records have, from the needed version on. */
    const common = (from: number): Field[] => [
      [from, 2, 20],
      [from + 2, 2, isUtf8],
      [from + 4, 2, method],
      [from + 10, 4, crc],
      [from + 14, 4, packedBytes],
      [from + 18, 4, bytes],
      [from + 22, 2, name.length],
    ];
    for (const chunk of [record(0x04034b50, 30, common(4)), name, packed]) {
      this.#files.push(chunk);
      this.#bytes += chunk.length;
    }
    this.#directory.push(joined([record(0x02014b50, 46, [...common(6), [42, 4, at]]), name]));
  }

  end(): Uint8Array<ArrayBuffer> {
    if (this.#list.size > 0) {
      const list = writeTakeoutList(this.#list);
      const { length } = list;
      this.#write(listName, { method: 0, crc: crc32(list), packedBytes: length, bytes: length }, list);
    }
    const directory = joined(this.#directory);
    const end = record(0x06054b50, 22, [
      [8, 2, this.count],
      [10, 2, this.count],
      [12, 4, directory.length],
      [16, 4, this.#bytes],
    ]);
    return joined([...this.#files, directory, end]);
  }
}

const encoder = new TextEncoder();
const nameBytesMax = 0xffff;

function record(signature: number, size: number, fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  for (const [at, width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  return bytes;
}
