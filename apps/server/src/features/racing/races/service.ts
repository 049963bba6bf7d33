import type { ClubRef } from '@boathouse/contract/clubs';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import type {
  ListedRaceEvent,
  RaceCategory,
  RaceControl,
  RaceEvent,
  RaceEventPatch,
  RaceRules,
  races as contract,
} from '@boathouse/contract/races';
import { isMember } from '@boathouse/contract/clubs';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { badField, HttpError, notFound, orNotFound } from '../../../http/errors.ts';
import { digestOf, newSecretKey } from '../../../infra/secret-key.ts';
import { findClub, findRole, mayManage } from '../../clubs/clubs/index.ts';
import type { Announcements } from '../../../live/announcements.ts';
import { findUserById } from '../../people/users/index.ts';
import { hasBegun, isFinal } from './day/rules.ts';
import { listRaces } from './day/store.ts';
import { mayJudge, mayManageRaces, mayReadRaces } from './rules.ts';
import {
  deleteCategory,
  deleteEvent,
  deleteJudge,
  findCategory,
  findEventAccess,
  findEventOfCategory,
  insertCategory,
  insertEvent,
  insertJudge,
  insertLog,
  listCategories,
  listEntries,
  listEvents,
  listJudges,
  updateCategory,
  updateEvent,
  type CategoryRow,
  type EventAccess,
  type EventRow,
} from './store.ts';

/** `club`: reads what only the club's members read. */
export type Need = 'read' | 'club' | 'judge' | 'manage';

/** An event with its caller's rights. */
export type Granted = {
  event: EventRow;
  club: ClubRef;
  may: RaceEvent['may'];
  /** Reads it by the code of an entry, without being a member: other entries as on the public page. */
  isGuest: boolean;
};

/**
 * Returns an event if the caller has this right in it. With `lock` the caller's rights and the event can't change until
 * the transaction ends.
 * @throws HttpError 404 for users who may not read it, 403
 */
export async function grantedEvent(
  db: Database,
  id: string | null,
  callerId: string,
  need: Need,
  lock = false,
): Promise<Granted> {
  const found = id === null ? null : await findEventAccess(db, id, callerId, lock);
  const access = orNotFound(found, 'race day');
  if (!mayReadRaces(accessOf(access))) throw notFound('race day');
  const may = { manage: mayManageRaces(access), judge: mayJudge(access) };
  const isGuest = !isMember(access.role);
  if (need === 'club' && isGuest) {
    throw new HttpError(403, 'forbidden', `Only members of ${access.club.name} can read this`);
  }
  if (need === 'manage' && !may.manage) {
    throw new HttpError(403, 'forbidden', `Only the admins and the owner of ${access.club.name} can do this`);
  }
  if (need === 'judge' && !may.judge) {
    throw new HttpError(
      403,
      'forbidden',
      `Only the judges of this race day and the admins of ${access.club.name} can do this`,
    );
  }
  return { event: access.event, club: access.club, may, isGuest };
}

const accessOf = ({ event, role, isJudge, isGuest }: EventAccess) => ({
  role,
  isJudge,
  isGuest,
  isPublished: event.isPublished,
});

/** Returns whether the caller has rights in the event only as an admin or the owner of the club. */
export async function managesRacesOf(db: Database, id: string | null, callerId: string): Promise<boolean> {
  const access = id === null ? null : await findEventAccess(db, id, callerId);
  return access !== null && mayManageRaces(access);
}

/** @throws HttpError 404 unless a member of the club */
export async function eventsOfClub(
  db: Database,
  clubId: string,
  callerId: string,
): Promise<ListedRaceEvent[]> {
  const role = await findRole(db, clubId, callerId);
  if (!isMember(role)) throw notFound('club');
  return listEvents(db, clubId, mayManage(role) ? null : callerId);
}

type NewEvent = EndpointInput<typeof contract.create>['body'];

/** @throws HttpError 404, 403; 400 `_id` of another event */
export async function createEvent(
  db: Database,
  clubId: string,
  callerId: string,
  { _id: id, ...event }: NewEvent,
): Promise<RaceEvent> {
  return db.transaction(async (tx) => {
    const club = orNotFound(await findClub(tx, clubId), 'club');
    if (!mayManage(await findRole(tx, clubId, callerId, 'share'))) {
      throw new HttpError(403, 'forbidden', `Only the admins and the owner of ${club.name} can do this`);
    }
    if (!(await insertEvent(tx, { id, clubId, ...lanesOf(event) }))) {
      const access = await findEventAccess(tx, id, callerId);
      if (access?.event.clubId !== clubId) throw badField('_id', 'is the id of another race day');
    }
    return viewEvent(tx, await grantedEvent(tx, id, callerId, 'manage'));
  });
}

