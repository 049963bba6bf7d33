/** Returns the time in milliseconds since 1970, by the clock of the test: it begins where `test-at.ts` sets it, or is a fake one. */
export function nowMs(): number {
  return Date.now();
}
