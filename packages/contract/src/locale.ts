import * as z from 'zod/mini';

/**
 * A language tag (BCP 47) by whose conventions dates and hours are written. Some browsers send the operating system's
 * language in another form, such as `C` or `en_US@posix`: it becomes `en-GB` and is never refused.
 */
export const LocaleSchema = z.pipe(z.string(), z.transform(knownLocale));

function knownLocale(tag: string): string {
  try {
    const [locale] = Intl.getCanonicalLocales(tag);
    if (tag.length <= 64 && locale !== undefined) return locale;
  } catch {
    // It is not a language tag.
  }
  return 'en-GB';
}

/**
 * Names already found to be zones: asking the runtime takes a tenth of a millisecond, and a page's calls ask a dozen
 * times.
 */
const knownZones = new Set<string>();
/** There are some 600 zones, each in any mix of capitals. */
const knownZonesMax = 1_000;

/**
 * Returns the zone if this runtime can compute with it, else UTC. Browsers send `Etc/Unknown` if the system's zone is
 * not set, zones that are newer than this runtime, and names such as `PST` that Intl accepts and Temporal rejects.
 */
export function knownTimeZone(zone: string): string {
  if (knownZones.has(zone)) return zone;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    // Its name is written in mails and files too.
    if (new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === '') return 'UTC';
  } catch {
    return 'UTC';
  }
  if (knownZones.size < knownZonesMax) knownZones.add(zone);
  return zone;
}

/** An IANA zone name, or an offset such as +02:00. A name that this runtime does not know is read as UTC, never refused. */
export const TimeZoneSchema = z.pipe(
  z.string().check(z.regex(/^[\w+\-/:]{1,64}$/, 'Must be a time zone, such as Europe/Berlin')),
  z.transform(knownTimeZone),
);
