import { once } from 'node:events';
import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { webpush as contract } from '@boathouse/contract/webpush/calls';
import {
  activities,
  authSessions,
  outgoingDestinations,
  outgoingMessages,
  pushSubscriptions,
  sessions,
  users,
} from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { EmulatedPushService } from '../../../../test/webpush/emulated-push-service.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { remindOfSessions } from '../notifications/service.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { OutgoingQueue } from '../../../infra/outgoing/queue/outgoing-queue.ts';
import { vapidKeysOf } from '../../../infra/outgoing/push-request.ts';
import { isPushHost, outcomeOf, topicOf } from './rules.ts';
import { WebPush } from './service.ts';

const minuteMs = 60_000;
const secret = 'the secret of a test, of 32 or more';
const outside = { pushHosts: ['127.0.0.1'], webhooksPrivateNetworks: true };

onEachDatabase('push messages', (database) => {
  const app = useTestApp(database, outside);
  let service: EmulatedPushService;
  beforeAll(async () => {
    service = await EmulatedPushService.start();
  });
  afterAll(() => service.close());

  let ann: Person;
  let ben: Person;
  let sent: WebPush;
  let queue: OutgoingQueue;
  const warnings: object[] = [];
  let passedMs = 0;
  const now = () => new Date(nowMs() + passedMs);

  const opened = (options: Partial<ConstructorParameters<typeof WebPush>[0]> = {}) =>
    new WebPush({
      db: database().db,
      now,
      outgoing: queue,
      secret,
      contactEmail: 'coach@club.example',
      hosts: ['127.0.0.1'],
      allowsPrivate: true,
      log: { warn: (fields) => void warnings.push(fields) },
      ...options,
    });

  beforeEach(async () => {
    await database().db.delete(pushSubscriptions);
    await database().db.delete(sessions);
    [ann, ben] = [await app().signUp('Ann'), await app().signUp('Ben')];
    service.delivered.length = 0;
    service.statuses.length = 0;
    service.requests = 0;
    warnings.length = 0;
    passedMs = 0;
    await database().db.delete(outgoingMessages);
    await database().db.delete(outgoingDestinations);
    const { db } = database();
    const log = { warn: () => {}, error: (fields: object) => void warnings.push(fields) };
    queue = new OutgoingQueue({ db, now, secret, log, random: () => 0 });
    sent = opened();
  });
  afterEach(() => queue.close());

  /** Runs the work that is due after this time. */
  const settle = async (afterMs = 0) => {
    passedMs += afterMs;
    await queue.run();
    await queue.whenIdle();
  };

  const path = '/api/webpush';
  const stateOf = async (as: Person) =>
    contract.state.response.parse((await app().call('GET', path, { as })).body);
  async function subscribe(as: Person, subscription = service.subscribe()) {
    const answer = await app().call('PUT', path, { as, body: subscription });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return subscription;
  }
  const stored = () => database().db.select({ endpoint: pushSubscriptions.endpoint }).from(pushSubscriptions);

  /** Sends reminders of the sessions that start soon, and waits for all responses. */
  async function remind(webPush = sent) {
    const { db } = database();
    await remindOfSessions({ db, now, onChange: () => {}, webPush });
    await settle();
  }

  async function session(inMinutes = 10): Promise<string> {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: ann.user._id });
    await buildMembership(db, { clubId, userId: ben.user._id, role: 0 });
    const startAt = new Date(nowMs() + inMinutes * minuteMs);
    const title = 'Zoë’s 2k';
    const id = await buildSession(db, { hostUserId: ann.user._id, clubId, startAt, title });
    const createdAt = new Date(nowMs() - 60 * minuteMs);
    await db.update(sessions).set({ createdAt }).where(eq(sessions.id, id));
    return id;
  }

  describe('of session reminders', () => {
    test('reach the devices of users who turned them on, encrypted and signed by the server', async () => {
      const { endpoint } = await subscribe(ben);
      const id = await session();
      await remind();
      const { key } = await stateOf(ben);
      expect(service.delivered).toEqual([
        {
          subscriber: endpoint,
          message: {
            kind: 'sessionSoon',
            session: { _id: id, title: 'Zoë’s 2k', startAt: expect.any(String) },
            unread: 1,
          },
          ttlSec: expect.any(Number),
          urgency: 'high',
          topic: id.replaceAll('-', ''),
          claims: { aud: new URL(endpoint).origin, sub: 'mailto:coach@club.example', serverKey: key },
        },
      ]);
      const ttlSec = service.delivered[0]?.ttlSec;
      // A device that comes back after the start gets no reminder.
      expect(ttlSec).toBeGreaterThan(9 * 60);
      expect(ttlSec).toBeLessThanOrEqual(10 * 60);
      await remind();
      expect(service.delivered).toHaveLength(1);
    });

    test('go to each login that has them on, and to no other', async () => {
      await subscribe(ben);
      await subscribe(await app().signUp('A stranger'));
      await session();
      await remind();
      expect(service.delivered).toHaveLength(1);
    });

    test('are not sent to a user who may no longer read the session at that time', async () => {
      await subscribe(ben);
      const id = await session();
      const { db } = database();
      const cancelled: WebPush['subscribersAmong'] = async (userIds, tx) => {
        await (tx ?? db)
          .update(sessions)
          .set({ deletedAt: new Date(nowMs()) })
          .where(eq(sessions.id, id));
        return sent.subscribersAmong(userIds, tx);
      };
      await remindOfSessions({
        db,
        now: () => new Date(nowMs()),
        onChange: () => {},
        webPush: { subscribersAmong: cancelled, send: (...message) => sent.send(...message) },
      });
      await settle();
      expect(service.requests).toBe(0);
    });
  });

  describe('a push service', () => {
    const message = (id: string) =>
      ({
        kind: 'sessionSoon',
        session: { _id: id, title: '2k', startAt: new Date(nowMs()).toISOString() },
        unread: 1,
      }) as const;
    const id = '019a0000-0000-7000-8000-00000000000a';
    const soon = () => new Date(nowMs() + minuteMs);

    test.each([404, 410])(
      'a push service that responds %i has forgotten the browser, and so does the server',
      async (status) => {
        await subscribe(ben);
        service.statuses.push(status);
        await sent.send(ben.user._id, message(id), soon());
        await settle();
        expect(await stored()).toEqual([]);
        expect((await stateOf(ben)).endpoint).toBeNull();
      },
    );

    test('a push service that is busy or broken is tried again, until the message is late', async () => {
      await subscribe(ben);
      service.statuses.push(429, 503);
      await sent.send(ben.user._id, message(id), soon());
      await settle();
      await settle(10_000);
      await settle(20_000);
      expect([service.requests, service.delivered.length]).toEqual([3, 1]);
      service.statuses.push(500, 500, 500, 500, 500, 500, 500, 500);
      await sent.send(ben.user._id, message(id), new Date(now().getTime() + minuteMs));
      for (let step = 0; step < 8; step += 1) await settle(10_000);
      expect(service.delivered).toHaveLength(1);
      expect(await database().db.select().from(outgoingMessages)).toMatchObject([
        { problem: 'It answered with the status 500', sealed: null, givenUpAt: expect.any(Date) },
      ]);
      expect(await stored()).toHaveLength(1);
    });

    test('a push service that refuses a message is not tried again, and the subscription stays', async () => {
      await subscribe(ben);
      service.statuses.push(403);
      await sent.send(ben.user._id, message(id), soon());
      await settle();
      expect(service.requests).toBe(1);
      expect(await stored()).toHaveLength(1);
      expect(warnings).toEqual([expect.objectContaining({ answer: 403 })]);
    });

    test('gets no late messages', async () => {
      await subscribe(ben);
      await sent.send(ben.user._id, message(id), new Date(nowMs() - 1));
      await settle();
      expect(service.requests).toBe(0);
    });

    test('gets nothing if a name now leads into a private network', async () => {
      await subscribe(ben);
      const guarded = opened({ allowsPrivate: false });
      await guarded.send(ben.user._id, message(id), soon());
      await settle();
      expect(service.requests).toBe(0);
      expect(await database().db.select().from(outgoingMessages)).toMatchObject([
        { problem: expect.any(String), attempts: 1 },
      ]);
    });

    test('a push service that hangs does not delay others', async () => {
      const { db } = database();
      const hanging = createServer(() => {}).listen(0, '127.0.0.1');
      await once(hanging, 'listening');
      onTestFinished(() => {
        hanging.closeAllConnections();
        hanging.close();
      });
      const at = hanging.address();
      const origin = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
      for (let browser = 0; browser < 8; browser += 1) {
        const other = await app().signUp(`Browser ${browser}`);
        await subscribe(other, { ...service.subscribe(), endpoint: `${origin}/${browser}` });
        await sent.send(other.user._id, message(id), soon());
      }
      await subscribe(ben);
      await sent.send(ben.user._id, message(id), soon());
      await queue.run();
      // Three of the eight are in progress, and do not occupy this one's place.
      await vi.waitFor(() => expect(service.delivered).toHaveLength(1));
      await vi.waitFor(async () => expect(await db.select().from(outgoingMessages)).toHaveLength(8));
    });

    test('gets nothing after its login has ended, including waiting messages', async () => {
      await subscribe(ben);
      service.statuses.push(503);
      await sent.send(ben.user._id, message(id), soon());
      await settle();
      await app().call('DELETE', path, { as: ben });
      await settle(30_000);
      expect(service.requests).toBe(1);
      expect(await database().db.select().from(outgoingMessages)).toEqual([]);
    });
  });

  describe('a subscription', () => {
    test('belongs to one login: another login of the same user has its own choice', async () => {
      const { endpoint } = await subscribe(ben);
      expect((await stateOf(ben)).endpoint).toBe(endpoint);
      expect((await stateOf(ann)).endpoint).toBeNull();
      const again = await subscribe(ben);
      expect(await stored()).toEqual([{ endpoint: again.endpoint }]);
    });

    test('a subscription of a browser belongs to the next user who logs in there', async () => {
      const shared = await subscribe(ben);
      await subscribe(ann, shared);
      expect((await stateOf(ben)).endpoint).toBeNull();
      expect((await stateOf(ann)).endpoint).toBe(shared.endpoint);
    });

    test('ends when it is turned off', async () => {
      await subscribe(ben);
      const answer = await app().call('DELETE', path, { as: ben });
      expect(answer.body).toMatchObject({ endpoint: null });
      expect(await stored()).toEqual([]);
    });

    test('ends with its login', async () => {
      await subscribe(ben);
      await app().call('POST', '/api/auth/sign-out', { as: ben });
      await vi.waitFor(async () => expect(await stored()).toEqual([]));
    });

    test('gets nothing after its login has expired, and is then deleted', async () => {
      await subscribe(ben);
      await session();
      const { db } = database();
      await db
        .update(authSessions)
        .set({ expiresAt: new Date(nowMs() - 1) })
        .where(eq(authSessions.userId, ben.uid));
      await remind();
      expect(service.requests).toBe(0);
      expect(await stored()).toHaveLength(1);
      await sent.sweep();
      expect(await stored()).toEqual([]);
    });

    test('a subscription of a login with a fixed end, as with a hosted provider, ends then', async () => {
      await subscribe(ben);
      const { db } = database();
      const hosted = { loginId: 'of a hosted provider' };
      await db.update(pushSubscriptions).set({ ...hosted, endsAt: new Date(nowMs() + minuteMs) });
      expect(await sent.subscribersAmong([ben.user._id])).toEqual([ben.user._id]);
      await sent.sweep();
      expect(await stored()).toHaveLength(1);
      await db.update(pushSubscriptions).set({ endsAt: new Date(nowMs() - 1) });
      expect(await sent.subscribersAmong([ben.user._id])).toEqual([]);
      await sent.sweep();
      expect(await stored()).toEqual([]);
    });

    test("a subscription of a login that a lock can't end, as with a hosted provider, gets nothing while the account is locked", async () => {
      const { db } = database();
      await subscribe(ben);
      await db
        .update(users)
        .set({ lockedAt: new Date(nowMs()) })
        .where(eq(users.id, ben.user._id));
      await session();
      await remind();
      expect(service.delivered).toEqual([]);
    });

    test('ends with the account', async () => {
      await subscribe(ben);
      const { db } = database();
      await db.delete(activities).where(eq(activities.userId, ben.user._id));
      await db.delete(users).where(eq(users.id, ben.user._id));
      expect(await stored()).toEqual([]);
    });

    test('made with the key of another secret gets nothing: the page shows it as off', async () => {
      await subscribe(ben);
      const moved = opened({ secret: 'another secret of a test, of 32 or more' });
      expect(await moved.subscribersAmong([ben.user._id])).toEqual([]);
      await moved.sweep();
      expect(await stored()).toEqual([]);
    });

    test.each([
      ['http://127.0.0.1.elsewhere.example/push', 'not a push service that this server knows'],
      ['https://push.example/x', 'not a push service that this server knows'],
      ['https://ann:secret@127.0.0.1/push', 'user or password'],
      ['ftp://127.0.0.1/push', 'not an https address'],
      ['no address', 'not an https address'],
    ])('a subscription at %s is refused', async (endpoint, words) => {
      const answer = await app().call('PUT', path, { as: ben, body: { ...service.subscribe(), endpoint } });
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(words) } });
      expect(await stored()).toEqual([]);
    });

    test.each([
      ['no bytes', '', ''],
      ['too few', 'AAAA', 'AAAA'],
      ['no point of the curve', 'A'.repeat(87), 'A'.repeat(22)],
    ])('a subscription with keys of %s is refused', async (_, p256dh, auth) => {
      const body = { ...service.subscribe(), keys: { p256dh, auth } };
      expect(await app().call('PUT', path, { as: ben, body })).toMatchObject({ status: 400 });
    });

    test('is not offered by a server that sends no messages', async () => {
      const off = opened({ hosts: [] });
      await subscribe(ben);
      const [row] = await database().db.select().from(pushSubscriptions);
      const login = {
        uid: ben.uid,
        name: 'Ben',
        email: '',
        endsAtMs: null,
        signedInAtMs: null,
        isByPin: false,
      };
      expect(await off.state({ ...login, authSessionId: row?.loginId ?? '' })).toEqual({
        key: null,
        endpoint: null,
      });
      expect(await off.subscribersAmong([ben.user._id])).toEqual([]);
    });
  });
});

