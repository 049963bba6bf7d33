import { inArray } from 'drizzle-orm';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../db/database.ts';
import { clubs } from '../db/tables.ts';
import { buildClub, buildMembership } from '../features/clubs/clubs/factory.ts';
import { tellOf } from './sample-told.ts';
import { coachIndex, crew, daysOfResults, jonasIndex, outsiderIndex } from './sample-year.ts';
import { dateOf } from './sample-time.ts';

/** Users by their index in `crew`. */
export type Users = readonly UserRef[];
export type Clubs = { harbour: string; nightShift: string | null };

/** Creates the three clubs, public and private, unless the harbour club exists. */
export async function ensureClubs(
  db: Database,
  everyone: Users,
  now: Temporal.ZonedDateTime,
): Promise<Clubs> {
  const found = await db
    .select({ id: clubs.id, customUrl: clubs.customUrl })
    .from(clubs)
    .where(inArray(clubs.customUrl, ['harbour', 'night-shift']));
  const idOf = (url: string) => found.find(({ customUrl }) => customUrl === url)?.id;
  const harbour = idOf('harbour');
  if (harbour !== undefined) return { harbour, nightShift: idOf('night-shift') ?? null };
  return db.transaction((tx) => createClubs(tx, everyone, now));
}

async function createClubs(db: Database, everyone: Users, now: Temporal.ZonedDateTime): Promise<Clubs> {
  const userId = (index: number) => everyone[index]?._id ?? '';
  const daysAgo = (days: number) => dateOf(now.subtract({ days }));
  const harbour = await buildClub(db, {
    ownerId: userId(coachIndex),
    name: 'Harbour Rowing Club',
    customUrl: 'harbour',
    description: 'Steady miles before work, pieces on Thursdays, and a friendly race once a month.',
    createdAt: daysAgo(daysOfResults + 10),
  });
  const nightShift = await buildClub(db, {
    ownerId: userId(outsiderIndex),
    name: 'Night Shift Crew',
    customUrl: 'night-shift',
    description: 'We row when everyone else sleeps.',
    isPrivate: true,
    createdAt: daysAgo(daysOfResults + 5),
  });
  const lakeside = await buildClub(db, {
    ownerId: userId(outsiderIndex),
    name: 'Lakeside Scullers',
    customUrl: 'lakeside',
    description: 'Everyone who likes flat water is welcome.',
    createdAt: daysAgo(90),
  });
  const [tobias, aiko, nora, elias, priya] = [1, 2, 4, 5, 6];
  const memberships = [
    ...crew.flatMap((_, index) =>
      index === coachIndex || index === outsiderIndex
        ? []
        : [{ clubId: harbour, index, role: index === tobias || index === nora ? 1 : 0 } as const],
    ),
    { clubId: nightShift, index: jonasIndex, role: 0 },
    { clubId: nightShift, index: elias, role: -1 },
    { clubId: nightShift, index: priya, role: -1 },
    { clubId: lakeside, index: aiko, role: 0 },
  ] as const;
  for (const { clubId, index, role } of memberships) {
    // Before the year of results, so that their attendance counts.
    const createdAt = daysAgo(role === -1 ? 1 : clubId === lakeside ? 80 : daysOfResults + 4);
    await buildMembership(db, { clubId, userId: userId(index), role, createdAt });
  }
  const requests = [elias, priya].map((index) => ({
    occurrence: { kind: 'request', user: userId(index), club: nightShift } as const,
    at: daysAgo(1),
  }));
  await tellOf(db, everyone, requests, now);
  return { harbour, nightShift };
}
