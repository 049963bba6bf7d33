import { bounds } from '../bounds.ts';
import { decodeNarrow } from '../decode-text.ts';
import { fitCrc } from './crc.ts';
import { developerKey, firstNumber, type DeveloperValue, type FitValue, type Message } from './message.ts';
import { replacedBy, replaceField, type Described } from './native.ts';
import { baseTypes, isBaseType, isMessageName, profile, type BaseType, type MessageName } from './profile.ts';

/** Why a file is not decoded, for the user who chose it. */
export class FitError extends Error {}

/** The bytes stop making sense: everything before them is read. */
class Damage extends FitError {}

export type FileFault = {
  /** `ends early: it has 200 of 400 bytes` */
  words: string;
  /** Messages are missing. */
  isCut: boolean;
  /** The checksum is wrong, so that any figure may be. */
  isDamaged: boolean;
};

/** The messages of one activity file, and why it is incomplete. */
type DecodedFile = { messages: Message[]; fault: FileFault | null };

type KnownField = { name: string; scale: number };
type DefinedField = { num: number; size: number; type: BaseType | null; known: KnownField | undefined };
type DefinedDeveloperField = { num: number; size: number; developer: number };
type Definition = {
  num: number;
  name: MessageName | undefined;
  isLittleEndian: boolean;
  fields: DefinedField[];
  developerFields: DefinedDeveloperField[];
  /** True for a message without any value that is read, not even the time. */
  isSkipped: boolean;
  size: number;
};
type Description = Described & { key: string; type: BaseType; scale: number; offset: number };

const typeByCode = new Map<number, BaseType>();
for (const [name, { code }] of Object.entries(baseTypes)) {
  if (isBaseType(name)) typeByCode.set(code & 0x1f, name);
}
const messageByNum = new Map<number, { name: MessageName; fields: Map<number, KnownField> }>();
for (const [name, { num, fields }] of Object.entries(profile)) {
  if (!isMessageName(name)) continue;
  messageByNum.set(num, {
    name,
    fields: new Map(
      Object.entries(fields).map(([field, { num: number, scale }]) => [number, { name: field, scale }]),
    ),
  });
}
const timestampNum = profile.record.fields.timestamp.num;

export function isFit(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && decodeNarrow(bytes.subarray(8, 12)) === '.FIT';
}

/**
 * Decodes the messages of a FIT file that the profile contains, one list per activity file: files can be chained. A cut
 * or damaged file has the messages before that place.
 * @throws FitError if it isn't a FIT file.
 */
export function* decodeFit(bytes: Uint8Array): Generator<DecodedFile> {
  let start = 0;
  for (let files = 0; start < bytes.length; files += 1) {
    // Some devices fill the rest of a block with zeros.
    if (start > 0 && bytes.subarray(start).every((byte) => byte === 0)) return;
    if (files === bounds.fitFilesMax) throw new FitError('holds too many activities');
    const { dataAt, dataEnd, end, fault } = extentOf(bytes, start);
    const { messages, fault: damage } = new Decoder(bytes, dataAt, dataEnd).messages();
    yield {
      messages,
      fault: damage === null || fault?.isCut === true ? fault : { ...damage, isDamaged: fault !== null },
    };
    start = end;
  }
}

type Extent = { dataAt: number; dataEnd: number; end: number; fault: FileFault | null };

