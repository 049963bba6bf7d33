import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { clubRoles } from '@boathouse/contract/clubs';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../db/database.ts';
import { activities, clubMemberships, follows, sessions, users } from '../db/tables.ts';
import {
  buildActivities,
  buildActivity,
  type ActivityToBuild,
} from '../features/training/activities/factory.ts';
import { buildFollow } from '../features/news/follows/factory.ts';
import { buildSession, buildSessions } from '../features/sessions/sessions/factory.ts';
import { buildStrokes } from '../features/training/strokes/factory.ts';
import { buildUser } from '../features/people/users/factory.ts';
import type { Identity } from '../infra/identity/identity.ts';
import { ensureClubs, type Clubs, type Users } from './sample-clubs.ts';
import { ensureTests } from './sample-tests.ts';
import { addComments } from './sample-comments.ts';
import { addComingSessions } from './sample-coming.ts';
import { addRaceDay } from './sample-races.ts';
import { sampleDay } from './sample-day.ts';
import { sampleStrokes } from './sample-strokes.ts';
import { tellOf, type Occurred } from './sample-told.ts';
import {
  coachIndex,
  crew,
  daysOfResults,
  outsiderIndex,
  resultsNow,
  sessionsOn,
  type SampleResult,
  type SampleSession,
} from './sample-year.ts';
import { dateOf } from './sample-time.ts';

/** The password of all sample users; the README lists it. */
export const samplePassword = 'rowing-together';
const emailOf = (name: string) => `${name.toLowerCase().split(' ')[0]}@harbour.example`;

/**
 * Only results of the last days, and each athlete's fastest result of each workout item, have strokes and splits: these
 * are some 50,000 strokes.
 */
const daysOfStrokes = 14;
/** Only results of the last days get likes and comments, with notifications for their athletes. */
const daysOfComments = 30;
/** The last reply to a result comes by then. */
const hoursUntilAnswered = 4;

/** Index in `crew` of the athlete who left a row without an end. */
const unfinishedIndex = 6;

/**
 * Fills the database with sample clubs: eight athletes and an outsider with a year of results, and sessions today around
 * the present hour. Idempotent: a later run adds the missing days and changes no existing record.
 */
export async function fillSampleData(
  db: Database,
  identity: Identity,
  now: Temporal.ZonedDateTime,
): Promise<void> {
  const everyone: UserRef[] = [];
  // The coach's password is in the README, so the coach has no administration in an installation with other users.
  const [known] = await db.select({ id: users.id }).from(users).limit(1);
  for (const [index, { name }] of crew.entries()) {
    const isAdministrator = known === undefined && index === coachIndex;
    everyone.push(await ensureUser(db, identity, { name, isAdministrator }, now));
  }
  const [coach] = everyone;
  const outsider = everyone[outsiderIndex];
  if (!coach || !outsider) return;
  const members = everyone.filter((one) => one !== outsider);

  await sampleFollows(db, members, outsider, now);
  const sampleClubs = await ensureClubs(db, everyone, now);
  const occurred = await db.transaction((tx) => fillPastYear(tx, everyone, sampleClubs, now));
  await tellOf(db, everyone, occurred, now);
  await addTodaysSessions(db, { club: sampleClubs.harbour, coach, members, now });
  await ensureTests(db, { club: sampleClubs.harbour, everyone, now });
  await addComingSessions(db, { club: sampleClubs.harbour, everyone, now });
  await addRaceDay(db, { club: sampleClubs.harbour, coach, members, now });
  await addUnfinishedRow(db, everyone[unfinishedIndex], now);
}

async function ensureUser(
  db: Database,
  identity: Identity,
  { name, isAdministrator }: { name: string; isAdministrator: boolean },
  now: Temporal.ZonedDateTime,
) {
  const uid = await identity.ensureLogin({ email: emailOf(name), password: samplePassword, name });
  const [found] = await db
    .select({ _id: users.id, displayName: users.displayName, iconURL: users.iconUrl })
    .from(users)
    .where(eq(users.uid, uid));
  return (
    found ??
    buildUser(db, {
      uid,
      displayName: name,
      createdAt: dateOf(now.subtract({ days: daysOfResults + 20 })),
      isAdministrator,
    })
  );
}

