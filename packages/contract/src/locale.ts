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

/** Names that were found to be zones: asking the runtime takes a tenth of a millisecond, and a page's calls ask a dozen times. */
const knownZones = new Set<string>();
/** There are some 600 zones, each in any mix of capitals. */
const knownZonesMax = 1_000;

function isTimeZone(zone: string): boolean {
  if (knownZones.has(zone)) return true;
  try {
    if (new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === '') return false;
  } catch {
    return false;
  }
  if (knownZones.size < knownZonesMax) knownZones.add(zone);
  return true;
}

/** An IANA zone name that this runtime knows. */
export const TimeZoneSchema = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Must be a time zone, such as Europe/Berlin'));
