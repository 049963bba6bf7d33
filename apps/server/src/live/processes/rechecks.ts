import { setTimeout as delay } from 'node:timers/promises';
import { webHeaders } from '../../http/headers.ts';
import type { ResolveCaller } from '../../http/caller.ts';
import { BoardPage } from '../room/board-page.ts';
import type { ResolveBoard } from '../wire/handshakes.ts';
import { Connection } from '../room/connection.ts';
import type { Socket } from 'socket.io';

/** The part of a room that a user may see: all of it, or only their own lane (decision 099). */
export type Sight = 'all' | 'ownLane';

/** Returns the sight of a user who may be in a room; null for others. */
export type FindSight = (roomId: string, userId: string) => Promise<Sight | null>;

type RechecksOptions = {
  sockets: () => Iterable<Socket>;
  sightOf: FindSight;
  expel: (page: Connection, roomId: string) => void;
  resolveCaller: ResolveCaller;
  resolveBoard: ResolveBoard;
  onError: (error: unknown) => void;
  /** How long until a failed check, such as by the database, is repeated. */
  againMs?: number;
};

/** Repeats the checks that were made when pages connected and joined. */
export class Rechecks {
  readonly #options: RechecksOptions;
  /** Counts the checks of everything; a later one replaces earlier ones. */
  #checks = 0;

  constructor(options: RechecksOptions) {
    this.#options = options;
  }

  /** Removes a user's pages from the rooms in which the user may not stay, or now sees less. */
  async user(userId: string): Promise<void> {
    const pages = this.#pages().filter(({ user }) => user._id === userId);
    const roomIds = new Set(pages.flatMap(({ rooms, entering }) => [...rooms, ...entering.keys()]));
    for (const roomId of roomIds) await this.#check(roomId, userId, pages);
  }

  /** Removes from a room the pages of the users who may not stay in it. */
  async room(roomId: string): Promise<void> {
    const pages = this.#pages().filter(({ rooms, entering }) => rooms.has(roomId) || entering.has(roomId));
    for (const [userId, ofUser] of Map.groupBy(pages, ({ user }) => user._id)) {
      await this.#check(roomId, userId, ofUser);
    }
  }

  async #check(roomId: string, userId: string, pages: readonly Connection[]): Promise<void> {
    const { sightOf, expel } = this.#options;
    const sight = await sightOf(roomId, userId);
    for (const page of pages) {
      if (sight === null || (sight === 'ownLane' && !page.ownLaneRooms.has(roomId))) expel(page, roomId);
    }
  }

  /**
   * Checks every login, board key and place in a room, because this process may have missed other processes'
   * announcements. Repeats a check that fails. Returns false when a later call has replaced this one.
   */
  async all(): Promise<boolean> {
    this.#checks += 1;
    const check = this.#checks;
    for (;;) {
      try {
        await this.#checkAll();
        return true;
      } catch (error) {
        this.#options.onError(error);
      }
      await delay(this.#options.againMs ?? 5_000, undefined, { ref: false });
      if (check !== this.#checks) return false;
    }
  }

  async #checkAll(): Promise<void> {
    const { sockets, resolveCaller, resolveBoard } = this.#options;
    for (const socket of sockets()) {
      const { connection, board, key }: Record<string, unknown> = socket.data;
      const isValid =
        connection instanceof Connection
          ? (await resolveCaller(webHeaders(socket.handshake.headers))) !== null
          : board instanceof BoardPage && (await resolveBoard(String(key))) !== null;
      if (!isValid) socket.disconnect(true);
    }
    for (const userId of new Set(this.#pages().map(({ user }) => user._id))) await this.user(userId);
  }

  #pages(): Connection[] {
    return [...this.#options.sockets()]
      .map((socket): unknown => socket.data.connection)
      .filter((connection) => connection instanceof Connection);
  }
}
