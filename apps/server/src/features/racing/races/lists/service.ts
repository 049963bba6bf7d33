import type { EndpointInput } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import type { WholeRaceEvent } from '@boathouse/contract/races';
import {
  startListTypes,
  type StartListPreview,
  type startLists as contract,
} from '@boathouse/contract/races/start-lists';
import { bytesOf } from '@boathouse/formats/csv/write-rows';
import { readStartList, startListColumns, writeRac, writeRac2 } from '@boathouse/racing/start-lists';
import type { Database } from '../../../../db/database.ts';
import { newId } from '../../../../db/ids.ts';
import { badField, HttpError, orNotFound } from '../../../../http/errors.ts';
import { hasBegun } from '../day/rules.ts';
import type { DayParts } from '../day/service.ts';
import { deleteRaces, listRaces } from '../day/store.ts';
import type { DrawnRace } from '../draw/rules.ts';
import { storeDrawn } from '../draw/service.ts';
import { categoryOf, readEventFacts, wholeEvent } from '../reads/service.ts';
import { nameOfRace } from '../rules.ts';
import { grantedEvent, type Granted } from '../service.ts';
import {
  findEventOfRace,
  insertEntry,
  insertLog,
  isBibTaken,
  listCategories,
  listEntries,
  listMembersNamed,
  listSeatsOfEvent,
  updateEntry,
  type EventRow,
} from '../store.ts';
import { comparedLines, digestOfPreview, startListCsv } from './rules.ts';

type Given = EndpointInput<typeof contract.preview>['body'];

/** @throws HttpError 404, 403, 400 */
export async function previewList(
  db: Database,
  eventId: string,
  callerId: string,
  given: Given,
): Promise<StartListPreview> {
  return previewOf(db, await grantedEvent(db, eventId, callerId, 'manage'), given);
}

async function previewOf(
  db: Database,
  { event, club }: Pick<Granted, 'event' | 'club'>,
  { fileName, file, mapping, categories: chosen }: Given,
): Promise<StartListPreview> {
  const bytes = Buffer.from(file, 'base64');
  const entries = await listEntries(db, event.id);
  const categories = await listCategories(db, event.id);
  const columns = startListColumns(bytes, fileName, mapping);
  const { entries: read, problems } = readStartList(bytes, fileName, mapping);
  if (read.length > limits.raceEntriesMax) {
    throw badField('file', `has ${read.length} lines: ${limits.raceEntriesMax} at most`);
  }
  const members = await listMembersNamed(db, event.clubId, [...new Set(read.map(({ name }) => name))]);
  const seats = await listSeatsOfEvent(db, event.id);
  const lines = comparedLines(read, {
    entries,
    categories,
    chosen,
    club: { name: club.name, members },
    seats,
  });
  const texts = [...new Set(lines.map((line) => line.event))];
  const inFile = new Set(lines.map(({ entry }) => entry));
  return {
    columns: columns?.columns ?? null,
    mapping: columns?.mapping ?? {},
    events: texts.map((text) => {
      const ofText = lines.filter((line) => line.event === text);
      return { text, category: ofText[0]?.category ?? null, count: ofText.length };
    }),
    lines,
    missing: entries
      .filter(({ id }) => !inFile.has(id))
      .map(({ id, name, bib }) => ({ entry: id, name, bib })),
    problems,
    digest: digestOfPreview(
      bytes,
      [fileName, mapping, chosen],
      [
        entries.map(({ user: _user, ...entry }) => entry),
        categories,
        lines.map(({ member, refusal }) => [member, refusal]),
      ],
    ),
  };
}

type Applied = EndpointInput<typeof contract.apply>['body'];

/** @throws HttpError 404, 403, 400, 409 race_changed */
export async function applyList(
  { db, now, nowMs }: DayParts,
  eventId: string,
  callerId: string,
  { digest, seats, ...given }: Applied,
): Promise<WholeRaceEvent> {
  return db.transaction(async (tx) => {
    const granted = await grantedEvent(tx, eventId, callerId, 'manage', true);
    const { event } = granted;
    const preview = await previewOf(tx, granted, given);
    if (preview.digest !== digest) {
      throw new HttpError(
        409,
        'race_changed',
        'The file or the entries have changed since the preview. Look at it again.',
      );
    }
    if (preview.lines.some(({ change }) => change === 'unknown'))
      throw badField('categories', 'must name one for each line');
    const stored = await storeLines(tx, event, preview.lines);
    if (seats) await storeSeats(tx, event, stored);
    const text = `Read ${stored.length} lines from ${given.fileName}`;
    await insertLog(
      tx,
      { eventId, raceId: null, userId: callerId, kind: 'startList', text, data: { seats } },
      now(),
    );
    return wholeEvent(tx, granted, callerId, nowMs());
  });
}

type Stored = StartListPreview['lines'][number] & { entryId: string; categoryId: string };

