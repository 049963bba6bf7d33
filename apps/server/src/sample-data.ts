import { eq, inArray, sql } from 'drizzle-orm';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from './db/database.ts';
import { clubs, follows, sessions, users } from './db/tables.ts';
import { buildActivity } from './features/activities/factory.ts';
import { buildClub, buildMembership } from './features/clubs/factory.ts';
import { buildFollow } from './features/follows/factory.ts';
import { buildSession } from './features/sessions/factory.ts';
import { buildUser } from './features/users/factory.ts';
import type { Identity } from './infra/identity.ts';

/** Everyone of the sample club signs in with this; the README names it. */
export const samplePassword = 'rowing-together';
const emailOf = (name: string) => `${name.toLowerCase().split(' ')[0]}@harbour.example`;

/** `paceSec`: what each holds for 2000 m, in seconds per 500 m. */
const crew = [
  { name: 'Maren Olsen', paceSec: 118, strokeRate: 27 },
  { name: 'Tobias Brandt', paceSec: 107, strokeRate: 30 },
  { name: 'Aiko Tanaka', paceSec: 121, strokeRate: 28 },
  { name: 'Ruben Castillo', paceSec: 111, strokeRate: 29 },
  { name: 'Nora Fitzgerald', paceSec: 124, strokeRate: 26 },
  { name: 'Elias Lindqvist', paceSec: 114, strokeRate: 28 },
  { name: 'Priya Raman', paceSec: 128, strokeRate: 25 },
  { name: 'Jonas Meyer', paceSec: 133, strokeRate: 24 },
] as const;
const outsider = { name: 'Sofia Marino' } as const;

/**
 * A living club: eight athletes with two weeks of results behind them and sessions today, around the present hour.
 * Run again it adds what is missing (a new day's sessions) and changes nothing that is there.
 */
export async function fillSampleData(
  db: Database,
  identity: Identity,
  now: Temporal.ZonedDateTime,
): Promise<void> {
  const people: UserRef[] = [];
  for (const { name } of crew) people.push(await person(db, identity, name, now));
  const stranger = await person(db, identity, outsider.name, now);
  const [coach] = people;
  if (!coach) return;

  await sampleFollows(db, people, stranger);
  const club = await harbourClub(db, people, stranger, coach);
  for (let daysAgo = 14; daysAgo >= 1; daysAgo -= 1) {
    await pastSession(db, { club, coach, people, day: now.subtract({ days: daysAgo }) });
  }
  await todaysSessions(db, { club, coach, people, now });
}

async function person(db: Database, identity: Identity, name: string, now: Temporal.ZonedDateTime) {
  const uid = await identity.ensureLogin({ email: emailOf(name), password: samplePassword, name });
  const [found] = await db
    .select({ _id: users.id, displayName: users.displayName, iconURL: users.iconUrl })
    .from(users)
    .where(eq(users.uid, uid));
  return found ?? buildUser(db, { uid, displayName: name, createdAt: dateOf(now.subtract({ days: 60 })) });
}

/**
 * Everybody follows the next two of the crew, so that each also has two followers; the stranger follows the coach.
 * Where anybody of the crew follows somebody already, whom they follow is their own affair.
 */
async function sampleFollows(db: Database, people: UserRef[], stranger: UserRef): Promise<void> {
  const ids = people.map(({ _id }) => _id);
  const [found] = await db
    .select({ followerId: follows.followerId })
    .from(follows)
    .where(inArray(follows.followerId, ids))
    .limit(1);
  if (found) return;
  for (const [index, followerId] of ids.entries()) {
    for (const ahead of [1, 2]) {
      const followeeId = ids[(index + ahead) % ids.length];
      if (followeeId !== undefined) await buildFollow(db, { followerId, followeeId });
    }
  }
  const [coachId] = ids;
  if (coachId !== undefined) await buildFollow(db, { followerId: stranger._id, followeeId: coachId });
}

async function harbourClub(
  db: Database,
  people: UserRef[],
  stranger: UserRef,
  coach: UserRef,
): Promise<string> {
  const [found] = await db.select({ id: clubs.id }).from(clubs).where(eq(clubs.customUrl, 'harbour'));
  if (found) return found.id;
  const club = await buildClub(db, {
    ownerId: coach._id,
    name: 'Harbour Rowing Club',
    customUrl: 'harbour',
    description: 'Steady miles before work, pieces on Thursdays, and a friendly race once a month.',
  });
  for (const [index, { _id }] of people.slice(1).entries()) {
    await buildMembership(db, { clubId: club, userId: _id, role: index === 0 ? 1 : 0 });
  }
  await buildClub(db, {
    ownerId: stranger._id,
    name: 'Night Shift Crew',
    customUrl: 'night-shift',
    description: 'We row when the others sleep.',
    isPrivate: true,
  });
  return club;
}

const programme = [
  { title: 'Steady state', items: ['30:00', '10:00'] },
  { title: 'Thursday pieces', items: ['4 x 500m / 2:00 rest', '2000m'] },
  { title: 'Threshold', items: ['3 x 8:00 / 2:00 rest', '10:00'] },
  { title: 'Short and sharp', items: ['8 x 250m / 1:00 rest', '1000m'] },
] as const;

/** What a crew member does for an item; a work time or distance by the item's own text. */
const workOf: Record<string, { distanceM?: number; durationSec?: number }> = {
  '30:00': { durationSec: 1800 },
  '10:00': { durationSec: 600 },
  '4 x 500m / 2:00 rest': { distanceM: 2000 },
  '2000m': { distanceM: 2000 },
  '3 x 8:00 / 2:00 rest': { durationSec: 1440 },
  '8 x 250m / 1:00 rest': { distanceM: 2000 },
  '1000m': { distanceM: 1000 },
};

