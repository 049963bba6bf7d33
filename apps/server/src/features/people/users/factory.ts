import type { UserRef, Visibility } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { users } from '../../../db/tables.ts';

type UserToBuild = {
  uid?: string;
  displayName?: string;
  createdAt?: Date;
  themeColor?: number;
  tintColor?: number;
  visibility?: Visibility;
  isAdministrator?: boolean;
};

/** Inserts a user, for tests and sample data. */
export async function buildUser(db: Database, given: UserToBuild = {}): Promise<UserRef> {
  const id = newId();
  const displayName = given.displayName ?? `Athlete ${id.slice(-4)}`;
  await db.insert(users).values({ id, uid: given.uid ?? `login-${id}`, ...given, displayName });
  return { _id: id, displayName, iconURL: null };
}