/**
 * Adds follows unless a member of the crew already follows a user. Each member follows the next two, so that each also
 * has two followers, and the coach follows five. The outsider follows the coach; the coach gets a training partner.
 */
async function sampleFollows(
  db: Database,
  members: readonly UserRef[],
  outsider: UserRef,
  now: Temporal.ZonedDateTime,
): Promise<void> {
  const ids = members.map(({ _id }) => _id);
  const [found] = await db
    .select({ followerId: follows.followerId })
    .from(follows)
    .where(inArray(follows.followerId, ids))
    .limit(1);
  if (found) return;
  const occurred: Occurred[] = [];
  const follow = async (follower: string, followee: string) => {
    const at = dateOf(now.subtract({ hours: 30 * (occurred.length + 1) }));
    await buildFollow(db, { followerId: follower, followeeId: followee, createdAt: at });
    occurred.push({ occurrence: { kind: 'follow', follower, followee }, at });
  };
  for (const [index, followerId] of ids.entries()) {
    for (const ahead of index === coachIndex ? [1, 2, 3, 4, 5] : [1, 2]) {
      const followeeId = ids[(index + ahead) % ids.length];
      if (followeeId !== undefined) await follow(followerId, followeeId);
    }
  }
  const [coachId, partnerId] = ids;
  if (coachId === undefined || partnerId === undefined) return;
  await follow(outsider._id, coachId);
  await tellOf(db, members, occurred, now);
  await db.update(users).set({ trainingPartnerId: partnerId }).where(eq(users.id, coachId));
}

const clubOf = ({ visibility }: SampleSession, { harbour, nightShift }: Clubs): string | null =>
  ({ harbour, nightShift, link: null, onlyMe: null })[visibility];

/**
 * Returns the last year's sessions that are not stored yet, or as planned ones, without results of users who are not
 * members of the club.
 */
async function missingSessions(
  db: Database,
  everyone: Users,
  sampleClubs: Clubs,
  now: Temporal.ZonedDateTime,
) {
  const from = now.startOfDay().subtract({ days: daysOfResults });
  const known = await db
    .select({
      id: sessions.id,
      hostUserId: sessions.hostUserId,
      startAt: sessions.startAt,
      isRowed: sql<boolean>`bool_or(${activities.id} is not null)`,
    })
    .from(sessions)
    .leftJoin(activities, eq(activities.sessionId, sessions.id))
    .where(
      and(
        inArray(
          sessions.hostUserId,
          everyone.map(({ _id }) => _id),
        ),
        gte(sessions.startAt, dateOf(from)),
      ),
    )
    .groupBy(sessions.id);
  const keyOf = (hostUserId: string | undefined, startMs: number) => `${hostUserId} ${startMs}`;
  const knownOf = new Map(known.map((one) => [keyOf(one.hostUserId, one.startAt.getTime()), one]));
  const isMember = await membersOf(db, sampleClubs);
  const isOver = ({ results }: SampleSession) =>
    results.every(({ completedAt }) => Temporal.ZonedDateTime.compare(completedAt, now) < 0);
  return Array.from({ length: daysOfResults + 1 }, (_, index) => sessionsOn(from.add({ days: index })))
    .flat()
    .filter(isOver)
    .map((session) => ({
      ...session,
      known: knownOf.get(keyOf(everyone[session.host]?._id, session.startAt.epochMilliseconds)),
    }))
    .filter(({ known: before }) => before?.isRowed !== true)
    .map(({ known: before, ...session }) => ({
      ...session,
      plannedId: before?.id ?? null,
      results: session.results.filter(({ athlete }) => {
        const isClubs = session.visibility === 'harbour' || session.visibility === 'nightShift';
        return !isClubs || isMember(clubOf(session, sampleClubs), everyone[athlete]?._id);
      }),
    }))
    .filter(({ results }) => results.length > 0);
}

