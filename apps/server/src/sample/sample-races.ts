import { eq } from 'drizzle-orm';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../db/database.ts';
import { raceEvents } from '../db/tables.ts';
import { buildRaceDay } from '../features/racing/races/factory.ts';

const daysAhead = 9;
/** The slowest seed time, and the gap between two. */
const seedTenths = { slowest: 4_650, step: 60 };

/** Adds a race day with flights to the club, with its members and guests, unless the club has one. */
export async function addRaceDay(
  db: Database,
  {
    club,
    coach,
    members,
    now,
  }: { club: string; coach: UserRef; members: readonly UserRef[]; now: Temporal.ZonedDateTime },
): Promise<void> {
  const [known] = await db
    .select({ id: raceEvents.id })
    .from(raceEvents)
    .where(eq(raceEvents.clubId, club))
    .limit(1);
  if (known !== undefined) return;
  const guests = ['Ida Fremd', 'Noah Gast'].map((name) => ({ name, club: 'Lakeside' }));
  const athletes = [
    ...members.map(({ _id, displayName }) => ({ name: displayName, userId: _id })),
    ...guests,
  ];
  await buildRaceDay(db, {
    clubId: club,
    hostUserId: coach._id,
    title: 'Harbour sprints',
    day: now.toPlainDate().add({ days: daysAhead }).toString(),
    timeZone: now.timeZoneId,
    lanes: 6,
    name: 'Open 2k',
    entries: athletes.map((athlete, index) => ({
      ...athlete,
      bib: `${index + 1}`,
      seedTenths: seedTenths.slowest - index * seedTenths.step,
    })),
  });
}
