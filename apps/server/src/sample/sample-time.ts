/** As the database stores it. */
export function dateOf(time: Temporal.ZonedDateTime): Date {
  return new Date(time.epochMilliseconds);
}
