import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import type { ActivityVisibility } from '@boathouse/contract/activities';
import { api } from '@boathouse/contract/api';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { ProblemSchema } from '@boathouse/contract/errors';
import { limits } from '@boathouse/contract/limits';
import type { Visibility as SettingOfUser } from '@boathouse/contract/users';
import {
  activities,
  authSessions,
  blocks,
  clubMemberships,
  clubs,
  follows,
  users,
} from '../../src/db/tables.ts';
import type { Database, OpenDatabase } from '../../src/db/database.ts';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import { buildClub, buildMembership } from '../../src/features/clubs/clubs/factory.ts';
import { buildFollow } from '../../src/features/news/follows/factory.ts';
import { buildSession } from '../../src/features/sessions/sessions/factory.ts';
import { buildUser } from '../../src/features/people/users/factory.ts';
import { useTestApp, type Answer, type Person, type TestApp } from '../support/test-app.ts';
import {
  activityPlaces,
  personas,
  visibilities,
  type ActivityPlace,
  type EndpointKey,
  type Persona,
  type Visibility,
} from './matrix.ts';
import { nowMs } from '../support/now.ts';

type Place = { sessionId: string } | { visibility: ActivityVisibility };

/** `usual`: by password, a moment ago. */
export type LoginKind = 'usual' | 'old' | 'pin';

type People = Record<Exclude<Persona, 'anonymous'>, Person>;

/** Makes one valid API call as a persona, in a `situation` of the matrix. */
export type Attempt = (as: Person | null, situation: string) => Promise<Answer>;

/** An attempt for every endpoint of a noun. */
export type Attempts<Noun extends string> = Record<Extract<EndpointKey, `${Noun}.${string}`>, Attempt>;

/** Returns the last record if it has this name and no call has changed anything since; otherwise creates it. */
type Shared<T> = (name: string, make: () => Promise<T>) => Promise<T>;

/** The app under test, its personas and the records that the attempts use. */
export type Fixture = {
  app(): TestApp;
  db(): Database;
  people(): People;
  personOf(persona: Persona): Person | null;
  /** The club `Matrix-Crew`, public, with a pending request, two members (one is Hana Host), an admin and an owner. */
  clubId(): string;
  /** Runs a call while the club is private or public; afterwards it is public. */
  withPrivacy<T>(isPrivate: boolean, call: () => Promise<T>): Promise<T>;
  /** The app's address. */
  address(): string;
  /** Makes a row's call as every persona that has a cell, and returns their outcomes. */
  outcomesOf(
    key: string,
    situation: string,
    cells: Partial<Record<Persona, string>>,
    attempt: Attempt,
  ): Promise<Partial<Record<Persona, string>>>;
  /**
   * Records that the personas of a row share, because making them for each takes most of the time. A call that changes
   * something resets them, so that each call finds them unchanged. Outside `outcomesOf` each call makes its own.
   */
  shared<T>(): Shared<T>;
  /** Creates a session hosted by Hana Host; for Fay Former, a club's session by Fay Former. */
  sessionOf(visibility: Visibility, as: Person | null): Promise<string>;
  /** Deletes all activities and creates one of Sol Self in progress, in the given place. */
  activityOfSelf(place: ActivityPlace, as: Person | null): Promise<string>;
  /** The session or the visibility of an activity in such a place. */
  placeOf(place: ActivityPlace, as: Person | null): Promise<Place>;
  /** The same in a situation that names the place: 'link', or 'staleLink' for one without messages for a long time. */
  activityIn(situation: string, as: Person | null): Promise<string>;
  /** Deletes all activities, because a user may have only one in progress. */
  forgetActivities(): Promise<unknown>;
  /** Runs calls while Sol Self's setting, blocks and followers are those of a situation such as `selfHidden`. */
  withSelf<T>(situation: string, run: () => Promise<T>): Promise<T>;
  /** Signs up a user with the kind of login that the calls use. */
  signUp(name: string, options?: { withRecord?: boolean }): Promise<Person>;
  /**
   * Makes calls while every login has a kind: started longer ago than a proof lasts, or by PIN. Afterwards it is
   * restored.
   */
  withLogins<T>(kind: LoginKind, run: () => Promise<T>): Promise<T>;
  anyUser(): Promise<string>;
  followeeOfSelf(): Promise<string>;
};

/** Services that never respond. */
const awayHosts = {
  intervals: 'http://127.0.0.1:1',
  logbook: 'http://127.0.0.1:1',
  logbookClient: { id: 'client', secret: 'secret' },
};

