import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '@boathouse/contract/api';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { ProblemSchema } from '@boathouse/contract/errors';
import { liveEvents } from '@boathouse/contract/live';
import {
  endpointMatrix,
  liveMatrix,
  mountedWithoutRow,
  personas,
  visibilities,
  type EndpointKey,
  type LiveOutcome,
  type Outcome,
  type Persona,
  type Visibility,
} from './authorisation-matrix.ts';
import { activities, follows, pendingUploads, users } from './db/tables.ts';
import { buildActivity } from './features/activities/factory.ts';
import { buildClub, buildMembership } from './features/clubs/factory.ts';
import { buildFollow } from './features/follows/factory.ts';
import { buildSession } from './features/sessions/factory.ts';
import { buildUser } from './features/users/factory.ts';
import { usePglite } from './testing/databases.ts';
import { useTestApp, type Answer, type Person } from './testing/test-app.ts';
import { TestPage } from './testing/test-page.ts';

const database = usePglite();
const app = useTestApp(database);

type People = Record<Exclude<Persona, 'anonymous'>, Person>;
let people: People;
let clubId: string;
let address: string;

beforeAll(async () => {
  const { db } = database();
  const signUp = (name: string) => app().signUp(name);
  people = {
    loginWithoutRecord: await app().signUp('Nora New', { withRecord: false }),
    other: await signUp('Otto Other'),
    pending: await signUp('Pia Pending'),
    member: await signUp('Mia Member'),
    admin: await signUp('Ada Admin'),
    owner: await signUp('Owen Owner'),
    host: await signUp('Hana Host'),
    self: await signUp('Sol Self'),
  };
  clubId = await buildClub(db, { ownerId: people.owner.user._id, customUrl: 'matrix-crew' });
  const standing = { pending: -1, member: 0, admin: 1 } as const;
  for (const [persona, role] of [
    ['pending', standing.pending],
    ['member', standing.member],
    ['admin', standing.admin],
  ] as const) {
    await buildMembership(db, { clubId, userId: people[persona].user._id, role });
  }
  address = await app().listen();
});

const personOf = (persona: Persona): Person | null => (persona === 'anonymous' ? null : people[persona]);

/** A session of Hana Host's: hers alone, for anyone with the link, or the club's. */
const sessionOf = (visibility: Visibility) =>
  buildSession(database().db, {
    hostUserId: people.host.user._id,
    isAccessibleByLink: visibility === 'link',
    clubId: visibility === 'club' ? clubId : null,
  });

/** Nobody has begun anything: at most one activity of a user may be in progress. */
const forgetActivities = () => database().db.delete(activities);

async function activityOfSelf(visibility: Visibility): Promise<string> {
  await forgetActivities();
  const sessionId = await sessionOf(visibility);
  return buildActivity(database().db, { userId: people.self.user._id, sessionId });
}

type Attempt = (as: Person | null, situation: string) => Promise<Answer>;

const visibilityOf = (situation: string): Visibility => {
  const visibility = visibilities.find((known) => known === situation);
  if (!visibility) throw new Error(`There is no session of the visibility ${situation}`);
  return visibility;
};

const idOf = (person: Person | null) => person?.user._id || randomUUID();

const newSession = (hostUser: string, more: object = {}) => ({
  title: 'Steady state',
  hostUser,
  startAt: '2026-05-01T06:00:00Z',
  isAccessibleByLink: false,
  workoutItems: ['10000m'],
  ...more,
});

const anyUser = async () => (await buildUser(database().db))._id;

async function followeeOfSelf(): Promise<string> {
  const followeeId = await anyUser();
  await buildFollow(database().db, { followerId: people.self.user._id, followeeId });
  return followeeId;
}

const pairOf = (follower: string, followee: string) => new URLSearchParams({ follower, followee });

