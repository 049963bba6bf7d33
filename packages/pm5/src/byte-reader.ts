/** Reads little-endian unsigned fields one after the other. Reading past the end returns 0: check the length first. */
export type ByteReader = {
  u8: () => number;
  u16: () => number;
  u24: () => number;
  u32: () => number;
  /** Bytes not read yet. */
  remaining: () => number;
};

export function createByteReader(bytes: Uint8Array): ByteReader {
  let offset = 0;
  const u8 = (): number => bytes[offset++] ?? 0;
  const u16 = (): number => u8() + u8() * 0x100;
  const u24 = (): number => u16() + u8() * 0x1_0000;
  // Multiplied, not shifted: `<< 24` would make values from 0x80000000 negative.
  const u32 = (): number => u24() + u8() * 0x100_0000;
  return { u8, u16, u24, u32, remaining: () => Math.max(0, bytes.length - offset) };
}
