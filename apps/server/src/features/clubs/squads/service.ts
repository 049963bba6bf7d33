import { limits } from '@boathouse/contract/limits';
import type { Squad } from '@boathouse/contract/clubs/squads';
import type { Database } from '../../../db/database.ts';
import { HttpError, notFound } from '../../../http/errors.ts';
import { lockClub, requireManagerOf, requireMemberOf } from '../clubs/index.ts';
import { countOthers, deleteSquad, listSquads, replaceMembers, upsertSquad } from './store.ts';

/** @throws HttpError 404 unless a member */
export async function squadsOf(
  db: Database,
  callerId: string,
  { clubId, now }: { clubId: string; now: Date },
): Promise<Squad[]> {
  const role = await requireMemberOf(db, clubId, callerId);
  return listSquads(db, clubId, { viewer: { id: callerId, role }, now });
}

type WantedSquad = { clubId: string; id: string; name: string; members: string[]; now: Date };

/**
 * Makes a squad, or replaces its name and members; repeating it changes nothing. Users who are not members of the club, such
 * as a member who left while the page was open, are left out.
 * @throws HttpError 404, 403 unless admin or owner, 402 quota_exceeded; 404 for the id of another club's squad
 */
export async function saveSquad(
  db: Database,
  callerId: string,
  { clubId, id, name, members, now }: WantedSquad,
): Promise<Squad> {
  return db.transaction(async (tx) => {
    // Memberships end under this lock: a user who leaves at the same time is in no squad afterwards.
    await lockClub(tx, clubId);
    await requireManagerOf(tx, clubId, callerId);
    if ((await countOthers(tx, clubId, id)) >= limits.squadsMax) {
      throw new HttpError(
        402,
        'quota_exceeded',
        `The club has ${limits.squadsMax} squads, which is the most. Delete one first.`,
      );
    }
    if (!(await upsertSquad(tx, { id, clubId, name }))) throw notFound('squad');
    await replaceMembers(tx, { id, clubId }, members);
    const role = await requireMemberOf(tx, clubId, callerId);
    const [squad] = await listSquads(tx, clubId, { viewer: { id: callerId, role }, now }, id);
    if (squad === undefined) throw notFound('squad');
    return squad;
  });
}

/** @throws HttpError 404, 403 unless admin or owner */
export async function removeSquad(
  db: Database,
  callerId: string,
  { clubId, id }: { clubId: string; id: string },
): Promise<{ _id: string }> {
  await requireManagerOf(db, clubId, callerId);
  if (!(await deleteSquad(db, clubId, id))) throw notFound('squad');
  return { _id: id };
}