/** How each call is made, rightly but for who makes it. */
const attempts: Record<EndpointKey, Attempt> = {
  'product.read': (as) => app().call('GET', '/api/product', { as }),
  'users.byUid': (as, situation) =>
    app().call(
      'GET',
      `/api/users/uid/${situation === 'uidOfTheCaller' ? (as?.uid ?? 'nobody') : people.self.uid}`,
      { as },
    ),
  'users.byId': (as) => app().call('GET', `/api/users/${people.self.user._id}`, { as }),
  'users.create': async (as, situation) => {
    const uid = situation === 'forTheCaller' ? (as?.uid ?? 'nobody') : people.self.uid;
    const answer = await app().call('POST', '/api/users', {
      as,
      body: { displayName: 'Made again', uid, iconURL: null },
    });
    await database().db.delete(users).where(eq(users.uid, people.loginWithoutRecord.uid));
    return answer;
  },
  'users.setDisplayName': (as) =>
    app().call('PATCH', `/api/users/${people.self.user._id}/displayName`, {
      as,
      body: { displayName: 'Sol Self' },
    }),
  'users.setTrainingPartner': async (as, situation) => {
    const partner = situation === 'toSomebodyUnconnected' ? people.owner.user._id : await followeeOfSelf();
    return app().call('PATCH', `/api/users/${people.self.user._id}/trainingPartner`, {
      as,
      body: { trainingPartner: partner },
    });
  },
  'users.setIconURL': (as) =>
    app().call('PATCH', `/api/users/${people.self.user._id}/iconURL`, { as, body: { iconURL: null } }),
  'users.setBannerURL': (as) =>
    app().call('PATCH', `/api/users/${people.self.user._id}/bannerURL`, { as, body: { bannerURL: null } }),
  'users.setThemeColor': (as) =>
    app().call('PATCH', `/api/users/${people.self.user._id}/themeColor`, { as, body: { themeColor: 1 } }),
  'users.setTintColor': (as) =>
    app().call('PATCH', `/api/users/${people.self.user._id}/tintColor`, { as, body: { tintColor: 1 } }),
  'follows.followees': async (as) => {
    await followeeOfSelf();
    return app().call('GET', `/api/follows/user/${people.self.user._id}/followees`, { as });
  },
  'follows.followers': async (as) => {
    const followee = await followeeOfSelf();
    return app().call('GET', `/api/follows/user/${followee}/followers`, { as });
  },
  'follows.summary': (as) => app().call('GET', `/api/follows/user/${people.self.user._id}/summary`, { as }),
  'follows.doesFollow': async (as, situation) => {
    const follower = situation === 'ofSelf' ? people.self.user._id : idOf(as);
    return app().call('GET', `/api/follows/doesfollow?${pairOf(follower, await anyUser())}`, { as });
  },
  'follows.create': async (as, situation) => {
    await database().db.delete(follows);
    const follower = situation === 'asSelf' ? people.self.user._id : idOf(as);
    const followee =
      situation === 'oneself' ? follower : situation === 'nobody' ? randomUUID() : await anyUser();
    return app().call('POST', '/api/follows', { as, body: { follower, followee } });
  },
  'follows.remove': async (as, situation) => {
    const follower = situation === 'asSelf' ? people.self.user._id : idOf(as);
    return app().call('DELETE', `/api/follows?${pairOf(follower, await anyUser())}`, { as });
  },
  'clubs.membershipsOfUser': (as, situation) => {
    const whose = situation === 'ofTheMember' ? people.member : people.pending;
    return app().call('GET', `/api/clubmemberships/user/${whose.user._id}`, { as });
  },
  'sessions.byId': async (as, situation) =>
    app().call('GET', `/api/sessions/${await sessionOf(visibilityOf(situation))}`, { as }),
  'sessions.activities': async (as, situation) =>
    app().call('GET', `/api/sessions/${await sessionOf(visibilityOf(situation))}/activities`, { as }),
  'sessions.ofUser': async (as) => {
    const hostUserId = people.self.user._id;
    await buildSession(database().db, { hostUserId, startAt: new Date('2026-05-01T06:00:00Z') });
    return app().call('GET', `/api/sessions/user/${hostUserId}?year=2026&month=5`, { as });
  },
  'sessions.create': (as, situation) => {
    const body = {
      forTheCaller: newSession(idOf(as)),
      hostedBySelf: newSession(people.self.user._id),
      forTheClub: newSession(idOf(as), { club: clubId }),
    }[situation];
    return app().call('POST', '/api/sessions', { as, body });
  },
  'activities.create': async (as, situation) => {
    await forgetActivities();
    const [user, visibility] =
      situation === 'asSelf' ? [people.self.user._id, 'link' as const] : [idOf(as), visibilityOf(situation)];
    const session = await sessionOf(visibility);
    return app().call('POST', '/api/activities', { as, body: { user, session, workoutItemIndex: 0 } });
  },
  'activities.complete': async (as, situation) =>
    app().call('PATCH', `/api/activities/${await activityOfSelf(visibilityOf(situation))}/complete`, {
      as,
      body: { distance: 2000 },
    }),
  'activities.patch': async (as, situation) =>
    app().call('PATCH', `/api/activities/${await activityOfSelf(visibilityOf(situation))}`, {
      as,
      body: { distance: 1000 },
    }),
  'activities.inProgress': async (as) => {
    await activityOfSelf('link');
    return app().call('GET', `/api/activities/inprogress/${people.self.user._id}`, { as });
  },
  'files.upload': async (as, situation) => {
    const { folder, key } = filePlaceOf(situation);
    const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    return app().call('POST', `/api/files/${folder}?key=${key}`, { as, body });
  },
  'files.list': (as, situation) => {
    const { folder, key } = filePlaceOf(situation);
    return app().call('GET', `/api/files/${folder}?key=${key}`, { as });
  },
  'files.createUpload': (as, situation) => {
    const { folder, key } = filePlaceOf(situation);
    return createUpload(as, folder, key, 300_000);
  },
  'files.continueUpload': async (as) =>
    app().call('PATCH', await uploadOfSelf(300_000), {
      as,
      body: Buffer.from('half'),
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    }),
  'files.removeUpload': async (as) =>
    app().call('DELETE', await uploadOfSelf(300_000), { as, headers: { 'tus-resumable': '1.0.0' } }),
  'files.uploadResult': async (as) => app().call('GET', await uploadOfSelf(300_000), { as }),
};

