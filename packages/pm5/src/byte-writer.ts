/** Writes little-endian unsigned fields one after the other; each value is rounded and clamped to its field. */
export type ByteWriter = {
  u8: (value: number) => ByteWriter;
  u16: (value: number) => ByteWriter;
  u24: (value: number) => ByteWriter;
  u32: (value: number) => ByteWriter;
  bytes: () => Uint8Array;
};

/** `value` as a whole number from 0 to `max`; 0 for NaN. */
export function clampWhole(value: number, max: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.min(max, Math.max(0, Math.round(value)));
}

export function createByteWriter(): ByteWriter {
  const written: number[] = [];
  const put = (value: number, width: number): ByteWriter => {
    let rest = clampWhole(value, 256 ** width - 1);
    for (let index = 0; index < width; index += 1) {
      written.push(rest % 256);
      rest = Math.floor(rest / 256);
    }
    return writer;
  };
  const writer: ByteWriter = {
    u8: (value) => put(value, 1),
    u16: (value) => put(value, 2),
    u24: (value) => put(value, 3),
    u32: (value) => put(value, 4),
    bytes: () => Uint8Array.from(written),
  };
  return writer;
}
