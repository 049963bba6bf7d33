/**
 * Returns the seconds of a header Retry-After, which has seconds or a date (RFC 9110, 10.2.3); null without one. A date
 * counts from the response's own date.
 */
export function retryAfterSecOf(header: string | null, date: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const [until, from] = [dateOf(header), dateOf(date)];
  return until === null || from === null ? null : Math.max(0, (until.getTime() - from.getTime()) / 1_000);
}

/** Returns the time of a header; null without one. */
export function dateOf(header: string | null): Date | null {
  const ms = header === null ? NaN : Date.parse(header);
  return Number.isNaN(ms) ? null : new Date(ms);
}
