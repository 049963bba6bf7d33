import { clockChoice, type Clock } from './device-choices/clock.ts';

/** It is used for a language without a known region. */
const fallback = 'en-US';

/**
 * Returns the locale of dates, hours and numbers: English words by the conventions of the reader's region. The hours
 * follow the chosen clock; without a choice the reader's own language there, or its `hc` extension: `en-CN` has 12
 * hours, `zh-CN` has 24.
 */
export function localeOf(language: string, clock: Clock | null): string {
  try {
    const { region } = new Intl.Locale(language).maximize();
    const hourCycle =
      clock ?? new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hourCycle;
    const options = { calendar: 'gregory', numberingSystem: 'latn', ...(hourCycle && { hourCycle }) };
    return new Intl.Locale(region === undefined ? fallback : `en-${region}`, options).toString();
  } catch {
    // Some browsers report the operating system's language in a form that is not a language tag, such as `C`.
    return clock === null ? fallback : `${fallback}-u-hc-${clock}`;
  }
}

/** The locale of this reader: the browser's language, with the clock that the reader has chosen. */
export function readersLocale(): string {
  return localeOf(navigator.language, clockChoice.get());
}

/** Returns the result of `make` for the reader's locale; makes it again when the language or the clock has changed. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  let last: { key: string; made: T } | null = null;
  return () => {
    const key = `${navigator.language} ${clockChoice.get()}`;
    if (last?.key !== key) last = { key, made: make(readersLocale()) };
    return last.made;
  };
}
