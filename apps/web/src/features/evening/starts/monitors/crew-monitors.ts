import { liveEvents } from '@boathouse/contract/live';
import {
  MonitorsAskedSchema,
  RoomMonitorsSchema,
  type MonitorOutcome,
  type MonitorReport,
  type MonitorsAsked,
} from '@boathouse/contract/live/crew-monitors';
import { createListeners, createStore } from '../../../../lib/store.ts';
import type { LiveRoom, Rooms } from '../../../rowing/room/index.ts';

type Shown = {
  /** By user. A member whose pages report nothing is missing: the pages are older than the event. */
  reports: ReadonlyMap<string, MonitorReport>;
  /** The newest press that this page has received, and when, on the monotonic clock. */
  press: MonitorsAsked | null;
  pressAtMs: number;
};

/** How many presses a page remembers, so that a repeated one does nothing. */
const heardMax = 50;

/** The reports of a room's pages on the presses that set all monitors, and this page's own report. */
export class CrewMonitors {
  readonly #room: LiveRoom;
  readonly #presses = createListeners<[MonitorsAsked]>();
  readonly #store = createStore<Shown>({ reports: new Map(), press: null, pressAtMs: 0 });
  readonly #heard = new Set<string>();
  #own: MonitorReport = { answer: null };
  #rooms: Pick<Rooms, 'onEvent' | 'ask'> | null = null;
  #isJoined = false;

  constructor(room: LiveRoom) {
    this.#room = room;
  }

  /** Receives presses and reports, and sends this page's own whenever it joins; returns a function that stops. */
  enter(rooms: Pick<Rooms, 'onEvent' | 'ask'>): () => void {
    this.#rooms = rooms;
    const stops = [
      rooms.onEvent(liveEvents.monitorsAsked, MonitorsAskedSchema, (press) => this.#hear(press)),
      rooms.onEvent(liveEvents.roomMonitors, RoomMonitorsSchema, ({ room, isWhole, states }) => {
        if (room !== this.#room.id) return;
        const reports = new Map(isWhole ? [] : this.#store.get().reports);
        for (const { user, state } of states) {
          if (state === null) reports.delete(user);
          else reports.set(user, state);
        }
        this.#store.set({ ...this.#store.get(), reports });
      }),
      this.#room.subscribe(() => this.#follow()),
    ];
    this.#follow();
    return () => {
      for (const stop of stops) stop();
      this.#rooms = null;
      this.#isJoined = false;
    };
  }

  /** Reports the outcome of a press, unless a newer one has come. */
  report({ press, item }: Pick<MonitorsAsked, 'press' | 'item'>, outcome: MonitorOutcome): void {
    if (!this.isNewest({ press })) return;
    this.#own = { answer: { press, item, outcome } };
    this.#send();
  }

  isNewest({ press }: Pick<MonitorsAsked, 'press'>): boolean {
    return this.#store.get().press?.press === press;
  }

  readonly getShown = (): Shown => this.#store.get();
  readonly subscribe = this.#store.subscribe;
  /** Calls the listener once for each press. */
  readonly onPress = this.#presses.subscribe;

  #hear(press: MonitorsAsked): void {
    if (press.room !== this.#room.id || this.#heard.has(press.press)) return;
    this.#heard.add(press.press);
    for (const oldest of this.#heard) {
      if (this.#heard.size <= heardMax) break;
      this.#heard.delete(oldest);
    }
    this.#store.set({ ...this.#store.get(), press, pressAtMs: performance.now() });
    this.#presses.call(press);
  }

  #follow(): void {
    const isJoined = this.#room.getStatus().state === 'connected';
    if (isJoined === this.#isJoined) return;
    this.#isJoined = isJoined;
    if (isJoined) this.#send();
    else this.#store.set({ ...this.#store.get(), reports: new Map() });
  }

  #send(): void {
    if (!this.#isJoined) return;
    // An older server refuses it, and an unreachable one gets it when the page joins again.
    this.#rooms
      ?.ask(this.#room.id, liveEvents.monitorReport, { room: this.#room.id, report: this.#own })
      .catch(() => undefined);
  }
}

const byRoom = new WeakMap<LiveRoom, CrewMonitors>();

/** Returns the monitors of a room, the same for all parts of the page. */
export function crewMonitorsOf(room: LiveRoom): CrewMonitors {
  const known = byRoom.get(room) ?? new CrewMonitors(room);
  byRoom.set(room, known);
  return known;
}
