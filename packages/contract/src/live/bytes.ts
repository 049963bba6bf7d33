/** Writes the packed messages of the live channel. Grows as needed. */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /** Appends the low 8 bits of a number. */
  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Appends 2 bytes, the low one first. */
  short(value: number): void {
    this.byte(value);
    this.byte(value >>> 8);
  }

  /** Appends 4 bytes, the low one first. */
  word(value: number): void {
    this.short(value);
    this.short(value >>> 16);
  }

  /**
   * Appends a whole number from 0 to 2^32 - 1 in 1 to 5 bytes of 7 bits each, the low bits first (LEB128). Rounds other
   * numbers to the nearest; NaN becomes 0.
   */
  count(value: number): void {
    this.#reserve(5);
    let rest = value > 0 ? Math.min(Math.round(value), countMax) : 0;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = rest | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Appends the 16 bytes of a UUID. @throws RangeError for any other text */
  id(uuid: string): void {
    const hex = uuid.replaceAll('-', '');
    if (!/^[0-9a-f]{32}$/.test(hex)) throw new RangeError(`Not a UUID in lower case: ${uuid}`);
    this.#reserve(16);
    for (let at = 0; at < 32; at += 2) {
      this.#bytes[this.#length++] = Number.parseInt(hex.slice(at, at + 2), 16);
    }
  }

  /** Returns a copy of the written bytes, and starts again. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * this.#bytes.length);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

const countMax = 2 ** 32 - 1;
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * The id that one sender repeats in each message. Makes its string once: a map finds the same string faster than an
 * equal one, and making it would cost more than the rest of the message.
 */
export class RepeatedId {
  readonly #bytes = new Uint8Array(16);
  #text = '';

  /** Returns the id of the 16 bytes from `start`. */
  read(bytes: Uint8Array, start: number): string {
    if (this.#text === '' || !this.#isAt(bytes, start)) {
      this.#bytes.set(bytes.subarray(start, start + 16));
      this.#text = idAt(bytes, start);
    }
    return this.#text;
  }

  #isAt(bytes: Uint8Array, start: number): boolean {
    for (let place = 0; place < 16; place += 1) {
      if (bytes[start + place] !== this.#bytes[place]) return false;
    }
    return true;
  }
}

/** Reads the output of `ByteWriter`. Never throws: past the end every value is 0, and `isBad` is true from then on. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #isBad = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Something was read that no writer writes. */
  get isBad(): boolean {
    return this.#isBad;
  }

  get isAtEnd(): boolean {
    return this.#isBad || this.#at === this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) {
      this.#isBad = true;
      return 0;
    }
    this.#at += 1;
    return value;
  }

  short(): number {
    const low = this.byte();
    return low + this.byte() * 0x100;
  }

  word(): number {
    const low = this.short();
    return low + this.short() * 0x1_0000;
  }

  /** Reads a `count`; anything above `max` is bad. */
  count(max: number = countMax): number {
    let value = 0;
    let unit = 1;
    for (let length = 1; length <= 5; length += 1) {
      const byte = this.byte();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) {
        if (value > max) this.#isBad = true;
        return this.#isBad ? 0 : value;
      }
      unit *= 0x80;
    }
    this.#isBad = true;
    return 0;
  }

  /** @param repeated keeps the id for the next message of the same sender */
  id(repeated?: RepeatedId): string {
    const start = this.#at;
    if (start + 16 > this.#bytes.length) {
      this.#isBad = true;
      return '';
    }
    this.#at += 16;
    return repeated ? repeated.read(this.#bytes, start) : idAt(this.#bytes, start);
  }
}

function idAt(bytes: Uint8Array, start: number): string {
  let text = '';
  for (let at = start; at < start + 16; at += 1) {
    const place = at - start;
    if (place === 4 || place === 6 || place === 8 || place === 10) text += '-';
    text += hexOfByte[bytes[at] ?? 0];
  }
  return text;
}
