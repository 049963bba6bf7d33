import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '@boathouse/contract/api';
import { urlOf, type Endpoint } from '@boathouse/contract/endpoint';
import { usePglite } from '../../../test/support/databases.ts';
import { buildComment } from '../../../test/support/comments.ts';
import { nowMs } from '../../../test/support/now.ts';
import { useTestApp, type Person } from '../../../test/support/test-app.ts';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { buildActivities, buildActivity } from '../../features/training/activities/factory.ts';
import { buildClub, buildMembership } from '../../features/clubs/clubs/factory.ts';
import { buildFollow } from '../../features/news/follows/factory.ts';
import { buildSession } from '../../features/sessions/sessions/factory.ts';

type Nouns = typeof api;
type EndpointKey = { [N in keyof Nouns]: `${N}.${keyof Nouns[N] & string}` }[keyof Nouns];
type Given = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** Of each kind of row; half of the many on separate days, half in this month. */
const few = 20;
const many = 4_000;
/** More than the pages read with the details of each row, or the days of two years; less than half of `many`. */
const rowsOfPages = 1_500;

/** A caller with this many rows, and the ids that the calls use. */
type World = {
  me: string;
  uid: string;
  /** Followed by the caller, and a member of their club. */
  friend: string;
  stranger: string;
  club: string;
  clubURL: string;
  /** Hosted by the caller, now. */
  session: string;
  activity: string;
  comment: string;
  /** A completed row of the caller without a session; none is in progress. */
  another: () => Promise<string>;
  /** A row of the caller in progress. */
  begun: () => Promise<string>;
  /** Entered by the caller. */
  entered: () => Promise<string>;
  hosted: () => Promise<string>;
  month: { year: string; month: string };
};

const result = { distance: 2_000, elapsedTime: 425.3 };
const own = { createdAt: '2026-03-01T06:00:00.000Z', timeZone: 'UTC', machine: 'rower', workout: '' };
const template = { title: 'Winter', workoutItem: '4 x 2000 m / 5:00 rest' };
const newSession = (hostUser: string) => ({
  title: 'Steady state',
  hostUser,
  startAt: new Date(nowMs()).toISOString(),
  isAccessibleByLink: true,
  workoutItems: ['10000m'],
});

const seasonIn = (year: string) => ({
  from: `${year}-05-01`,
  to: `${Number(year) + 1}-04-30`,
  step: 'month',
});

const ofMe = ({ me: id }: World): Given => ({ params: { id } });
const asUser = ({ me: user }: World): Given => ({ query: { user } });
const ofClub = ({ club: id }: World): Given => ({ params: { id } });
const ofSession = ({ session: id }: World): Given => ({ params: { id } });
const ofActivity = ({ activity: id }: World): Given => ({ params: { id } });
const changeMe =
  (body: object) =>
  ({ me: id }: World): Given => ({ params: { id }, body });
const changeActivity =
  (body?: object) =>
  async ({ another }: World): Promise<Given> => ({
    params: { id: await another() },
    ...(body === undefined ? {} : { body }),
  });

