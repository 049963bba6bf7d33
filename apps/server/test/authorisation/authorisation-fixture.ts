import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import type { ActivityVisibility } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import type { Visibility as SettingOfUser } from '@boathouse/contract/users';
import { activities, blocks, clubMemberships, clubs, follows, users } from '../../src/db/tables.ts';
import type { Database, OpenDatabase } from '../../src/db/database.ts';
import { buildActivity } from '../../src/features/activities/factory.ts';
import { buildClub, buildMembership } from '../../src/features/clubs/factory.ts';
import { buildFollow } from '../../src/features/follows/factory.ts';
import { buildSession } from '../../src/features/sessions/factory.ts';
import { buildUser } from '../../src/features/users/factory.ts';
import { useTestApp, type Answer, type Person, type TestApp } from '../support/test-app.ts';
import {
  activityPlaces,
  visibilities,
  type ActivityPlace,
  type EndpointKey,
  type Persona,
  type Visibility,
} from './matrix.ts';

type Place = { sessionId: string } | { visibility: ActivityVisibility };

type People = Record<Exclude<Persona, 'anonymous'>, Person>;

/** Makes one valid API call as a persona, in a `situation` of the matrix. */
export type Attempt = (as: Person | null, situation: string) => Promise<Answer>;

/** An attempt for every endpoint of a noun. */
export type Attempts<Noun extends string> = Record<Extract<EndpointKey, `${Noun}.${string}`>, Attempt>;

/** The app under test, its personas and the records that the attempts use. */
export type Fixture = {
  app(): TestApp;
  db(): Database;
  people(): People;
  /** The club `Matrix-Crew`, public, with a pending request, two members (one is Hana Host), an admin and an owner. */
  clubId(): string;
  /** Runs a call while the club is private or public; afterwards it is public. */
  withPrivacy<T>(isPrivate: boolean, call: () => Promise<T>): Promise<T>;
  /** The app's address. */
  address(): string;
  /** Creates a session hosted by Hana Host; a club's session for Fay Former by Fay Former. */
  sessionOf(visibility: Visibility, as: Person | null): Promise<string>;
  /** Deletes all activities and creates one in progress by Sol Self, in such a place. */
  activityOfSelf(place: ActivityPlace, as: Person | null): Promise<string>;
  /** The session or the visibility of an activity in such a place. */
  placeOf(place: ActivityPlace, as: Person | null): Promise<Place>;
  /** The same in a situation that names the place: 'link', or 'staleLink' for one not heard of for long. */
  activityIn(situation: string, as: Person | null): Promise<string>;
  /** Deletes all activities, because a user may have only one in progress. */
  forgetActivities(): Promise<unknown>;
  /** Runs a call while Sol Self's setting or block is that of a situation such as `selfHidden`. */
  withSelf<T>(situation: string, as: Person | null, run: () => Promise<T>): Promise<T>;
  anyUser(): Promise<string>;
  followeeOfSelf(): Promise<string>;
};

