import type { Activity } from '@boathouse/contract/activities';
import type { LiveSample } from '@boathouse/contract/live';
import type { Journal } from './journal.ts';
import type { RowRequests } from './row-requests.ts';
import type { Locks } from './tab-lock.ts';

export type RowRunnerOptions = {
  userId: string;
  requests: RowRequests;
  journal: Journal;
  locks: Locks | undefined;
  /** Opens the channel that notifies the other tabs when a row has begun, ended or changed its owner. */
  openChannel(): BroadcastChannel | null;
  /** Sends to the session's room; returns false if not connected. */
  sendSample(sessionId: string, activityId: string, sample: LiveSample): boolean;
  /** Called with each activity that the server returns. */
  onChange(activity: Activity): void;
  /** Called when an activity is discarded. */
  onDiscard(sessionId: string | null, activityId: string): void;
  /** Shows a message to the athlete. */
  tell(message: string): void;
  timeZone?(): string;
  nowMs?(): number;
  /** Returns monotonic milliseconds: setting the wall clock back must not delay requests. */
  monotonicMs?(): number;
};