export function useAuthorizationFixture(
  database: () => OpenDatabase,
  config: Parameters<typeof useTestApp>[1] = {},
): Fixture {
  const app = useTestApp(database, { syncHosts: awayHosts, ...config });
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
      administrator: await signUp('Ines Installation'),
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
    await db()
      .update(users)
      .set({ isAdministrator: true })
      .where(eq(users.id, people.administrator.user._id));
    made.push({ people, clubId, address: await app().listen() });
  });

  const personOf = (persona: Persona) => (persona === 'anonymous' ? null : given().people[persona]);

  const row = { isRunning: false, changes: 0 };
  const shared = <T>(): Shared<T> => {
    let last: { name: string; changes: number; record: Promise<T> } | null = null;
    return (name, make) => {
      const { isRunning, changes } = row;
      if (!isRunning) return make();
      if (last?.name !== name || last.changes !== changes) last = { name, changes, record: make() };
      return last.record;
    };
  };

  const outcomesOf: Fixture['outcomesOf'] = async (key, situation, cells, attempt) => {
    const place = placeAboutSelf(situation);
    const attemptAll = async () => {
      const outcomes: Partial<Record<Persona, string>> = {};
      for (const persona of personas) {
        if (cells[persona] === undefined) continue;
        const answer = await attempt(personOf(persona), place ?? situation);
        outcomes[persona] = outcomeOf(answer);
        if (answer.status < 400 && !readingKeys.has(key)) row.changes += 1;
      }
      return outcomes;
    };
    row.isRunning = true;
    row.changes += 1;
    try {
      return await (place === null ? attemptAll() : withSelf(situation, attemptAll));
    } finally {
      row.isRunning = false;
    }
  };

  const sharedSessions = shared<string>();
  const sessionOf = (visibility: Visibility, as: Person | null) => {
    const { host, formerHost } = given().people;
    const isOfClub = visibility === 'club';
    const hostUserId = (isOfClub && as === formerHost ? formerHost : host).user._id;
    return sharedSessions(`${visibility} of ${hostUserId}`, () =>
      buildSession(db(), {
        hostUserId,
        isAccessibleByLink: visibility === 'link',
        clubId: isOfClub ? given().clubId : null,
      }),
    );
  };
  const forgetActivities = () => db().delete(activities);
  const placeOf = async (place: ActivityPlace, as: Person | null): Promise<Place> =>
    place === 'me' || place === 'profile' ? { visibility: place } : { sessionId: await sessionOf(place, as) };
  const sharedActivities = shared<string>();
  const activityOfSelf = async (place: ActivityPlace, as: Person | null, heardAt: Date) => {
    const where = await placeOf(place, as);
    return sharedActivities(JSON.stringify(where), async () => {
      await forgetActivities();
      return buildActivity(db(), { userId: given().people.self.user._id, ...where, heardAt });
    });
  };
  const withSelf = async <T>(situation: string, run: () => Promise<T>): Promise<T> => {
    const self = given().people.self.user._id;
    const others = Object.values(given().people)
      .map(({ user }) => user._id)
      .filter((id) => id !== self && id !== noRecord);
    const { setting: visibility, relation } = aboutSelf(situation);
    await db().delete(follows);
    await db().update(users).set({ visibility }).where(eq(users.id, self));
    if (relation === 'selfForFollower') {
      await db()
        .insert(follows)
        .values(others.map((followerId) => ({ followerId, followeeId: self })));
    }
    if (relation === 'selfForClubs') {
      await buildMembership(db(), { clubId: given().clubId, userId: self, role: 0 });
    }
    if (relation === 'selfBlocks') {
      await db()
        .insert(blocks)
        .values(others.map((blockedId) => ({ blockerId: self, blockedId })));
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
  const logins: { kind: LoginKind } = { kind: 'usual' };
  const setLogins = async (kind: LoginKind, only?: string) => {
    const createdAt = new Date(nowMs() - (kind === 'old' ? limits.freshSignInMs + 60_000 : 0));
    await db()
      .update(authSessions)
      .set({ createdAt, isByPin: kind === 'pin', provedAt: null, codeProvedAt: null })
      .where(only === undefined ? undefined : eq(authSessions.userId, only));
    const uids = only === undefined ? Object.values(given().people).map(({ uid }) => uid) : [only];
    for (const uid of uids) app().services.noteAccountChange(uid);
  };
  const signUpPerson: Fixture['signUp'] = async (name, options = {}) => {
    const person = await app().signUp(name, options);
    if (logins.kind !== 'usual') await setLogins(logins.kind, person.uid);
    return person;
  };
  const withLogins: Fixture['withLogins'] = async (kind, run) => {
    const before = logins.kind;
    logins.kind = kind;
    if (kind !== before) await setLogins(kind);
    try {
      return await run();
    } finally {
      logins.kind = before;
      if (kind !== before) await setLogins(before);
    }
  };
  const anyUser = async () => (await buildUser(db()))._id;
  const sharedFollowees = shared<string>();

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
    personOf,
    outcomesOf,
    shared,
    sessionOf,
    forgetActivities,
    withSelf,
    signUp: signUpPerson,
    withLogins,
    anyUser,
    placeOf,
    activityOfSelf: (place, as) => activityOfSelf(place, as, new Date(nowMs())),
    activityIn: (situation, as) => {
      const place = situation.replace(/^stale(.)/, (_, first: string) => first.toLowerCase());
      const isStale = place !== situation;
      const heardAt = new Date(nowMs() - (isStale ? limits.staleActivityMs + 1_000 : 0));
      return activityOfSelf(activityPlaceOf(place), as, heardAt);
    },
    followeeOfSelf: () =>
      sharedFollowees('followee', async () => {
        const followeeId = await anyUser();
        await buildFollow(db(), { followerId: given().people.self.user._id, followeeId });
        return followeeId;
      }),
  };
}

/** The id of a person without a user record. */
const noRecord = '';

const readingKeys = new Set(
  Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([name, { method }]) =>
      method === 'GET' ? [`${noun}.${name}`] : [],
    ),
  ),
);

function outcomeOf({ status, body }: Answer): string {
  if (status >= 400) return `${status} ${ProblemSchema.parse(body).code}`;
  if (body === null) return `${status} null`;
  return Array.isArray(body) && body.length === 0 ? `${status} []` : String(status);
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

/** The place of the activity in a situation about Sol Self's setting or blocks; null in others. */
function placeAboutSelf(situation: string): ActivityPlace | null {
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