async function membersOf(db: Database, { harbour, nightShift }: Clubs) {
  const members = await db
    .select({ clubId: clubMemberships.clubId, userId: clubMemberships.userId })
    .from(clubMemberships)
    .where(
      and(
        inArray(clubMemberships.clubId, [harbour, ...(nightShift === null ? [] : [nightShift])]),
        gte(clubMemberships.role, clubRoles.member),
      ),
    );
  const keys = new Set(members.map(({ clubId, userId }) => `${clubId} ${userId}`));
  return (clubId: string | null, userId: string | undefined) => keys.has(`${clubId} ${userId}`);
}

async function fillPastYear(db: Database, everyone: Users, sampleClubs: Clubs, now: Temporal.ZonedDateTime) {
  const missing = await missingSessions(db, everyone, sampleClubs, now);
  if (missing.length === 0) return [];
  const userId = (index: number) => everyone[index]?._id ?? '';
  const added = missing.filter(({ plannedId }) => plannedId === null);
  const addedIds = await buildSessions(
    db,
    added.map((session) => ({
      hostUserId: userId(session.host),
      clubId: clubOf(session, sampleClubs),
      isAccessibleByLink: session.visibility === 'link',
      title: session.title,
      startAt: dateOf(session.startAt),
      workoutItems: session.workoutItems,
    })),
  );
  const rowed = missing.flatMap((session) => {
    const sessionId = session.plannedId ?? addedIds[added.indexOf(session)] ?? '';
    return session.results.map((result) => ({ result, session, sessionId }));
  });
  const fastest = fastestOf(rowed);
  const strokesSince = now.subtract({ days: daysOfStrokes });
  const stroked = rowed.map(({ result, session }) => {
    const isLate = Temporal.ZonedDateTime.compare(result.createdAt, strokesSince) > 0;
    if (!isLate && !fastest.has(result)) return null;
    return sampleStrokes({
      text: itemOf(result, session),
      figures: result.figures,
      isPartial: result.isPartial,
      seed: [result.athlete, result.createdAt.epochMilliseconds / 1000],
    });
  });
  const activityIds = await buildActivities(
    db,
    rowed.map(({ result, sessionId }, index): ActivityToBuild => ({
      ...result.figures,
      isPartial: result.isPartial,
      ...summarized(stroked[index]),
      userId: userId(result.athlete),
      sessionId,
      workoutItemIndex: result.workoutItemIndex,
      createdAt: dateOf(result.createdAt),
      completedAt: dateOf(result.completedAt),
      timeZone: now.timeZoneId,
    })),
  );
  for (const [index, activityId] of activityIds.entries()) {
    const strokes = stroked[index]?.strokes ?? [];
    if (strokes.length > 0) await buildStrokes(db, activityId, strokes);
  }
  const lately = now.subtract({ days: daysOfComments });
  const hoursAgo = now.subtract({ hours: hoursUntilAnswered });
  const commented = rowed.flatMap(({ result, session }, index) => {
    const isLate =
      Temporal.ZonedDateTime.compare(result.createdAt, lately) > 0 &&
      Temporal.ZonedDateTime.compare(result.completedAt, hoursAgo) < 0;
    return session.visibility === 'harbour' && isLate
      ? [{ result, activityId: activityIds[index] ?? '' }]
      : [];
  });
  return addComments(db, userId, commented);
}

/**
 * The summary of a row that has strokes, whose heart rate may be lower than intended, because a heart reacts slowly.
 */
function summarized(stroked: ReturnType<typeof sampleStrokes> | null | undefined): Partial<ActivityToBuild> {
  return stroked ? { summary: stroked.summary, heartRate: stroked.summary.averageHeartRate } : {};
}

type Rowed = { result: SampleResult; session: SampleSession };

const itemOf = (result: SampleResult, session: SampleSession) =>
  session.workoutItems[result.workoutItemIndex] ?? '';

