import { drawFlights, drawHeats, laneOrder, type SeededEntry } from '@boathouse/racing/draw';
import type { RaceRules } from '@boathouse/contract/races';
import type { RaceRound } from '@boathouse/contract/races/race';

type Seat = { entryId: string; lane: number };
export type DrawnRace = { round: RaceRound; number: number; seats: Seat[] };

/**
 * Draws the races of a category: flights of similar size, the fastest last, or heats of similar strength. The best sit
 * in the middle of the open lanes. Returns a text with the reason if the rule can't be kept.
 */
export function drawn(
  rules: RaceRules,
  entries: readonly { id: string; seedTenths: number | null }[],
  openLanes: readonly number[],
): DrawnRace[] | string {
  const seeded: SeededEntry[] = entries.map(({ id, seedTenths }) => ({
    id,
    seedSec: seedTenths === null ? null : seedTenths / 10,
  }));
  const { progression } = rules;
  if (progression.kind === 'flights') {
    return drawFlights({ entries: seeded, lanes: openLanes.length }).map((seats, index) => ({
      round: 'flight',
      number: index + 1,
      seats: seats.map(({ id, lane }) => ({ entryId: id, lane: openLanes[lane - 1] ?? lane })),
    }));
  }
  const { heats } = progression;
  const needed = Math.ceil(entries.length / openLanes.length);
  if (needed > heats) return `${entries.length} entries need ${needed} heats on ${openLanes.length} lanes.`;
  return drawHeats({ entries: seeded, heats })
    .filter((ids) => ids.length > 0)
    .map((ids, index) => ({ round: 'heat', number: index + 1, seats: seatsOf(ids, openLanes) }));
}

/** Seats entries, the best first, from the middle of the open lanes outward. */
export function seatsOf(ids: readonly string[], openLanes: readonly number[]): Seat[] {
  const order = laneOrder(openLanes.length);
  return ids.map((entryId, rank) => ({
    entryId,
    lane: openLanes[(order[rank] ?? rank + 1) - 1] ?? rank + 1,
  }));
}
