import type { ClubRole } from '@boathouse/contract/clubs';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { clubMemberships, clubs } from '../../../db/tables.ts';

type ClubToBuild = {
  ownerId: string;
  name?: string;
  customUrl?: string;
  description?: string;
  isPrivate?: boolean;
  createdAt?: Date;
};

/** Inserts a club with its owner, for tests and sample data. Returns its id. */
export async function buildClub(db: Database, { ownerId, ...given }: ClubToBuild): Promise<string> {
  const id = newId();
  const name = given.name ?? `Club ${id.slice(-4)}`;
  await db.insert(clubs).values({ id, customUrl: `club-${id.slice(-12)}`, ...given, name });
  const { createdAt } = given;
  const since = createdAt === undefined ? {} : { createdAt };
  await buildMembership(db, { clubId: id, userId: ownerId, role: 2, ...since });
  return id;
}

export async function buildMembership(
  db: Database,
  membership: { clubId: string; userId: string; role: ClubRole; createdAt?: Date },
): Promise<void> {
  await db.insert(clubMemberships).values({ id: newId(), ...membership });
}
