// Each test file begins at the same moment, by the clock of the test's own thread, whenever it runs. TEST_AT sets another:
//   TEST_AT=2027-12-31T23:59:58Z npx vitest run --project web
// Two seconds later a new day begins, so a test that depends on the day it runs on fails.
import { expect } from 'vitest';

declare global {
  var machineClock: { Date: DateConstructor; now: () => number } | undefined;
}

const usualMoment = '2026-11-25T09:30:00Z';

/** Tests of code that uses the machine's own clock beside the thread's. */
const byTheMachinesClock = [
  // Times of files on the disk, and a bucket that refuses requests of another time.
  'src/infra/files/files.test.ts',
  'src/infra/files/s3-away.test.ts',
  'src/features/people/files/resumable.test.ts',
  'src/features/people/files/sweep.test.ts',
  'src/infra/mail.test.ts',
  // A migration that asks the database for the time.
  'src/features/sessions/sessions/ended-hosts.test.ts',
  // Other processes that share a database, a folder or a certificate.
  'src/ops/commands.test.ts',
  'src/main.test.ts',
  'src/db/data-folder.test.ts',
  'src/db/databases.test.ts',
  'src/db/backup/restored-folder.test.ts',
  'src/infra/redis/installation.test.ts',
  'src/infra/backup/before-migration.test.ts',
  'src/infra/backup/first-restore.test.ts',
  'src/infra/local-https/local-certificate.test.ts',
  'test/api-guide/api-guide.test.ts',
];

// Files of one process share it: the machine's clock is always the base of the shift.
const machine = (globalThis.machineClock ??= { Date, now: Date.now });
const testPath = expect.getState().testPath ?? '';
const isMachines = byTheMachinesClock.some((path) => testPath.endsWith(path));
const aheadMs = isMachines ? 0 : Date.parse(process.env['TEST_AT'] ?? usualMoment) - machine.now();
const nowMs = () => machine.now() + aheadMs;

machine.Date.now = nowMs;
globalThis.Date = new Proxy(machine.Date, {
  construct: (target, given: [], newTarget) =>
    given.length === 0
      ? Reflect.construct(target, [nowMs()], newTarget)
      : Reflect.construct(target, given, newTarget),
  apply: () => new machine.Date(nowMs()).toString(),
});

const { timeZoneId } = Temporal.Now;
const instant = () => Temporal.Instant.fromEpochMilliseconds(nowMs());
const zoned = (zone = timeZoneId()) => instant().toZonedDateTimeISO(zone);
Object.assign(Temporal.Now, {
  instant,
  zonedDateTimeISO: zoned,
  plainDateISO: (zone?: string) => zoned(zone).toPlainDate(),
  plainDateTimeISO: (zone?: string) => zoned(zone).toPlainDateTime(),
  plainTimeISO: (zone?: string) => zoned(zone).toPlainTime(),
});