/** Stores new and changed entries. Refused lines and other entries of the event stay. Returns the stored lines. */
async function storeLines(
  tx: Database,
  event: EventRow,
  lines: StartListPreview['lines'],
): Promise<Stored[]> {
  const before = (await listEntries(tx, event.id)).length;
  if (before + lines.filter(({ change }) => change === 'new').length > limits.raceEntriesMax) {
    throw badField('file', `must not bring more than ${limits.raceEntriesMax} entries`);
  }
  const stored: Stored[] = [];
  for (const line of lines) {
    if (line.change === 'refused') continue;
    const { name, bib, club, seedTenths, member, category: categoryId } = line;
    if (categoryId === null) throw badField('categories', 'must name one for each line');
    const entryId = line.entry ?? newId();
    if (await isBibTaken(tx, event.id, bib, entryId)) throw badField('file', `has the bib ${bib} twice`);
    const fields = {
      name: name.slice(0, limits.displayNameMax),
      bib: bib.slice(0, limits.raceBibMax),
      club: club.slice(0, limits.raceNameMax),
    };
    const seed = seedTenths === undefined ? {} : { seedTenths };
    if (line.entry === null) {
      const entry = { id: entryId, eventId: event.id, categoryId, userId: member ?? null };
      await insertEntry(tx, { ...entry, ...fields, ...seed, team: '' });
    } else {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
      await updateEntry(tx, entryId, { ...given, ...seed, categoryId });
    }
    stored.push({ ...line, entryId, categoryId });
  }
  return stored;
}

/** Replaces the races of the categories by the file's heats and lanes. */
async function storeSeats(tx: Database, event: EventRow, lines: readonly Stored[]): Promise<void> {
  const seated = lines.filter(({ lane }) => lane !== null);
  const tooHigh = seated.find(({ lane }) => (lane ?? 0) > event.lanes);
  if (tooHigh !== undefined)
    throw badField('file', `has lane ${tooHigh.lane}: this race day has ${event.lanes}`);
  const categories = await listCategories(tx, event.id);
  for (const { id: categoryId, name, rules } of categories) {
    const ofCategory = seated.filter((line) => line.categoryId === categoryId);
    if (ofCategory.length === 0) continue;
    const races = await listRaces(tx, event.id);
    const before = races.filter((race) => race.categoryId === categoryId);
    if (before.some(hasBegun))
      throw badField('seats', `Heats and lanes can't come from the file: a race of ${name} has been called.`);
    await deleteRaces(
      tx,
      before.map(({ id }) => id),
    );
    const heats = [...new Set(ofCategory.map(({ heat }) => heat ?? 1))].toSorted((one, other) => one - other);
    const round = rules.progression.kind === 'heats' ? ('heat' as const) : ('flight' as const);
    const drawn = heats.map((heat, index): DrawnRace => {
      const seats = ofCategory.filter((line) => (line.heat ?? 1) === heat);
      if (new Set(seats.map(({ lane }) => lane)).size < seats.length) {
        throw badField('file', `has a lane of heat ${heat} twice`);
      }
      return {
        round,
        number: index + 1,
        seats: seats.map(({ entryId, lane }) => ({ entryId, lane: lane ?? 1 })),
      };
    });
    const others = races.filter((race) => race.categoryId !== categoryId);
    await storeDrawn(tx, event, { categoryId, drawn, before, others });
  }
}

type File = { bytes: Uint8Array<ArrayBuffer>; fileName: string; type?: string };

/** @throws HttpError 404 */
export async function listOfEvent(db: Database, eventId: string, callerId: string): Promise<File> {
  const { event, may } = await grantedEvent(db, eventId, callerId, 'club');
  const facts = await readEventFacts(db, event, (races) =>
    races.filter(({ state }) => may.judge || state !== 'draft'),
  );
  const lanes = facts.lanes.flatMap(({ raceId, lane, entryId }) => {
    const race = facts.races.find(({ id }) => id === raceId);
    const entry = facts.entries.find(({ id }) => id === entryId);
    if (race === undefined || entry === undefined) return [];
    const startsAt = Temporal.Instant.fromEpochMilliseconds(race.startsAt.getTime())
      .toZonedDateTimeISO(event.timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
      .replace('T', ' ');
    const category = categoryOf(facts, race.categoryId).name;
    const { bib, name, club } = entry;
    return [{ startsAt, category, round: race.round, number: race.number, lane, bib, name, club }];
  });
  const sorted = lanes.toSorted((one, other) =>
    one.startsAt === other.startsAt ? one.lane - other.lane : one.startsAt < other.startsAt ? -1 : 1,
  );
  return {
    bytes: bytesOf(startListCsv(sorted)),
    fileName: `start-list-${event.day}.csv`,
    type: startListTypes.csv,
  };
}

/** @throws HttpError 404, 403, 400 for a race that the other program refuses */
export async function listOfRace(
  db: Database,
  raceId: string,
  callerId: string,
  format: 'rac' | 'rac2',
): Promise<File> {
  const eventId = await findEventOfRace(db, raceId);
  const { event } = await grantedEvent(db, eventId, callerId, 'judge');
  const facts = await readEventFacts(db, event, (races) => races.filter(({ id }) => id === raceId));
  const race = orNotFound(facts.races.find(({ id }) => id === raceId) ?? null, 'race');
  const { name, rules } = categoryOf(facts, race.categoryId);
  const title = nameOfRace(name, race.round, race.number);
  const lanes = facts.lanes.flatMap(({ lane, entryId }) => {
    const entry = facts.entries.find(({ id }) => id === entryId);
    return entry ? [{ lane, name: entry.name, bib: entry.bib, className: name, country: entry.club }] : [];
  });
  const file = { name: title, ...rules.piece, split: rules.split, lanes };
  try {
    const text = format === 'rac' ? writeRac(file) : writeRac2(file);
    return {
      bytes: bytesOf(text),
      fileName: `${event.day}-${race.round}-${race.number}.${format}`,
      type: startListTypes[format],
    };
  } catch (error) {
    if (error instanceof RangeError) throw badField('race', error.message);
    throw error;
  }
}