/** An upload of Sol Self's that has begun, of `sizeBytes` bytes. */
async function uploadOfSelf(sizeBytes: number): Promise<string> {
  await database().db.delete(pendingUploads);
  const { headers } = await createUpload(people.self, 'usericons', people.self.user._id, sizeBytes);
  return String(headers['location']);
}

function createUpload(as: Person | null, folder: string, key: string, sizeBytes: number): Promise<Answer> {
  const metadata = Object.entries({ folder, key }).map(([name, value]) => `${name} ${btoa(value)}`);
  return app().call('POST', '/api/files/uploads', {
    as,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(sizeBytes),
      'upload-metadata': metadata.join(','),
    },
  });
}

/** Whose images a situation of the matrix is about. */
const filePlaceOf = (situation: string): { folder: string; key: string } => {
  if (situation === 'ofSelf') return { folder: 'usericons', key: people.self.user._id };
  return { folder: 'clubbanners', key: situation === 'ofTheClub' ? 'Matrix-Crew' : 'nobodys-url' };
};

function outcomeOf({ status, body }: Answer): string {
  if (status >= 400) return `${status} ${ProblemSchema.parse(body).code}`;
  if (body === null) return `${status} null`;
  return Array.isArray(body) && body.length === 0 ? `${status} []` : String(status);
}

type Row = Record<string, Partial<Record<Persona, Outcome>>>;
const rows: Array<[string, Row]> = Object.entries(endpointMatrix);

const endpoints: Array<[string, Endpoint]> = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint]),
);

