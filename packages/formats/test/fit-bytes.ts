// Writes FIT files like makers of watches and apps, byte by byte: FitEncoder writes in only one way.
import { fitCrc } from '../src/fit/crc.ts';

export type BytesField = {
  num: number;
  /** The number of the base type in a definition. */
  code: number;
  size: number;
  /** Null has all bits set, the "none" of unsigned types. */
  value: number | string | null;
};
type Message = {
  num: number;
  fields: readonly BytesField[];
  developer?: readonly (BytesField & { index: number })[];
};

type NumberField = (num: number, value: number | null) => BytesField;
const ofType =
  (code: number, size: number): NumberField =>
  (num, value) => ({ num, code, size, value });

/** Fields of the base types by their names in FIT's documents. */
export const fieldOf = {
  uint8: ofType(0x02, 1),
  uint16: ofType(0x84, 2),
  uint32: ofType(0x86, 4),
  string: (num: number, value: string): BytesField => ({ num, code: 0x07, size: value.length + 1, value }),
};

type How = {
  bigEndian?: boolean;
  /** Writes a definition before each message, all with the same local number. */
  alwaysDefines?: boolean;
  headerSize?: 12 | 14;
};

/** 2024-06-01T08:00:00Z on FIT's clock. */
export const startSec = 1_086_163_200;

export class FitBytes {
  private readonly bytes: number[] = [];
  private readonly how: How;
  private readonly locals: string[] = [];

  constructor(how: How = {}) {
    this.how = how;
  }

  write({ num, fields, developer = [] }: Message): void {
    this.bytes.push(this.localOf({ num, fields, developer }));
    for (const field of [...fields, ...developer]) this.value(field);
  }

  /** Writes a message whose header has the last five bits of its time. */
  writeAt(timeSec: number, { num, fields }: Message): void {
    // A compressed header has two bits for the local number.
    const local = this.localOf({ num, fields }, 4);
    this.bytes.push(0x80 | (local << 5) | (timeSec & 0x1f));
    for (const field of fields) this.value(field);
  }

  finish(): Uint8Array<ArrayBuffer> {
    const headerSize = this.how.headerSize ?? 14;
    const file = new Uint8Array(headerSize + this.bytes.length + 2);
    const view = new DataView(file.buffer);
    file.set([headerSize, 0x10, 0x64, 0x08]);
    view.setUint32(4, this.bytes.length, true);
    file.set(new TextEncoder().encode('.FIT'), 8);
    file.set(this.bytes, headerSize);
    view.setUint16(file.length - 2, fitCrc(file, 0, file.length - 2), true);
    return file;
  }

  private localOf({ num, fields, developer = [] }: Message, locals = 16): number {
    const key = [
      num,
      ...[...fields, ...developer].map((field) => `${field.num}.${field.size}.${field.code}`),
    ];
    const known = this.locals.indexOf(key.join(' '));
    if (known >= 0 && known < locals && this.how.alwaysDefines !== true) return known;
    const next = locals === 4 ? this.locals.length % 4 : this.locals.length % 16;
    const local = this.how.alwaysDefines === true ? 0 : next;
    this.locals[local] = key.join(' ');
    this.bytes.push(0x40 | (developer.length > 0 ? 0x20 : 0) | local, 0, this.how.bigEndian === true ? 1 : 0);
    this.number(num, 2);
    this.bytes.push(fields.length);
    for (const field of fields) this.bytes.push(field.num, field.size, field.code);
    if (developer.length > 0) this.bytes.push(developer.length);
    for (const field of developer) this.bytes.push(field.num, field.size, field.index);
    return local;
  }

  private value({ size, value }: BytesField): void {
    if (typeof value === 'string') {
      for (let at = 0; at < size; at += 1) this.bytes.push(value.charCodeAt(at) || 0);
    } else this.number(value ?? 2 ** (size * 8) - 1, size);
  }

  private number(value: number, size: number): void {
    for (let at = 0; at < size; at += 1) {
      const place = this.how.bigEndian === true ? size - 1 - at : at;
      this.bytes.push(Math.floor(value / 256 ** place) % 256);
    }
  }
}
