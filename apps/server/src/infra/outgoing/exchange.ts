import * as z from 'zod/mini';
import type { HostAnswer } from './fixed-host.ts';

/** What became of an upload. */
export type UploadOutcome =
  | { kind: 'sent' | 'there'; remoteId: string | null }
  /** It would be refused again; the reason in words. */
  | { kind: 'refused'; problem: string };

/** The key or token is not valid any more. */
export class CredentialsRefused extends Error {
  override name = 'CredentialsRefused';
}

/** The call may succeed later; the message says in words what happened. */
export class NotNow extends Error {
  override name = 'NotNow';
  /** When the service asked to wait so long: then it is no failure of what was asked. */
  readonly waitSec: number | null;
  constructor(message: string, waitSec: number | null = null) {
    super(message);
    this.waitSec = waitSec;
  }
}

/** Without a Retry-After. */
const usualWaitSec = 60;
/** A service that asks for more is asked again after a day. */
const longestWaitSec = 86_400;

/** @throws NotNow for a limit and an error of the service, CredentialsRefused for 401 */
export function checkAnswer({ status, retryAfterSec, body }: HostAnswer): void {
  if (status === 401) throw new CredentialsRefused(textOf(body) ?? 'The key was refused');
  if (status === 429) {
    const waitSec = Math.min(retryAfterSec ?? usualWaitSec, longestWaitSec);
    throw new NotNow('The service asked to wait', waitSec);
  }
  if (status === 408 || status >= 500) throw new NotNow(`It answered with the status ${status}`);
}

const wordsMax = 300;

const ProblemSchema = z.looseObject({
  message: z.optional(z.string()),
  error: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
});

/** Returns the service's own words of a refusal, with the fields that it names; null if there are none. */
export function textOf(body: unknown): string | null {
  const parsed = z.safeParse(ProblemSchema, body);
  if (!parsed.success) return null;
  const { message, error, errors = {} } = parsed.data;
  const fields = Object.entries(errors).map(([field, words]) => `${field}: ${[words].flat().join(', ')}`);
  const words = [message ?? error ?? '', ...fields].filter((part) => part !== '').join(' ');
  // PostgreSQL can't store U+0000.
  return words.replaceAll('\0', '').toWellFormed().slice(0, wordsMax) || null;
}

/** Returns the outcome of a refusal that another try would get again. */
export function refusalOf({ status, body }: HostAnswer): UploadOutcome {
  return { kind: 'refused', problem: textOf(body) ?? `It answered with the status ${status}` };
}