describe('the authorisation matrix of the API', () => {
  const attemptOf = new Map<string, Attempt>(Object.entries(attempts));

  for (const [key, situations] of rows) {
    for (const [situation, cells] of Object.entries(situations)) {
      test(`[API-AUTHZ] [SESS-11] ${key}, ${situation}: answers everybody as the matrix says`, async () => {
        const attempt = attemptOf.get(key);
        const got: Partial<Record<Persona, string>> = {};
        for (const persona of personas) {
          if (cells[persona] === undefined) continue;
          const answer = await attempt?.(personOf(persona), situation);
          if (answer) got[persona] = outcomeOf(answer);
        }
        expect(got).toEqual(cells);
      });
    }
  }

  test('[API-AUTHZ] every route that is mounted below /api has a row, and every row a route', () => {
    const mounted = app()
      .app.routes.filter(({ method, url }) => url.startsWith('/api') && method !== 'HEAD')
      .filter(({ url }) => !mountedWithoutRow.some((known) => url === known || url.startsWith(`${known}/`)))
      .map(({ method, url }) => `${method} ${url}`);
    const inContract = endpoints.map(([, { method, path }]) => `${method} /api${path}`);
    expect(mounted.sort()).toEqual(inContract.sort());
    expect(Object.keys(endpointMatrix).sort()).toEqual(endpoints.map(([key]) => key).sort());
  });

  test('[API-AUTHZ] nothing outside /api is mounted but health and the stored images', () => {
    const others = app()
      .app.routes.filter(({ url, method }) => !url.startsWith('/api') && method !== 'HEAD')
      .map(({ url }) => url);
    expect(others.sort()).toEqual(['/files/*', '/livez', '/readyz']);
  });
});

describe('ids that claim to be the caller', () => {
  /** In a query or body these always say who acts. */
  const claimNames = ['user', 'requestingUser', 'hostUser', 'follower', 'fromUser', 'sender'];
  /** The specification sends the whole activity back with a patch; who it belongs to is never taken from there. */
  const carriedAlong = ['activities.patch body.user', 'activities.complete body.user'];

  const keysOf = (schema: unknown): string[] =>
    schema instanceof z.ZodMiniObject
      ? Object.keys(schema.def.shape)
      : schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
        ? keysOf(schema.def.innerType)
        : [];

  test('[API-AUTHZ] every such field of a query or body is declared as a claim, which the server checks', () => {
    const undeclared = endpoints.flatMap(([key, endpoint]) =>
      (['query', 'body'] as const).flatMap((part) =>
        keysOf(endpoint[part])
          .filter((name) => claimNames.includes(name))
          .filter((name) => !endpoint.caller?.includes(`${part}.${name}`))
          .map((name) => `${key} ${part}.${name}`),
      ),
    );
    expect(undeclared.sort()).toEqual(carriedAlong.sort());
  });

  const claims = endpoints.flatMap(([key, endpoint]) =>
    (endpoint.caller ?? []).map((claim): [string, Endpoint, string] => [key, endpoint, claim]),
  );

  test.for(claims)('[API-AUTHZ] %s refuses somebody else as %s', async ([, endpoint, claim], { expect }) => {
    const { self, other } = people;
    const followee = await followeeOfSelf();
    const pair = { follower: self.user._id, followee };
    const good: Record<string, { query?: Record<string, string>; body?: Record<string, unknown> }> = {
      'GET /sessions/user/:id': { query: { year: '2026', month: '5' } },
      'POST /sessions': { body: newSession(self.user._id) },
      'POST /activities': {
        body: { user: self.user._id, session: await sessionOf('link'), workoutItemIndex: 0 },
      },
      'PATCH /users/:id/displayName': { body: { displayName: 'Sol Self' } },
      'PATCH /users/:id/trainingPartner': { body: { trainingPartner: followee } },
      'PATCH /users/:id/iconURL': { body: { iconURL: null } },
      'PATCH /users/:id/bannerURL': { body: { bannerURL: null } },
      'PATCH /users/:id/themeColor': { body: { themeColor: 0 } },
      'PATCH /users/:id/tintColor': { body: { tintColor: 0 } },
      'GET /follows/doesfollow': { query: pair },
      'POST /follows': { body: pair },
      'DELETE /follows': { query: pair },
    };
    const [part, name = ''] = claim.split('.');
    const { query, body } = good[`${endpoint.method} ${endpoint.path}`] ?? {};
    const attempt = (wrong: string | null) => {
      const changed = (where: string, given: Record<string, string>) =>
        wrong !== null && part === where ? { ...given, [name]: wrong } : given;
      const path = endpoint.path.replace(':id', changed('params', { id: self.user._id })['id'] ?? '');
      const search = query ? `?${new URLSearchParams(changed('query', query))}` : '';
      return app().call(endpoint.method, `/api${path}${search}`, {
        as: self,
        body: body && wrong !== null && part === 'body' ? { ...body, [name]: wrong } : body,
      });
    };
    await forgetActivities();
    expect((await attempt(null)).status).toBe(200);
    const refused = await attempt(other.user._id);
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_the_caller' } });
    expect(ProblemSchema.parse(refused.body).message).toContain(name);
  });
});

