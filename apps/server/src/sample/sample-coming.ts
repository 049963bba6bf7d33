import { and, eq, gte, inArray } from 'drizzle-orm';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../db/database.ts';
import { attendances, sessions } from '../db/tables.ts';
import { buildSessions } from '../features/sessions/sessions/factory.ts';
import { chanceOf, sessionsOn } from './sample-year.ts';
import { dateOf } from './sample-time.ts';

const daysPlanned = 14;
/** Members answer a week ahead that they will attend. */
const daysAnswered = 7;

/** Adds the club's missing sessions of the next two weeks, and the users who will attend. */
export async function addComingSessions(
  db: Database,
  { club, everyone, now }: { club: string; everyone: readonly UserRef[]; now: Temporal.ZonedDateTime },
): Promise<void> {
  const planned = Array.from({ length: daysPlanned }, (_, index) => index + 1).flatMap((days) =>
    sessionsOn(now.startOfDay().add({ days }))
      .filter(({ visibility }) => visibility === 'harbour')
      .map((session) => ({ ...session, days })),
  );
  const starts = planned.map(({ startAt }) => dateOf(startAt));
  const known = await db
    .select({ startAt: sessions.startAt })
    .from(sessions)
    .where(
      and(eq(sessions.clubId, club), gte(sessions.startAt, dateOf(now)), inArray(sessions.startAt, starts)),
    );
  const isKnown = new Set(known.map(({ startAt }) => startAt.getTime()));
  const missing = planned.filter(({ startAt }) => !isKnown.has(startAt.epochMilliseconds));
  const ids = await buildSessions(
    db,
    missing.map(({ host, title, startAt, workoutItems }) => ({
      hostUserId: everyone[host]?._id ?? '',
      clubId: club,
      title,
      startAt: dateOf(startAt),
      workoutItems,
    })),
  );
  const answered = missing.flatMap(({ days, startAt, results }, index) => {
    if (days > daysAnswered) return [];
    const athletes = [...new Set(results.map(({ athlete }) => athlete))];
    return athletes
      .filter((athlete) => chanceOf(startAt.epochMilliseconds / 60_000, athlete, 40) < 0.6)
      .flatMap((athlete) => {
        const userId = everyone[athlete]?._id;
        return userId === undefined ? [] : [{ sessionId: ids[index] ?? '', userId }];
      });
  });
  if (answered.length > 0) await db.insert(attendances).values(answered);
}
