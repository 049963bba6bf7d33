import type { OutsideAnswer } from '../../../infra/outgoing/post-outside.ts';
import type { Outcome } from '../../../infra/outgoing/queue/transport.ts';

/** Returns whether a host is one of `known`, or below one that begins with a dot. */
export function isPushHost(hostname: string, known: readonly string[]): boolean {
  return known.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}

/** Returns the outcome of a message, by the response of the push service (RFC 8030). */
export function outcomeOf({ status, retryAfterSec }: OutsideAnswer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  // The service no longer knows the browser.
  if (status === 404 || status === 410) return { kind: 'obsolete' };
  const problem = `It answered with the status ${status}`;
  if (status === 429 || (status === 503 && retryAfterSec !== null)) {
    return { kind: 'busy', problem, waitSec: retryAfterSec };
  }
  // Another refusal ends only this message: a wrong clock here must not unsubscribe everyone.
  return status === 408 || status >= 500
    ? { kind: 'failed', problem, isReached: true }
    : { kind: 'refused', problem };
}

/** Replaces an undelivered message of the same topic: at most 32 characters of Base64 for URLs. */
export function topicOf(id: string): string {
  return id.replaceAll('-', '').slice(0, 32);
}
