import * as z from 'zod/mini';
import type { HostAnswer } from './fixed-host.ts';

/** The outcome of an upload. */
export type UploadOutcome =
  | { kind: 'sent' | 'there'; remoteId: string | null }
  /** It would be refused again; the reason as a text. */
  | { kind: 'refused'; problem: string };

/** The key or token is no longer valid. */
export class CredentialsRefused extends Error {
  override name = 'CredentialsRefused';
}

/** The call may succeed later; the message describes what happened. */
export class NotNow extends Error {
  override name = 'NotNow';
  /** The wait that the service requested: then the request itself has not failed. */
  readonly waitSec: number | null;
  /** False if the service is unreachable for all users, according to a proxy in front of it. */
  readonly isReached: boolean;
  constructor(message: string, waitSec: number | null = null, isReached = true) {
    super(message);
    this.waitSec = waitSec;
    this.isReached = isReached;
  }
}

/** The wait if a response has no Retry-After. */
const usualWaitSec = 60;
/** A service that requests a longer wait is called again after a day. */
const longestWaitSec = 86_400;

/** @throws NotNow for a limit and an error of the service, CredentialsRefused for 401 */
export function checkAnswer({ status, retryAfterSec, body }: HostAnswer): void {
  if (status === 401) throw new CredentialsRefused(textOf(body) ?? 'The key was refused');
  if (status === 429) {
    const waitSec = Math.min(retryAfterSec ?? usualWaitSec, longestWaitSec);
    throw new NotNow('The service asked to wait', waitSec);
  }
  if (status === 408 || status >= 500) {
    throw new NotNow(`It answered with the status ${status}`, null, !awayStatuses.has(status));
  }
}

/** Bad gateway, unavailable, no answer from behind a gateway. */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

const wordsMax = 300;

const ProblemSchema = z.looseObject({
  message: z.optional(z.string()),
  /** From OAuth (RFC 6749, 5.2); the description is for readers. */
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
});

/** Returns the service's own text of a refusal, with the fields that it names; null if there is none. */
export function textOf(body: unknown): string | null {
  const parsed = z.safeParse(ProblemSchema, body);
  if (!parsed.success) return null;
  const { message, error, error_description: description, errors = {} } = parsed.data;
  const fields = Object.entries(errors).map(([field, words]) => `${field}: ${[words].flat().join(', ')}`);
  const words = [message ?? description ?? error ?? '', ...fields].filter((part) => part !== '').join(' ');
  // PostgreSQL can't store U+0000.
  return words.replaceAll('\0', '').toWellFormed().slice(0, wordsMax) || null;
}

/** Returns the outcome of a refusal that another try would get again. */
export function refusalOf({ status, body }: HostAnswer): UploadOutcome {
  return { kind: 'refused', problem: textOf(body) ?? `It answered with the status ${status}` };
}
