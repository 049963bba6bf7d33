import type { ListedActivity } from '@boathouse/contract/activities';
import { liveLimits } from '@boathouse/contract/limits';
import { liveEvents, type ActivityChanged, type RoomStates } from '@boathouse/contract/live';
import type { MonitorReport, RoomMonitors } from '@boathouse/contract/live/crew-monitors';
import type { Connection } from './connection.ts';
import { MemberStates, readinessRank, reportRank } from './member-states.ts';
import { Presence } from './presence.ts';
import { RoomChanges } from './room-changes.ts';
import type { RoomFrames } from './room-frames.ts';

export type Change = ListedActivity | { discarded: string };

/** An event for some pages of a room. */
type Sent = { pages: Connection[]; event: string; payload: object };

/** The state that the live connections of a session share. `LiveRooms` makes and drops it. */
export class Room {
  readonly id: string;
  readonly frames: RoomFrames;
  readonly presence: Presence<Connection>;
  readonly states: MemberStates<Connection>;
  /** For pages that know the event: a page enters with its first report. */
  readonly monitors: MemberStates<Connection, MonitorReport>;
  readonly changes = new RoomChanges<Change>(liveLimits.roomUpdateMs);

  constructor(id: string, frames: RoomFrames) {
    this.id = id;
    this.frames = frames;
    this.presence = new Presence(id, {
      spacingMs: liveLimits.roomUpdateMs,
      programSpacingMs: liveLimits.memberListMs,
    });
    const spacingMs = liveLimits.roomUpdateMs;
    this.states = new MemberStates(id, { spacingMs, rankOf: readinessRank });
    this.monitors = new MemberStates<Connection, MonitorReport>(id, { spacingMs, rankOf: reportRank });
  }

  get isEmpty(): boolean {
    return this.frames.isEmpty && this.presence.isEmpty;
  }

  /** A program is a member, and gets only the list of members. */
  enter(page: Connection, nowMs: number): void {
    this.presence.join(page);
    if (!page.usesLiveProtocol) return;
    this.states.join(page);
    this.frames.join(page.sink, nowMs);
  }

  leave(page: Connection): void {
    this.presence.leave(page);
    this.states.leave(page);
    this.monitors.leave(page);
    this.frames.leave(page.sink);
  }

  /** Returns the events about members that are due. */
  take(nowMs: number): Sent[] {
    const { lists, differences } = this.presence.take(nowMs);
    return [
      ...lists.map(({ pages, list }) => ({ pages, event: liveEvents.roomMembers, payload: list })),
      ...differences.map(({ pages, difference }) => ({
        pages,
        event: liveEvents.roomPresence,
        payload: difference,
      })),
      ...this.states.take(nowMs).map(({ pages, message }) => ({
        pages,
        event: liveEvents.roomStates,
        payload: message satisfies RoomStates,
      })),
      ...this.monitors.take(nowMs).map(({ pages, message }) => ({
        pages,
        event: liveEvents.roomMonitors,
        payload: message satisfies RoomMonitors,
      })),
    ];
  }

  /** Returns the changed activities, for all pages and boards, if they are due. */
  takeChanges(nowMs: number): ActivityChanged | null {
    const changes = this.changes.take(nowMs);
    if (changes.length === 0) return null;
    return {
      room: this.id,
      activities: changes.flatMap((change) => ('discarded' in change ? [] : [change])),
      discarded: changes.flatMap((change) => ('discarded' in change ? [change.discarded] : [])),
    };
  }
}
