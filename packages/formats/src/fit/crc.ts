const nibbles = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000,
  0x9c01, 0x8801, 0x4400,
];

/** Returns FIT's checksum of the bytes from `start` to `end`. */
export function fitCrc(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    crc = ((crc >> 4) & 0x0fff) ^ (nibbles[crc & 0xf] ?? 0) ^ (nibbles[byte & 0xf] ?? 0);
    crc = ((crc >> 4) & 0x0fff) ^ (nibbles[crc & 0xf] ?? 0) ^ (nibbles[byte >> 4] ?? 0);
  }
  return crc;
}
