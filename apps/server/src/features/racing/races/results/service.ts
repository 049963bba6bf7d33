import type { PublicRacePage, RaceResults } from '@boathouse/contract/races/results';
import { formerMemberName } from '@boathouse/contract/users';
import { bytesOf } from '@boathouse/formats/csv/write-rows';
import type { Database } from '../../../../db/database.ts';
import type { DayParts } from '../day/service.ts';
import { hasResult, newestRun, stateAt, validAttempt } from '../day/rules.ts';
import { namesOf } from '../day/store.ts';
import { eventOfPage } from '../now/service.ts';
import { categoryOf, namesFor, publicNames, readEventFacts, type EventFacts } from '../reads/service.ts';
import { grantedEvent } from '../service.ts';
import { settle } from '../settling/service.ts';
import { byPercentOf, categoryResults, overallOf, resultsCsv } from './rules.ts';

/** @throws HttpError 404 */
export async function resultsOf(parts: DayParts, eventId: string, callerId: string): Promise<RaceResults> {
  const { db, now } = parts;
  const granted = await grantedEvent(db, eventId, callerId, 'read');
  await settle(db, parts, eventId, now());
  const facts = await readEventFacts(db, granted.event);
  return resultsIn(db, facts, granted.club.name, await namesFor(db, facts, granted));
}

async function resultsIn(
  db: Database,
  facts: EventFacts,
  club: string,
  nameOf: (entryId: string) => string,
): Promise<RaceResults> {
  const officials = await namesOf(
    db,
    facts.races.map(({ officialBy }) => officialBy),
  );
  const officialOf = (id: string | null) => (id === null ? null : officials.get(id)) ?? formerMemberName;
  const categories = facts.categories.map((category) =>
    categoryResults(facts, category, { nameOf, officialOf }),
  );
  const { title, day, timeZone } = facts.event;
  return {
    title,
    club,
    day,
    timeZone,
    categories,
    overall: overallOf(categories),
    byPercent: byPercentOf(categories),
  };
}

type File = { bytes: Uint8Array<ArrayBuffer>; fileName: string };

const fileOf = (results: RaceResults): File => ({
  bytes: bytesOf(resultsCsv(results)),
  fileName: `results-${results.day}.csv`,
});

/** @throws HttpError 404 */
export async function resultFile(parts: DayParts, eventId: string, callerId: string): Promise<File> {
  return fileOf(await resultsOf(parts, eventId, callerId));
}

/** @throws HttpError 404 */
export async function pageOf(parts: DayParts, key: string): Promise<PublicRacePage> {
  const { db, now, nowMs } = parts;
  const { event, clubName } = await eventOfPage(db, key);
  await settle(db, parts, event.id, now());
  const facts = await readEventFacts(db, event, (races) => races.filter(({ state }) => state !== 'draft'));
  const nameOf = await publicNames(db, facts);
  const results = await resultsIn(db, facts, clubName, nameOf);
  return {
    ...results,
    juniorNames: event.juniorNames,
    races: facts.races
      .filter(({ state }) => state !== 'draft')
      .map((race) => ({
        _id: race.id,
        category: categoryOf(facts, race.categoryId).name,
        round: race.round,
        number: race.number,
        startsAt: race.startsAt.toISOString(),
        state: stateAt(race, newestRun(race.id, facts.runs), nowMs()),
        lanes: facts.lanes.flatMap(({ raceId, lane, entryId }) => {
          const entry = raceId === race.id ? facts.entries.find(({ id }) => id === entryId) : undefined;
          return entry ? [{ lane, bib: entry.bib, name: nameOf(entry.id), club: entry.club }] : [];
        }),
        hasReplay: hasResult(race) && isRowedHere(facts, race.id),
      })),
  };
}

/** Whether a lane of the race has a row as the result that counts. */
function isRowedHere({ lanes, attempts }: EventFacts, raceId: string): boolean {
  const ofRace = attempts.filter((attempt) => attempt.raceId === raceId);
  return lanes.some(
    (lane) => lane.raceId === raceId && (validAttempt(lane, ofRace)?.activityId ?? null) !== null,
  );
}

/** @throws HttpError 404 */
export async function pageFile(parts: DayParts, key: string): Promise<File> {
  return fileOf(await pageOf(parts, key));
}
