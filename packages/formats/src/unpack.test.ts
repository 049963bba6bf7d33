import { gzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { bounds } from './bounds.ts';
import { decodeText } from './decode-text.ts';
import { secondsOf, short } from './csv/values.ts';
import { dateOf } from './dates.ts';
import { ArchiveError, gunzip, isGzip, isZip } from './unpack.ts';

test.each([
  ['a local header', [0x50, 0x4b, 3, 4], true],
  ['an empty archive', [0x50, 0x4b, 5, 6], true],
  ['another mark', [0x50, 0x4b, 3, 6], false],
  ['another end', [0x50, 0x4b, 5, 4], false],
  ['other first bytes', [0x50, 0x4c, 3, 4], false],
  ['another first byte', [0x51, 0x4b, 3, 4], false],
])('a ZIP archive is recognized by %s: %o', (_, bytes, isIt) => {
  expect(isZip(Uint8Array.from(bytes))).toBe(isIt);
});

test('a gz file is recognized by both of its first bytes', () => {
  expect(isGzip(Uint8Array.of(0x1f, 0x8b))).toBe(true);
  expect(isGzip(Uint8Array.of(0x1f, 0x8c))).toBe(false);
  expect(isGzip(Uint8Array.of(0x1e, 0x8b))).toBe(false);
});

describe('unpacking', () => {
  const packed = (bytes: number) => gzipSync(new Uint8Array(bytes));

  test('takes as many bytes as the file and the archive may have', () => {
    const budget = { bytes: bounds.fileBytesMax };
    expect(gunzip(packed(bounds.fileBytesMax), budget)).toHaveLength(bounds.fileBytesMax);
    expect(budget.bytes).toBe(0);
    expect(gunzip(packed(0), budget)).toHaveLength(0);
    expect(() => gunzip(packed(1), budget)).toThrow('unpacks to more than 200 MB in all');
  });

  test('refuses a file with one byte more', () => {
    const budget = { bytes: bounds.archiveBytesMax };
    expect(() => gunzip(packed(bounds.fileBytesMax + 1), budget)).toThrow('unpacks to more than 20 MB');
    expect(budget.bytes).toBe(bounds.archiveBytesMax - bounds.fileBytesMax - 1);
  });

  test('refuses a file that ends early, whose trailer has more bytes, or another checksum', () => {
    const whole = packed(1_000);
    const longer = whole.slice();
    new DataView(longer.buffer).setUint32(longer.length - 4, 1_001, true);
    const other = whole.slice();
    new DataView(other.buffer).setUint32(other.length - 8, 1, true);
    const budget = () => ({ bytes: 1e6 });
    expect(() => gunzip(whole.subarray(0, 17), budget())).toThrow(ArchiveError);
    expect(() => gunzip(longer, budget())).toThrow('ends early');
    expect(() => gunzip(other, budget())).toThrow('its checksum is wrong');
  });
});

describe('only bytes of UTF-8 are read as such, others as Windows-1252:', () => {
  test.each([
    ['the first character of three bytes', [0xe0, 0xa0, 0x80], '\u0800'],
    ['a longer form of a shorter character', [0xe0, 0x9f, 0x80], 'àŸ€'],
    ['the first character of four bytes', [0xf0, 0x90, 0x80, 0x80], '\u{10000}'],
    ['a longer form of one of three bytes', [0xf0, 0x8f, 0x80, 0x80], 'ð\u008f€€'],
    ['the last character before the surrogates', [0xed, 0x9f, 0xbf], '\ud7ff'],
    ['a surrogate', [0xed, 0xa0, 0x80], 'í\u00a0€'],
    ['the last character', [0xf4, 0x8f, 0xbf, 0xbf], '\u{10ffff}'],
    ['a character beyond the last one', [0xf4, 0x90, 0x80, 0x80], 'ô\u0090€€'],
  ])('%s', (_, bytes, text) => {
    expect(decodeText(Uint8Array.from([0x61, ...bytes, 0x62]))).toMatchObject({ text: `a${text}b` });
  });
});

test.each([
  ['4:59.9', 299.9],
  ['4:60', null],
  ['61:00', 3_660],
  ['1:59:00', 7_140],
  ['1:60:00', null],
])('a time of %s has %s s', (text, sec) => {
  if (sec === null) expect(() => secondsOf(text, '.')).toThrow('is not a time');
  else expect(secondsOf(text, '.')).toBe(sec);
});

test('a text of 40 characters is shown, and a longer one is cut', () => {
  expect(short('x'.repeat(40))).toBe('x'.repeat(40));
  expect(short('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`);
});

test.each([
  [0, '1989-12-31T00:00:00Z'],
  [3_600, '1989-12-31T01:00:00+01:00'],
  [-19_800, '1989-12-30T18:30:00-05:30'],
])('a date with an offset of %i s is %s', (offsetSec, iso) => {
  expect(dateOf(0, offsetSec)).toBe(iso);
});
