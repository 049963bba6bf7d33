import { describe, expect, it } from 'vitest';

import { decodeText, encodeText } from './device-information.ts';

describe('device information', () => {
  it.each([
    ['NUL padding', [0x50, 0x4d, 0x35, 0, 0, 0], 'PM5'],
    ['blanks around it', [0x20, 0x50, 0x4d, 0x20, 0x35, 0x20, 0], 'PM 5'],
    ['old bytes after the first NUL', [0x50, 0x4d, 0x35, 0, 0x41, 0x42], 'PM5'],
    ['leading NULs', [0, 0, 0x50, 0x4d, 0x35], 'PM5'],
    ['bytes of memory never written', [0x50, 0x4d, 0x35, 0xff, 0xff], 'PM5'],
    ['nothing but NULs', [0, 0, 0], ''],
    ['no bytes at all', [], ''],
  ])('[ERG-5] reads text with %s', (_title, bytes, expected) => {
    expect(decodeText(Uint8Array.from(bytes))).toBe(expected);
  });

  it('[ERG-5] reads back what was written into a padded field', () => {
    const field = encodeText('430000000', 16);
    expect(field).toHaveLength(16);
    expect(decodeText(field)).toBe('430000000');
  });

  it('cuts a text that is too long and replaces characters outside ASCII', () => {
    expect(decodeText(encodeText('Concept2 Ruderergometer', 8))).toBe('Concept2');
    expect(decodeText(encodeText('Zürich 🚣'))).toBe('Z?rich ?');
  });
});