function lanesOf<T extends { lanes: number; closedLanes: number[] }>(event: T): T {
  const closedLanes = [...new Set(event.closedLanes)].toSorted((one, other) => one - other);
  if (closedLanes.some((lane) => lane > event.lanes))
    throw badField('closedLanes', 'must be lanes of the event');
  if (closedLanes.length >= event.lanes) throw badField('closedLanes', 'must leave a lane open');
  return { ...event, closedLanes };
}

/** Returns an event as its caller reads it. */
export async function viewEvent(db: Database, { event, club, may, isGuest }: Granted): Promise<RaceEvent> {
  const { id, title, day, timeZone, lanes, closedLanes, minutesBetween } = event;
  const { juniorNames, protestMinutes, medals, isPublished, pageAt } = event;
  const rules = { lanes, closedLanes, minutesBetween, juniorNames, protestMinutes, medals, isPublished };
  return {
    _id: id,
    club,
    title,
    day,
    timeZone,
    ...rules,
    may,
    ...(isGuest ? { isGuest } : {}),
    pageAt: pageAt?.toISOString() ?? null,
    judges: await listJudges(db, id),
    control: await controlOf(db, event),
  };
}

export async function controlOf(db: Database, event: EventRow): Promise<RaceControl | null> {
  const { controlUserId, controlDevice, controlAt } = event;
  if (controlUserId === null || controlDevice === null || controlAt === null) return null;
  const user = await findUserById(db, controlUserId);
  if (user === null) return null;
  const { _id, displayName, iconURL } = user;
  return { user: { _id, displayName, iconURL }, device: controlDevice, since: controlAt.toISOString() };
}

/** @throws HttpError 404, 403, 400 */
export async function changeEvent(
  db: Database,
  id: string,
  callerId: string,
  patch: RaceEventPatch,
  now: Date,
): Promise<RaceEvent> {
  return db.transaction(async (tx) => {
    const { event } = await grantedEvent(tx, id, callerId, 'manage', true);
    const change = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const { lanes, closedLanes } = lanesOf({ ...event, ...patchOf(patch) });
    await updateEvent(tx, id, { ...change, lanes, closedLanes });
    const words = Object.keys(change).join(', ');
    await insertLog(
      tx,
      { eventId: id, raceId: null, userId: callerId, kind: 'event', text: `Changed: ${words}`, data: change },
      now,
    );
    return viewEvent(tx, await grantedEvent(tx, id, callerId, 'manage'));
  });
}

const patchOf = ({ lanes, closedLanes }: RaceEventPatch) => ({
  ...(lanes === undefined ? {} : { lanes }),
  ...(closedLanes === undefined ? {} : { closedLanes }),
});

/** @throws HttpError 404, 403, 409 race_official */
export async function removeEvent(
  { db, announcements }: { db: Database; announcements: Pick<Announcements, 'rightsChanged'> },
  id: string,
  callerId: string,
): Promise<{ _id: string }> {
  const guests = await db.transaction(async (tx) => {
    await grantedEvent(tx, id, callerId, 'manage', true);
    if ((await listRaces(tx, id)).some(isFinal)) throw officialAlready('This race day has official results');
    const entries = await listEntries(tx, id);
    await deleteEvent(tx, id);
    return entries.flatMap(({ userId, claimedAt }) =>
      userId === null || claimedAt === null ? [] : [userId],
    );
  });
  // The sessions of its races stay, for the club's members.
  for (const guest of new Set(guests)) await announcements.rightsChanged(guest);
  return { _id: id };
}

export function officialAlready(message: string): HttpError {
  return new HttpError(409, 'race_official', message);
}

/** Makes a member a judge, or undoes that. @throws HttpError 404, 403, 400 */
export async function setJudge(
  db: Database,
  { id, user }: { id: string; user: string },
  callerId: string,
  isJudge: boolean,
): Promise<UserRef[]> {
  return db.transaction(async (tx) => {
    const { event, club } = await grantedEvent(tx, id, callerId, 'manage', true);
    if (isJudge && !isMember(await findRole(tx, event.clubId, user, 'share'))) {
      throw badField('user', `must be a member of ${club.name}`);
    }
    await (isJudge ? insertJudge(tx, id, user) : deleteJudge(tx, id, user));
    return listJudges(tx, id);
  });
}

