import { isMember } from '@boathouse/contract/clubs';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import type { RaceEntry, RaceEntryPatch, races as contract, Weighing } from '@boathouse/contract/races';
import type { Database } from '../../../../db/database.ts';
import { badField, HttpError, orNotFound } from '../../../../http/errors.ts';
import type { Announcements } from '../../../../live/announcements.ts';
import { findRole } from '../../../clubs/clubs/index.ts';
import { isArmed } from '../day/rules.ts';
import { doubtsOf, refusalOfChange } from '../rules.ts';
import { grantedEvent, officialAlready, type Granted } from '../service.ts';
import {
  countEntries,
  deleteEntry,
  findCategory,
  findEntry,
  findEventOfEntry,
  insertEntry,
  insertLog,
  isBibTaken,
  listStatesOfEntry,
  updateEntry,
  updateWeighing,
  type CategoryRow,
  type EntryWithUser,
} from '../store.ts';

type Viewer = { id: string; may: Granted['may'] };

/** Returns an entry as its viewer reads it: private fields are only for officials and the athlete. */
export function viewEntry(
  entry: EntryWithUser,
  category: CategoryRow,
  day: string,
  viewer: Viewer,
): RaceEntry {
  const seesAll = viewer.may.judge || entry.userId === viewer.id;
  const { id, categoryId, user, name, bib, club, team, seedTenths, isScratched } = entry;
  return {
    _id: id,
    category: categoryId,
    user,
    name,
    bib,
    club,
    team,
    seedTenths,
    isScratched,
    ...(seesAll && user !== null && entry.claimedAt !== null ? { isClaimed: true as const } : {}),
    birthYear: seesAll ? entry.birthYear : null,
    sex: seesAll ? entry.sex : null,
    weighed: seesAll ? entry.weighed : 'none',
    weighedAt: seesAll ? (entry.weighedAt?.toISOString() ?? null) : null,
    doubts: seesAll ? doubtsOf(entry, category.rules, day) : [],
  };
}

type NewEntry = EndpointInput<typeof contract.addEntry>['body'];

/** @throws HttpError 404, 403, 400 */
export async function addEntry(
  db: Database,
  eventId: string,
  callerId: string,
  entry: NewEntry,
): Promise<RaceEntry> {
  return db.transaction(async (tx) => {
    const granted = await grantedEvent(tx, eventId, callerId, 'manage', true);
    const { _id: id, category, user, ...fields } = entry;
    const before = await findEntry(tx, id);
    if (before !== null && before.eventId !== eventId) throw badField('_id', 'is the id of another entry');
    if (before === null) {
      if ((await countEntries(tx, eventId)) >= limits.raceEntriesMax) {
        throw badField('_id', `must be one of ${limits.raceEntriesMax} entries at most`);
      }
      await checkEntry(tx, granted, id, { category, user, bib: fields.bib });
      await insertEntry(tx, { id, eventId, categoryId: category, userId: user, ...fields });
    }
    return readEntry(tx, granted, id, callerId);
  });
}

type Checked = Pick<RaceEntryPatch, 'category' | 'user' | 'bib'>;

/** @throws HttpError 400 */
async function checkEntry(
  tx: Database,
  { event, club }: Granted,
  id: string,
  { category, user, bib }: Checked,
): Promise<void> {
  if (category !== undefined && (await findCategory(tx, category))?.eventId !== event.id) {
    throw badField('category', 'must be one of this race day');
  }
  if (user !== undefined && user !== null && !isMember(await findRole(tx, event.clubId, user, 'share'))) {
    throw badField('user', `must be a member of ${club.name}`);
  }
  if (bib !== undefined && (await isBibTaken(tx, event.id, bib, id))) {
    throw badField('bib', `${bib} is taken by another entry`);
  }
}

async function readEntry(
  tx: Database,
  { event, may }: Granted,
  id: string,
  callerId: string,
): Promise<RaceEntry> {
  const entry = orNotFound(await findEntry(tx, id), 'entry');
  const category = orNotFound(await findCategory(tx, entry.categoryId), 'category');
  return viewEntry(entry, category, event.day, { id: callerId, may });
}

