import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ActivityVisibility } from '@boathouse/contract/activities';
import { isMember, type ClubRole } from '@boathouse/contract/clubs';
import { visibilities, type Visibility } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { blocks } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { mayReadActivity } from '../../training/activities/index.ts';
import { managesSessionOf } from '../../training/activities/store.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildFollow } from '../follows/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { mayManageSession, mayReadResult, mayReadSession } from '../../sessions/sessions/rules.ts';
import { buildUser } from '../../people/users/factory.ts';
import { isVisibleUser } from '../../people/users/index.ts';
import { maySeeAthlete } from '../../people/users/rules.ts';
import { listActivitiesAround, listActivitiesOf } from './store.ts';

const peopleCount = 4;
const clubCount = 2;

const person = fc.nat(peopleCount - 1);
const plan = fc.record({
  visibilities: fc.array(fc.constantFrom<Visibility[]>(...visibilities, 'everyone'), {
    minLength: peopleCount,
    maxLength: peopleCount,
  }),
  blocks: fc.uniqueArray(fc.tuple(person, person), { selector: String, maxLength: 3 }),
  follows: fc.uniqueArray(fc.tuple(person, person), { selector: String, maxLength: 12 }),
  memberships: fc.uniqueArray(
    fc.tuple(fc.nat(clubCount - 1), person, fc.constantFrom<ClubRole[]>(-1, 0, 1)),
    { selector: ([club, member]) => `${club} ${member}`, maxLength: 6 },
  ),
  sessions: fc.array(
    fc.record({
      host: person,
      club: fc.option(fc.nat(clubCount - 1)),
      isAccessibleByLink: fc.boolean(),
      // A few fixed times, so that the order of equal times matters.
      rows: fc.uniqueArray(
        fc.record({ athlete: person, item: fc.nat(1), second: fc.nat(3), isCompleted: fc.boolean() }),
        { selector: ({ athlete, item }) => `${athlete} ${item}`, maxLength: 6 },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  alone: fc.array(
    fc.record({
      athlete: person,
      second: fc.nat(3),
      visibility: fc.constantFrom<ActivityVisibility[]>('me', 'profile'),
    }),
    { maxLength: 6 },
  ),
  pagesize: fc.integer({ min: 1, max: 7 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

type Access = { hostUserId: string; isAccessibleByLink: boolean; clubId: string | null };
/** `of` is null for one without a session. */
type Row = { _id: string; userId: string; createdAt: string } & (
  | { of: { sessionId: string; access: Access }; visibility: null }
  | { of: null; visibility: ActivityVisibility }
);

const nth = (ids: readonly string[], index: number): string => {
  const id = ids[index];
  if (id === undefined) throw new Error('The plan names a user who is not there');
  return id;
};

/** Stores a plan, and returns the data for the reference implementation. */
async function build(db: Database, given: Plan) {
  const people: string[] = [];
  const settings = new Map<string, Visibility>();
  for (const visibility of given.visibilities) {
    const { _id } = await buildUser(db, { visibility });
    people.push(_id);
    settings.set(_id, visibility);
  }
  const isBlockedBy = new Set<string>();
  for (const [blocker, blocked] of given.blocks) {
    if (blocker === blocked) continue;
    const pair = { blockerId: nth(people, blocker), blockedId: nth(people, blocked) };
    await db.insert(blocks).values(pair);
    isBlockedBy.add(`${pair.blockedId} ${pair.blockerId}`);
  }
  const owner = (await buildUser(db))._id;
  const clubs: string[] = [];
  for (let index = 0; index < clubCount; index += 1) clubs.push(await buildClub(db, { ownerId: owner }));

  const followees = new Map(people.map((id) => [id, new Set([id])]));
  for (const [from, to] of given.follows) {
    if (from === to) continue;
    followees.get(nth(people, from))?.add(nth(people, to));
    await buildFollow(db, { followerId: nth(people, from), followeeId: nth(people, to) });
  }
  const roles = new Map<string, ClubRole>();
  for (const [club, member, role] of given.memberships) {
    roles.set(`${nth(clubs, club)} ${nth(people, member)}`, role);
    await buildMembership(db, { clubId: nth(clubs, club), userId: nth(people, member), role });
  }

  const completed: Row[] = [];
  const inProgress = new Set<string>();
  const rowed = new Set<string>();
  for (const session of given.sessions) {
    const access: Access = {
      hostUserId: nth(people, session.host),
      isAccessibleByLink: session.isAccessibleByLink,
      clubId: session.club === null ? null : nth(clubs, session.club),
    };
    const sessionId = await buildSession(db, access);
    for (const { athlete, item, second, isCompleted } of session.rows) {
      const userId = nth(people, athlete);
      // A user may have only one activity in progress.
      if (!isCompleted && inProgress.has(userId)) continue;
      if (!isCompleted) inProgress.add(userId);
      rowed.add(`${sessionId} ${userId}`);
      const createdAt = new Date(Date.UTC(2026, 0, 1, 6, 0, second));
      const common = { userId, sessionId, workoutItemIndex: item, createdAt };
      const _id = await buildActivity(
        db,
        isCompleted ? { ...common, completedAt: new Date(nowMs()) } : common,
      );
      const of = { sessionId, access };
      if (isCompleted)
        completed.push({ _id, userId, createdAt: createdAt.toISOString(), of, visibility: null });
    }
  }
  for (const { athlete, second, visibility } of given.alone) {
    const userId = nth(people, athlete);
    const createdAt = new Date(Date.UTC(2026, 0, 1, 6, 0, second));
    const _id = await buildActivity(db, { userId, visibility, createdAt, completedAt: new Date(nowMs()) });
    completed.push({ _id, userId, createdAt: createdAt.toISOString(), of: null, visibility });
  }

  const roleIn = (club: string | null, userId: string) => roles.get(`${club} ${userId}`) ?? null;
  const maySee = (viewerId: string, id: string) =>
    maySeeAthlete(
      viewerId,
      { id, visibility: settings.get(id) ?? 'me', isFormer: false },
      {
        isBlocked: isBlockedBy.has(`${viewerId} ${id}`),
        areConnected:
          (followees.get(viewerId)?.has(id) ?? false) || (followees.get(id)?.has(viewerId) ?? false),
        shareClub: clubs.some((club) => isMember(roleIn(club, viewerId)) && isMember(roleIn(club, id))),
      },
    );
  const mayReadSessionOf = (viewerId: string, access: Access) =>
    mayReadSession(viewerId, access, roleIn(access.clubId, viewerId));
  const mayRead = (viewerId: string, row: Row) =>
    mayReadResult(
      {
        isAthlete: row.userId === viewerId,
        maySeeAthlete: maySee(viewerId, row.userId),
        isBlocked: isBlockedBy.has(`${viewerId} ${row.userId}`),
      },
      row.of === null
        ? { session: null, visibility: row.visibility }
        : {
            session: {
              mayRead: mayReadSessionOf(viewerId, row.of.access),
              isPartOf:
                row.of.access.clubId !== null ||
                row.of.access.hostUserId === viewerId ||
                rowed.has(`${row.of.sessionId} ${viewerId}`),
            },
            visibility: null,
          },
    );
  const mayManage = (viewerId: string, { of }: Row) =>
    of !== null && mayManageSession(viewerId, of.access, roleIn(of.access.clubId, viewerId));
  /** Feeds are stricter than the session: they show only athletes whom the viewer may see. */
  const isListed = (viewerId: string, row: Row) =>
    row.userId === viewerId ||
    (maySee(viewerId, row.userId) &&
      (row.of === null ? row.visibility === 'profile' : mayReadSessionOf(viewerId, row.of.access)));
  /** The reference implementation: filters all activities by permission, then sorts them. */
  const feedOf = (viewerId: string, isShown: (row: Row) => boolean) =>
    completed
      .filter((row) => isShown(row) && isListed(viewerId, row))
      .toSorted((one, other) => compare(other.createdAt, one.createdAt) || compare(other._id, one._id))
      .map(({ _id }) => _id);
  return { people, followees, completed, mayManage, mayRead, maySee, feedOf };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Reads pages until one is not full, like 'Load more'. */
async function allPages(
  pagesize: number,
  read: (page: { page: number; pagesize: number }) => Promise<Array<{ _id: string }>>,
): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1; ; page += 1) {
    const found = await read({ page, pagesize });
    all.push(...found.map(({ _id }) => _id));
    if (found.length < pagesize) return all;
  }
}

onEachDatabase('the feeds against a reference implementation', (database) => {
  test('[DASH-4] [SESS-11] [API-SESSIONS] contain exactly the activities that each user may read, over all pages', async () => {
    const { db } = database();
    let shown = 0;
    let hidden = 0;
    let seen = 0;
    let unseen = 0;
    let managed = 0;
    let formerlyHosted = 0;
    const alone = { me: 0, profile: 0 };
    await fc.assert(
      fc.asyncProperty(plan, async (given) => {
        const world = await build(db, given);
        for (const viewer of world.people) {
          const around = world.followees.get(viewer) ?? new Set();
          const isAround = ({ userId }: Row) => around.has(userId);
          const expected = world.feedOf(viewer, isAround);
          shown += expected.length;
          hidden += world.completed.filter(isAround).length - expected.length;
          expect(
            await allPages(given.pagesize, (page) => listActivitiesAround(db, viewer, page)),
            'the dashboard',
          ).toEqual(expected);

          for (const athlete of world.people) {
            const isSeen = world.maySee(viewer, athlete);
            expect(await isVisibleUser(db, athlete, viewer), 'an athlete').toBe(isSeen);
            seen += isSeen ? 1 : 0;
            unseen += isSeen ? 0 : 1;
            // The service requests no list of an athlete whom the viewer may not see.
            if (!isSeen) continue;
            expect(
              await allPages(given.pagesize, (page) => listActivitiesOf(db, athlete, viewer, page)),
              'the profile',
            ).toEqual(world.feedOf(viewer, ({ userId }) => userId === athlete));
          }
          for (const row of world.completed) {
            expect(await mayReadActivity(db, row._id, viewer), 'one activity').toBe(
              world.mayRead(viewer, row),
            );
            const isManager = world.mayManage(viewer, row);
            expect(await managesSessionOf(db, row._id, viewer), 'who manages its session').toBe(isManager);
            if (isManager) managed += 1;
            else if (row.of?.access.hostUserId === viewer) formerlyHosted += 1;
            if (row.of === null) alone[row.visibility] += 1;
          }
        }
      }),
      { numRuns: 25, seed: 20260501 },
    );
    // Guards against plans that test nothing.
    expect(shown).toBeGreaterThan(50);
    expect(hidden).toBeGreaterThan(20);
    expect(seen).toBeGreaterThan(50);
    expect(unseen).toBeGreaterThan(50);
    expect(managed).toBeGreaterThan(20);
    expect(formerlyHosted).toBeGreaterThan(10);
    expect(Math.min(alone.me, alone.profile)).toBeGreaterThan(50);
  }, 60_000);
});
