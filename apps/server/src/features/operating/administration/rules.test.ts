import { expect, test } from 'vitest';
import { warningsOf, type Facts } from './rules.ts';

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 4, 30);
const daysAgo = (days: number) => new Date(nowMs - days * dayMs).toISOString();
const backup = (days: number) => ({
  at: daysAgo(days),
  kind: 'nightly',
  bytes: 1,
  verifiedAt: daysAgo(days),
  problem: null,
});

const well: Facts = {
  nowMs,
  installedAtMs: nowMs - 100 * dayMs,
  isNightly: true,
  lastBackup: backup(1),
  diskFreeBytes: 1e9,
  mailFailure: null,
  databaseMs: nowMs,
};

const never = { ...backup(2), verifiedAt: null };
const cases: Array<[string, Partial<Facts>, string[]]> = [
  ['all is well', {}, []],
  ['the backup is a week old', { lastBackup: backup(7) }, []],
  ['the backup is older than a week', { lastBackup: backup(8) }, ['backup']],
  ['the backup was never verified', { lastBackup: never }, ['backup']],
  [
    'the backup was made just now and is not verified yet',
    { lastBackup: { ...backup(0), verifiedAt: null } },
    [],
  ],
  ['the backup can not be restored', { lastBackup: { ...never, problem: 'rows are missing' } }, ['backup']],
  ['there is none', { lastBackup: null }, ['backup']],
  ['there is none on a new installation', { lastBackup: null, installedAtMs: nowMs - dayMs }, []],
  ['the disk has 499 MiB', { diskFreeBytes: 499 * 1_048_576 }, ['disk']],
  ['the disk has 500 MiB', { diskFreeBytes: 500 * 1_048_576 }, []],
  ['a mail failed today', { mailFailure: { at: daysAgo(0.5), problem: 'refused' } }, ['mail']],
  ['a mail failed last week', { mailFailure: { at: daysAgo(6), problem: 'refused' } }, []],
  ['the clocks differ by 3 s', { databaseMs: nowMs - 3_000 }, ['clock']],
  ['the clocks differ by 1 s', { databaseMs: nowMs + 1_000 }, []],
];

test.each(cases)('where %s, it warns of what needs an administrator', (_, change, kinds) => {
  expect(warningsOf({ ...well, ...change }).map(({ kind }) => kind)).toEqual(kinds);
});
