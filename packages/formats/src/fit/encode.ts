import { fitCrc } from './crc.ts';
import type { DeveloperField } from './developer.ts';
import {
  baseTypes,
  profile,
  type BaseType,
  type Field,
  type FieldName,
  type MessageName,
} from './profile.ts';

type Value = number | number[] | string | null;
/** An undefined field is left out; a null field has FIT's "none". */
type Fields<Name extends MessageName> = Partial<Record<FieldName<Name>, Value | undefined>>;
/** A developer field's value; `count` reserves room for an array, so that messages share a definition. */
export type DeveloperData = {
  developer: number;
  field: DeveloperField;
  value: Value;
  count?: number;
};

type Slot = { num: number; type: BaseType; scale: number; value: Value; size: number; developer?: number };

const headerSize = 14;
const profileVersion = 21_217;
const utf8 = new TextEncoder();

/** Writes messages one after another; `finish` adds header and checksum. */
export class FitEncoder {
  private bytes = new Uint8Array(65_536);
  private view = new DataView(this.bytes.buffer);
  private at = headerSize;
  /** The definition that each of the 16 local numbers has now. */
  private readonly locals: string[] = [];
  private nextLocal = 0;

  write<Name extends MessageName>(
    name: Name,
    fields: Fields<Name>,
    developerData: readonly DeveloperData[] = [],
  ): void {
    const { num, fields: known } = profile[name];
    const slots: Slot[] = [];
    const values = new Map(Object.entries<Value | undefined>(fields));
    for (const [field, definition] of Object.entries<Field>(known)) {
      const value = values.get(field);
      if (value === undefined) continue;
      slots.push({ ...definition, value, size: sizeOf(definition.type, value, 1) });
    }
    for (const { developer, field, value, count = 1 } of developerData) {
      slots.push({ ...field, developer, value, size: sizeOf(field.type, value, count) });
    }
    this.room(slots.reduce((sum, { size }) => sum + size, 64 + slots.length * 3));
    this.byte(this.localOf(num, slots));
    for (const slot of slots) this.slot(slot);
  }

  finish(): Uint8Array<ArrayBuffer> {
    const { view, bytes } = this;
    view.setUint8(0, headerSize);
    view.setUint8(1, 0x20);
    view.setUint16(2, profileVersion, true);
    view.setUint32(4, this.at - headerSize, true);
    bytes.set(utf8.encode('.FIT'), 8);
    view.setUint16(12, fitCrc(bytes, 0, 12), true);
    this.room(2);
    this.view.setUint16(this.at, fitCrc(this.bytes, 0, this.at), true);
    return this.bytes.slice(0, this.at + 2);
  }

  /** Returns the local number of a definition; writes the definition if it is new. */
  private localOf(num: number, slots: readonly Slot[]): number {
    const native = slots.filter(({ developer }) => developer === undefined);
    const own = slots.filter(({ developer }) => developer !== undefined);
    const key = [num, ...slots.map((slot) => `${slot.developer ?? ''}.${slot.num}.${slot.size}`)].join(' ');
    const known = this.locals.indexOf(key);
    if (known >= 0) return known;
    const local = this.nextLocal;
    this.nextLocal = (local + 1) % 16;
    this.locals[local] = key;
    this.byte(0x40 | (own.length > 0 ? 0x20 : 0) | local);
    this.byte(0);
    this.byte(0);
    this.view.setUint16(this.at, num, true);
    this.at += 2;
    this.byte(native.length);
    for (const slot of native) {
      for (const byte of [slot.num, slot.size, baseTypes[slot.type].code]) this.byte(byte);
    }
    if (own.length > 0) this.byte(own.length);
    for (const slot of own) for (const byte of [slot.num, slot.size, slot.developer ?? 0]) this.byte(byte);
    return local;
  }

  private slot({ type, scale, value, size }: Slot): void {
    if (type === 'string') {
      const text = typeof value === 'string' ? textBytes(value) : new Uint8Array();
      this.bytes.fill(0, this.at, this.at + size);
      this.bytes.set(text.subarray(0, size - 1), this.at);
      this.at += size;
      return;
    }
    const numbers = Array.isArray(value) ? value : [value];
    for (let index = 0; index < size / baseTypes[type].size; index += 1) {
      const number = numbers[index];
      this.number(type, typeof number === 'number' ? Math.round(number * scale) : null);
    }
  }

  /** Writes a number, or the type's "none" if it is null or out of the type's range. */
  private number(type: Exclude<BaseType, 'string'>, wanted: number | null): void {
    const { size, invalid } = baseTypes[type];
    const least = type.startsWith('sint') ? -(2 ** (size * 8 - 1)) : 0;
    const most = type.startsWith('sint') ? 2 ** (size * 8 - 1) - 1 : 2 ** (size * 8) - 1;
    const number = wanted !== null && wanted >= least && wanted <= most ? wanted : invalid;
    if (size === 1) this.view.setUint8(this.at, number & 0xff);
    else if (size === 2) this.view.setUint16(this.at, number & 0xffff, true);
    else this.view.setUint32(this.at, number >>> 0, true);
    this.at += size;
  }

  private byte(byte: number): void {
    this.view.setUint8(this.at, byte);
    this.at += 1;
  }

  private room(size: number): void {
    if (this.at + size <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.at + size));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}

function sizeOf(type: BaseType, value: Value, count: number): number {
  if (type === 'string') return (typeof value === 'string' ? textBytes(value).length : 0) + 1;
  return baseTypes[type].size * (Array.isArray(value) ? Math.max(value.length, count) : count);
}

/** Returns the text in at most 254 bytes, cut between characters: a field has 255 and ends with a zero. */
function textBytes(text: string): Uint8Array {
  const bytes = utf8.encode(text.replaceAll('\u0000', ''));
  let end = Math.min(bytes.length, 254);
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
