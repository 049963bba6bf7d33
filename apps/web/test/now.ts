/**
 * Returns the time in milliseconds since 1970, by the clock of the test: it begins at the time set by `test-at.ts`, or
 * is a fake one.
 */
export function nowMs(): number {
  return Date.now();
}