/** Returns where a file and its data end, and any error of its size or checksum. */
function extentOf(bytes: Uint8Array, start: number): Extent {
  const headerSize = bytes[start] ?? 0;
  const isHeader = (headerSize === 12 || headerSize === 14) && isFit(bytes.subarray(start));
  if (!isHeader) throw new FitError(start === 0 ? 'has a damaged header' : 'has other data after its end');
  const size = new DataView(bytes.buffer, bytes.byteOffset + start).getUint32(4, true);
  const dataAt = start + headerSize;
  const toEnd = { dataAt, dataEnd: bytes.length, end: bytes.length };
  // A device writes the size when it finishes the file.
  if (size === 0) return { ...toEnd, fault: cut('was never finished: its header says that it has no data') };
  const dataEnd = dataAt + size;
  const end = dataEnd + 2;
  if (end > bytes.length) {
    const words = `ends early: it has ${bytes.length - start} of ${end - start} bytes`;
    const isCut = dataEnd > bytes.length;
    return { ...toEnd, dataEnd: Math.min(dataEnd, bytes.length), fault: { ...cut(words), isCut } };
  }
  const stored = (bytes[dataEnd] ?? 0) | ((bytes[dataEnd + 1] ?? 0) << 8);
  const isRight = fitCrc(bytes, start, dataEnd) === stored;
  const fault = isRight ? null : { words: 'has a wrong checksum', isCut: false, isDamaged: true };
  return { dataAt, dataEnd, end, fault };
}

const cut = (words: string): FileFault => ({ words, isCut: true, isDamaged: false });

class Decoder {
  private readonly view: DataView;
  private readonly definitions: (Definition | undefined)[] = [];
  private readonly descriptions = new Map<number, Description>();
  private readonly found: Message[] = [];
  private timestamp = 0;

  private readonly bytes: Uint8Array;
  private at: number;
  private readonly end: number;

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  messages(): DecodedFile {
    try {
      while (this.at < this.end) this.message();
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      return { messages: this.found, fault: cut(error.message) };
    }
    return { messages: this.found, fault: null };
  }

  private message(): void {
    const header = this.byte();
    if (header & 0x80) this.data((header >> 5) & 0x3, header & 0x1f);
    else if (header & 0x40) this.define(header & 0xf, (header & 0x20) !== 0);
    else this.data(header & 0xf, null);
    if (this.found.length > bounds.fitMessagesMax) throw new FitError('holds too many messages');
  }

  private byte(): number {
    this.need(1);
    const byte = this.bytes[this.at] ?? 0;
    this.at += 1;
    return byte;
  }

  private need(size: number): void {
    if (this.at + size > this.end) throw new Damage(`is damaged at byte ${this.at}`);
  }

  private define(local: number, hasDeveloperFields: boolean): void {
    this.need(5);
    const isLittleEndian = this.bytes[this.at + 1] !== 1;
    const num = this.view.getUint16(this.at + 2, isLittleEndian);
    this.at += 4;
    const known = messageByNum.get(num);
    const fields: DefinedField[] = [];
    for (let left = this.byte(); left > 0; left -= 1) {
      const [field, size, code] = [this.byte(), this.byte(), this.byte()];
      const type = typeByCode.get(code & 0x1f) ?? null;
      fields.push({ num: field, size, type, known: known?.fields.get(field) });
    }
    const developerFields: DefinedDeveloperField[] = [];
    for (let left = hasDeveloperFields ? this.byte() : 0; left > 0; left -= 1) {
      developerFields.push({ num: this.byte(), size: this.byte(), developer: this.byte() });
    }
    this.definitions[local] = {
      num,
      name: known?.name,
      isLittleEndian,
      fields,
      developerFields,
      isSkipped: known === undefined && fields.every((field) => field.num !== timestampNum),
      size: [...fields, ...developerFields].reduce((sum, { size }) => sum + size, 0),
    };
  }

  private data(local: number, timeOffset: number | null): void {
    const definition = this.definitions[local];
    if (!definition) throw new Damage(`is damaged at byte ${this.at - 1}: undescribed data`);
    if (definition.isSkipped) {
      this.need(definition.size);
      this.at += definition.size;
      return;
    }
    const fields = new Map<string, FitValue>();
    for (const { num, size, type, known } of definition.fields) {
      this.need(size);
      const isNeeded = known !== undefined || num === timestampNum;
      const value =
        isNeeded && type !== null
          ? this.value(size, type, definition.isLittleEndian, known?.scale ?? 1, 0)
          : null;
      if (num === timestampNum && typeof value === 'number') this.timestamp = value;
      if (known && value !== null) fields.set(known.name, value);
      this.at += size;
    }
    const developer = new Map<string, DeveloperValue>();
    for (const field of definition.developerFields) this.developerValue(field, definition, developer, fields);
    if (timeOffset !== null) fields.set('timestamp', this.rolledTimestamp(timeOffset));
    if (definition.name === undefined) return;
    const message: Message = { name: definition.name, fields, developer };
    if (message.name === 'fieldDescription') this.describe(message);
    else this.found.push(message);
  }

