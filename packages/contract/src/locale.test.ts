import { describe, expect, test } from 'vitest';
import { LocaleSchema, TimeZoneSchema } from './locale.ts';

describe('a time zone', () => {
  test.each(['Europe/Berlin', 'europe/berlin', 'UTC', 'Asia/Kolkata', '+02:00', '-03:30'])(
    '%s is kept, even when requested again',
    (zone) => {
      expect(TimeZoneSchema.parse(zone)).toBe(zone);
      expect(TimeZoneSchema.parse(zone)).toBe(zone);
    },
  );

  // Chromium without a system zone; a newer one; names of Java and ICU that Intl accepts and Temporal rejects.
  test.each(['Etc/Unknown', 'Europe/Nowhere', 'Berlin', 'PST', 'SystemV/AST4', '+99:00'])(
    'reads the unknown zone %s as UTC, even when requested again',
    (zone) => {
      expect(TimeZoneSchema.parse(zone)).toBe('UTC');
      expect(TimeZoneSchema.parse(zone)).toBe('UTC');
    },
  );

  test.each(['', 'x'.repeat(65), 'Mars Base', "'; drop table users", 'Europe/Berlin\0', 5])(
    '%j is not the name of a zone',
    (name) => expect(TimeZoneSchema.safeParse(name).success).toBe(false),
  );
});

describe('a locale', () => {
  test.each([
    ['en-GB', 'en-GB'],
    ['de-ch', 'de-CH'],
    ['en-US-u-hc-h23', 'en-US-u-hc-h23'],
    ['C', 'en-GB'],
    ['en_US@posix', 'en-GB'],
    ['', 'en-GB'],
    ['x'.repeat(1_000), 'en-GB'],
  ])('%j is read as %s', (tag, locale) => expect(LocaleSchema.parse(tag)).toBe(locale));
});
