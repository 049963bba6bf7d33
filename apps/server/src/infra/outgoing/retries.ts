/**
 * Returns when to try again after this many failed tries; null for never.
 * @param delaysMs after the first try, the second, …
 * @param spread adds up to this part of the delay, so that what failed together is not tried together
 */
export function nextRetry(delaysMs: readonly number[], attempts: number, now: Date, spread = 0): Date | null {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs * (1 + spread * Math.random()));
}

/** How the product names itself to others: printable ASCII without spaces. */
export function userAgentOf(productName: string, purpose: string): string {
  return `${productName.replaceAll(/[^\x21-\x7e]+/g, '-')}-${purpose}`;
}
