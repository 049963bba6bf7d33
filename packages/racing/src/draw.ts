/**
 * Places, lanes, flights and heats of races on ergometers. No lane has an advantage there, but spectators see the
 * middle best.
 */

type Direction = 'ascending' | 'descending';

/**
 * Returns the place of each score, in the order of the scores. Equal scores share a place, and the next place is
 * skipped: 1, 2, 2, 4. Without a score there is no place.
 * @param scores integers: tenths of a second or meters. Fractions make and break ties, and are refused.
 * @param direction `ascending` for times, `descending` for meters
 */
export function placesOf(scores: readonly (number | null)[], direction: Direction): (number | null)[] {
  const known = scores.filter((score) => score !== null);
  const wrong = known.find((score) => !Number.isSafeInteger(score));
  if (wrong !== undefined) throw new RangeError(`A score must be an integer, not ${wrong}`);
  const isBetter = (one: number, other: number) => (direction === 'ascending' ? one < other : one > other);
  const best = known.toSorted((one, other) => (isBetter(one, other) ? -1 : isBetter(other, one) ? 1 : 0));
  const places = new Map<number, number>();
  for (const [index, score] of best.entries()) if (!places.has(score)) places.set(score, index + 1);
  return scores.map((score) => (score === null ? null : (places.get(score) ?? null)));
}

/**
 * Returns the lanes from the best to the last one, from the center out: 3, 4, 2, 5, 1, 6 for six. (The British Rowing
 * Masters Championships order lanes by rank like this.)
 */
export function laneOrder(lanes: number): number[] {
  requireCount('lanes', lanes);
  const center = Math.ceil(lanes / 2);
  return Array.from({ length: lanes }, (_, rank) => center + (rank % 2 === 1 ? (rank + 1) / 2 : -rank / 2));
}

/** `seedSec`: an estimated or best time in seconds; null without one. */
export type SeededEntry = { id: string; seedSec: number | null };

type Seat = { id: string; lane: number };

/**
 * Divides entries into flights of sizes as equal as possible: entries without a time first, the fastest last, and the
 * larger flights last. 14 entries on 6 ergs make flights of 4, 5 and 5. Each flight is in the order of its times; the
 * fastest is first and has the best lane. Equal times keep the order of the entries.
 */
export function drawFlights({
  entries,
  lanes,
}: {
  entries: readonly SeededEntry[];
  lanes: number;
}): Seat[][] {
  const order = laneOrder(lanes);
  const ranked = rankedBySeed(entries);
  const count = Math.ceil(ranked.length / lanes);
  const flights: Seat[][] = [];
  let from = 0;
  for (let flight = 0; flight < count; flight += 1) {
    const size = Math.ceil((ranked.length - from) / (count - flight));
    const seats = ranked.slice(from, from + size);
    flights.unshift(seats.map(({ id }, rank) => ({ id, lane: order[rank] ?? rank + 1 })));
    from += size;
  }
  return flights;
}

/**
 * Divides entries into heats of equal strength, in a snake: ranks 1 to k into heats 1 to k, the next k back from heat k
 * to 1. Returns the ids of each heat, the fastest first; a heat is empty only if there are fewer entries than heats.
 */
export function drawHeats({
  entries,
  heats,
}: {
  entries: readonly SeededEntry[];
  heats: number;
}): string[][] {
  requireCount('heats', heats);
  const drawn: string[][] = Array.from({ length: heats }, () => []);
  for (const [index, { id }] of rankedBySeed(entries).entries()) {
    const step = index % heats;
    const isBack = Math.floor(index / heats) % 2 === 1;
    drawn[isBack ? heats - 1 - step : step]?.push(id);
  }
  return drawn;
}

/** `tenths` of a second; null without a finish: such an athlete never advances. */
type HeatResult = { id: string; tenths: number | null };

/**
 * Returns who advances to the next round: the first `byPlace` of each heat, by place and then by time, then the
 * `fastest` of all the others. All athletes with equal results at a limit advance, so there can be more than the round
 * has lanes: `tied` contains them, and the referee decides.
 */
export function advance({
  heats,
  byPlace,
  fastest,
}: {
  heats: readonly (readonly HeatResult[])[];
  byPlace: number;
  fastest: number;
}): { ids: string[]; tied: string[] } {
  requireLimit('byPlace', byPlace);
  requireLimit('fastest', fastest);
  const placed: Finished[] = [];
  const others: Finished[] = [];
  const tied: string[] = [];
  for (const heat of heats) {
    const finished = inOrder(heat);
    const through = upTo(finished, byPlace);
    placed.push(...through.inside);
    others.push(...finished.filter((result) => !through.inside.includes(result)));
    tied.push(...through.tied);
  }
  placed.sort((one, other) => one.place - other.place || one.tenths - other.tenths);
  const quickest = upTo(inOrder(others), fastest);
  return {
    ids: [...placed, ...quickest.inside].map(({ id }) => id),
    tied: [...tied, ...quickest.tied],
  };
}

type Finished = { id: string; tenths: number; place: number };

function inOrder(results: readonly HeatResult[]): Finished[] {
  const places = placesOf(
    results.map(({ tenths }) => tenths),
    'ascending',
  );
  return results
    .flatMap(({ id, tenths }, index) => {
      const place = places[index] ?? null;
      return tenths === null || place === null ? [] : [{ id, tenths, place }];
    })
    .toSorted((one, other) => one.place - other.place);
}

/** The first of an order, and all that are equal to the last of them; `tied` has these if they are too many. */
function upTo(finished: readonly Finished[], count: number): { inside: Finished[]; tied: string[] } {
  const inside = finished.filter(({ place }) => place <= count);
  const last = inside.at(-1);
  const tied =
    last === undefined || inside.length <= count ? [] : inside.filter(({ place }) => place === last.place);
  return { inside, tied: tied.map(({ id }) => id) };
}

function rankedBySeed(entries: readonly SeededEntry[]): SeededEntry[] {
  return entries.toSorted((one, other) => {
    if (one.seedSec === null || other.seedSec === null) {
      return Number(one.seedSec === null) - Number(other.seedSec === null);
    }
    return one.seedSec - other.seedSec;
  });
}

function requireCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`${name} must be a whole number from 1, not ${value}`);
  }
}

function requireLimit(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} must be a whole number from 0, not ${value}`);
  }
}