/** Returns each athlete's fastest result of each workout item. */
function fastestOf(rowed: readonly Rowed[]): Set<SampleResult> {
  const fastest = new Map<string, SampleResult>();
  for (const { result, session } of rowed) {
    const key = `${result.athlete} ${itemOf(result, session)}`;
    const paceOf = ({ figures }: SampleResult) => figures.elapsedTime / figures.distance;
    const known = fastest.get(key);
    if (!result.figures.isSimulated && (!known || paceOf(result) < paceOf(known))) fastest.set(key, result);
  }
  return new Set(fastest.values());
}

/** Adds the sessions of the day, one of them in progress with results, unless they exist. */
async function addTodaysSessions(
  db: Database,
  {
    club,
    coach,
    members,
    now,
  }: { club: string; coach: UserRef; members: Users; now: Temporal.ZonedDateTime },
) {
  const [{ count } = { count: 0 }] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sessions)
    .where(
      sql`${sessions.clubId} = ${club} and ${sessions.startAt} >= ${dateOf(now.startOfDay()).toISOString()}
        and ${sessions.startAt} <= ${dateOf(now).toISOString()} and ${sessions.title} like '% sprints'`,
    );
  if (count > 0) return;
  const day = sampleDay(now);
  const live = await buildSession(db, {
    hostUserId: coach._id,
    clubId: club,
    title: day.live.title,
    startAt: dateOf(day.live.startAt),
    workoutItems: ['500 m', '4 x 250 m / 1:00 rest', '1000 m'],
  });
  const text = '500 m';
  const results = resultsNow(text, [1, 2, 5], now);
  const stroked = results.map(({ athlete, figures }) => sampleStrokes({ text, figures, seed: [athlete] }));
  const activityIds = await buildActivities(
    db,
    results.map(({ athlete, figures, createdAt, completedAt }, index) => ({
      ...figures,
      ...summarized(stroked[index]),
      userId: members[athlete]?._id ?? coach._id,
      sessionId: live,
      createdAt: dateOf(createdAt),
      completedAt: dateOf(completedAt),
      timeZone: now.timeZoneId,
    })),
  );
  for (const [index, id] of activityIds.entries()) await buildStrokes(db, id, stroked[index]?.strokes ?? []);
  // One athlete forgot to start the app: the coach has typed in the monitor's figures.
  const [forgotten] = resultsNow(text, [6], now);
  if (forgotten !== undefined) {
    const { distance, elapsedTime, averagePace } = forgotten.figures;
    await buildActivity(db, {
      distance,
      elapsedTime,
      averagePace,
      strokeRate: null,
      totalCalories: null,
      source: 'entered',
      enteredBy: coach._id,
      userId: members[forgotten.athlete]?._id ?? coach._id,
      sessionId: live,
      createdAt: dateOf(forgotten.createdAt),
      completedAt: dateOf(forgotten.completedAt),
      timeZone: now.timeZoneId,
    });
  }
  await buildSession(db, {
    hostUserId: members[1]?._id ?? coach._id,
    clubId: club,
    title: day.test.title,
    startAt: dateOf(day.test.startAt),
    workoutItems: ['10:00', '2000 m'],
  });
  await buildSession(db, {
    hostUserId: coach._id,
    clubId: club,
    title: day.steady.title,
    startAt: dateOf(day.steady.startAt),
    workoutItems: ['30:00'],
  });
}

/** Adds a row that its athlete left last evening without an end, unless one is in progress. */
async function addUnfinishedRow(db: Database, athlete: UserRef | undefined, now: Temporal.ZonedDateTime) {
  if (athlete === undefined) return;
  const [found] = await db
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.userId, athlete._id), eq(activities.isCompleted, false)));
  if (found) return;
  const createdAt = now.subtract({ days: 1 }).with({ hour: 18, minute: 40 });
  await buildActivity(db, {
    userId: athlete._id,
    createdAt: dateOf(createdAt),
    heardAt: dateOf(createdAt.add({ minutes: 9 })),
    elapsedTime: 512,
    distance: 1_850,
    averagePace: 138.4,
    currentPace: 141,
    strokeRate: 21,
    dragFactor: 124,
    totalCalories: 96,
  });
}
