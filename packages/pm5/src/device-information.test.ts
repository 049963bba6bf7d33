import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodeText, encodeText, shownDeviceName } from './device-information.ts';

describe('the name of a device', () => {
  it.each([
    ['PM5 430000000 Row', 'PM5 430000000 Row'],
    ['Bootshaus Süd 🚣', 'Bootshaus Süd 🚣'],
    ['', 'PM5'],
    [undefined, 'PM5'],
    [null, 'PM5'],
    ['\u0000\u0007 \u200B\u2028', 'PM5'],
    ['PM5\u0000\u0000\u0000', 'PM5'],
    ['PM5\n430\t000000', 'PM5 430 000000'],
    ['\u202Efdp.exe PM5\u202C', 'fdp.exe PM5'],
    ['\uD83D PM5 \uDE00', 'PM5'],
    ['PM5 \uFFFD\uFFFD430', 'PM5 430'],
    ['\uE000\uFFFE', 'PM5'],
    ['ergo '.repeat(50), 'ergo ergo ergo ergo ergo ergo ergo ergo'],
    ['🚣'.repeat(200), '🚣'.repeat(40)],
  ])('%j is shown as %j', (name, expected) => {
    expect(shownDeviceName(name, 'PM5')).toBe(expected);
  });

  it('is one line of at most 40 readable characters for any advertised name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const shown = shownDeviceName(name, 'PM5');
        expect(shown).not.toBe('');
        expect(shown).toBe(shown.trim());
        expect(Array.from(shown).length).toBeLessThanOrEqual(40);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(shownDeviceName(shown, 'PM5')).toBe(shown);
      }),
    );
  });
});

describe('device information', () => {
  it.each([
    ['NUL padding', [0x50, 0x4d, 0x35, 0, 0, 0], 'PM5'],
    ['blanks around it', [0x20, 0x50, 0x4d, 0x20, 0x35, 0x20, 0], 'PM 5'],
    ['old bytes after the first NUL', [0x50, 0x4d, 0x35, 0, 0x41, 0x42], 'PM5'],
    ['leading NULs', [0, 0, 0x50, 0x4d, 0x35], 'PM5'],
    ['bytes of memory never written', [0x50, 0x4d, 0x35, 0xff, 0xff], 'PM5'],
    ['nothing but NULs', [0, 0, 0], ''],
    ['more characters than any text has', Array.from({ length: 512 }, () => 0x41), 'A'.repeat(64)],
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
