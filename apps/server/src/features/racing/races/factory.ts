import type { RaceRules } from '@boathouse/contract/races';
import type { RaceState } from '@boathouse/contract/races/race';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { raceEntries, raceRuns, races } from '../../../db/tables.ts';
import { orNotFound } from '../../../http/errors.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { drawn } from './draw/rules.ts';
import { storeDrawn } from './draw/service.ts';
import { nameOfRace, openLanesOf, textOfPiece } from './rules.ts';
import { findEvent, insertCategory, insertEvent, insertJudge } from './store.ts';

type EntryToBuild = {
  name: string;
  userId?: string | null;
  bib?: string;
  club?: string;
  birthYear?: number;
  codeNumber?: number;
  codeDigest?: string;
  claimedAt?: Date;
  seedTenths?: number;
};

type RaceDayToBuild = {
  clubId: string;
  /** Hosts the sessions of runs. */
  hostUserId: string;
  day: string;
  title?: string;
  timeZone?: string;
  lanes?: number;
  isPublished?: boolean;
  pageDigest?: string;
  judges?: readonly string[];
  name?: string;
  rules?: Partial<RaceRules>;
  entries: readonly EntryToBuild[];
  /** The state of all its races: from `called` on they have a run. */
  state?: RaceState;
  /** The moment of ROW, for races that were started. */
  rowAt?: Date;
};

export const rulesOf2k: RaceRules = {
  sex: 'open',
  ageFrom: null,
  ageTo: null,
  ageOn: null,
  maxWeight: null,
  piece: { kind: 'distance', amount: 2_000 },
  split: 500,
  scoring: 'single',
  teamSize: 1,
  progression: { kind: 'flights' },
};

type BuiltRaceDay = {
  event: string;
  category: string;
  entries: string[];
  races: { id: string; session: string | null }[];
};

/** A stored race day with one category, for tests and sample data. */
export async function buildRaceDay(db: Database, given: RaceDayToBuild): Promise<BuiltRaceDay> {
  const { state = 'published', name = 'Open 2k', judges = [], isPublished = true } = given;
  const rules = { ...rulesOf2k, ...given.rules };
  const event = newId();
  await insertEvent(db, {
    id: event,
    clubId: given.clubId,
    title: given.title ?? 'Club sprints',
    day: given.day,
    timeZone: given.timeZone ?? 'UTC',
    lanes: given.lanes ?? 6,
    closedLanes: [],
    minutesBetween: 20,
    juniorNames: 'initials',
    protestMinutes: 20,
    isPublished,
    ...(given.pageDigest === undefined ? {} : { pageDigest: given.pageDigest, pageAt: new Date() }),
  });
  for (const judge of judges) await insertJudge(db, event, judge);
  const category = newId();
  await insertCategory(db, { id: category, eventId: event, name, position: 0, rules });
  const entries = given.entries.map((entry) => ({
    id: newId(),
    eventId: event,
    categoryId: category,
    bib: '',
    club: '',
    team: '',
    ...entry,
  }));
  if (entries.length > 0) await db.insert(raceEntries).values(entries);
  const stored = orNotFound(await findEvent(db, event), 'event');
  const seeded = entries.map(({ id, seedTenths = null }) => ({ id, seedTenths }));
  const result = drawn(rules, seeded, openLanesOf(stored));
  if (typeof result === 'string') throw new Error(result);
  const ids = await storeDrawn(db, stored, { categoryId: category, drawn: result, before: [], others: [] });
  const built: BuiltRaceDay['races'] = [];
  for (const [index, id] of ids.entries()) {
    const title = nameOfRace(name, result[index]?.round ?? 'flight', index + 1);
    built.push({ id, session: await buildState(db, id, state, { ...given, title, rules }) });
  }
  return { event, category, entries: entries.map(({ id }) => id), races: built };
}

const beforeCall: readonly RaceState[] = ['draft', 'published'];

/** Returns the session of the run, or null before the call. */
async function buildState(
  db: Database,
  raceId: string,
  state: RaceState,
  { clubId, hostUserId, rowAt, title, rules }: RaceDayToBuild & { title: string; rules: RaceRules },
): Promise<string | null> {
  await db.update(races).set({ state }).where(eq(races.id, raceId));
  if (beforeCall.includes(state)) return null;
  const workoutItems = [textOfPiece(rules.piece)];
  const session = await buildSession(db, { hostUserId, clubId, title, workoutItems, isRace: true });
  const moments = rowAt === undefined ? {} : { prepareAt: rowAt, readyAt: rowAt, attentionAt: rowAt, rowAt };
  await db.insert(raceRuns).values({ id: newId(), raceId, number: 1, sessionId: session, ...moments });
  return session;
}
