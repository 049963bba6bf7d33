/** How many nightly backups stay: the newest one of each of the last days, weeks and months that have any. */
const backupsKept = { days: 7, weeks: 4, months: 12 };

type Made = { name: string; at: Date };

/** Returns the names of the nightly backups that are no longer needed. Weeks begin on Monday. */
export function expiredBackups(backups: readonly Made[], timeZone: string): string[] {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const kept = new Set<string>();
  const keep = (count: number, periodOf: (day: Temporal.PlainDate) => string) => {
    const periods = new Set<string>();
    for (const { name, at } of newestFirst) {
      const day = Temporal.Instant.fromEpochMilliseconds(at.getTime())
        .toZonedDateTimeISO(timeZone)
        .toPlainDate();
      const period = periodOf(day);
      if (periods.has(period)) continue;
      if (periods.size === count) return;
      periods.add(period);
      kept.add(name);
    }
  };
  keep(backupsKept.days, (day) => day.toString());
  keep(backupsKept.weeks, (day) => `${day.yearOfWeek}-${day.weekOfYear}`);
  keep(backupsKept.months, (day) => day.toPlainYearMonth().toString());
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** How many backups before updates stay: the newest, and the newest of each of the last schemas. */
const updateCopiesKept = 3;

/**
 * Returns the names of the backups before updates that are no longer needed. A backup of an older schema also stays if
 * a start that fails repeatedly makes one each time.
 */
export function expiredUpdateCopies(copies: ReadonlyArray<Made & { schemaAt: number }>): string[] {
  const newestFirst = copies.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const kept = new Set(newestFirst.slice(0, updateCopiesKept).map(({ name }) => name));
  const schemas = new Set<number>();
  for (const { name, schemaAt } of newestFirst) {
    if (schemas.has(schemaAt) || schemas.size === updateCopiesKept) continue;
    schemas.add(schemaAt);
    kept.add(name);
  }
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** The clock of the server decides. */
const nightHour = 3;

/** Whether a nightly backup is due: there is none since the last night's hour. */
export function isNightlyDue(now: Temporal.ZonedDateTime, lastAt: Date | null): boolean {
  const today = now.with({
    hour: nightHour,
    minute: 0,
    second: 0,
    millisecond: 0,
    microsecond: 0,
    nanosecond: 0,
  });
  const night = Temporal.ZonedDateTime.compare(today, now) <= 0 ? today : today.subtract({ days: 1 });
  return lastAt === null || lastAt.getTime() < night.epochMilliseconds;
}
