/** For a language without a known region. */
const fallback = 'en-US';

/**
 * Returns the locale of dates, hours and numbers: English words by the conventions of the reader's region. The hours are
 * those of the reader's own language there, or of its `hc` extension: `en-CN` has 12 hours, `zh-CN` has 24.
 */
export function localeOf(language: string): string {
  try {
    const { region } = new Intl.Locale(language).maximize();
    const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
    const options = { calendar: 'gregory', numberingSystem: 'latn', ...(hourCycle && { hourCycle }) };
    return new Intl.Locale(region === undefined ? fallback : `en-${region}`, options).toString();
  } catch {
    // Some browsers report the operating system's language in a form that is not a language tag, such as `C`.
    return fallback;
  }
}

/** Returns what `make` makes for the reader's locale; makes it again when the browser's language has changed. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  let last: { language: string; made: T } | null = null;
  return () => {
    const { language } = navigator;
    if (last?.language !== language) last = { language, made: make(localeOf(language)) };
    return last.made;
  };
}
