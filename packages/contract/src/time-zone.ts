import * as z from 'zod/mini';

/** An IANA zone name that this runtime knows. */
export const TimeZoneSchema = z.string().check(
  z.maxLength(64),
  z.refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }, 'Must be a time zone, such as Europe/Berlin'),
);
