import { isMember } from '@boathouse/contract/clubs';
import { serverLimits } from '@boathouse/contract/limits';
import type { Template } from '@boathouse/contract/sessions/templates';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { HttpError, notFound } from '../../../http/errors.ts';
import { findRole, mayManage } from '../../clubs/clubs/index.ts';
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  lockOwner,
  updateTitle,
} from './store.ts';

export function templatesOf(db: Database, userId: string): Promise<Template[]> {
  return listTemplates(db, userId);
}

/** Returns whether the user is an admin or the owner of a club; false without a club. */
export async function runsClub(db: Database, clubId: string | null, userId: string): Promise<boolean> {
  return clubId !== null && mayManage(await findRole(db, clubId, userId));
}

type NewTemplate = { title: string; workoutItem: string; club: string | null };

/** @throws HttpError 404 for a club that the caller is not in; 403 unless its admin; 402 quota_exceeded */
export async function createTemplate(
  db: Database,
  callerId: string,
  { title, workoutItem, club }: NewTemplate,
): Promise<Template> {
  return db.transaction(async (tx) => {
    const owner = club === null ? { userId: callerId, clubId: null } : { userId: null, clubId: club };
    if (club !== null) {
      if (!isMember(await findRole(tx, club, callerId))) throw notFound('club');
      if (!(await runsClub(tx, club, callerId))) throw onlyAdmins();
    }
    // One after another, to enforce the limit.
    await lockOwner(tx, owner);
    if ((await countTemplates(tx, owner)) >= serverLimits.templatesMax) {
      const whose = club === null ? 'Your favorites have' : "The club's whiteboard has";
      throw new HttpError(
        402,
        'quota_exceeded',
        `${whose} ${serverLimits.templatesMax} workouts, which is the most. Delete one first.`,
      );
    }
    const id = newId();
    await insertTemplate(tx, { id, ...owner, title, workoutItem });
    return readable(tx, id, callerId);
  });
}

/** @throws HttpError 404, 403 */
export async function renameTemplate(
  db: Database,
  callerId: string,
  id: string,
  title: string,
): Promise<Template> {
  await managed(db, id, callerId);
  await updateTitle(db, id, title);
  return readable(db, id, callerId);
}

/** @throws HttpError 404, 403 */
export async function removeTemplate(db: Database, callerId: string, id: string): Promise<{ _id: string }> {
  await managed(db, id, callerId);
  await deleteTemplate(db, id);
  return { _id: id };
}

/** Returns whether the user may change the template only as an admin or the owner of its club. */
export async function managesAsAdmin(db: Database, id: string, userId: string): Promise<boolean> {
  const found = await findTemplate(db, id, userId);
  return found !== null && found.club !== null && found.isManaged;
}

async function readable(db: Database, id: string, userId: string): Promise<Template> {
  const found = await findTemplate(db, id, userId);
  if (found === null) throw notFound('template');
  return found;
}

async function managed(db: Database, id: string, userId: string): Promise<void> {
  if (!(await readable(db, id, userId)).isManaged) throw onlyAdmins();
}

const onlyAdmins = () => new HttpError(403, 'forbidden', "Only the club's admins may change its whiteboard");
