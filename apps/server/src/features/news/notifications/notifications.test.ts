import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { comments } from '@boathouse/contract/comments';
import { limits, serverLimits } from '@boathouse/contract/limits';
import { notifications as contract, type Notification } from '@boathouse/contract/notifications';
import {
  activities,
  clubMemberships,
  clubs,
  likes,
  notifications,
  sessions,
  users,
} from '../../../db/tables.ts';
import { onEachDatabase, waitingFor } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildFollow } from '../follows/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildUser } from '../../people/users/factory.ts';
import { forgetOldNotifications, mailNotifications, openNotifier, remindOfSessions } from './service.ts';

const minuteMs = 60_000;

onEachDatabase('notifications', (database) => {
  const app = useTestApp(database);
  let mara: Person;
  let ann: Person;
  let ben: Person;

  beforeEach(async () => {
    [mara, ann, ben] = [await app().signUp('Mara'), await app().signUp('Ann'), await app().signUp('Ben')];
  });

  const list = async (as: Person, page = 1): Promise<Notification[]> =>
    contract.list.response.parse((await app().call('GET', `/api/notifications?page=${page}`, { as })).body);
  const unread = async (as: Person) =>
    contract.unread.response.parse((await app().call('GET', '/api/notifications/unread', { as })).body)
      .unread;
  const call = async (
    as: Person,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) => {
    const answer = await app().call(method, `/api${path}`, { as, ...(body ? { body } : {}) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const like = (as: Person, parent: string) => call(as, 'POST', '/likes', { user: as.user._id, parent });
  const comment = async (as: Person, parent: string, message: string, path = '/comments') => {
    const made = await call(as, 'POST', path, { user: as.user._id, parent, message });
    return comments.reply.response.parse(made)._id;
  };
  const reply = (as: Person, parent: string, message: string) =>
    comment(as, parent, message, '/comments/reply');
  const shortOf = ({ kind, actors, actorCount, message, isRead }: Notification) =>
    [
      kind,
      actors.map(({ displayName }) => displayName).join('+'),
      ...(actorCount > 3 ? [`of ${actorCount}`] : []),
      ...(message === null ? [] : [message]),
      ...(isRead ? ['read'] : []),
    ].join(' ');
  const shown = async (as: Person) => (await list(as)).map(shortOf);

  /** A result of Mara that anyone with the link may read. */
  async function result(isAccessibleByLink = true): Promise<string> {
    const { db } = database();
    const userId = mara.user._id;
    const sessionId = await buildSession(db, { hostUserId: ann.user._id, isAccessibleByLink });
    return buildActivity(db, { userId, sessionId, completedAt: new Date(nowMs()) });
  }

  describe('of members', () => {
    test('ten likes of an activity are one line, with the newest three by name', async () => {
      const activity = await result();
      for (let count = 0; count < 7; count += 1) await like(await app().signUp(`Liker ${count}`), activity);
      await like(ann, activity);
      await like(ben, activity);
      await like(mara, activity);
      expect(await shown(mara)).toEqual(['like Ben+Ann+Liker 6 of 9']);
      expect(await unread(mara)).toBe(1);
      const [line] = await list(mara);
      expect(line?.activity).toEqual({ _id: activity, user: mara.user, workoutItem: '2000m' });
      expect(await shown(ann)).toEqual([]);
    });

    test('a withdrawn like is not shown, and a repeated like notifies no one again', async () => {
      const activity = await result();
      await like(ann, activity);
      const [line] = await list(mara);
      await call(mara, 'PUT', `/notifications/${line?._id}/read`);
      await call(ann, 'DELETE', `/likes?user=${ann.user._id}&parent=${activity}`);
      expect(await shown(mara)).toEqual([]);
      await like(ann, activity);
      expect(await shown(mara)).toEqual(['like Ann read']);
      expect(await unread(mara)).toBe(0);
    });

    test('a reply notifies the author of the comment and the athlete, each once', async () => {
      const activity = await result();
      const first = await comment(ann, activity, 'Strong finish');
      await reply(ben, first, 'Indeed');
      await reply(mara, first, 'Thanks');
      expect(await shown(ann)).toEqual(['reply Mara+Ben Thanks']);
      expect(await shown(mara)).toEqual(['comment Ben+Ann Indeed']);
      const own = await comment(mara, activity, 'My own');
      await reply(ben, own, 'Yours');
      expect(await shown(mara)).toEqual(['reply Ben Yours', 'comment Ben+Ann Indeed']);
      expect(await shown(ben)).toEqual([]);
    });

    test('a removed comment is no longer shown', async () => {
      const activity = await result();
      const id = await comment(ann, activity, 'A slip of the pen');
      expect(await unread(mara)).toBe(1);
      await call(ann, 'DELETE', `/comments?comment=${id}&user=${ann.user._id}`);
      expect(await shown(mara)).toEqual([]);
      expect(await unread(mara)).toBe(0);
    });

    test('a reply is not shown to a user who may no longer read the activity', async () => {
      const { db } = database();
      const activity = await result();
      const first = await comment(ben, activity, 'Strong finish');
      await reply(mara, first, 'Thanks');
      expect(await shown(ben)).toEqual(['reply Mara Thanks']);
      await db
        .update(sessions)
        .set({ isAccessibleByLink: false })
        .where(eq(sessions.hostUserId, ann.user._id));
      expect(await shown(ben)).toEqual([]);
      expect(await unread(ben)).toBe(0);
      // Mara rowed it.
      expect(await shown(mara)).toEqual(['comment Ben Strong finish']);
    });

    test('followers of a day are one line, without users who have unfollowed', async () => {
      const pair = (as: Person) => ({ follower: as.user._id, followee: mara.user._id });
      await call(ann, 'POST', '/follows', pair(ann));
      await call(ann, 'POST', '/follows', pair(ann));
      await call(ben, 'POST', '/follows', pair(ben));
      expect(await shown(mara)).toEqual(['follow Ben+Ann']);
      await call(ann, 'DELETE', `/follows?${new URLSearchParams(pair(ann)).toString()}`);
      expect(await shown(mara)).toEqual(['follow Ben']);
    });

    test('notifications about a deleted activity or user are deleted with it', async () => {
      const { db } = database();
      const activity = await result();
      await like(ann, activity);
      await db.delete(likes);
      expect(await db.$count(notifications, eq(notifications.userId, mara.user._id))).toBe(1);
      await db.delete(activities).where(eq(activities.id, activity));
      expect(await db.$count(notifications, eq(notifications.userId, mara.user._id))).toBe(0);
      await buildFollow(db, { followerId: ann.user._id, followeeId: mara.user._id });
      await db.delete(users).where(eq(users.id, ann.user._id));
      expect(await shown(mara)).toEqual([]);
    });

    test('reading a line reads all earlier ones in it, and a new like makes it unread again', async () => {
      const activity = await result();
      await like(ann, activity);
      const [seen] = await list(mara);
      await like(ben, activity);
      expect(await call(mara, 'PUT', `/notifications/${seen?._id}/read`)).toEqual({ unread: 1 });
      const [newer] = await list(mara);
      expect(await call(ben, 'PUT', `/notifications/${newer?._id}/read`)).toEqual({ unread: 0 });
      expect(await unread(mara)).toBe(1);
      expect(await call(mara, 'PUT', `/notifications/${newer?._id}/read`)).toEqual({ unread: 0 });
      expect(await shown(mara)).toEqual(['like Ben+Ann read']);
    });

    test("marking all as read leaves later ones, and other users', unread", async () => {
      const activity = await result();
      await like(ann, activity);
      await comment(ann, activity, 'Strong');
      const [newest] = await list(mara);
      await vi.waitUntil(() => nowMs() > Date.parse(newest?.createdAt ?? ''), { interval: 1 });
      const first = await comment(ben, activity, 'Later');
      await reply(mara, first, 'Thanks');
      expect(await unread(ben)).toBe(1);
      expect(await call(mara, 'PUT', '/notifications/read', { until: newest?.createdAt })).toEqual({
        unread: 1,
      });
      expect(await shown(mara)).toEqual(['comment Ben+Ann Later', 'like Ann read']);
      expect(await unread(ben)).toBe(1);
    });

    test('lists a page of lines, newest first, and nothing twice', async () => {
      const { db } = database();
      const at = nowMs();
      for (let index = 0; index < 20; index += 1) {
        const actor = await buildUser(db, { displayName: `Follower ${index}` });
        await buildFollow(db, { followerId: actor._id, followeeId: mara.user._id });
        await db.insert(notifications).values({
          id: crypto.randomUUID(),
          userId: mara.user._id,
          kind: 'follow',
          occurrence: `follow:${actor._id}`,
          line: `follow:${index}`,
          actorId: actor._id,
          createdAt: new Date(at - index * minuteMs),
          isToMail: false,
        });
      }
      const pages = [...(await list(mara)), ...(await list(mara, 2))];
      expect(pages.map(({ actors }) => actors[0]?.displayName)).toEqual(
        Array.from({ length: 20 }, (_, index) => `Follower ${index}`),
      );
      expect(await list(mara, 3)).toEqual([]);
    });

    test('a kind of a newer version is left out', async () => {
      const activity = await result();
      await like(ann, activity);
      await comment(ben, activity, 'Well rowed');
      const ofNewer = { kind: sql`'newer'` };
      await database().db.update(notifications).set(ofNewer).where(eq(notifications.kind, 'comment'));
      expect([await unread(mara), await shown(mara)]).toEqual([1, ['like Ann']]);
      await database().db.update(notifications).set(ofNewer);
      expect([await unread(mara), await shown(mara)]).toEqual([0, []]);
    });

    test('old notifications are deleted', async () => {
      const { db } = database();
      await like(ann, await result());
      const dayMs = 86_400_000;
      await forgetOldNotifications(db, new Date(nowMs() + (limits.notificationDays - 1) * dayMs));
      expect(await unread(mara)).toBe(1);
      await forgetOldNotifications(db, new Date(nowMs() + (limits.notificationDays + 1) * dayMs));
      expect(await unread(mara)).toBe(0);
    });
  });

  describe('of clubs', () => {
    test('a request notifies the admins and the owner until it is answered, and the answer notifies its author', async () => {
      const { db } = database();
      const clubId = await buildClub(db, { ownerId: mara.user._id, isPrivate: true });
      await buildMembership(db, { clubId, userId: ann.user._id, role: 1 });
      const member = await app().signUp('Mia');
      await buildMembership(db, { clubId, userId: member.user._id, role: 0 });
      await call(ben, 'POST', '/clubmemberships', { user: ben.user._id, club: clubId });
      await call(ben, 'POST', '/clubmemberships', { user: ben.user._id, club: clubId });
      expect(await shown(mara)).toEqual(['request Ben']);
      expect(await shown(ann)).toEqual(['request Ben']);
      expect(await shown(member)).toEqual([]);

      const change = { requestingUser: ann.user._id, user: ben.user._id, club: clubId };
      await call(ann, 'PATCH', '/clubmemberships/makeMember', change);
      expect(await shown(mara)).toEqual([]);
      expect(await shown(ben)).toEqual(['accepted ']);
      await call(ann, 'PATCH', '/clubmemberships/makeAdmin', change);
      expect(await unread(ben)).toBe(1);
      await call(ben, 'DELETE', `/clubmemberships/leave?club=${clubId}&user=${ben.user._id}`);
      expect(await shown(ben)).toEqual([]);
    });

    test('a former admin does not see requests, and a repeated request is unread', async () => {
      const { db } = database();
      const clubId = await buildClub(db, { ownerId: mara.user._id, isPrivate: true });
      const join = () => call(ben, 'POST', '/clubmemberships', { user: ben.user._id, club: clubId });
      await buildMembership(db, { clubId, userId: ann.user._id, role: 1 });
      await join();
      await call(mara, 'PUT', '/notifications/read', { until: new Date(nowMs()).toISOString() });
      await call(ben, 'DELETE', `/clubmemberships/leave?club=${clubId}&user=${ben.user._id}`);
      await join();
      expect(await shown(mara)).toEqual(['request Ben']);
      await db.update(clubMemberships).set({ role: 0 }).where(eq(clubMemberships.userId, ann.user._id));
      expect(await shown(ann)).toEqual([]);
    });

    test('joining a public club notifies no one', async () => {
      const clubId = await buildClub(database().db, { ownerId: mara.user._id });
      await call(ben, 'POST', '/clubmemberships', { user: ben.user._id, club: clubId });
      expect(await shown(mara)).toEqual([]);
    });
  });

  describe('of sessions', () => {
    const remind = async (atMs = nowMs(), onChange: (id: string) => void = () => {}) =>
      remindOfSessions({
        db: database().db,
        now: () => new Date(atMs),
        onChange,
        webPush: app().services.webPush,
      });
    let clubId: string;

    beforeEach(async () => {
      const { db } = database();
      await db.delete(sessions);
      clubId = await buildClub(db, { ownerId: mara.user._id });
      await buildMembership(db, { clubId, userId: ann.user._id, role: 0 });
      await buildMembership(db, { clubId, userId: ben.user._id, role: -1 });
    });
    const scheduled = async (inMinutes: number, createdMinutesAgo = 60, more: object = {}) => {
      const { db } = database();
      const startAt = new Date(nowMs() + inMinutes * minuteMs);
      const id = await buildSession(db, { hostUserId: mara.user._id, clubId, startAt, ...more });
      const createdAt = new Date(nowMs() - createdMinutesAgo * minuteMs);
      await db.update(sessions).set({ createdAt }).where(eq(sessions.id, id));
      return id;
    };

    test('members of the club and the host are reminded once, by any number of processes', async () => {
      await scheduled(14);
      await scheduled(16);
      const changed: string[] = [];
      await Promise.all([1, 2, 3].map(() => remind(nowMs(), (id) => changed.push(id))));
      expect(await shown(ann)).toEqual(['sessionSoon ']);
      expect(await shown(mara)).toEqual(['sessionSoon ']);
      expect(await shown(ben)).toEqual([]);
      expect(changed.sort()).toEqual([ann.user._id, mara.user._id].sort());
      await remind(nowMs() + 2 * minuteMs);
      expect(await shown(ann)).toEqual(['sessionSoon ', 'sessionSoon ']);
    });

    test('athletes of a session by link are reminded, but its host is not reminded of one that starts this minute', async () => {
      const { db } = database();
      const sessionId = await scheduled(5, 1, { clubId: null, isAccessibleByLink: true });
      await buildActivity(db, { userId: ben.user._id, sessionId, completedAt: new Date(nowMs()) });
      await remind();
      expect(await shown(ben)).toEqual(['sessionSoon ']);
      expect(await shown(mara)).toEqual([]);
      expect(await shown(ann)).toEqual([]);
    });

    test('a session that has begun or is deleted is not announced, and a reminder ends an hour after the start', async () => {
      const { db } = database();
      await scheduled(-1);
      await db
        .update(sessions)
        .set({ deletedAt: new Date(nowMs()) })
        .where(eq(sessions.id, await scheduled(10)));
      await remind();
      expect(await shown(ann)).toEqual([]);
      const id = await scheduled(10);
      await remind();
      expect(await shown(ann)).toEqual(['sessionSoon ']);
      const longAgo = new Date(nowMs() - 61 * minuteMs);
      await db.update(sessions).set({ startAt: longAgo }).where(eq(sessions.id, id));
      expect(await shown(ann)).toEqual([]);
    });

    test('moving a session tells its members, replaces the reminder, and reminds again', async () => {
      const id = await scheduled(10);
      await remind();
      const startAt = new Date(nowMs() + 12 * minuteMs).toISOString();
      await call(mara, 'PATCH', `/sessions/${id}`, { startAt });
      expect(await shown(ann)).toEqual(['sessionChanged Mara']);
      expect((await list(ann))[0]?.session).toMatchObject({ _id: id, startAt, isDeleted: false });
      expect(await shown(mara)).toEqual([]);
      expect(await shown(ben)).toEqual([]);
      await remind();
      expect(await shown(ann)).toEqual(['sessionSoon ', 'sessionChanged Mara']);
      await call(mara, 'PATCH', `/sessions/${id}`, { title: 'Another name' });
      expect(await shown(ann)).toEqual(['sessionSoon ', 'sessionChanged Mara']);
      await call(mara, 'DELETE', `/sessions/${id}`);
      expect(await shown(ann)).toEqual(['sessionChanged Mara']);
      expect((await list(ann))[0]?.session).toMatchObject({ title: 'Another name', isDeleted: true });
    });

    test('a session is not shown to a user who has left its club', async () => {
      const { db } = database();
      await scheduled(10);
      await remind();
      await db.delete(clubMemberships).where(eq(clubMemberships.userId, ann.user._id));
      expect(await shown(ann)).toEqual([]);
    });
  });

  describe('by mail', () => {
    type Sent = { to: string; subject: string; text: string };
    const choose = (as: Person, kinds: string[], reader: { timeZone?: string; locale?: string } = {}) =>
      call(as, 'PUT', '/notifications/mail', { kinds, ...reader });
    async function mails(atMs = nowMs()): Promise<Sent[]> {
      const sent: Sent[] = [];
      const once = () =>
        mailNotifications({
          db: database().db,
          now: () => new Date(atMs),
          productName: 'Boathouse',
          address: 'https://row.example',
          mail: { send: async (message) => void sent.push(message) },
          identity: { emailOf: async (_, uid) => `${uid}@mail.example` },
        });
      await Promise.all([once(), once()]);
      return sent;
    }

    test('is off by default, and then chosen by kind', async () => {
      const activity = await result();
      await like(ann, activity);
      expect(await mails()).toEqual([]);
      const before = await app().call('GET', '/api/notifications/mail', { as: mara });
      expect(before.body).toEqual({ kinds: [], email: expect.stringContaining('@athletes.example') });
      expect(await choose(mara, ['comment', 'comment'])).toEqual({ kinds: ['comment'] });
      await like(ben, activity);
      await comment(ann, activity, 'Strong finish');
      const [mail, ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        to: `${mara.uid}@mail.example`,
        subject: 'New comment on Boathouse',
        text: expect.stringContaining('- Ann commented on your 2,000 m: Strong finish\n'),
      });
      expect(mail?.text).toContain('https://row.example/settings#notifications');
      expect(await mails()).toEqual([]);
    });

    test('writes times in the zone and the locale of the latest choice', async () => {
      const { db } = database();
      const clubId = await buildClub(db, { ownerId: mara.user._id });
      await buildMembership(db, { clubId, userId: ann.user._id, role: 0 });
      const startAt = new Date(nowMs() + 60 * minuteMs);
      const id = await buildSession(db, { hostUserId: mara.user._id, clubId, startAt, title: 'Steady' });
      await choose(ann, ['sessionChanged'], { timeZone: 'Europe/Berlin', locale: 'en-DE' });
      await choose(ann, ['sessionChanged'], { timeZone: 'America/New_York', locale: 'en-US' });
      await call(mara, 'PATCH', `/sessions/${id}`, { startAt: '2030-01-15T17:30:00.000Z' });
      const [mail] = await mails();
      expect(mail?.text.replaceAll(/\s/g, ' ')).toContain('Mara moved Steady to Tue, Jan 15, 12:30 PM EST');
      await choose(ann, ['sessionChanged']);
      await call(mara, 'PATCH', `/sessions/${id}`, { startAt: '2030-01-15T18:30:00.000Z' });
      expect((await mails())[0]?.text).toContain('Mara moved Steady to Tue 15 Jan, 18:30 UTC');
    });

    test('writes times in UTC for a time zone and locale that do not exist', async () => {
      const { db } = database();
      const clubId = await buildClub(db, { ownerId: mara.user._id });
      await buildMembership(db, { clubId, userId: ann.user._id, role: 0 });
      const startAt = new Date(nowMs() + 60 * minuteMs);
      const id = await buildSession(db, { hostUserId: mara.user._id, clubId, startAt, title: 'Steady' });
      await choose(ann, ['sessionChanged'], { timeZone: 'Europe/Atlantis', locale: 'not a language' });
      await call(mara, 'PATCH', `/sessions/${id}`, { startAt: '2030-01-15T17:30:00.000Z' });
      expect((await mails())[0]?.text).toContain('Mara moved Steady to Tue 15 Jan, 17:30 UTC');
    });

    test('is not sent for notifications that were read, withdrawn or deselected', async () => {
      await choose(mara, ['like', 'comment']);
      const activity = await result();
      await like(ann, activity);
      await call(mara, 'PUT', '/notifications/read', { until: new Date(nowMs()).toISOString() });
      const removed = await comment(ann, activity, 'A slip');
      await call(ann, 'DELETE', `/comments?comment=${removed}&user=${ann.user._id}`);
      expect(await mails()).toEqual([]);
      const first = await comment(mara, activity, 'Mine');
      await reply(ben, first, 'Unwanted');
      await choose(mara, ['like']);
      expect(await mails()).toEqual([]);
    });

    test('mail to a locked account waits until it is unlocked', async () => {
      const { db } = database();
      const lock = (lockedAt: Date | null) =>
        db.update(users).set({ lockedAt }).where(eq(users.id, mara.user._id));
      await choose(mara, ['like']);
      await like(ann, await result());
      await lock(new Date(nowMs()));
      expect(await mails()).toEqual([]);
      await lock(null);
      expect(await mails()).toHaveLength(1);
    });

    test('contains notifications stored while an earlier mail is composed', async () => {
      const { db, kind } = database();
      await choose(mara, ['like']);
      const [first, second] = [await result(), await result()];
      await like(ann, first);
      await db.insert(likes).values({ userId: ben.user._id, activityId: second });
      const notifier = openNotifier({ db, now: () => new Date(nowMs()), onChange: () => {} });
      const mailing = await notifier.transaction(async (tx, notify) => {
        await notify({ kind: 'like', user: ben.user._id, activity: second });
        // The mail waits here for the details of its lines; on PGlite for its whole transaction.
        await tx.execute(sql`lock table ${clubs} in access exclusive mode`);
        const sent = mails();
        if (kind === 'postgresql') await expect.poll(() => waitingFor(db), { timeout: 10_000 }).toBe(1);
        return { sent };
      });
      const texts = [...(await mailing.sent), ...(await mails())].map(({ text }) => text).join();
      expect(texts).toContain('Ann likes');
      expect(texts).toContain('Ben likes');
    });

    test('is limited per hour; the rest comes in one mail', async () => {
      await choose(mara, ['like']);
      const atMs = nowMs();
      for (let index = 0; index < serverLimits.notificationMailsPerHour; index += 1) {
        await like(ann, await result());
        expect(await mails(atMs)).toHaveLength(1);
      }
      await like(ann, await result());
      await like(ann, await result());
      expect(await mails(atMs)).toEqual([]);
      const [mail, ...others] = await mails(atMs + 61 * minuteMs);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe('2 notifications from Boathouse');
    });
  });

  test('an occurrence that fails leaves no notification', async () => {
    const { db } = database();
    const activity = await result();
    const changed: string[] = [];
    const notifier = openNotifier({ db, now: () => new Date(nowMs()), onChange: (id) => changed.push(id) });
    const failing = notifier.transaction(async (_, notify) => {
      await notify({ kind: 'like', user: ann.user._id, activity });
      throw new Error('the like failed');
    });
    await expect(failing).rejects.toThrow('the like failed');
    expect(changed).toEqual([]);
    expect(await db.$count(notifications, eq(notifications.userId, mara.user._id))).toBe(0);
  });
});
