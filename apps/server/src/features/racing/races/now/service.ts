import { routeOf } from '@boathouse/contract/live/address';
import { SecretKeySchema } from '@boathouse/contract/ids';
import type { PublicRaceNow, RaceNow } from '@boathouse/contract/races/day';
import type { MyRace } from '@boathouse/contract/races/mine';
import type { Database } from '../../../../db/database.ts';
import { orNotFound } from '../../../../http/errors.ts';
import { digestOf } from '../../../../infra/secret-key.ts';
import { boardActivityId } from '../../../../live/room/board-page.ts';
import type { BoardAccess } from '../../../../live/wire/handshakes.ts';
import { isFinal, newestRun } from '../day/rules.ts';
import type { DayParts } from '../day/service.ts';
import { listLanesOf, readFacts, listRaces } from '../day/store.ts';
import {
  categoryOf,
  namesFor,
  publicNames,
  readEventFacts,
  userOfIn,
  viewRaces,
  type EventFacts,
} from '../reads/service.ts';
import { controlOf, grantedEvent } from '../service.ts';
import { settle } from '../settling/service.ts';
import { findEventByPage, type EventRow } from '../store.ts';
import { chosenRaces, nowRace } from './rules.ts';

type Now = Pick<RaceNow, 'title' | 'timeZone' | 'at' | 'race' | 'next' | 'last'>;
type Names = Parameters<typeof nowRace>[3];

/** @throws HttpError 404 */
export async function nowOf(parts: DayParts, eventId: string, callerId: string): Promise<RaceNow> {
  const { db, now, nowMs } = parts;
  const granted = await grantedEvent(db, eventId, callerId, 'read');
  const { event, may } = granted;
  await settle(db, parts, eventId, now());
  const facts = await nowFacts(db, event, callerId);
  const shown = await nowIn(db, facts, nowMs(), {
    nameOf: await namesFor(db, facts, granted),
    activityId: (id) => id,
  });
  return {
    ...shown,
    may,
    control: await controlOf(db, event),
    session: sessionOf(facts, shown.race?._id ?? null),
    mine: await mineIn(db, facts, callerId, nowMs()),
  };
}

/** Reads the races of this moment, and the races of the user. */
async function nowFacts(db: Database, event: EventRow, userId: string | null): Promise<EventFacts> {
  return readEventFacts(db, event, (races) => {
    const { current, next, last } = chosenRaces(races);
    const isShown = new Set([current, ...next, ...last].map((race) => race?.id));
    return races.filter(
      (race) => isShown.has(race.id) || (userId !== null && !isFinal(race) && race.state !== 'draft'),
    );
  });
}

async function nowIn(db: Database, facts: EventFacts, nowMs: number, names: Names): Promise<Now> {
  const { current, next, last } = chosenRaces(facts.races);
  const rows = [...(current ? [current] : []), ...next, ...last];
  const viewed = await viewRaces(db, facts, rows, nowMs);
  const shown = rows.flatMap((row, index) => {
    const race = viewed[index];
    return race === undefined ? [] : [nowRace(row, race, facts, names)];
  });
  const first = current === null ? 0 : 1;
  return {
    title: facts.event.title,
    timeZone: facts.event.timeZone,
    at: new Date(nowMs).toISOString(),
    race: current === null ? null : (shown[0] ?? null),
    next: shown.slice(first, first + next.length),
    last: shown.slice(first + next.length),
  };
}

function sessionOf({ runs }: Pick<EventFacts, 'runs'>, raceId: string | null): string | null {
  return raceId === null ? null : (newestRun(raceId, runs)?.sessionId ?? null);
}

async function mineIn(
  db: Database,
  facts: EventFacts,
  userId: string,
  nowMs: number,
): Promise<RaceNow['mine']> {
  const userOf = userOfIn(facts);
  const own = new Set(facts.entries.filter(({ id }) => userOf(id) === userId).map(({ id }) => id));
  const rows = facts.races.filter(
    (race) =>
      !isFinal(race) &&
      race.state !== 'draft' &&
      facts.lanes.some(({ raceId, entryId }) => raceId === race.id && entryId !== null && own.has(entryId)),
  );
  const viewed = await viewRaces(db, facts, rows, nowMs);
  return viewed.flatMap((race) =>
    race.lanes.flatMap((lane) =>
      lane.entry === null || !own.has(lane.entry)
        ? []
        : [
            {
              race: race._id,
              category: categoryOf(facts, race.category).name,
              round: race.round,
              number: race.number,
              lane: lane.lane,
              startsAt: race.startsAt,
              state: race.state,
              laneState: lane.state,
              session: race.run?.session ?? null,
            },
          ],
    ),
  );
}

/** Includes yesterday's events, because a day ends later in other zones. */
const daysBack = 1;

export async function racesOfUser({ db, now, nowMs }: DayParts, userId: string): Promise<MyRace[]> {
  const today = Temporal.Instant.fromEpochMilliseconds(now().getTime())
    .toZonedDateTimeISO('UTC')
    .toPlainDate();
  const events = await listLanesOf(db, userId, today.subtract({ days: daysBack }).toString());
  const found: MyRace[] = [];
  for (const { eventId, title } of events) {
    const { event } = await grantedEvent(db, eventId, userId, 'read');
    const facts = await readEventFacts(db, event, (races) => races.filter((race) => !isFinal(race)));
    const mine = await mineIn(db, facts, userId, nowMs());
    const { timeZone } = event;
    found.push(...mine.map((lane) => ({ ...lane, event: eventId, eventTitle: title, timeZone })));
  }
  return found.toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
}

/** Returns the published event whose page has the key. @throws HttpError 404 */
export async function eventOfPage(db: Database, key: string): Promise<{ event: EventRow; clubName: string }> {
  const { event, club } = orNotFound(await findEventByPage(db, digestOf(key)), 'race day');
  orNotFound(event.isPublished ? event : null, 'race day');
  return { event, clubName: club.name };
}

/** @throws HttpError 404 */
export async function nowOfPage(parts: DayParts, key: string): Promise<PublicRaceNow> {
  const { db, now, nowMs } = parts;
  const { event } = await eventOfPage(db, key);
  await settle(db, parts, event.id, now());
  const facts = await nowFacts(db, event, null);
  const shown = await nowIn(db, facts, nowMs(), {
    nameOf: await publicNames(db, facts),
    activityId: (id) => boardActivityId(event.id, id),
  });
  const room = sessionOf(facts, shown.race?._id ?? null);
  return { ...shown, board: room === null ? null : { _id: event.id, route: routeOf(room) } };
}

/** Returns the room that a page's key opens to a screen: the current race's room. */
export async function resolveRaceScreen(db: Database, key: string): Promise<BoardAccess | null> {
  if (!SecretKeySchema.safeParse(key).success) return null;
  const found = await findEventByPage(db, digestOf(key));
  if (found === null || !found.event.isPublished) return null;
  const { current } = chosenRaces(await listRaces(db, found.event.id));
  const { runs } = await readFacts(db, current === null ? [] : [current.id]);
  const room = sessionOf({ runs }, current?.id ?? null);
  return room === null ? null : { id: found.event.id, room };
}
