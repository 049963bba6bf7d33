import { expect, test } from 'vitest';
import { TimeZoneSchema } from './locale.ts';

test.each(['Europe/Berlin', 'europe/berlin', 'UTC', 'Asia/Kolkata'])(
  '%s is a time zone, also when asked again',
  (zone) => {
    expect(TimeZoneSchema.safeParse(zone).success).toBe(true);
    expect(TimeZoneSchema.parse(zone)).toBe(zone);
  },
);

test.each(['', 'Europe/Nowhere', 'Berlin', 'x'.repeat(65)])('%j is none, also when asked again', (name) => {
  expect(TimeZoneSchema.safeParse(name).success).toBe(false);
  expect(TimeZoneSchema.safeParse(name).success).toBe(false);
});