type ChangeParts = { db: Database; announcements: Pick<Announcements, 'rightsChanged'>; now: () => Date };

/** @throws HttpError 404, 403, 400, 409 race_official */
export async function changeEntry(
  { db, announcements, now }: ChangeParts,
  id: string,
  callerId: string,
  { category, user, ...fields }: RaceEntryPatch,
): Promise<RaceEntry> {
  const { entry, guest } = await db.transaction(async (tx) => {
    const granted = await grantedEvent(tx, await findEventOfEntry(tx, id), callerId, 'manage', true);
    const before = orNotFound(await findEntry(tx, id), 'entry');
    // A page that saves another field sends the user who entered the code back: they need not be a member.
    const isOtherUser = user !== undefined && user !== before.userId;
    await checkEntry(tx, granted, id, { category, user: isOtherUser ? user : undefined, bib: fields.bib });
    const seats = await listStatesOfEntry(tx, id);
    const isOtherCategory = category !== undefined && category !== before.categoryId;
    const refusal = refusalOfChange(seats, isOtherCategory);
    if (refusal === 'official') throw officialAlready('A race of this entry is official');
    if (refusal === 'seated') {
      throw badField('category', 'can no longer change: the entry sits in a race');
    }
    const change = Object.fromEntries(
      Object.entries({
        ...fields,
        categoryId: category,
        ...(isOtherUser ? { userId: user, claimedAt: null } : {}),
      }).filter(([, value]) => value !== undefined),
    );
    await updateEntry(tx, id, change);
    if (seats.some(isArmed) || fields.isScratched !== undefined) {
      const text =
        fields.isScratched === undefined
          ? `Changed ${before.name}: ${Object.keys(change).join(', ')}`
          : `${before.name} ${fields.isScratched ? 'scratched' : 'no longer scratched'}`;
      const data = { entry: id, ...change };
      await insertLog(
        tx,
        {
          eventId: granted.event.id,
          raceId: seats[0]?.raceId ?? null,
          userId: callerId,
          kind: 'entry',
          text,
          data,
        },
        now(),
      );
    }
    const isTaken = isOtherUser && before.claimedAt !== null;
    return { entry: await readEntry(tx, granted, id, callerId), guest: isTaken ? before.userId : null };
  });
  // A guest has lost the rooms of the entry's races.
  if (guest !== null) await announcements.rightsChanged(guest);
  return entry;
}

/** @throws HttpError 404, 403, 409 already_exists while it sits in a race */
export async function removeEntry(db: Database, id: string, callerId: string): Promise<{ _id: string }> {
  return db.transaction(async (tx) => {
    await grantedEvent(tx, await findEventOfEntry(tx, id), callerId, 'manage', true);
    if ((await listStatesOfEntry(tx, id)).length > 0) {
      throw new HttpError(409, 'already_exists', 'This entry sits in a race. Scratch it instead.');
    }
    await deleteEntry(tx, id);
    return { _id: id };
  });
}

/** @throws HttpError 404, 403 */
export async function weighEntry(
  db: Database,
  id: string,
  callerId: string,
  weighed: Weighing,
  now: Date,
): Promise<RaceEntry> {
  return db.transaction(async (tx) => {
    const granted = await grantedEvent(tx, await findEventOfEntry(tx, id), callerId, 'judge', true);
    const before = orNotFound(await findEntry(tx, id), 'entry');
    if (before.weighed !== weighed) {
      await updateWeighing(tx, id, weighed, now);
      const words = { none: 'taken back', passed: 'passed', failed: 'failed' }[weighed];
      const text = `Weigh-in of ${before.name}: ${words}`;
      await insertLog(
        tx,
        {
          eventId: granted.event.id,
          raceId: null,
          userId: callerId,
          kind: 'weighing',
          text,
          data: { entry: id },
        },
        now,
      );
    }
    return readEntry(tx, granted, id, callerId);
  });
}
