import type { Database } from '../db/database.ts';

/** Something that members are told of. All fields but `kind` and the times are ids. */
export type Occurrence =
  | { kind: 'follow'; follower: string; followee: string }
  | { kind: 'like'; user: string; activity: string }
  /** A comment, or a reply to the comment `repliesTo`. */
  | { kind: 'comment'; user: string; activity: string; comment: string; repliesTo: string | null }
  | { kind: 'request'; user: string; club: string }
  | { kind: 'accepted'; user: string; club: string }
  /** `by` made `host` the host. */
  | { kind: 'sessionHost'; by: string; host: string; session: string }
  /** `by` ended the membership of `from`, whose coming sessions are the club's owner's now. */
  | { kind: 'sessionsPassed'; from: string; by: string; club: string }
  /** `by` entered or corrected a result for its athlete. */
  | { kind: 'entered'; by: string; activity: string }
  /** `by` refused the result of a session's item that `to` had entered. */
  | { kind: 'entryRefused'; by: string; to: string; session: string; item: number }
  /** `user` reported something to the administrators. */
  | { kind: 'report'; user: string; reportCase: string }
  /** Null: deleted. */
  | { kind: 'sessionChanged'; by: string; session: string; before: Date; after: Date | null };

type Notify = (occurrence: Occurrence) => Promise<void>;

/**
 * The port by which features tell members what happened. Notifications are written in the transaction that causes them,
 * so that both are stored or neither.
 */
export type Notifier = {
  /** Runs `work` in a transaction; after it, the pages of the recipients learn of their notifications. */
  transaction<T>(work: (tx: Database, notify: Notify) => Promise<T>): Promise<T>;
};
