import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { clubRoles } from '@boathouse/contract/clubs';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { clubMemberships, clubs, comments, follows, likes, sessions, users } from '../db/tables.ts';
import { buildActivities, type ActivityToBuild } from '../features/activities/factory.ts';
import { buildClub, buildMembership } from '../features/clubs/factory.ts';
import { buildFollow } from '../features/follows/factory.ts';
import { buildSession, buildSessions } from '../features/sessions/factory.ts';
import { buildStrokes } from '../features/strokes/factory.ts';
import { buildUser } from '../features/users/factory.ts';
import type { Identity } from '../infra/identity/identity.ts';
import { sampleDay } from './sample-day.ts';
import { reactionsTo, type SampleComment } from './sample-reactions.ts';
import { sampleStrokes } from './sample-strokes.ts';
import {
  coachIndex,
  crew,
  jonasIndex,
  outsiderIndex,
  sessionsOn,
  type SampleResult,
  type SampleSession,
} from './sample-year.ts';

/** The password of all sample users; the README lists it. */
export const samplePassword = 'rowing-together';
const emailOf = (name: string) => `${name.toLowerCase().split(' ')[0]}@harbour.example`;

const daysOfResults = 365;
/**
 * Only results of the last days, and each athlete's fastest of each workout item, have strokes and splits: these are some
 * 50,000 strokes.
 */
const daysOfStrokes = 14;
/** Only results of the last days get likes and comments. */
const daysOfComments = 21;

/** Users by their index in `crew`. */
type Users = readonly UserRef[];
type Clubs = { harbour: string; nightShift: string | null };

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
  for (const { name } of crew) everyone.push(await ensureUser(db, identity, name, now));
  const [coach] = everyone;
  const outsider = everyone[outsiderIndex];
  if (!coach || !outsider) return;
  const members = everyone.filter((one) => one !== outsider);

  await sampleFollows(db, members, outsider);
  const sampleClubs = await ensureClubs(db, everyone, now);
  await db.transaction((tx) => fillPastYear(tx, everyone, sampleClubs, now));
  await addTodaysSessions(db, { club: sampleClubs.harbour, coach, members, now });
}

async function ensureUser(db: Database, identity: Identity, name: string, now: Temporal.ZonedDateTime) {
  const uid = await identity.ensureLogin({ email: emailOf(name), password: samplePassword, name });
  const [found] = await db
    .select({ _id: users.id, displayName: users.displayName, iconURL: users.iconUrl })
    .from(users)
    .where(eq(users.uid, uid));
  return (
    found ??
    buildUser(db, { uid, displayName: name, createdAt: dateOf(now.subtract({ days: daysOfResults + 20 })) })
  );
}

/**
 * Adds follows unless a member of the crew already follows a user. Each member follows the next two, so that each also
 * has two followers, and the coach follows five. The outsider follows the coach; the coach gets a training partner.
 */
async function sampleFollows(db: Database, members: readonly UserRef[], outsider: UserRef): Promise<void> {
  const ids = members.map(({ _id }) => _id);
  const [found] = await db
    .select({ followerId: follows.followerId })
    .from(follows)
    .where(inArray(follows.followerId, ids))
    .limit(1);
  if (found) return;
  for (const [index, followerId] of ids.entries()) {
    for (const ahead of index === coachIndex ? [1, 2, 3, 4, 5] : [1, 2]) {
      const followeeId = ids[(index + ahead) % ids.length];
      if (followeeId !== undefined) await buildFollow(db, { followerId, followeeId });
    }
  }
  const [coachId, partnerId] = ids;
  if (coachId === undefined || partnerId === undefined) return;
  await buildFollow(db, { followerId: outsider._id, followeeId: coachId });
  await db.update(users).set({ trainingPartnerId: partnerId }).where(eq(users.id, coachId));
}

/** Creates the three clubs, public and private, unless the harbour club exists. */
async function ensureClubs(db: Database, everyone: Users, now: Temporal.ZonedDateTime): Promise<Clubs> {
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
    await buildMembership(db, { clubId, userId: userId(index), role });
  }
  return { harbour, nightShift };
}

const clubOf = ({ visibility }: SampleSession, { harbour, nightShift }: Clubs): string | null =>
  ({ harbour, nightShift, link: null, onlyMe: null })[visibility];