type Club = { club: string; coach: UserRef; people: UserRef[] };

async function pastSession(
  db: Database,
  { club, coach, people, day }: Club & { day: Temporal.ZonedDateTime },
) {
  const number = day.dayOfYear;
  const plan = programme[number % programme.length] ?? programme[0];
  const start = day.with({ hour: 6, minute: 30, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  if (await hasSession(db, club, start)) return;
  const session = await buildSession(db, {
    hostUserId: coach._id,
    clubId: club,
    title: plan.title,
    startAt: dateOf(start),
    workoutItems: [...plan.items],
  });
  for (const [index, athlete] of people.entries()) {
    if ((number + index) % 4 === 0) continue;
    await pastResult(db, { athlete, index, session, item: plan.items[0], start, number });
  }
}

type PastResult = {
  athlete: UserRef;
  index: number;
  session: string;
  item: string;
  start: Temporal.ZonedDateTime;
  number: number;
};

async function pastResult(db: Database, { athlete, index, session, item, start, number }: PastResult) {
  const member = crew[index] ?? crew[0];
  const work = workOf[item] ?? { distanceM: 2000 };
  // Longer work is rowed slower; a day is a little better or worse than another.
  const slower = (work.durationSec ?? 0) > 900 ? 9 : 0;
  const dayForm = ((number * 7 + index * 3) % 9) / 3 - 1;
  const pace = member.paceSec + slower + dayForm;
  const elapsed = work.durationSec ?? ((work.distanceM ?? 0) / 500) * pace;
  const distance = work.distanceM ?? Math.round((elapsed / pace) * 500);
  const watts = Math.round(2.8 / (pace / 500) ** 3);
  await buildActivity(db, {
    userId: athlete._id,
    sessionId: session,
    createdAt: dateOf(start.add({ minutes: 2 + index })),
    completedAt: dateOf(start.add({ minutes: 3 + index, seconds: Math.round(elapsed) })),
    elapsedTime: Math.round(elapsed * 10) / 10,
    distance,
    averagePace: Math.round((elapsed / distance) * 5000) / 10,
    currentPace: Math.round(pace * 10) / 10,
    strokeRate: member.strokeRate - (slower > 0 ? 6 : 0),
    workoutType: work.durationSec === undefined ? 7 : 5,
    dragFactor: 112 + index * 2,
    averagePower: watts,
    totalCalories: Math.round(((watts * 4 * 0.8604 + 300) * elapsed) / 3600),
    heartRate: 150 + ((number + index * 5) % 25),
  });
}

/** One session an hour ago with results, one that starts within the hour, and one tonight. */
async function todaysSessions(
  db: Database,
  { club, coach, people, now }: Club & { now: Temporal.ZonedDateTime },
) {
  const [{ count } = { count: 0 }] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sessions)
    .where(
      sql`${sessions.clubId} = ${club} and ${sessions.startAt} >= ${dateOf(now.startOfDay()).toISOString()}
        and ${sessions.startAt} < ${dateOf(now.startOfDay().add({ days: 1 })).toISOString()}`,
    );
  if (count > 0) return;
  const tens = now.with({
    minute: Math.floor(now.minute / 10) * 10,
    second: 0,
    millisecond: 0,
    microsecond: 0,
    nanosecond: 0,
  });
  const within = (time: Temporal.ZonedDateTime) => {
    const last = now.startOfDay().add({ hours: 23, minutes: 50 });
    return Temporal.ZonedDateTime.compare(time, last) > 0 ? last : time;
  };
  const live = await buildSession(db, {
    hostUserId: coach._id,
    clubId: club,
    title: 'Lunchtime sprints',
    startAt: dateOf(tens),
    workoutItems: ['100m', '3 x 100m / 0:20 rest', '500m'],
  });
  for (const [index, athlete] of people.slice(1, 5).entries()) {
    const pace = (crew[index + 1]?.paceSec ?? 120) - 12;
    await buildActivity(db, {
      userId: athlete._id,
      sessionId: live,
      createdAt: dateOf(now.subtract({ minutes: 3 })),
      completedAt: dateOf(now.subtract({ minutes: 2 })),
      elapsedTime: Math.round(pace * 2) / 10,
      distance: 100,
      averagePace: pace,
      currentPace: pace,
      strokeRate: 34 + index,
      workoutType: 3,
      dragFactor: 118,
      averagePower: Math.round(2.8 / (pace / 500) ** 3),
      totalCalories: 6,
    });
  }
  await buildSession(db, {
    hostUserId: people[1]?._id ?? coach._id,
    clubId: club,
    title: '2k test',
    startAt: dateOf(within(tens.add({ hours: 2 }))),
    workoutItems: ['10:00', '2000m'],
  });
  await buildSession(db, {
    hostUserId: coach._id,
    clubId: club,
    title: 'Evening steady state',
    startAt: dateOf(within(tens.add({ hours: 5 }))),
    workoutItems: ['30:00'],
  });
}

async function hasSession(db: Database, club: string, start: Temporal.ZonedDateTime): Promise<boolean> {
  const [found] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(sql`${sessions.clubId} = ${club} and ${sessions.startAt} = ${dateOf(start).toISOString()}`);
  return found !== undefined;
}

const dateOf = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds);
