/** Returns whether a host is one of `known`, or below one that begins with a dot. */
export function isPushHost(hostname: string, known: readonly string[]): boolean {
  return known.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}

/** What becomes of a message, by the status of the push service (RFC 8030). */
export function outcomeOf(status: number): 'sent' | 'gone' | 'again' | 'refused' {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 429 || status >= 500 ? 'again' : 'refused';
}

/** Replaces a message of the same topic that was not delivered yet: at most 32 characters of Base64 for URLs. */
export function topicOf(id: string): string {
  return id.replaceAll('-', '').slice(0, 32);
}