/** A successful call to each endpoint whose response is a page or less, in the order of the API. */
const calls: Partial<Record<EndpointKey, (world: World) => Given | Promise<Given>>> = {
  'auth.accounts': () => ({}),
  'auth.secondFactor': () => ({}),
  'auth.logins': () => ({}),
  'devices.list': () => ({}),
  'tokens.list': () => ({}),
  'users.byUid': ({ uid }) => ({ params: { uid } }),
  'users.byId': ofMe,
  'users.list': () => ({}),
  'users.search': () => ({ query: { displayName: 'rower' } }),
  'users.setDisplayName': changeMe({ displayName: 'Renamed' }),
  'users.setIconURL': changeMe({ iconURL: null }),
  'users.setBannerURL': changeMe({ bannerURL: null }),
  'users.setTrainingPartner': ({ me: id, friend }) => ({ params: { id }, body: { trainingPartner: friend } }),
  'users.setThemeColor': changeMe({ themeColor: 1 }),
  'users.setTintColor': changeMe({ tintColor: 1 }),
  'users.setFirstDay': changeMe({ firstDay: 'Monday' }),
  'users.setVisibility': changeMe({ visibility: 'everyone' }),
  'users.firstSteps': ofMe,
  'users.hideFirstSteps': changeMe({ isHidden: true }),
  'users.blocked': ofMe,
  'users.block': ({ me: id, stranger: blocked }) => ({ params: { id, blocked } }),
  'users.unblock': ({ me: id, stranger: blocked }) => ({ params: { id, blocked } }),
  'statistics.meters': ofMe,
  'statistics.general': ofMe,
  'statistics.progress': ofMe,
  'statistics.heatmap': (world) => ({ ...ofMe(world), query: { currentYear: world.month.year } }),
  'statistics.personalBests': ofMe,
  'statistics.rowedDays': ({ me: id, month: { year } }) => ({
    params: { id },
    query: { from: `${year}-01-01`, to: `${year}-01-31` },
  }),
  'statistics.totalsOfSpan': ({ me: id, month: { year } }) => ({ params: { id }, query: seasonIn(year) }),
  'statistics.paceOfSpan': ({ me: id, month: { year } }) => ({ params: { id }, query: seasonIn(year) }),
  'statistics.clubMeters': (world) => ({ ...ofClub(world), query: { period: 'month' } }),
  'goals.set': changeMe({ period: 'week', meters: 20_000 }),
  'goals.ofUser': ofMe,
  'goals.remove': ofMe,
  'follows.followees': ofMe,
  'follows.followers': ofMe,
  'follows.summary': ofMe,
  'follows.doesFollow': ({ me: follower, friend: followee }) => ({ query: { follower, followee } }),
  'follows.facts': ({ me: follower, friend: athletes }) => ({ query: { follower, athletes } }),
  'follows.create': ({ me: follower, stranger: followee }) => ({ body: { follower, followee } }),
  'follows.remove': ({ me: follower, stranger: followee }) => ({ query: { follower, followee } }),
  'clubs.list': () => ({}),
  'clubs.search': () => ({ query: { name: 'club' } }),
  'clubs.isAvailable': () => ({ query: { customURL: 'nobody-has-it' } }),
  'clubs.byCustomURL': ({ clubURL: url }) => ({ params: { url } }),
  'clubs.membershipsOfUser': ofMe,
  'clubs.membershipsOfClub': ofClub,
  'clubs.isMember': ({ me: user, club }) => ({ query: { user, club } }),
  'clubs.patch': ({ me: requestingUser, club }) => ({
    query: { club, requestingUser },
    body: { name: 'Club' },
  }),
  'invitations.ofClub': ofClub,
  'webhooks.ofClub': ofClub,
  'previews.clubOfSession': ofSession,
  'squads.ofClub': ofClub,
  'races.ofClub': ofClub,
  'raceDay.mine': () => ({}),
  'tests.ofClub': ofClub,
  'sessions.byId': ofSession,
  'sessions.activities': ofSession,
  'sessions.ofUser': ({ me: id, month }) => ({ params: { id }, query: month }),
  'sessions.next': ofMe,
  'sessions.create': ({ me }) => ({ body: newSession(me) }),
  'sessions.change': async ({ hosted }) => ({ params: { id: await hosted() }, body: { title: 'Pieces' } }),
  'sessions.repeat': async ({ hosted }) => ({
    params: { id: await hosted() },
    body: { weeks: 2, timeZone: 'UTC' },
  }),
  'sessions.remove': async ({ hosted }) => ({ params: { id: await hosted() } }),
  'starts.set': ({ session: id }) => ({ params: { id, item: '0' }, body: { inSec: 60 } }),
  'starts.ofSession': ofSession,
  'starts.cancel': ({ session: id }) => ({ params: { id, item: '0' } }),
  'attendance.say': ofSession,
  'attendance.ofSession': ofSession,
  'attendance.takeBack': ofSession,
  'boards.create': ofSession,
  'boards.ofSession': ofSession,
  'boards.revoke': ofSession,
  'calendar.address': ofMe,
  'templates.create': () => ({ body: { ...template, club: null } }),
  'templates.list': () => ({}),
  'activities.byId': ofActivity,
  'activities.create': async ({ me: user }) => ({
    body: { user, title: 'Just row', workout: 'Just row', visibility: 'me' },
  }),
  'activities.inProgress': ofMe,
  'activities.complete': async ({ begun }) => ({ params: { id: await begun() }, body: { ...result } }),
  'activities.patch': async ({ begun }) => ({ params: { id: await begun() }, body: { distance: 1_000 } }),
  'activities.setOwner': async ({ begun }) => ({
    params: { id: await begun() },
    body: { owner: randomUUID() },
  }),
  'strokes.append': async ({ begun }) => ({ params: { id: await begun() }, body: { from: 0, strokes: [] } }),
  'activities.discard': async ({ begun }) => ({ params: { id: await begun() } }),
  'activities.reopen': changeActivity(),
  'activities.withoutSession': ({ me: id, month }) => ({ params: { id }, query: month }),
  'entries.enter': ({ me: user }) => ({ body: { ...result, ...own, _id: randomUUIDv7(), user } }),
  'entries.correct': async ({ entered }) => ({
    params: { id: await entered() },
    body: { ...result, ...own },
  }),
  'entries.sheet': ({ session: id }) => ({ params: { id, item: '0' } }),
  'entries.save': ({ session: id, friend: user }) => ({
    params: { id, item: '0' },
    body: { timeZone: 'UTC', machine: 'rower', rows: [{ user, result }] },
  }),
  'exports.historyState': (world) => ({ query: { user: world.me, format: 'csv' } }),
  'imports.questions': () => ({}),
  'sync.state': () => ({}),
  'sync.ofActivity': ofActivity,
  'moves.places': async ({ another }) => ({ params: { id: await another() } }),
  'moves.beside': ofSession,
  'moves.move': async ({ another, hosted }) => ({
    params: { id: await another() },
    body: { session: await hosted(), workoutItemIndex: 0 },
  }),
  'moves.takeOut': changeActivity(),
  'results.standing': ofActivity,
  'trends.workouts': ofMe,
  'trends.ofWorkout': ({ me: id }) => ({ params: { id }, query: { workout: '2000 m' } }),
  'results.note': ofActivity,
  'results.setNote': changeActivity({ note: 'Head up' }),
  'results.setTitle': changeActivity({ title: 'Before work' }),
  'results.setVisibility': changeActivity({ visibility: 'profile' }),
  'results.remove': changeActivity(),
  'tags.set': changeActivity({ tags: ['Test'] }),
  'tags.used': ofMe,
  'feed.dashboard': asUser,
  'feed.athleteProfile': asUser,
  'feed.clubProfile': ({ club }) => ({ query: { club } }),
  'feed.clubUpcoming': ({ club }) => ({ query: { club } }),
  'feed.clubResults': ({ club }) => ({ query: { club } }),
  'comments.ofParent': ({ activity: parentId }) => ({ params: { parentId } }),
  'comments.create': ({ activity: parent, me: user }) => ({ body: { parent, user, message: 'Well rowed' } }),
  'comments.reply': ({ comment: parent, me: user }) => ({ body: { parent, user, message: 'Indeed' } }),
  'comments.remove': ({ comment, me: user }) => ({ query: { comment, user } }),
  'likes.create': ({ activity: parent, me: user }) => ({ body: { parent, user } }),
  'likes.ofParent': ({ activity: parentId, me: user }) => ({ params: { parentId }, query: { user } }),
  'likes.remove': ({ activity: parent, me: user }) => ({ query: { parent, user } }),
  'notifications.list': () => ({}),
  'notifications.unread': () => ({}),
  'notifications.mailChoice': () => ({}),
  'notifications.readAll': () => ({ body: { until: new Date(nowMs()).toISOString() } }),
  'webpush.state': () => ({}),
  'reports.create': ({ friend: id }) => ({ body: { kind: 'user', id, reason: 'spam', text: '' } }),
  'files.list': ({ me: key }) => ({ params: { folder: 'usericons' }, query: { key } }),
};