describe('the keys of an installation', () => {
  test('are a key pair of the curve, the same for the same secret', () => {
    const keys = vapidKeysOf(secret);
    expect(keys).toEqual(vapidKeysOf(secret));
    expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
    expect(Buffer.from(keys.privateKey, 'base64url')).toHaveLength(32);
    expect(vapidKeysOf(`${secret}.`).publicKey).not.toBe(keys.publicKey);
  });
});

test.each([
  ['fcm.googleapis.com', true],
  ['web.push.apple.com', true],
  ['push.apple.com', false],
  ['web.push.apple.com.elsewhere.example', false],
  ['notfcm.googleapis.com', false],
])('%s is a push service: %s', (hostname, is) => {
  expect(isPushHost(hostname, ['fcm.googleapis.com', '.push.apple.com'])).toBe(is);
});

test.each([
  [200, null, { kind: 'sent' }],
  [201, null, { kind: 'sent' }],
  [404, null, { kind: 'obsolete' }],
  [410, null, { kind: 'obsolete' }],
  [408, null, { kind: 'failed', isReached: true }],
  [429, null, { kind: 'busy', waitSec: null }],
  [429, 30, { kind: 'busy', waitSec: 30 }],
  [503, null, { kind: 'failed', isReached: true }],
  [503, 10, { kind: 'busy', waitSec: 10 }],
  [301, null, { kind: 'refused' }],
  [400, null, { kind: 'refused' }],
  [403, null, { kind: 'refused' }],
  [413, null, { kind: 'refused' }],
] as const)('the status %i with Retry-After %s means %o', (status, retryAfterSec, outcome) => {
  expect(outcomeOf({ status, retryAfterSec })).toMatchObject(outcome);
});

test('a topic is at most 32 characters that push services take', () => {
  expect(topicOf('019a0000-0000-7000-8000-00000000000a')).toMatch(/^[\w-]{32}$/);
});
