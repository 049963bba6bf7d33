import type { LiveRooms } from './rooms.ts';

/** The timer of the rooms' frames: fires when the next one is due, and does not run while there is nothing to send. */
export class RoomTicks {
  readonly #rooms: LiveRooms;
  #timer: NodeJS.Timeout | undefined;
  #atMs = Number.POSITIVE_INFINITY;

  constructor(rooms: LiveRooms) {
    this.#rooms = rooms;
    rooms.onDue((atMs) => this.#schedule(atMs));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#rooms.onDue(() => {});
  }

  #schedule(atMs: number): void {
    if (atMs >= this.#atMs) return;
    clearTimeout(this.#timer);
    this.#atMs = atMs;
    this.#timer = setTimeout(() => this.#run(), Math.max(0, atMs - performance.now()));
  }

  #run(): void {
    this.#atMs = Number.POSITIVE_INFINITY;
    this.#schedule(this.#rooms.tick(performance.now()));
  }
}