/** Endpoints for users that have no call here, and the reasons. */
const leftOut: Partial<Record<EndpointKey, string>> = {
  'auth.confirmSecondFactor': 'changes one row of the login',
  'auth.endLogin': 'ends one login',
  'auth.endOtherLogins': 'ends the logins, of which there are few',
  'devices.leave': 'changes one browser',
  'devices.end': 'ends one browser',
  'tokens.current': 'needs a token, and reads one row by the primary key',
  'tokens.end': 'ends one token',
  'tokens.endAll': 'ends the tokens, of which there are 20 at most',
  'users.create': 'is of a login without rows',
  'clubs.create': 'makes a club; its name is found by an index',
  'clubs.join': 'makes one membership',
  'clubs.leave': 'ends one membership',
  'clubs.revokeMembership': 'ends one membership',
  'clubs.makeMember': 'changes one membership',
  'invitations.revoke': 'changes one row',
  'invitations.read': 'needs an invitation, and reads the club',
  'invitations.accept': 'makes one membership',
  'webhooks.test': 'calls a server outside',
  'sessions.handOver': 'changes one session',
  'calendar.revoke': 'changes one row',
  'templates.rename': 'changes one row of 100 at most',
  'templates.remove': 'deletes one row of 100 at most',
  'activities.end': 'completes a row as `activities.complete` does',
  'entries.refuse': 'deletes one result as `results.remove` does',
  'imports.answer': 'needs a question, and joins two rows',
  'sync.disconnect': 'needs a service outside',
  'sync.importNow': 'needs a service outside',
  'sync.retry': 'needs a service outside',
  'comments.removeReply': 'is `comments.remove` of a reply',
  'notifications.read': 'changes one notification',
  'notifications.chooseMail': 'changes one row',
  'webpush.subscribe': 'changes one row of the login',
  'webpush.unsubscribe': 'changes one row of the login',
  'files.upload': 'reads the names of the user for their images, which have a limit',
  'files.createUpload': 'begins one upload',
  'files.continueUpload': 'goes on with one upload',
  'files.removeUpload': 'ends one upload',
  'files.uploadResult': 'reads one upload',
  'setUp.finish': 'is of an installation without users',
  'records.save': 'changes one record by hand',
  'records.remove': 'deletes one record by hand',
  'squads.save': 'changes one squad, of the members of a club',
  'squads.remove': 'deletes one squad',
  'tests.save': 'changes one test',
  'tests.remove': 'deletes one test',
  'tests.setOwn': 'changes the figures of the caller in one test',
};

