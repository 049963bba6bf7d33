import * as z from 'zod/mini';

/** A language tag (BCP 47) by whose conventions dates and hours are written. */
export const LocaleSchema = z.string().check(
  z.maxLength(64),
  z.refine((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  }, 'Must be a language tag, such as en-GB'),
);

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
