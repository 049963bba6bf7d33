import type { PublicRacePage } from '@boathouse/contract/races/results';
import type { RaceState } from '@boathouse/contract/races/race';

type PageRace = PublicRacePage['races'][number];

/** States of a race under way, the most urgent first. */
const underWay: readonly RaceState[] = [
  'running',
  'started',
  'falseStart',
  'stopped',
  'armed',
  'called',
  'finished',
];

/** Returns the race that leads the page: the one under way, otherwise the next one; null after the last one. */
export function leadingRace(races: readonly PageRace[]): { race: PageRace; isNow: boolean } | null {
  for (const state of underWay) {
    const race = races.find((one) => one.state === state);
    if (race !== undefined) return { race, isNow: true };
  }
  const next = races.find(({ state }) => state === 'published');
  return next === undefined ? null : { race: next, isNow: false };
}