describe('the authorisation matrix of the live channel', () => {
  const pages: TestPage[] = [];
  afterAll(() => {
    for (const page of pages) page.close();
  });

  const sample = {
    seq: 1,
    phase: 'rowing',
    elapsedTime: 10,
    distance: 40,
    currentPace: 125,
    averagePace: 126,
    strokeRate: 24,
    heartRate: null,
    isSimulated: true,
  };

  async function payloadOf(
    event: keyof typeof liveMatrix,
    situation: string,
    person: Person,
    page: TestPage,
  ) {
    const user = person.user._id;
    if (event === 'joinRoom') {
      if (situation === 'asSelf') return { user: people.self.user._id, room: await sessionOf('link') };
      return { user, room: await sessionOf(visibilityOf(situation)) };
    }
    if (event === 'sample') {
      await forgetActivities();
      const room = await sessionOf('link');
      const activity = await buildActivity(database().db, {
        userId: people.self.user._id,
        sessionId: room,
      });
      if (situation === 'ofSelfInTheRoom') await page.ask(liveEvents.joinRoom, { user, room });
      return { activity, sample };
    }
    const room = await sessionOf('link');
    return event === 'frameAck' ? { room, epoch: randomUUID(), seq: 1 } : { room };
  }

  const events = Object.keys(liveMatrix).filter((name): name is keyof typeof liveMatrix =>
    Object.hasOwn(liveMatrix, name),
  );

  for (const event of events) {
    for (const [situation, given] of Object.entries(liveMatrix[event].situations)) {
      const cells: Partial<Record<Persona, LiveOutcome>> = given;
      test(`[API-AUTHZ] [SESS-11] [SOCK-1] ${event}, ${situation}: answers everybody as the matrix says`, async () => {
        const got: Partial<Record<Persona, string>> = {};
        for (const persona of personas) {
          if (cells[persona] !== undefined) got[persona] = await outcomeOnPage(persona, event, situation);
        }
        expect(got).toEqual(cells);
      });
    }
  }

  async function outcomeOnPage(
    persona: Persona,
    event: keyof typeof liveMatrix,
    situation: string,
  ): Promise<string> {
    const person = personOf(persona);
    let page: TestPage;
    try {
      page = await TestPage.open(address, { as: person });
    } catch (error) {
      return `handshake: ${error instanceof Error ? error.message : String(error)}`;
    }
    pages.push(page);
    if (!person) return 'ok';
    return page.outcomeOf(liveEvents[event], await payloadOf(event, situation, person, page));
  }

  test('[API-AUTHZ] every event that a page may send has a row, and every such row is an event', () => {
    const inMatrix = events
      .filter((name) => liveMatrix[name].sender === 'page')
      .map((name) => liveEvents[name]);
    expect(app().app.live.eventNames.sort()).toEqual(inMatrix.sort());
  });
});
