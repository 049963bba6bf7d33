import type { ListedActivity } from '@boathouse/contract/activities';
import { liveLimits } from '@boathouse/contract/limits';
import {
  liveEvents,
  type ActivityChanged,
  type RoomMembers,
  type RoomPresence,
  type RoomStates,
} from '@boathouse/contract/live';
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
    if (page.ownLaneRooms.has(this.id)) this.frames.joinAsSender(page.sink);
    else this.frames.join(page.sink, nowMs);
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
      ...lists.flatMap(({ pages, list }) =>
        this.#forEach(pages, liveEvents.roomMembers, list, (own): RoomMembers => ({
          ...list,
          members: list.members.filter(({ _id }) => _id === own),
        })),
      ),
      ...differences.flatMap(({ pages, difference }) =>
        this.#forEach(pages, liveEvents.roomPresence, difference, (own): RoomPresence => ({
          ...difference,
          joined: difference.joined.filter(({ _id }) => _id === own),
          left: difference.left.filter((id) => id === own),
        })),
      ),
      ...this.states.take(nowMs).flatMap(({ pages, message }) =>
        this.#forEach(pages, liveEvents.roomStates, message, (own): RoomStates => ({
          ...message,
          states: message.states.filter(({ user }) => user === own),
        })),
      ),
      ...this.monitors.take(nowMs).flatMap(({ pages, message }) =>
        this.#forEach(pages, liveEvents.roomMonitors, message, (own): RoomMonitors => ({
          ...message,
          states: message.states.filter(({ user }) => user === own),
        })),
      ),
    ];
  }

  /** Returns an event for the pages that see everyone, and one for each page that sees only its own lane. */
  #forEach(
    pages: readonly Connection[],
    event: string,
    payload: object,
    ofOwnLane: (userId: string) => object,
  ): Sent[] {
    const { own = [], all = [] } = Object.groupBy(pages, (page) =>
      page.ownLaneRooms.has(this.id) ? 'own' : 'all',
    );
    return [
      { pages: all, event, payload },
      ...own.map((page) => ({ pages: [page], event, payload: ofOwnLane(page.user._id) })),
    ];
  }

  /** Returns the events about changed activities for all pages except programs; null if none are due. */
  takeChanges(nowMs: number): Sent[] | null {
    const changes = this.changes.take(nowMs);
    if (changes.length === 0) return null;
    const changed: ActivityChanged = {
      room: this.id,
      activities: changes.flatMap((change) => ('discarded' in change ? [] : [change])),
      discarded: changes.flatMap((change) => ('discarded' in change ? [change.discarded] : [])),
    };
    const pages = this.presence.pages().filter(({ usesLiveProtocol }) => usesLiveProtocol);
    return this.#forEach(pages, liveEvents.activityChanged, changed, (own): ActivityChanged => ({
      ...changed,
      activities: changed.activities.filter(({ user }) => user._id === own),
    }));
  }
}