/** @throws HttpError 404, 403 */
export async function makePage(
  db: Database,
  id: string,
  callerId: string,
  now: Date,
): Promise<{ key: string; pageAt: string }> {
  return db.transaction(async (tx) => {
    await grantedEvent(tx, id, callerId, 'manage', true);
    const key = newSecretKey();
    await updateEvent(tx, id, { pageDigest: digestOf(key), pageAt: now });
    return { key, pageAt: now.toISOString() };
  });
}

/** @throws HttpError 404, 403 */
export async function closePage(db: Database, id: string, callerId: string): Promise<{ pageAt: null }> {
  return db.transaction(async (tx) => {
    await grantedEvent(tx, id, callerId, 'manage', true);
    await updateEvent(tx, id, { pageDigest: null, pageAt: null });
    return { pageAt: null };
  });
}

export function viewCategory({ id, name, position, rules }: CategoryRow): RaceCategory {
  return { _id: id, name, position, rules };
}

type NewCategory = EndpointInput<typeof contract.addCategory>['body'];

/** @throws HttpError 404, 403, 400 */
export async function addCategory(
  db: Database,
  eventId: string,
  callerId: string,
  { _id: id, name, rules }: NewCategory,
): Promise<RaceCategory> {
  return db.transaction(async (tx) => {
    await grantedEvent(tx, eventId, callerId, 'manage', true);
    const categories = await listCategories(tx, eventId);
    if (!categories.some((category) => category.id === id)) {
      if (categories.length >= limits.raceCategoriesMax) {
        throw badField('_id', `must be one of ${limits.raceCategoriesMax} categories at most`);
      }
      checkHandicap(rules);
      const position = 1 + Math.max(-1, ...categories.map((category) => category.position));
      await insertCategory(tx, { id, eventId, name, position, rules });
    }
    const stored = orNotFound(await findCategory(tx, id), 'category');
    if (stored.eventId !== eventId) throw badField('_id', 'is the id of another category');
    return viewCategory(stored);
  });
}

/** @throws HttpError 404, 403, 409 race_official */
export async function changeCategory(
  db: Database,
  id: string,
  callerId: string,
  patch: EndpointInput<typeof contract.changeCategory>['body'],
): Promise<RaceCategory> {
  return db.transaction(async (tx) => {
    const eventId = await findEventOfCategory(tx, id);
    const { event } = await grantedEvent(tx, eventId, callerId, 'manage', true);
    if (patch.rules !== undefined) {
      checkHandicap(patch.rules);
      const ofCategory = (await listRaces(tx, event.id)).filter(({ categoryId }) => categoryId === id);
      if (ofCategory.some(isFinal)) throw officialAlready('A race of this category is official');
      const before = orNotFound(await findCategory(tx, id), 'category').rules.piece;
      const { piece } = patch.rules;
      const isOtherPiece = piece.kind !== before.kind || piece.amount !== before.amount;
      if (isOtherPiece && ofCategory.some(hasBegun)) {
        throw badField('rules', 'must keep the piece: a race of this category has been called');
      }
    }
    const { name, rules, position } = patch;
    await updateCategory(tx, id, {
      ...(name === undefined ? {} : { name }),
      ...(rules === undefined ? {} : { rules }),
    });
    if (position !== undefined) await moveCategory(tx, event.id, id, position);
    return viewCategory(orNotFound(await findCategory(tx, id), 'category'));
  });
}

/** @throws HttpError 400 */
function checkHandicap({ handicap, piece, scoring }: RaceRules): void {
  if (handicap !== undefined && (piece.kind !== 'distance' || scoring !== 'single')) {
    throw badField('rules', 'can have a handicap over a distance for single athletes only');
  }
}

/** Moves a category in the list of its event, which counts from 0 without gaps afterwards. */
async function moveCategory(tx: Database, eventId: string, id: string, position: number): Promise<void> {
  const categories = await listCategories(tx, eventId);
  const moved = categories.filter((category) => category.id === id);
  const others = categories.filter((category) => category.id !== id);
  for (const [index, category] of others.toSpliced(position, 0, ...moved).entries()) {
    if (category.position !== index) await updateCategory(tx, category.id, { position: index });
  }
}

/** @throws HttpError 404, 403, 409 already_exists while it has entries */
export async function removeCategory(db: Database, id: string, callerId: string): Promise<{ _id: string }> {
  return db.transaction(async (tx) => {
    const eventId = await findEventOfCategory(tx, id);
    const { event } = await grantedEvent(tx, eventId, callerId, 'manage', true);
    const entries = await listEntries(tx, event.id);
    if (entries.some(({ categoryId }) => categoryId === id))
      throw new HttpError(409, 'already_exists', 'This category has entries. Move or delete them first.');
    await deleteCategory(tx, id);
    return { _id: id };
  });
}
