import type { ListedActivity } from '@boathouse/contract/activities';
import type { Control } from './processes/control.ts';

/**
 * Publishes the services' messages to pages, on the process that holds their connections. Needs no HTTP server: the
 * gateways of all processes receive them through `Control`.
 */
export class Announcements {
  readonly #control: Control;

  constructor(control: Control) {
    this.#control = control;
  }

  /**
   * Removes a user's pages from the rooms in which the user may no longer be. Resolves when this process's pages have
   * left.
   */
  rightsChanged(user: string): Promise<void> {
    return this.#control.publishAndWait({ kind: 'rightsChanged', user });
  }

  /** Removes the pages of all but these users. */
  closeRoom(room: string, exceptUsers: string[]): void {
    this.#control.publish({ kind: 'roomClosedTo', room, exceptUsers });
  }

  /** Removes a completed activity from the live table; pages can no longer send samples for it. */
  closeActivity(room: string, activity: string): void {
    this.#control.publish({ kind: 'activityClosed', room, activity });
  }

  /** Accepts samples of an activity from every connection: it was completed before, or another device now rows it. */
  reopenActivity(room: string, activity: string): void {
    this.#control.publish({ kind: 'activityReopened', room, activity });
  }

  /** Sends a started or completed activity to every page in its room, in one event with others of the same moment. */
  activityChanged(activity: ListedActivity): void {
    this.#control.publish({ kind: 'activityChanged', activity });
  }

  activityDiscarded(room: string, activity: string): void {
    this.#control.publish({ kind: 'activityDiscarded', room, activity });
  }

  /** Sends an event to all connections of a user, whichever rooms they are in. */
  sendToUser(user: string, event: string, payload: Record<string, unknown>): void {
    this.#control.publish({ kind: 'toUser', user, event, payload });
  }

  /** Sends an event to every page in a room, and makes its boards load again. */
  sendToRoom(room: string, event: string, payload: Record<string, unknown>): void {
    this.#control.publish({ kind: 'toRoom', room, event, payload });
  }

  /**
   * Removes the pages of users who may no longer be in a room, and sends an event to the others, like `sendToRoom`.
   * Resolves when this process has done so.
   */
  sendToReaders(room: string, event: string, payload: Record<string, unknown>): Promise<void> {
    return this.#control.publishAndWait({ kind: 'toReaders', room, event, payload });
  }

  /** Ends the connections of a room's boards after their key was revoked. */
  closeBoards(room: string): void {
    this.#control.publish({ kind: 'boardsClosed', room });
  }

  /** Ends every connection of a user whose account is deleted. */
  endUser(user: string): void {
    this.#control.publish({ kind: 'userEnded', user });
  }
}
