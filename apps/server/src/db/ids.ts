import { randomUUIDv7 } from 'node:crypto';

/** Ids increase with time, so that new rows are next to each other in an index. */
export function newId(): string {
  return randomUUIDv7();
}

/** Returns the time in a UUID of version 7, in ms since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