  private developerValue(
    { num, size, developer }: DefinedDeveloperField,
    { name, isLittleEndian }: Definition,
    values: Map<string, DeveloperValue>,
    fields: Map<string, FitValue>,
  ): void {
    this.need(size);
    const description = this.descriptions.get(developer * 256 + num);
    if (name !== undefined && description) {
      const { type, scale, offset, key, units } = description;
      const value = this.value(size, type, isLittleEndian, scale, offset);
      if (value !== null) {
        values.set(key, { value, units });
        const replaced = replacedBy(description, name, value);
        if (replaced !== null) replaceField(fields, replaced);
      }
    }
    this.at += size;
  }

  /** A compressed header has the last five bits of the time, counted on from the last full timestamp. */
  private rolledTimestamp(offset: number): number {
    this.timestamp += (offset - this.timestamp) & 0x1f;
    return this.timestamp;
  }

  private describe(message: Message): void {
    const number = (field: string) => firstNumber(message.fields.get(field));
    const name = message.fields.get('fieldName');
    const type = typeByCode.get((number('fitBaseTypeId') ?? -1) & 0x1f);
    const [developer, num] = [number('developerDataIndex'), number('fieldDefinitionNumber')];
    if (typeof name !== 'string' || !type || developer === null || num === null) return;
    const units = message.fields.get('units');
    this.descriptions.set(developer * 256 + num, {
      key: developerKey(name),
      name,
      nativeMesgNum: number('nativeMesgNum'),
      nativeFieldNum: number('nativeFieldNum'),
      type,
      scale: number('scale') || 1,
      offset: number('offset') ?? 0,
      units: typeof units === 'string' ? units.trim().toLowerCase() : '',
    });
  }

  private value(
    size: number,
    type: BaseType,
    isLittleEndian: boolean,
    scale: number,
    offset: number,
  ): FitValue | null {
    if (type === 'string') return this.text(size);
    const { size: each, invalid } = baseTypes[type];
    if (size === 0 || size % each !== 0) return null;
    const values: number[] = [];
    for (let at = this.at; at < this.at + size; at += each) {
      const raw = this.raw(type, at, isLittleEndian);
      if (raw !== invalid && !Number.isNaN(raw)) values.push(raw / scale - offset);
    }
    if (values.length === 0) return null;
    return size === each ? (values[0] ?? null) : values;
  }

  private text(size: number): string | null {
    const bytes = this.bytes.subarray(this.at, this.at + size);
    const end = bytes.indexOf(0);
    return decodeNarrow(end < 0 ? bytes : bytes.subarray(0, end)) || null;
  }

  private raw(type: Exclude<BaseType, 'string'>, at: number, isLittleEndian: boolean): number {
    const { view } = this;
    switch (type) {
      case 'sint8':
        return view.getInt8(at);
      case 'sint16':
        return view.getInt16(at, isLittleEndian);
      case 'uint16':
      case 'uint16z':
        return view.getUint16(at, isLittleEndian);
      case 'sint32':
        return view.getInt32(at, isLittleEndian);
      case 'uint32':
      case 'uint32z':
        return view.getUint32(at, isLittleEndian);
      case 'float32':
        return view.getFloat32(at, isLittleEndian);
      case 'float64':
        return view.getFloat64(at, isLittleEndian);
      default:
        return view.getUint8(at);
    }
  }
}
