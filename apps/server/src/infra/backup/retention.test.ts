import { describe, expect, test } from 'vitest';
import { expiredBackups, expiredUpdateCopies, isNightlyDue } from './retention.ts';

const zone = 'Europe/Zurich';
const nightly = (day: string, hour = '03:00') => ({
  name: hour === '03:00' ? day : `${day} ${hour}`,
  at: new Date(Temporal.PlainDateTime.from(`${day}T${hour}`).toZonedDateTime(zone).epochMilliseconds),
});
const daysUntil = (last: string, count: number) =>
  Array.from({ length: count }, (_, back) =>
    nightly(Temporal.PlainDate.from(last).subtract({ days: back }).toString()),
  );

const kept = (backups: ReturnType<typeof daysUntil>) => {
  const expired = new Set(expiredBackups(backups, zone));
  return backups.map(({ name }) => name).filter((name) => !expired.has(name));
};

test('keeps the backups of 7 days, 4 weeks and 12 months from two years of nightly ones, the newest of each', () => {
  // Weeks end on Sunday: the 22nd is the newest of its week.
  const days = [
    '2026-11-25',
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
  ];
  const weeks = ['2026-11-15', '2026-11-08'];
  const months =
    '2026-10-31 2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31 2026-04-30 2026-03-31 2026-02-28 2026-01-31 2025-12-31';
  expect(kept(daysUntil('2026-11-25', 730))).toEqual([...days, ...weeks, ...months.split(' ')]);
});

test.each<[string, string[], string[]]>([
  ['one alone stays, however old', ['2020-01-01'], ['2020-01-01']],
  [
    'seven nights stay, even with gaps between them',
    ['2026-11-20', '2026-03-01'],
    ['2026-11-20', '2026-03-01'],
  ],
  ['nothing stays of nothing', [], []],
])('%s', (_, days, stay) => {
  expect(kept(days.map((day) => nightly(day)))).toEqual(stay);
});

test('the newest of several backups of one day stays', () => {
  const day = [nightly('2026-11-25', '05:00'), nightly('2026-11-25'), nightly('2026-11-25', '04:00')];
  expect(kept(day)).toEqual(['2026-11-25 05:00']);
});

test('a year of backups made and tidied every night never loses a month', () => {
  let stored: ReturnType<typeof daysUntil> = [];
  for (const night of daysUntil('2026-12-31', 500).toReversed()) {
    stored = [night, ...stored];
    const expired = new Set(expiredBackups(stored, zone));
    stored = stored.filter(({ name }) => !expired.has(name));
  }
  expect(new Set(stored.map(({ name }) => name.slice(0, 7))).size).toBe(12);
  expect(stored.length).toBeLessThanOrEqual(23);
});

test.each<[now: string, last: string | null, isDue: boolean]>([
  ['2026-11-25T12:00', null, true],
  ['2026-11-25T02:59', '2026-11-24T03:00', false],
  ['2026-11-25T03:00', '2026-11-24T03:00', true],
  ['2026-11-25T03:10', '2026-11-25T03:00', false],
  ['2026-11-25T12:00', '2026-11-25T02:59', true],
  ['2026-11-25T01:00', '2026-11-23T03:00', true],
  // The night in which 02:00 becomes 03:00, and the night in which it occurs twice.
  ['2026-03-29T03:00', '2026-03-28T03:00', true],
  ['2026-03-29T01:59', '2026-03-28T03:00', false],
  ['2026-10-25T03:00', '2026-10-24T03:00', true],
])('at %s, with the last one from %s, a nightly backup is due: %s', (now, last, isDue) => {
  const zoned = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(zone);
  expect(isNightlyDue(zoned(now), last === null ? null : new Date(zoned(last).epochMilliseconds))).toBe(
    isDue,
  );
});

describe('keeps backups before updates', () => {
  const copy = (name: string, day: number, schemaAt: number) => ({
    name,
    at: new Date(Date.UTC(2026, 10, day)),
    schemaAt,
  });
  const staying = (copies: ReturnType<typeof copy>[]) => {
    const expired = new Set(expiredUpdateCopies(copies));
    return copies.map(({ name }) => name).filter((name) => !expired.has(name));
  };

  test('the newest three of many updates', () => {
    const copies = [1, 2, 3, 4, 5].map((each) => copy(`update ${each}`, each, each));
    expect(staying(copies)).toEqual(['update 3', 'update 4', 'update 5']);
  });

  test('keeps those of older schemas if a start fails repeatedly', () => {
    const updates = [1, 2, 3].map((each) => copy(`update ${each}`, each, each));
    const starts = [4, 5, 6, 7, 8, 9].map((each) => copy(`start ${each}`, each, 3));
    expect(staying([...updates, ...starts])).toEqual([
      'update 1',
      'update 2',
      'start 7',
      'start 8',
      'start 9',
    ]);
  });

  test('keeps all if there are few', () => {
    expect(staying([copy('update', 1, 1), copy('start', 2, 1)])).toEqual(['update', 'start']);
    expect(staying([])).toEqual([]);
  });
});
