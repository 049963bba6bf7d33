/**
 * Recognized by the words in the User-Agent header. Order matters: most browsers also contain the words of the later
 * ones.
 */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/**
 * Returns a User-Agent header as a short text, such as `Firefox on Windows`; null for an empty one. A program is named
 * by its product: `curl`.
 */
export function deviceOf(userAgent: string): string | null {
  const named = (list: ReadonlyArray<readonly [RegExp, string]>) =>
    list.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  return system ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null;
}