export function useAuthorisationFixture(
  database: () => OpenDatabase,
  config: Parameters<typeof useTestApp>[1] = {},
): Fixture {
  const app = useTestApp(database, config);
  const made: Array<{ people: People; clubId: string; address: string }> = [];
  const given = () => {
    const [first] = made;
    if (!first) throw new Error('The app is not ready yet');
    return first;
  };
  const db = () => database().db;

  beforeAll(async () => {
    const signUp = (name: string) => app().signUp(name);
    const people = {
      loginWithoutRecord: await app().signUp('Nora New', { withRecord: false }),
      other: await signUp('Otto Other'),
      pending: await signUp('Pia Pending'),
      member: await signUp('Mia Member'),
      admin: await signUp('Ada Admin'),
      owner: await signUp('Owen Owner'),
      host: await signUp('Hana Host'),
      formerHost: await signUp('Fay Former'),
      self: await signUp('Sol Self'),
    };
    const clubId = await buildClub(db(), { ownerId: people.owner.user._id, customUrl: 'matrix-crew' });
    for (const [persona, role] of [
      ['pending', -1],
      ['member', 0],
      ['host', 0],
      ['admin', 1],
    ] as const) {
      await buildMembership(db(), { clubId, userId: people[persona].user._id, role });
    }
    made.push({ people, clubId, address: await app().listen() });
  });

  const sessionOf = (visibility: Visibility, as: Person | null) => {
    const { host, formerHost } = given().people;
    const isOfClub = visibility === 'club';
    return buildSession(db(), {
      hostUserId: (isOfClub && as === formerHost ? formerHost : host).user._id,
      isAccessibleByLink: visibility === 'link',
      clubId: isOfClub ? given().clubId : null,
    });
  };
  const forgetActivities = () => db().delete(activities);
  const placeOf = async (place: ActivityPlace, as: Person | null): Promise<Place> =>
    place === 'me' || place === 'profile' ? { visibility: place } : { sessionId: await sessionOf(place, as) };
  const activityOfSelf = async (place: ActivityPlace, as: Person | null, heardAt: Date) => {
    await forgetActivities();
    const where = await placeOf(place, as);
    return buildActivity(db(), { userId: given().people.self.user._id, ...where, heardAt });
  };
  const withSelf = async <T>(situation: string, as: Person | null, run: () => Promise<T>): Promise<T> => {
    const self = given().people.self.user._id;
    const caller = as?.user._id || null;
    const isOther = caller !== null && caller !== self;
    const { setting: visibility, relation } = aboutSelf(situation);
    await db().delete(follows);
    await db().update(users).set({ visibility }).where(eq(users.id, self));
    if (relation === 'selfForFollower' && isOther) {
      await buildFollow(db(), { followerId: caller, followeeId: self });
    }
    if (relation === 'selfForClubs') {
      await buildMembership(db(), { clubId: given().clubId, userId: self, role: 0 });
    }
    if (relation === 'selfBlocks' && isOther) {
      await db().insert(blocks).values({ blockerId: self, blockedId: caller });
    }
    try {
      return await run();
    } finally {
      await db().delete(blocks);
      await db().update(users).set({ visibility: 'everyone' }).where(eq(users.id, self));
      await db()
        .delete(clubMemberships)
        .where(and(eq(clubMemberships.clubId, given().clubId), eq(clubMemberships.userId, self)));
    }
  };
  const anyUser = async () => (await buildUser(db()))._id;

  return {
    app,
    db,
    people: () => given().people,
    clubId: () => given().clubId,
    withPrivacy: async (isPrivate, call) => {
      const setPrivate = (value: boolean) =>
        db().update(clubs).set({ isPrivate: value }).where(eq(clubs.id, given().clubId));
      await setPrivate(isPrivate);
      try {
        return await call();
      } finally {
        await setPrivate(false);
      }
    },
    address: () => given().address,
    sessionOf,
    forgetActivities,
    withSelf,
    anyUser,
    placeOf,
    activityOfSelf: (place, as) => activityOfSelf(place, as, new Date()),
    activityIn: (situation, as) => {
      const place = situation.replace(/^stale(.)/, (_, first: string) => first.toLowerCase());
      const isStale = place !== situation;
      const heardAt = new Date(Date.now() - (isStale ? limits.staleActivityMs + 1_000 : 0));
      return activityOfSelf(activityPlaceOf(place), as, heardAt);
    },
    followeeOfSelf: async () => {
      const followeeId = await anyUser();
      await buildFollow(db(), { followerId: given().people.self.user._id, followeeId });
      return followeeId;
    },
  };
}

const settings: Record<string, SettingOfUser> = {
  selfHidden: 'me',
  selfForConnections: 'connections',
  selfForFollower: 'connections',
  selfForClubs: 'clubs',
  selfBlocks: 'everyone',
};

/** `profileSelfHidden` is `selfHidden` for an activity without a session that is on the profile. */
const withoutASession = /^profileSelf/;
const relationIn = (situation: string) => situation.replace(withoutASession, 'self');

function aboutSelf(situation: string): { setting: SettingOfUser; relation: string } {
  const relation = relationIn(situation);
  const setting = settings[relation];
  if (setting === undefined) throw new Error(`Unknown situation ${situation}`);
  return { setting, relation };
}

/** The place of the activity in a situation about Sol Self's setting or blocks; null in another. */
export function placeAboutSelf(situation: string): ActivityPlace | null {
  if (!Object.hasOwn(settings, relationIn(situation))) return null;
  return withoutASession.test(situation) ? 'profile' : 'link';
}

/** Returns the user's id; a random one for an anonymous caller. */
export function idOf(person: Person | null) {
  return person?.user._id || randomUUID();
}

export function pairOf(follower: string, followee: string) {
  return new URLSearchParams({ follower, followee }).toString();
}

export function visibilityOf(situation: string): Visibility {
  const visibility = visibilities.find((known) => known === situation);
  if (!visibility) throw new Error(`Unknown visibility ${situation}`);
  return visibility;
}

export function activityPlaceOf(situation: string): ActivityPlace {
  const place = activityPlaces.find((known) => known === situation);
  if (!place) throw new Error(`Unknown place ${situation}`);
  return place;
}

export function newSession(hostUser: string, more: object = {}) {
  return {
    title: 'Steady state',
    hostUser,
    startAt: '2026-05-01T06:00:00Z',
    isAccessibleByLink: false,
    workoutItems: ['10000m'],
    ...more,
  };
}
