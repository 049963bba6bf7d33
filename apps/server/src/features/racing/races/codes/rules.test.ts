import { expect, test } from 'vitest';
import { newId } from '../../../../db/ids.ts';
import { codeDigest, codeInWords, codeOf, codesEndAt, typedCode } from './rules.ts';

const key = Buffer.alloc(32, 7);

test('a code follows from the entry, its number and the secret, and reads without doubtful characters', () => {
  const entry = newId();
  const code = codeOf(key, entry, 1);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(codeOf(key, entry, 1)).toBe(code);
  const others = [codeOf(key, entry, 2), codeOf(key, newId(), 1), codeOf(Buffer.alloc(32, 8), entry, 1)];
  for (const other of others) expect(other).not.toBe(code);
  expect(codeDigest(Buffer.alloc(32, 8), code)).not.toBe(codeDigest(key, code));
});

test.each([
  ['7KQ2-M9XD', '7KQ2M9XD'],
  [' 7kq2 m9xd\n', '7KQ2M9XD'],
  // Crockford's Base32 reads O as 0, and I and L as 1.
  ['oil0-1234', '01101234'],
  ['7KQ2-M9X', null],
  ['7KQ2-M9XDD', null],
  ['7KQ2-M9XU', null],
  ['7KQ2-M9Xé', null],
  ['', null],
])('%j is read as %j', (text, code) => {
  expect(typedCode(text)).toBe(code);
});

test('a code in words is read as itself', () => {
  const code = codeOf(key, newId(), 3);
  expect(typedCode(codeInWords(code))).toBe(code);
});

test.each([
  ['2026-05-01', 'Europe/Berlin', '2026-05-02T22:00:00.000Z'],
  ['2026-05-01', 'America/Los_Angeles', '2026-05-03T07:00:00.000Z'],
  // The day after has 25 hours.
  ['2026-10-24', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
])('codes of a race day on %s in %s end at %s, with the day after', (day, timeZone, end) => {
  expect(codesEndAt({ day, timeZone }).toISOString()).toBe(end);
});
