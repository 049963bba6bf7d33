// With TEST_AT each test file runs as if it began at that moment, by the clock of the test's own thread:
//   TEST_AT=2027-12-31T23:59:58Z npx vitest run --project web
// Two seconds later a new day begins, so a test that depends on the day it runs on fails.

declare global {
  var machineClock: { Date: DateConstructor; now: () => number } | undefined;
}

const at = process.env['TEST_AT'];
if (at !== undefined) {
  // Files of one process share it: what is shifted is always the machine's clock.
  const machine = (globalThis.machineClock ??= { Date, now: Date.now });
  const aheadMs = Date.parse(at) - machine.now();
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
}