/** Returns the last year's sessions that are not stored yet, without results of users who are not members of the club. */
async function missingSessions(
  db: Database,
  everyone: Users,
  sampleClubs: Clubs,
  now: Temporal.ZonedDateTime,
) {
  const from = now.startOfDay().subtract({ days: daysOfResults });
  const known = await db
    .select({ hostUserId: sessions.hostUserId, startAt: sessions.startAt })
    .from(sessions)
    .where(
      and(
        inArray(
          sessions.hostUserId,
          everyone.map(({ _id }) => _id),
        ),
        gte(sessions.startAt, dateOf(from)),
      ),
    );
  const keyOf = (hostUserId: string | undefined, startMs: number) => `${hostUserId} ${startMs}`;
  const isKnown = new Set(known.map(({ hostUserId, startAt }) => keyOf(hostUserId, startAt.getTime())));
  const isMember = await membersOf(db, sampleClubs);
  return Array.from({ length: daysOfResults }, (_, index) => sessionsOn(from.add({ days: index })))
    .flat()
    .filter(({ host, startAt }) => !isKnown.has(keyOf(everyone[host]?._id, startAt.epochMilliseconds)))
    .map((session) => ({
      ...session,
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
  if (missing.length === 0) return;
  const userId = (index: number) => everyone[index]?._id ?? '';
  const sessionIds = await buildSessions(
    db,
    missing.map((session) => ({
      hostUserId: userId(session.host),
      clubId: clubOf(session, sampleClubs),
      isAccessibleByLink: session.visibility === 'link',
      title: session.title,
      startAt: dateOf(session.startAt),
      workoutItems: session.workoutItems,
    })),
  );
  const rowed = missing.flatMap((session, index) =>
    session.results.map((result) => ({ result, session, sessionId: sessionIds[index] ?? '' })),
  );
  const fastest = fastestOf(rowed);
  const strokesSince = now.subtract({ days: daysOfStrokes });
  const stroked = rowed.map(({ result, session }) => {
    const isLate = Temporal.ZonedDateTime.compare(result.createdAt, strokesSince) > 0;
    if (!isLate && !fastest.has(result)) return null;
    return sampleStrokes({
      text: itemOf(result, session),
      figures: result.figures,
      seed: [result.athlete, result.createdAt.epochMilliseconds / 1000],
    });
  });
  const activityIds = await buildActivities(
    db,
    rowed.map(({ result, sessionId }, index): ActivityToBuild => ({
      ...result.figures,
      summary: stroked[index]?.summary ?? null,
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
  const commented = rowed.flatMap(({ result, session }, index) => {
    const isLate = Temporal.ZonedDateTime.compare(result.createdAt, lately) > 0;
    return session.visibility === 'harbour' && isLate
      ? [{ result, activityId: activityIds[index] ?? '' }]
      : [];
  });
  await addComments(db, userId, commented);
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

/** Adds likes, comments and replies by members of the club. */
async function addComments(
  db: Database,
  userId: (index: number) => string,
  commented: Array<{ result: SampleResult; activityId: string }>,
): Promise<void> {
  const liked: Array<typeof likes.$inferInsert> = [];
  const allComments: Array<typeof comments.$inferInsert> = [];
  for (const { result, activityId } of commented) {
    const { likedBy, comment } = reactionsTo(result);
    const timeOf = ({ afterMinutes }: SampleComment) =>
      dateOf(result.completedAt.add({ minutes: afterMinutes }));
    for (const index of likedBy) liked.push({ activityId, userId: userId(index) });
    if (comment === null) continue;
    const { by, message, isRemoved, reply } = comment;
    const id = newId();
    const createdAt = timeOf(comment);
    allComments.push({
      id,
      activityId,
      userId: userId(by),
      message: isRemoved ? '' : message,
      removedAt: isRemoved ? createdAt : null,
      createdAt,
    });
    if (reply === null) continue;
    allComments.push({
      id: newId(),
      activityId,
      commentId: id,
      userId: userId(reply.by),
      message: reply.message,
      createdAt: timeOf(reply),
    });
  }
  if (liked.length > 0) await db.insert(likes).values(liked);
  if (allComments.length > 0) await db.insert(comments).values(allComments);
}

/** Adds the sessions of the day, one of them in progress with results, unless the club has one today that has begun. */
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
        and ${sessions.startAt} <= ${dateOf(now).toISOString()}`,
    );
  if (count > 0) return;
  const day = sampleDay(now);
  const live = await buildSession(db, {
    hostUserId: coach._id,
    clubId: club,
    title: day.live.title,
    startAt: dateOf(day.live.startAt),
    workoutItems: ['100 m', '3 x 100 m / 0:20 rest', '500 m'],
  });
  await buildActivities(
    db,
    members.slice(1, 5).map((athlete, index) => {
      const pace = (crew[index + 1]?.paceSec ?? 120) - 12;
      return {
        userId: athlete._id,
        sessionId: live,
        createdAt: dateOf(now.subtract({ minutes: 3 })),
        completedAt: dateOf(now.subtract({ minutes: 2 })),
        timeZone: now.timeZoneId,
        elapsedTime: Math.round(pace * 2) / 10,
        distance: 100,
        averagePace: pace,
        currentPace: pace,
        strokeRate: 34 + index,
        workoutType: 3,
        dragFactor: 118,
        averagePower: Math.round(2.8 / (pace / 500) ** 3),
        totalCalories: 6,
      };
    }),
  );
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

const dateOf = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds);
