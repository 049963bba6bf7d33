import { liveLimits } from '@boathouse/contract/limits';

/** Returns the time between two frames of a room of this size in the product; the other systems get the same. */
export function tickMsOf(rowers: number): number {
  return rowers <= liveLimits.fastRoomMax ? liveLimits.tickFastMs : liveLimits.tickMs;
}
