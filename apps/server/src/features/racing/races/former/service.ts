import type { RaceBefore } from '@boathouse/contract/races/results';
import type { DayParts } from '../day/service.ts';
import { readEventFacts, type EventFacts } from '../reads/service.ts';
import { grantedEvent } from '../service.ts';
import type { CategoryRow, EntryWithUser } from '../store.ts';
import { categoryResults } from '../results/rules.ts';
import { findFormer } from './store.ts';

/** @throws HttpError 404 */
export async function beforeOf({ db }: DayParts, eventId: string, callerId: string): Promise<RaceBefore[]> {
  const { event } = await grantedEvent(db, eventId, callerId, 'club');
  const facts = await readEventFacts(db, event, () => []);
  const read = new Map<string, EventFacts>();
  const found: RaceBefore[] = [];
  for (const category of facts.categories) {
    const former = await findFormer(db, { event, category });
    if (former === null) continue;
    const before = read.get(former.event.id) ?? (await readEventFacts(db, former.event));
    read.set(former.event.id, before);
    const entries = facts.entries.filter(({ categoryId }) => categoryId === category.id);
    found.push(...beforeIn(category, entries, before, former.category));
  }
  return found;
}

/**
 * Returns what the entries of this category reached in an earlier one; nothing while none of its results has a place.
 */
function beforeIn(
  category: CategoryRow,
  entries: readonly EntryWithUser[],
  facts: EventFacts,
  former: CategoryRow,
): RaceBefore[] {
  const names = new Map(facts.entries.map(({ id, name }) => [id, name]));
  const naming = { nameOf: (id: string) => names.get(id) ?? '', officialOf: () => '' };
  const ranked = categoryResults(facts, former, naming).rows.flatMap((row) => {
    const { race, lane, place, score, name, club } = row;
    const seat = facts.lanes.find((one) => one.raceId === race && one.lane === lane);
    const entry = facts.entries.find(({ id }) => id === seat?.entryId);
    return place === null || score === null || !row.isOfficial || entry === undefined
      ? []
      : [{ entry, place, score, name, club }];
  });
  const [first] = ranked;
  if (first === undefined) return [];
  const { id, title, day } = facts.event;
  return [
    {
      category: category.id,
      event: { _id: id, title, day },
      winner: { name: first.name, club: first.club, score: first.score },
      entries: entries.flatMap((entry) => {
        const same = ranked.find((one) => isSameAthlete(one.entry, entry));
        return same === undefined ? [] : [{ entry: entry.id, place: same.place, score: same.score }];
      }),
    },
  ];
}

/** Matches members by account, and guests by name and club. */
function isSameAthlete(one: EntryWithUser, other: EntryWithUser): boolean {
  if (one.userId !== null && other.userId !== null) return one.userId === other.userId;
  const key = ({ name, club }: EntryWithUser) => `${name}\n${club}`.toLowerCase();
  return key(one) === key(other);
}
