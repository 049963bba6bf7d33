import type { WholeRaceEvent } from '@boathouse/contract/races';
import type { Race } from '@boathouse/contract/races/race';
import { formerMemberName } from '@boathouse/contract/users';
import type { Database } from '../../../../db/database.ts';
import { orNotFound } from '../../../../http/errors.ts';
import { viewRace } from '../day/rules.ts';
import { listHidden, listRaces, namesOf, readFacts, type RaceFacts, type RaceRow } from '../day/store.ts';
import { viewEntry } from '../entries/service.ts';
import { publicNameOf } from '../rules.ts';
import { viewCategory, viewEvent, type Granted } from '../service.ts';
import {
  listCategories,
  listEntries,
  type CategoryRow,
  type EntryWithUser,
  type EventRow,
} from '../store.ts';

/** The stored facts of an event, for rules and views: lanes and attempts only of the chosen races. */
export type EventFacts = RaceFacts & {
  event: EventRow;
  categories: CategoryRow[];
  entries: EntryWithUser[];
  /** All races, in the order of the timetable. */
  races: RaceRow[];
};

/** Reads an event; `chosen` are the races whose lanes and attempts it includes, by default all. */
export async function readEventFacts(
  db: Database,
  event: EventRow,
  chosen: (races: RaceRow[]) => RaceRow[] = (all) => all,
): Promise<EventFacts> {
  const races = await listRaces(db, event.id);
  return {
    event,
    races,
    categories: await listCategories(db, event.id),
    entries: await listEntries(db, event.id),
    ...(await readFacts(
      db,
      chosen(races).map(({ id }) => id),
    )),
  };
}

export function categoryOf({ categories }: Pick<EventFacts, 'categories'>, id: string): CategoryRow {
  return orNotFound(categories.find((category) => category.id === id) ?? null, 'category');
}

export function userOfIn({ entries }: Pick<EventFacts, 'entries'>): (entryId: string) => string | null {
  const users = new Map(entries.map(({ id, userId }) => [id, userId]));
  return (entryId) => users.get(entryId) ?? null;
}

/** Returns the names that the public page shows, by entry. */
export async function publicNames(
  db: Database,
  facts: Pick<EventFacts, 'entries' | 'categories' | 'event'>,
): Promise<(entryId: string) => string> {
  const hidden = await listHidden(
    db,
    facts.entries.map(({ userId }) => userId),
  );
  const names = new Map(
    facts.entries.map((entry) => {
      const { rules } = categoryOf(facts, entry.categoryId);
      const isHidden = entry.userId !== null && hidden.has(entry.userId);
      return [entry.id, publicNameOf(entry, rules, facts.event, isHidden)];
    }),
  );
  return (entryId) => names.get(entryId) ?? '';
}

/** Returns the names by entry as a reader sees them: a guest sees those of the public page. */
export async function namesFor(
  db: Database,
  facts: Pick<EventFacts, 'entries' | 'categories' | 'event'>,
  { isGuest }: Pick<Granted, 'isGuest'>,
): Promise<(entryId: string) => string> {
  if (isGuest) return publicNames(db, facts);
  const names = new Map(facts.entries.map(({ id, name }) => [id, name]));
  return (entryId) => names.get(entryId) ?? '';
}

/** Returns races of the facts as all their readers see them. */
export async function viewRaces(
  db: Database,
  facts: EventFacts,
  races: readonly RaceRow[],
  nowMs: number,
): Promise<Race[]> {
  const names = await namesOf(
    db,
    races.map(({ officialBy }) => officialBy),
  );
  const nameOf = (userId: string | null) => (userId === null ? null : names.get(userId)) ?? formerMemberName;
  const userOf = userOfIn(facts);
  const { closedLanes } = facts.event;
  return races.map((race) => {
    const { piece } = categoryOf(facts, race.categoryId).rules;
    return viewRace(race, { facts, userOf, piece, closedLanes, nowMs, nameOf });
  });
}

/** Returns races of an event by id, as all their readers see them. */
export async function racesByIds(
  db: Database,
  event: EventRow,
  ids: readonly string[],
  nowMs: number,
): Promise<Race[]> {
  const chosen = (races: RaceRow[]) => races.filter(({ id }) => ids.includes(id));
  const facts = await readEventFacts(db, event, chosen);
  return viewRaces(db, facts, chosen(facts.races), nowMs);
}

export async function wholeEvent(
  db: Database,
  granted: Granted,
  viewerId: string,
  nowMs: number,
): Promise<WholeRaceEvent> {
  const { may } = granted;
  const isListed = ({ state }: RaceRow) => may.judge || state !== 'draft';
  const facts = await readEventFacts(db, granted.event, (races) => races.filter(isListed));
  const { day } = granted.event;
  const nameOf = await namesFor(db, facts, granted);
  return {
    ...(await viewEvent(db, granted)),
    categories: facts.categories.map(viewCategory),
    entries: facts.entries.map((entry) => {
      const category = categoryOf(facts, entry.categoryId);
      const viewed = viewEntry(entry, category, day, { id: viewerId, may });
      const isOthers = granted.isGuest && entry.userId !== viewerId;
      return isOthers ? { ...viewed, user: null, name: nameOf(entry.id) } : viewed;
    }),
    races: await viewRaces(db, facts, facts.races.filter(isListed), nowMs),
  };
}
