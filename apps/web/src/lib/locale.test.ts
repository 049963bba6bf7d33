// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { clockChoice } from './device-choices/clock.ts';
import { localeOf, perLocale } from './locale.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test.each([
  // A region.
  ['en-US', 'US', 'h12'],
  ['en-GB', 'GB', 'h23'],
  ['fr-CH', 'CH', 'h23'],
  // The likely region of a language without one.
  ['en', 'US', 'h12'],
  ['de', 'DE', 'h23'],
  ['pt', 'BR', 'h23'],
  // The hours of the language, not those of English in the region.
  ['zh-CN', 'CN', 'h23'],
  ['en-AU', 'AU', 'h12'],
  // The hours that the reader has chosen.
  ['en-US-u-hc-h23', 'US', 'h23'],
  ['de-DE-u-hc-h12', 'DE', 'h12'],
])('a reader of %s has the conventions of %s with %s', (language, region, hourCycle) => {
  const locale = new Intl.Locale(localeOf(language, null));
  expect([locale.language, locale.region, locale.hourCycle]).toEqual(['en', region, hourCycle]);
});

test.each(['th-TH', 'fa-IR', 'ar-SA-u-nu-arab', 'ja-JP-u-ca-japanese'])(
  'a reader of %s has the calendar of the pages, and digits that fit English words',
  (language) => {
    const { calendar, numberingSystem } = new Intl.DateTimeFormat(localeOf(language, null)).resolvedOptions();
    expect([calendar, numberingSystem]).toEqual(['gregory', 'latn']);
  },
);

test.each(['', 'C', 'en_US.UTF-8'])('an unknown language %j is read as en-US', (language) => {
  expect(localeOf(language, null)).toBe('en-US');
});

test.each([
  ['en-US', 'h23', 'US', 'h23'],
  ['de', 'h12', 'DE', 'h12'],
  ['en-US-u-hc-h23', 'h12', 'US', 'h12'],
  ['C', 'h23', 'US', 'h23'],
] as const)('a reader of %s who has chosen the clock %s has it', (language, clock, region, hourCycle) => {
  const locale = new Intl.Locale(localeOf(language, clock));
  expect([locale.region, locale.hourCycle]).toEqual([region, hourCycle]);
});

test('a format is made once for a language, and again after the language has changed', () => {
  const language = vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  const make = vi.fn((locale: string) => new Intl.Locale(locale).region);
  const region = perLocale(make);
  expect([region(), region()]).toEqual(['DE', 'DE']);
  expect(make).toHaveBeenCalledTimes(1);
  language.mockReturnValue('en-GB');
  expect(region()).toBe('GB');
});

test('a format is made again when the reader chooses a clock', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US');
  const hours = perLocale((locale) => new Intl.Locale(locale).hourCycle);
  expect(hours()).toBe('h12');
  clockChoice.set('h23');
  expect(hours()).toBe('h23');
});
