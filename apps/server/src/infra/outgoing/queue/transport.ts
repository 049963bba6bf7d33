import type { Database } from '../../../db/database.ts';

/** An attempt that takes longer than this, counted from its last renewal, has ended; its outcome does not count. */
export const tryMaxMs = 90_000;

/**
 * An attempt has lost its message before its end: it took too long, another process has the message, or the message was
 * deleted.
 */
export class ClaimLost extends Error {
  override name = 'ClaimLost';
}

/** The outcome of a try. Problems are texts for the affected user or administrator. */
export type Outcome =
  | { kind: 'sent' }
  /** It is useless: its recipient is deleted, or its source queues it again later. */
  | { kind: 'obsolete' }
  /** Another try would be refused too. */
  | { kind: 'refused'; problem: string }
  /**
   * It may succeed later. `isReached` is whether the destination responded: its other messages are then not delayed.
   */
  | { kind: 'failed'; problem: string; isReached: boolean }
  /** The destination asked to wait: this does not count as a failure. */
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
  /** Whether it was abandoned because its time has passed. */
  hasExpired: boolean;
  /** When it is tried again. */
  nextAt: Date | null;
};

/** How one kind of message is sent. */
export type Transport = {
  /** Messages to one destination at once. */
  placesMax: number;
  /** How many messages of this process are sent at once. */
  atOnceMax: number;
  /** A destination that fails is tried again at least this often. */
  pauseMaxMs: number;
  /**
   * Whether a user's messages go one after another, for example because each attempt may renew a token that the next
   * one needs. Being asked to wait concerns the user then, and the destination for a minute at most.
   */
  isOnePerUser?: boolean;
  /** Whether a message that was given up may be sent again by an administrator. */
  isKept(message: OutgoingMessage): boolean;
  /**
   * Must end within `tryMaxMs`. An error counts as a failure of the message.
   * @param keep extends the time by the same amount; call it before each of several calls. Throws `ClaimLost`, after
   * which nothing may be sent
   */
  send(message: OutgoingMessage, keep: () => Promise<void>): Promise<Outcome>;
  /** Stores the message's outcome for the user, in the transaction that records it. */
  onReport?(tx: Database, message: OutgoingMessage, report: Report): Promise<void>;
};
