import type { Database } from '../db/database.ts';

/** An event that members are notified of. All fields except `kind`, the times and lanes are ids. */
export type Occurrence =
  | { kind: 'follow'; follower: string; followee: string }
  | { kind: 'like'; user: string; activity: string }
  /** A comment, or a reply to the comment `repliesTo`. */
  | { kind: 'comment'; user: string; activity: string; comment: string; repliesTo: string | null }
  | { kind: 'request'; user: string; club: string }
  | { kind: 'accepted'; user: string; club: string }
  /** `by` made `host` the host. */
  | { kind: 'sessionHost'; by: string; host: string; session: string }
  /** `by` ended the membership of `from`, whose coming sessions the club's owner now hosts. */
  | { kind: 'sessionsPassed'; from: string; by: string; club: string }
  /** `by` entered or corrected a result for its athlete. */
  | { kind: 'entered'; by: string; activity: string }
  /** `by` refused the result of a session's item that `to` had entered. */
  | { kind: 'entryRefused'; by: string; to: string; session: string; item: number }
  /** `by` moved the row of its athlete into a session. */
  | { kind: 'rowMoved'; by: string; activity: string }
  /** Sending to the club's webhook has stopped. */
  | { kind: 'webhookStopped'; club: string }
  /** The mail server has refused the address of `user`, or of the account that has it. */
  | { kind: 'mailRefused'; to: { userId: string | null; email: string } }
  /** The row could not be sent to a service that its athlete has connected. */
  | { kind: 'uploadFailed'; activity: string }
  /** The race that is rowed in the session is called to its ergs. */
  | { kind: 'raceCalled'; session: string; startsAt: Date; athletes: { user: string; lane: number }[] }
  /** Athletes sit elsewhere since the call: in another lane of the called race, or no longer in it. */
  | {
      kind: 'seatsChanged';
      session: string;
      startsAt: Date;
      athletes: { user: string; lane: number }[];
      gone: string[];
    }
  /** `user` reported something to the administrators. */
  | { kind: 'report'; user: string; reportCase: string }
  /** Null: deleted. */
  | { kind: 'sessionChanged'; by: string; session: string; before: Date; after: Date | null };

type Notify = (occurrence: Occurrence) => Promise<void>;

/**
 * The port by which features notify members of events. Notifications are written in the transaction that causes them,
 * so that both are stored or neither.
 */
export type Notifier = {
  /** Runs `work` in a transaction, and then informs the recipients' pages of their notifications. */
  transaction<T>(work: (tx: Database, notify: Notify) => Promise<T>): Promise<T>;
  /** Stores the notifications in a transaction of the caller. Pages see them at their next read. */
  notifyIn(tx: Database, occurrence: Occurrence): Promise<void>;
};
