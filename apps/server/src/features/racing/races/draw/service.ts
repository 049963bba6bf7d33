import { advance } from '@boathouse/racing/draw';
import { nextStart } from '@boathouse/racing/timetable';
import type { EndpointInput, EndpointResponse } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import type { raceDay as contract } from '@boathouse/contract/races/day';
import type { Race } from '@boathouse/contract/races/race';
import type { Database } from '../../../../db/database.ts';
import { newId } from '../../../../db/ids.ts';
import { badField, HttpError, orNotFound } from '../../../../http/errors.ts';
import { hasBegun, hasResult, isFinal, scoreOf, validAttempt } from '../day/rules.ts';
import { deleteRaces, insertLanes, insertRaces, listRaces, updateRace, type RaceRow } from '../day/store.ts';
import { categoryOf, racesByIds, readEventFacts, type EventFacts } from '../reads/service.ts';
import { firstStartOf, openLanesOf } from '../rules.ts';
import { grantedEvent, officialAlready } from '../service.ts';
import {
  findCategory,
  findEventOfAction,
  findEventOfCategory,
  insertLog,
  listEntries,
  type EventRow,
} from '../store.ts';
import { drawn, seatsOf, type DrawnRace } from './rules.ts';

/** @throws HttpError 404, 403, 409 race_changed once a race of the category is called, 400 too few heats */
export async function drawCategory(
  db: Database,
  categoryId: string,
  callerId: string,
  action: string,
  now: Date,
): Promise<Race[]> {
  return db.transaction(async (tx) => {
    const eventId = await findEventOfCategory(tx, categoryId);
    const { event } = await grantedEvent(tx, eventId, callerId, 'manage', true);
    const category = orNotFound(await findCategory(tx, categoryId), 'category');
    const races = await listRaces(tx, event.id);
    const before = races.filter((race) => race.categoryId === categoryId);
    if ((await findEventOfAction(tx, action)) === event.id) {
      return racesByIds(tx, event, idsOf(before), now.getTime());
    }
    if (before.some(hasBegun))
      throw changed(`A race of ${category.name} has been called: move seats by hand.`);
    const entries = (await listEntries(tx, event.id)).filter(
      (entry) => entry.categoryId === categoryId && !entry.isScratched,
    );
    const result = drawn(category.rules, entries, openLanesOf(event));
    if (typeof result === 'string') throw badField('category', result);
    await deleteRaces(tx, idsOf(before));
    const kept = races.filter((race) => race.categoryId !== categoryId);
    const rows = await storeDrawn(tx, event, { categoryId, drawn: result, before, others: kept });
    const text = `Drew ${category.name}: ${counted(entries.length, 'entry', 'entries')} in ${counted(rows.length, 'race', 'races')}`;
    await insertLog(
      tx,
      {
        id: action,
        eventId: event.id,
        raceId: null,
        userId: callerId,
        kind: 'draw',
        text,
        data: { category: categoryId },
      },
      now,
    );
    return racesByIds(tx, event, rows, now.getTime());
  });
}

const idsOf = (races: readonly RaceRow[]) => races.map(({ id }) => id);

const changed = (message: string) => new HttpError(409, 'race_changed', message);

type Drawing = {
  categoryId: string;
  drawn: readonly DrawnRace[];
  /** The replaced races: the new ones take over their times and state. */
  before: readonly RaceRow[];
  others: readonly RaceRow[];
};

/** Stores drawn races with all lanes of the event; new ones start after the day's last race. Returns their ids. */
export async function storeDrawn(
  tx: Database,
  event: EventRow,
  { categoryId, drawn: result, before, others }: Drawing,
): Promise<string[]> {
  if (others.length + result.length > limits.racesMax) {
    throw badField('category', `must not make more than ${limits.racesMax} races of the day`);
  }
  const { minutesBetween } = event;
  const last = Math.max(...[...others, ...before].map(({ startsAt }) => startsAt.getTime()));
  let nextMs = Number.isFinite(last) ? nextStart(last, minutesBetween) : firstStartOf(event).getTime();
  const rows = result.map(({ round, number }) => {
    const old = before.find((race) => race.round === round && race.number === number);
    const startsAt = old?.startsAt ?? new Date(nextMs);
    if (old === undefined) nextMs = nextStart(nextMs, minutesBetween);
    const state = old?.state ?? ('draft' as const);
    return { id: newId(), eventId: event.id, categoryId, round, number, startsAt, state };
  });
  await insertRaces(tx, rows);
  await insertLanes(
    tx,
    rows.flatMap(({ id: raceId }, index) =>
      Array.from({ length: event.lanes }, (_, at) => {
        const lane = at + 1;
        const seat = result[index]?.seats.find((one) => one.lane === lane);
        return { raceId, lane, entryId: seat?.entryId ?? null };
      }),
    ),
  );
  return rows.map(({ id }) => id);
}

type Advance = EndpointResponse<typeof contract.advance>;

/** @throws HttpError 404, 403, 400 for a category without heats */
export async function advanceOf(db: Database, categoryId: string, callerId: string): Promise<Advance> {
  const eventId = await findEventOfCategory(db, categoryId);
  const { event } = await grantedEvent(db, eventId, callerId, 'judge');
  const facts = await readEventFacts(db, event, (races) =>
    races.filter((race) => race.categoryId === categoryId),
  );
  const { progression } = categoryOf(facts, categoryId).rules;
  if (progression.kind !== 'heats') throw badField('category', 'has no heats');
  const heats = facts.races.filter((race) => race.categoryId === categoryId && race.round === 'heat');
  const { byPlace, fastest } = progression;
  const { ids, tied } = advance({ heats: heats.map((heat) => heatResults(facts, heat)), byPlace, fastest });
  return {
    entries: ids,
    tied,
    lanes: openLanesOf(event).length,
    openHeats: heats.filter((heat) => !hasResult(heat)).length,
  };
}