/** Calls that read or change one race day, a test or a squad, and the reason why they have no call here. */
const ofOneDay = 'reads or changes one race day, which has 60 races and 400 entries at most';
for (const [noun, ofNoun] of Object.entries({
  races: api.races,
  startLists: api.startLists,
  raceDay: api.raceDay,
  raceResults: api.raceResults,
  raceCodes: api.raceCodes,
}))
  for (const [name, { auth }] of Object.entries<Endpoint>(ofNoun)) {
    const key = `${noun}.${name}`;
    if (auth === 'user' && !(key in calls)) Object.assign(leftOut, { [key]: ofOneDay });
  }

const endpoints: Array<[string, Endpoint]> = Object.entries(api).flatMap(([noun, ofNoun]) =>
  Object.entries<Endpoint>(ofNoun).map(([name, endpoint]): [string, Endpoint] => [
    `${noun}.${name}`,
    endpoint,
  ]),
);
const callOf = new Map(Object.entries(calls));
const isOfPages = ({ cost }: Endpoint) => cost === undefined || cost === 'list';
const walked = endpoints.filter(([key, endpoint]) => isOfPages(endpoint) && callOf.has(key));

const ReadSchema = z.object({ rows: z.tuple([z.object({ read: z.coerce.number() })]) });

/** Rows that statements have read from tables so far, by scans or through an index, as PostgreSQL counts them. */
async function rowsRead(db: Database): Promise<number> {
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const counted = sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables`;
  return ReadSchema.parse(await db.execute(counted)).rows[0].read;
}

/** Makes PostgreSQL choose the plans that read the fewest rows, as in large tables: it scans small tables. */
const costs = { cpu_tuple_cost: 1, cpu_index_tuple_cost: 1 };

const dayMs = 86_400_000;

/** Gives a user rows of every kind, and returns the ids that calls on them use. */
async function fill(db: Database, { user: { _id: me }, uid }: Person, count: number): Promise<World> {
  const startMs = Temporal.Now.plainDateISO('UTC').with({ day: 1 }).toZonedDateTime('UTC').epochMilliseconds;
  const minutesMs = Math.max(1, Math.floor((nowMs() - startMs) / count));
  // The odd ones in this month, the others one day apart.
  const at = (index: number) =>
    new Date(index % 2 === 1 ? startMs + index * minutesMs : startMs - (index / 2) * dayMs);
  const id = (index: number) =>
    `018f0000-0000-7000-8000-${me.slice(-6)}${index.toString(16).padStart(6, '0')}`;
  const clubURL = `club-${me.slice(-12)}`;
  const club = await buildClub(db, { ownerId: me, customUrl: clubURL });
  const numbers = Array.from({ length: count }, (_, index) => index);
  const timesOf = sql`(select n, case when n % 2 = 1 then to_timestamp(${startMs / 1_000}::float8 + n * ${minutesMs / 1_000}::float8)
    else to_timestamp(${startMs / 1_000}::float8 - n / 2 * 86400.0) end as at from generate_series(0, ${count - 1}::int) n) t`;
  const idAt = sql`(${id(0).slice(0, -6)} || lpad(to_hex(n), 6, '0'))::uuid`;
  // Without foreign keys, and without the search index of so many names.
  await db.execute(sql`set session_replication_role = replica`);
  await db.execute(sql`insert into users (id, uid, display_name, created_at)
    select ${idAt}, ${`${me} `} || n, 'Rower ' || n, at from ${timesOf}`);
  await db.execute(
    sql`insert into follows (follower_id, followee_id) select ${me}::uuid, ${idAt} from ${timesOf}`,
  );
  await db.execute(
    sql`insert into follows (follower_id, followee_id) select ${idAt}, ${me}::uuid from ${timesOf}`,
  );
  await db.execute(sql`insert into sessions (id, title, host_user_id, start_at, is_accessible_by_link, club_id, workout_items)
    select ${idAt}, 'Morning row', ${me}::uuid, at, false, ${club}::uuid, array['2000m'] from ${timesOf}`);
  const ids = await buildActivities(
    db,
    numbers.map((index) => ({
      ...result,
      userId: me,
      averagePace: 106.3 + index / 1_000,
      workoutType: 3,
      createdAt: at(index),
      completedAt: at(index),
      ...(index % 4 < 2
        ? { sessionId: id(index) }
        : { workout: '2000m', visibility: index % 8 < 4 ? ('me' as const) : ('profile' as const) }),
    })),
  );
  const [activity = ''] = ids;
  await db.execute(sql`insert into comments (id, activity_id, user_id, message, created_at)
    select ${idAt}, ${activity}::uuid, ${me}::uuid, 'Well rowed', at from ${timesOf}`);
  await db.execute(sql`insert into likes (activity_id, user_id) select id, user_id from activities where user_id = ${me}::uuid
    on conflict do nothing`);
  await db.execute(sql`insert into notifications (id, user_id, kind, occurrence, line, actor_id, activity_id, created_at, is_to_mail)
    select ${idAt}, ${me}::uuid, 'like', 'like ' || n, 'like ' || n, ${idAt}, ${activity}::uuid, at, false from ${timesOf}`);
  await db.execute(sql`insert into activity_notes (activity_id, note, updated_at)
    select id, 'Head up', now() from activities where user_id = ${me}::uuid`);
  await db.execute(sql`insert into activity_origins (activity_id, user_id, file_name)
    select id, user_id, 'row.fit' from activities where user_id = ${me}::uuid`);
  await db.execute(sql`reset session_replication_role`);
  const friend = id(0);
  await buildMembership(db, { clubId: club, userId: friend, role: 0 });
  const stranger = newId();
  await db.execute(
    sql`insert into users (id, uid, display_name) values (${stranger}, ${stranger}, 'Stranger')`,
  );
  await buildFollow(db, { followerId: stranger, followeeId: friend });
  const session = await buildSession(db, { hostUserId: me });
  const comment = await buildComment(db, { activityId: activity, userId: me });
  // The contents of the tables decide which index serves a query.
  await db.execute(sql`analyze`);
  const completed = { ...result, userId: me, completedAt: new Date(nowMs()), workoutType: 3 };
  const complete = () =>
    db.execute(sql`update activities set is_completed = true, completed_at = now() where not is_completed`);
  return {
    me,
    uid,
    friend,
    stranger,
    club,
    clubURL,
    session,
    activity,
    comment,
    another: async () => {
      await complete();
      return buildActivity(db, { ...completed, workout: '2000m' });
    },
    begun: async () => {
      await complete();
      return buildActivity(db, { userId: me });
    },
    entered: () => buildActivity(db, { ...completed, source: 'entered', enteredBy: me }),
    hosted: () => buildSession(db, { hostUserId: me }),
    month: {
      year: String(new Date(nowMs()).getUTCFullYear()),
      month: String(new Date(nowMs()).getUTCMonth() + 1),
    },
  };
}

/** Changes of an account and of rights: rare, and of single rows. */
const wantsPassword = ({ proof }: Endpoint) => proof === 'password' || proof === 'fresh';

test('every call of a user whose response is a page is called here, or has a reason not to be', () => {
  const expected = endpoints
    .filter(([, { auth }]) => auth === 'user' || auth === 'login')
    .filter(([, endpoint]) => isOfPages(endpoint) && !wantsPassword(endpoint))
    .map(([key]) => key);
  expect([...Object.keys(calls), ...Object.keys(leftOut)].sort()).toEqual(expected.sort());
});

const database = usePglite();
const app = useTestApp(database);
const read = { few: new Map<string, number>(), many: new Map<string, number>() };
const refused: string[] = [];

beforeAll(async () => {
  const { db } = database();
  // Counts all calls: PGlite has one connection.
  for (const [name, cost] of Object.entries(costs)) await db.execute(sql.raw(`set ${name} = ${cost}`));
  // In turn: the rows of the second caller do not exist yet when the first one's calls are counted.
  for (const [size, count] of [
    ['few', few],
    ['many', many],
  ] as const) {
    const person = await app().signUp(size);
    const world = await fill(db, person, count);
    for (const [key, endpoint] of walked) {
      const { params, query, body } = (await callOf.get(key)?.(world)) ?? {};
      const before = await rowsRead(db);
      const answer = await app().call(endpoint.method, urlOf(endpoint, params, query), {
        as: person,
        ...(body === undefined ? {} : { body }),
      });
      read[size].set(key, (await rowsRead(db)) - before);
      if (answer.status >= 400) refused.push(`${key} ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
}, 120_000);
afterAll(async () => {
  for (const name of Object.keys(costs)) await database().db.execute(sql.raw(`reset ${name}`));
});

test('the calls succeed, so their rows are counted', () => {
  expect(refused).toEqual([]);
});

test.for(walked)(
  'says in its `cost` whether it reads the more, the more its caller has: %s',
  ([key, { cost }]) => {
    const grown = (read.many.get(key) ?? Number.NaN) - (read.few.get(key) ?? Number.NaN);
    expect({ key, cost: grown < rowsOfPages ? undefined : 'list', grown }).toEqual({ key, cost, grown });
  },
);
