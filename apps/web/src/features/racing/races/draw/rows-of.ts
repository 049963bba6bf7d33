import type { RaceCategory, RaceEntry, WholeRaceEvent } from '@boathouse/contract/races';
import type { Race } from '@boathouse/contract/races/race';
import type { SeatedEntry, SeatRow } from './seat-board.tsx';

const seatedOf = ({ _id, name, bib, club, seedTenths }: RaceEntry): SeatedEntry => ({
  id: _id,
  name,
  bib,
  club,
  seedTenths,
});

/** Returns the races of a category with their seats, and after them the entries without a seat in its first round. */
export function rowsOf(
  event: Pick<WholeRaceEvent, 'entries' | 'races'>,
  { _id }: Pick<RaceCategory, '_id'>,
  words: (race: Race) => Pick<SeatRow, 'title' | 'startsAt' | 'fixed'>,
): SeatRow[] {
  const byId = new Map(event.entries.map((entry) => [entry._id, entry]));
  const ofCategory = event.races.filter((race) => race.category === _id && race.state !== 'void');
  const rows = ofCategory.map((race): SeatRow => ({
    race: race._id,
    ...words(race),
    seats: race.lanes.map(({ lane, entry, state }) => {
      const sitting = entry === null ? undefined : byId.get(entry);
      return {
        lane,
        isClosed: state === 'closed',
        entry: sitting === undefined ? null : seatedOf(sitting),
      };
    }),
  }));
  const seated = new Set(
    ofCategory
      .filter(({ round }) => round !== 'final')
      .flatMap(({ lanes }) => lanes.map(({ entry }) => entry)),
  );
  const without = event.entries.filter(
    (entry) => entry.category === _id && !entry.isScratched && !seated.has(entry._id),
  );
  if (without.length === 0 && rows.every(({ fixed }) => fixed !== null)) return rows;
  return [
    ...rows,
    {
      race: null,
      title: without.length === 0 ? 'Everyone has a lane' : 'Without a lane',
      startsAt: null,
      fixed: null,
      // The last one removes an entry from its race.
      seats: [...without.map(seatedOf), null].map((entry, index) => ({
        lane: index + 1,
        isClosed: false,
        entry,
      })),
    },
  ];
}