/** The figures of a heat's lanes for `advance`, which compares times: meters are negated, because more is better. */
function heatResults(facts: EventFacts, heat: RaceRow): { id: string; tenths: number | null }[] {
  const { piece } = categoryOf(facts, heat.categoryId).rules;
  const attempts = facts.attempts.filter(({ raceId }) => raceId === heat.id);
  return facts.lanes
    .filter(({ raceId }) => raceId === heat.id)
    .flatMap((lane) => {
      if (lane.entryId === null) return [];
      const attempt = validAttempt(lane, attempts);
      const isOut = lane.state !== 'entered' && lane.state !== 'here' && lane.state !== 'ready';
      const score = isOut || attempt?.outcome !== 'finished' ? null : scoreOf(attempt, piece);
      const tenths = score === null || piece.kind === 'distance' ? score : -score;
      return [{ id: lane.entryId, tenths }];
    });
}

type Final = EndpointInput<typeof contract.drawFinal>['body'];

/** @throws HttpError 404, 403, 400, 409 race_changed once the final is called */
export async function drawFinal(
  db: Database,
  categoryId: string,
  callerId: string,
  { action, entries: ids, startsAt }: Final,
  now: Date,
): Promise<Race> {
  return db.transaction(async (tx) => {
    const eventId = await findEventOfCategory(tx, categoryId);
    const { event } = await grantedEvent(tx, eventId, callerId, 'manage', true);
    const category = orNotFound(await findCategory(tx, categoryId), 'category');
    const races = await listRaces(tx, event.id);
    const before = races.filter((race) => race.categoryId === categoryId && race.round === 'final');
    const isDone = (await findEventOfAction(tx, action)) === event.id;
    if (!isDone) {
      if (before.some(hasBegun)) throw changed('The final has been called: move seats by hand.');
      const known = (await listEntries(tx, event.id)).filter((entry) => entry.categoryId === categoryId);
      if (new Set(ids).size !== ids.length || ids.some((id) => !known.some((entry) => entry.id === id))) {
        throw badField('entries', 'must be entries of the category, each once');
      }
      const openLanes = openLanesOf(event);
      if (ids.length > openLanes.length) throw badField('entries', `must fit into ${openLanes.length} lanes`);
      await deleteRaces(tx, idsOf(before));
      const others = races.filter(({ id }) => !before.some((race) => race.id === id));
      const final: DrawnRace = { round: 'final', number: 1, seats: seatsOf(ids, openLanes) };
      const [made] = await storeDrawn(tx, event, { categoryId, drawn: [final], before, others });
      if (made !== undefined && startsAt !== undefined)
        await updateRace(tx, made, { startsAt: new Date(startsAt) });
      const text = `Made the final of ${category.name}: ${counted(ids.length, 'entry', 'entries')}`;
      await insertLog(
        tx,
        {
          id: action,
          eventId: event.id,
          raceId: made ?? null,
          userId: callerId,
          kind: 'draw',
          text,
          data: { entries: ids },
        },
        now,
      );
    }
    const made = (await listRaces(tx, event.id)).find(
      (race) => race.categoryId === categoryId && race.round === 'final',
    );
    const [final] = await racesByIds(tx, event, made ? [made.id] : [], now.getTime());
    return orNotFound(final ?? null, 'final');
  });
}

/** @throws HttpError 404, 403, 400, 409 race_official */
export async function setTimetable(
  db: Database,
  eventId: string,
  callerId: string,
  times: readonly { race: string; startsAt: string }[],
  now: Date,
): Promise<Race[]> {
  return db.transaction(async (tx) => {
    const { event } = await grantedEvent(tx, eventId, callerId, 'manage', true);
    const races = await listRaces(tx, event.id);
    for (const { race: id, startsAt } of times) {
      const race = races.find((one) => one.id === id);
      if (race === undefined) throw badField('races', 'must be of this race day');
      if (race.startsAt.getTime() === Date.parse(startsAt)) continue;
      if (isFinal(race)) throw officialAlready('An official race keeps its time');
      await updateRace(tx, id, { startsAt: new Date(startsAt) });
    }
    const text = `Set the times of ${times.length} races`;
    await insertLog(tx, { eventId, raceId: null, userId: callerId, kind: 'timetable', text }, now);
    return racesByIds(
      tx,
      event,
      times.map(({ race }) => race),
      now.getTime(),
    );
  });
}

/** Publishes the races in draft. @throws HttpError 404, 403 */
export async function publishRaces(
  db: Database,
  eventId: string,
  callerId: string,
  now: Date,
): Promise<Race[]> {
  return db.transaction(async (tx) => {
    const { event } = await grantedEvent(tx, eventId, callerId, 'manage', true);
    const drafts = (await listRaces(tx, event.id)).filter(({ state }) => state === 'draft');
    for (const { id } of drafts) await updateRace(tx, id, { state: 'published' });
    if (drafts.length > 0) {
      const text = `Published ${counted(drafts.length, 'race', 'races')}`;
      await insertLog(tx, { eventId, raceId: null, userId: callerId, kind: 'publish', text }, now);
    }
    return racesByIds(tx, event, idsOf(await listRaces(tx, event.id)), now.getTime());
  });
}

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;
