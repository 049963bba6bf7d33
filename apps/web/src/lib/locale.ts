import { getClock, type Clock } from './device-choices/clock.ts';

/** For a language without a known region. */
const fallback = 'en-US';

const hourCycles = { '12-hour': 'h12', '24-hour': 'h23' } as const;

/**
 * Returns the locale of dates, hours and numbers: English words by the conventions of the reader's region. The hours are
 * those of the chosen clock; without a choice those of the reader's own language there, or of its `hc` extension: `en-CN`
 * has 12 hours, `zh-CN` has 24.
 */
export function localeOf(language: string, clock: Clock | null): string {
  try {
    const { region } = new Intl.Locale(language).maximize();
    const hourCycle =
      clock === null
        ? new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hourCycle
        : hourCycles[clock];
    const options = { calendar: 'gregory', numberingSystem: 'latn', ...(hourCycle && { hourCycle }) };
    return new Intl.Locale(region === undefined ? fallback : `en-${region}`, options).toString();
  } catch {
    // Some browsers report the operating system's language in a form that is not a language tag, such as `C`.
    return clock === null ? fallback : `${fallback}-u-hc-${hourCycles[clock]}`;
  }
}

/** The locale of this reader: of the browser's language, with the clock that the reader has chosen. */
export function readersLocale(): string {
  return localeOf(navigator.language, getClock());
}

/** Returns what `make` makes for the reader's locale; makes it again when the language or the clock has changed. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  let last: { language: string; clock: Clock | null; made: T } | null = null;
  return () => {
    const { language } = navigator;
    const clock = getClock();
    if (last?.language !== language || last.clock !== clock)
      last = { language, clock, made: make(localeOf(language, clock)) };
    return last.made;
  };
}
