import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf, foundInWords, searchOf } from './search-address.ts';

const read = (address: string) => searchOf(new URLSearchParams(address));

describe('[EXPL-1] [EXPL-2] a search in the URL', () => {
  test.each([
    ['', { text: '', page: 1 }],
    ['?q=', { text: '', page: 1 }],
    ['?q=%20%20', { text: '', page: 1 }],
    ['?q=%20harbour%20', { text: 'harbour', page: 1 }],
    ['?q=harbour&page=3', { text: 'harbour', page: 3 }],
    ['?q=harbour&page=0', { text: 'harbour', page: 1 }],
    ['?q=harbour&page=-2', { text: 'harbour', page: 1 }],
    ['?q=harbour&page=1.5', { text: 'harbour', page: 1 }],
    ['?q=harbour&page=two', { text: 'harbour', page: 1 }],
    ['?q=harbour&page=10001', { text: 'harbour', page: 1 }],
  ])('%j', (address, search) => {
    expect(read(address)).toEqual(search);
  });

  test('is cut to the length that the server accepts', () => {
    expect(read(`?q=${'a'.repeat(500)}`).text).toBe('a'.repeat(100));
  });

  test('is the same after building and parsing the URL', () => {
    const texts = fc
      .string({ minLength: 1, maxLength: 50, unit: 'grapheme' })
      .filter((text) => text.trim() === text && text.length <= 100);
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 10_000 }), (text, page) => {
        expect(read(addressOf({ text, page }))).toEqual({ text, page });
      }),
    );
  });

  test('has no parameter for an empty text and the first page', () => {
    expect(addressOf({ text: '', page: 1 })).toBe('');
    expect(addressOf({ text: '', page: 4 })).toBe('?page=4');
    expect(addressOf({ text: 'harbour', page: 1 })).toBe('?q=harbour');
  });
});

describe('[EXPL-1] [EXPL-2] pages of fifteen', () => {
  test.each([
    ['club' as const, 1, 1, 1, '1 club'],
    ['club' as const, 15, 1, 15, '15 clubs'],
    ['athlete' as const, 23, 1, 15, '1 to 15 of 23 athletes'],
    ['athlete' as const, 23, 2, 8, '16 to 23 of 23 athletes'],
    ['athlete' as const, 299, 20, 14, '286 to 299 of 299 athletes'],
    // The most that a search finds: there may be more.
    ['athlete' as const, 300, 20, 15, '286 to 300 of the first 300 athletes'],
    ['club' as const, 300, 1, 15, '1 to 15 of the first 300 clubs'],
  ])('%s: of %i, page %i with %i: %s', (noun, count, page, rows, words) => {
    expect(foundInWords(noun, count, page, rows)).toBe(words);
  });
});
