import type { Database } from '../../../db/database.ts';

/** A try that takes longer, or longer since it was kept, has ended; its outcome does not count. */
export const tryMaxMs = 90_000;

/**
 * A try has lost its message before its end: it took too long, another process has the message, or the message was
 * deleted.
 */
export class ClaimLost extends Error {
  override name = 'ClaimLost';
}

/** The outcome of a try. Problems are in words, for the user or administrator whom they concern. */
export type Outcome =
  | { kind: 'sent' }
  /** It is of no use: its recipient is gone, or what it was made of queues it again later. */
  | { kind: 'obsolete' }
  /** Another try would be refused too. */
  | { kind: 'refused'; problem: string }
  /** It may succeed later. `isReached` is whether the destination answered: then its other messages are not delayed. */
  | { kind: 'failed'; problem: string; isReached: boolean }
  /** The destination asked to wait: this counts as no failure. */
  | { kind: 'busy'; problem: string; waitSec: number | null };

/** A message, decrypted. */
export type OutgoingMessage = {
  id: string;
  destination: string;
  userId: string | null;
  deliveryId: string | null;
  content: string;
  createdAt: Date;
  expiresAt: Date;
};

/** The stored outcome of a try. */
export type Report = {
  state: 'sent' | 'waiting' | 'givenUp' | 'dropped';
  problem: string | null;
  attempts: number;
  /** Whether it was given up because the time for it has passed. */
  hasExpired: boolean;
  /** When it is tried again. */
  nextAt: Date | null;
};

/** How one kind of message is sent. */
export type Transport = {
  /** Messages to one destination at once. */
  placesMax: number;
  /** Messages of this process at once. */
  atOnceMax: number;
  /** A destination that fails is tried again at least this often. */
  pauseMaxMs: number;
  /**
   * Whether a user's messages go one after another, as where each try may renew what the next one needs. Being asked to wait
   * concerns the user then, and the destination for a minute at most.
   */
  isOnePerUser?: boolean;
  /** Whether a message that was given up may be sent again by an administrator. */
  isKept(message: OutgoingMessage): boolean;
  /**
   * Must end within `tryMaxMs`. An error counts as a failure of the message.
   * @param keep gives it as long again; call it before each of several calls. Throws `ClaimLost`, after which
   * nothing may be sent
   */
  send(message: OutgoingMessage, keep: () => Promise<void>): Promise<Outcome>;
  /** Stores what became of the message where it concerns a user, in the transaction that notes the outcome. */
  onReport?(tx: Database, message: OutgoingMessage, report: Report): Promise<void>;
};
