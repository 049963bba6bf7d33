import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { comments, likes } from '@boathouse/contract/comments';
import { clubs } from '@boathouse/contract/clubs';
import { feed } from '@boathouse/contract/feed';
import { follows } from '@boathouse/contract/follows';
import { users as contract, visibilities, type Visibility } from '@boathouse/contract/users';
import { notifications } from '@boathouse/contract/notifications';
import { statistics } from '@boathouse/contract/statistics';
import { activityDays } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildFollow } from '../../news/follows/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { maySeeAthlete } from './rules.ts';

test('athletes see themselves, and a blocked user sees nothing, with any setting', () => {
  const all = { isBlocked: true, areConnected: true, shareClub: true };
  for (const visibility of visibilities) {
    expect(maySeeAthlete('a', { id: 'a', visibility, isFormer: false }, { ...all, isBlocked: false })).toBe(
      true,
    );
    expect(maySeeAthlete('b', { id: 'a', visibility, isFormer: false }, all)).toBe(false);
  }
});

onEachDatabase('who sees a user', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;
  let cem: Person;

  beforeEach(async () => {
    [ann, ben, cem] = [await app().signUp('Ann'), await app().signUp('Ben'), await app().signUp('Cem')];
  });

  const get = (as: Person, path: string) => app().call('GET', `/api${path}`, { as });
  const isSeenBy = async (as: Person) => (await get(as, `/users/${ann.user._id}`)).status === 200;
  const isFoundBy = async (as: Person) =>
    contract.search.response
      .parse((await get(as, '/users/search?displayName=ann&pagesize=100')).body)
      .users.some(({ _id }) => _id === ann.user._id);
  const set = async (visibility: Visibility) => {
    const path = `/api/users/${ann.user._id}/visibility`;
    const answer = await app().call('PATCH', path, { as: ann, body: { visibility } });
    expect(answer).toMatchObject({ status: 200, body: { visibility } });
  };
  const follow = (as: Person, whom: Person) =>
    app().call('POST', '/api/follows', { as, body: { follower: as.user._id, followee: whom.user._id } });
  const peopleOf = async (as: Person, whom: Person, side: 'followers' | 'followees') =>
    follows.followers.response
      .parse((await get(as, `/follows/user/${whom.user._id}/${side}`)).body)
      .map(({ follower, followee }) => (side === 'followers' ? follower : followee).displayName);
  const block = (as: Person, whom: Person, method: 'PUT' | 'DELETE' = 'PUT') =>
    app().call(method, `/api/users/${as.user._id}/blocked/${whom.user._id}`, { as });

  test('is everyone by default; only the user sees the setting itself', async () => {
    expect(await isSeenBy(ben)).toBe(true);
    expect(await isFoundBy(ben)).toBe(true);
    const shown = await get(ben, `/users/${ann.user._id}`);
    expect(shown.body).not.toHaveProperty('visibility');
  });

  test("connections: followers and followees; others can't begin to follow", async () => {
    await follow(ben, ann);
    await set('connections');
    expect([await isSeenBy(ben), await isSeenBy(cem)]).toEqual([true, false]);
    expect([await isFoundBy(ben), await isFoundBy(cem)]).toEqual([true, false]);
    expect(problemOf(await follow(cem, ann))).toMatchObject({ status: 404 });
    await follow(ann, cem);
    expect(await isSeenBy(cem)).toBe(true);
    expect((await follow(cem, ann)).status).toBe(200);
  });

  test('clubs: members of the same club, but not users who wait to join', async () => {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: ann.user._id });
    await buildMembership(db, { clubId, userId: ben.user._id, role: 0 });
    await buildMembership(db, { clubId, userId: cem.user._id, role: -1 });
    await follow(cem, ann);
    await set('clubs');
    expect([await isSeenBy(ben), await isSeenBy(cem)]).toEqual([true, false]);
    const members = async (as: Person) =>
      clubs.membershipsOfClub.response
        .parse((await get(as, `/clubmemberships/club/${clubId}`)).body)
        .map(({ user }) => user.displayName);
    expect(await members(ben)).toEqual(['Ann', 'Ben']);
    expect(await members(cem)).toEqual(['Ben']);
    expect((await get(cem, `/clubmemberships/user/${ann.user._id}`)).body).toEqual([]);
    expect((await get(ben, `/clubmemberships/user/${ann.user._id}`)).body).toHaveLength(1);
  });

  test('me: no one finds the user, not even in lists of follows', async () => {
    await follow(ben, ann);
    await follow(ann, ben);
    await follow(cem, ben);
    await set('me');
    expect([await isSeenBy(ann), await isSeenBy(ben), await isFoundBy(ben)]).toEqual([true, false, false]);
    const facts = await get(ben, `/follows/facts?follower=${ben.user._id}&athletes=${ann.user._id}`);
    expect(facts).toMatchObject({ status: 200, body: [] });
    expect(await peopleOf(cem, ben, 'followers')).toEqual(['Cem']);
    expect(await peopleOf(cem, ben, 'followees')).toEqual([]);
    expect(await peopleOf(ben, ann, 'followers')).toEqual([]);
    expect(await peopleOf(ann, ann, 'followers')).toEqual(['Ben']);
    expect((await get(ben, `/follows/user/${ann.user._id}/summary`)).body).toEqual({
      followees: 0,
      followers: 0,
    });
  });

  describe('a membership', () => {
    const isMember = async (as: Person, clubId: string, whom: Person) =>
      (await get(as, `/clubmemberships/ismember?user=${whom.user._id}&club=${clubId}`)).body;
    const namesIn = async (as: Person, clubId: string) =>
      clubs.membershipsOfClub.response
        .parse((await get(as, `/clubmemberships/club/${clubId}`)).body)
        .map(({ user }) => user.displayName);

    test('a membership of a user who hides is shown only to the other members', async () => {
      const clubId = await buildClub(database().db, { ownerId: cem.user._id });
      await buildMembership(database().db, { clubId, userId: ann.user._id, role: 0 });
      const shown = { isMember: true, role: 0 };
      expect(await isMember(ben, clubId, ann)).toEqual(shown);
      await set('me');
      expect(await isMember(ben, clubId, ann)).toEqual({ isMember: false, role: null });
      expect(await isMember(cem, clubId, ann)).toEqual(shown);
      expect(await isMember(ann, clubId, ann)).toEqual(shown);
      await buildMembership(database().db, { clubId, userId: ben.user._id, role: 0 });
      expect(await isMember(ben, clubId, ann)).toEqual(shown);
    });

    test('a membership of a blocker is hidden from the blocked member, but not from those who manage the club', async () => {
      const clubId = await buildClub(database().db, { ownerId: cem.user._id });
      await buildMembership(database().db, { clubId, userId: ann.user._id, role: 0 });
      await buildMembership(database().db, { clubId, userId: ben.user._id, role: 0 });
      await block(ann, ben);
      await block(ann, cem);
      expect(await namesIn(ben, clubId)).toEqual(['Cem', 'Ben']);
      expect(await isMember(ben, clubId, ann)).toEqual({ isMember: false, role: null });
      expect(await namesIn(cem, clubId)).toEqual(['Cem', 'Ann', 'Ben']);
      expect(await isMember(cem, clubId, ann)).toEqual({ isMember: true, role: 0 });
      expect(await namesIn(ann, clubId)).toEqual(['Cem', 'Ann', 'Ben']);
    });
  });

  test('a public club lists the sessions of a host who hides only to its members', async () => {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: cem.user._id });
    await buildMembership(db, { clubId, userId: ann.user._id, role: 0 });
    const titled = (title: string, startAt: Date, hostUserId = ann.user._id) =>
      buildSession(db, { hostUserId, clubId, title, startAt });
    await titled('Past', new Date(nowMs() - 3_600_000));
    await titled('To come', new Date(nowMs() + 3_600_000));
    await titled('Of Cem', new Date(nowMs() + 7_200_000), cem.user._id);
    const titles = async (as: Person) => {
      const [past, coming] = await Promise.all([
        get(as, `/feed/club-profile?club=${clubId}`),
        get(as, `/feed/club-upcoming?club=${clubId}`),
      ]);
      return [
        ...feed.clubProfile.response.parse(past.body),
        ...feed.clubUpcoming.response.parse(coming.body),
      ].map(({ title }) => title);
    };
    expect(await titles(ben)).toEqual(['Past', 'To come', 'Of Cem']);
    await set('me');
    expect(await titles(ben)).toEqual(['Of Cem']);
    expect(await titles(cem)).toEqual(['Past', 'To come', 'Of Cem']);
  });

  test('a follower who hides is not named in the notifications', async () => {
    await follow(ann, ben);
    const lines = async () =>
      notifications.list.response
        .parse((await get(ben, '/notifications')).body)
        .flatMap(({ actors }) => actors.map(({ displayName }) => displayName));
    expect(await lines()).toEqual(['Ann']);
    await set('me');
    expect(await lines()).toEqual([]);
    expect((await get(ben, '/notifications/unread')).body).toEqual({ unread: 0 });
  });

  test('an athlete who hides can’t be chosen as training partner', async () => {
    await follow(ben, ann);
    await set('me');
    const path = `/api/users/${ben.user._id}/trainingPartner`;
    const chosen = await app().call('PATCH', path, { as: ben, body: { trainingPartner: ann.user._id } });
    expect(problemOf(chosen)).toMatchObject({ status: 400, fields: ['trainingPartner'] });
  });

  test('a training partner who hides is no longer shown', async () => {
    await follow(ben, ann);
    const path = `/api/users/${ben.user._id}/trainingPartner`;
    await app().call('PATCH', path, { as: ben, body: { trainingPartner: ann.user._id } });
    expect((await get(ben, `/users/uid/${ben.uid}`)).body).toMatchObject({
      trainingPartner: { displayName: 'Ann' },
    });
    await set('me');
    expect((await get(ben, `/users/uid/${ben.uid}`)).body).toMatchObject({ trainingPartner: null });
  });

  describe('a result in a session', () => {
    test('a result in a session by link is readable for its host and athletes who rowed in it, even if the athlete hides', async () => {
      const { db } = database();
      const sessionId = await buildSession(db, { hostUserId: ben.user._id });
      const id = await buildActivity(db, { userId: ann.user._id, sessionId, completedAt: new Date(nowMs()) });
      await set('me');
      const statusFor = async (as: Person) => (await get(as, `/activities/${id}`)).status;
      expect([await statusFor(ben), await statusFor(cem)]).toEqual([200, 404]);
      // All users who may open the session see that the athlete rows, and the result there.
      expect((await get(cem, `/sessions/${sessionId}/activities`)).body).toMatchObject([[{ _id: id }], []]);
      await buildActivity(db, { userId: cem.user._id, sessionId, completedAt: new Date(nowMs()) });
      expect(await statusFor(cem)).toBe(200);
      expect((await get(cem, `/feed/athlete-profile?user=${ann.user._id}`)).status).toBe(404);
    });

    test('is not for a user whom the athlete has blocked, except to end it as the host', async () => {
      const { db } = database();
      const sessionId = await buildSession(db, { hostUserId: ben.user._id });
      const heardAt = new Date(nowMs() - 3_600_000);
      const id = await buildActivity(db, { userId: ann.user._id, sessionId, heardAt });
      await block(ann, ben);
      expect((await get(ben, `/activities/${id}`)).status).toBe(404);
      const like = { user: ben.user._id, parent: id };
      expect((await app().call('POST', '/api/likes', { as: ben, body: like })).status).toBe(404);
      const nothing = { status: 200, body: null };
      expect(await app().call('POST', `/api/activities/${id}/end`, { as: ben })).toMatchObject(nothing);
      expect((await get(ann, `/activities/${id}`)).body).toMatchObject({ isCompleted: true });
      expect(await app().call('POST', `/api/activities/${id}/reopen`, { as: ben })).toMatchObject(nothing);
      expect((await get(ann, `/activities/${id}`)).body).toMatchObject({ isCompleted: false });
    });
  });

  describe('blocking', () => {
    test('ends follows and partnerships, hides the blocker, and is undone', async () => {
      await follow(ben, ann);
      await follow(ann, ben);
      const partner = { trainingPartner: ann.user._id };
      await app().call('PATCH', `/api/users/${ben.user._id}/trainingPartner`, { as: ben, body: partner });
      expect(await block(ann, ben)).toMatchObject({ status: 200, body: [{ displayName: 'Ben' }] });
      expect(await block(ann, ben)).toMatchObject({ status: 200, body: [{ displayName: 'Ben' }] });
      expect([await isSeenBy(ben), await isFoundBy(ben), await isSeenBy(cem)]).toEqual([false, false, true]);
      expect(await peopleOf(cem, ann, 'followers')).toEqual([]);
      expect(await peopleOf(cem, ann, 'followees')).toEqual([]);
      expect(problemOf(await follow(ben, ann))).toMatchObject({ status: 404 });
      expect((await get(ben, `/users/uid/${ben.uid}`)).body).toMatchObject({ trainingPartner: null });
      // The blocker still finds the other, to undo it.
      expect((await get(ann, `/users/${ben.user._id}`)).status).toBe(200);

      expect(await block(ann, ben, 'DELETE')).toMatchObject({ status: 200, body: [] });
      expect(await isSeenBy(ben)).toBe(true);
      expect(await peopleOf(cem, ann, 'followers')).toEqual([]);
    });

    test('blocking of a user who hides or does not exist gets the same response, and works for a user who hides', async () => {
      await block(ann, ben);
      await block(cem, ann);
      const missing = await app().call('PUT', `/api/users/${ann.user._id}/blocked/${randomUUID()}`, {
        as: ann,
      });
      expect(missing).toMatchObject({ status: 200, body: [{ displayName: 'Ben' }] });
      expect(await block(ann, cem)).toMatchObject({ status: missing.status, body: missing.body });
      expect((await get(ann, `/users/${ann.user._id}/blocked`)).body).toEqual(missing.body);
      expect((await get(cem, `/users/${ann.user._id}`)).status).toBe(404);
      // Now visible again, the user is named, so that the block can be undone.
      await block(cem, ann, 'DELETE');
      expect((await get(ann, `/users/${ann.user._id}/blocked`)).body).toMatchObject([
        { displayName: 'Ben' },
        { displayName: 'Cem' },
      ]);
    });

    test('keeps the name of a user who hides later in the list', async () => {
      await block(ben, ann);
      await set('me');
      expect((await get(ben, `/users/${ben.user._id}/blocked`)).body).toMatchObject([{ displayName: 'Ann' }]);
      expect((await block(ben, ann)).body).toMatchObject([{ displayName: 'Ann' }]);
    });

    describe("on another athlete's result", () => {
      let parent: string;
      beforeEach(async () => {
        const { db } = database();
        const sessionId = await buildSession(db, { hostUserId: cem.user._id });
        parent = await buildActivity(db, { userId: cem.user._id, sessionId, completedAt: new Date(nowMs()) });
      });
      const write = async (as: Person, message: string, to?: string) => {
        const body = { user: as.user._id, parent: to ?? parent, message };
        return app().call('POST', to === undefined ? '/api/comments' : '/api/comments/reply', { as, body });
      };
      const idOf = (answer: Awaited<ReturnType<typeof write>>) =>
        comments.reply.response.parse(answer.body)._id;
      const like = (as: Person) =>
        app().call('POST', '/api/likes', { as, body: { user: as.user._id, parent } });
      const textsFor = async (as: Person) =>
        comments.ofParent.response
          .parse((await get(as, `/comments/parent/${parent}`)).body)
          .map(({ message, replies }) => [message, ...replies.map((reply) => reply.message)]);
      const countsFor = async (as: Person) => {
        const { count } = likes.ofParent.response.parse(
          (await get(as, `/likes/parent/${parent}?user=${as.user._id}`)).body,
        );
        const [shown] = feed.athleteProfile.response.parse(
          (await get(as, `/feed/athlete-profile?user=${cem.user._id}`)).body,
        );
        expect(shown?.likeCount).toBe(count);
        return { likes: count, comments: shown?.commentCount };
      };

      test('comments, replies to them and likes are hidden both ways, and counts match the visible ones', async () => {
        const byAnn = idOf(await write(ann, 'Of Ann'));
        const byBen = idOf(await write(ben, 'Of Ben'));
        await write(cem, 'To Ann', byAnn);
        await write(ben, 'Ben to Ben', byBen);
        await write(ann, 'Ann to Ben', byBen);
        await like(ann);
        await like(ben);
        await block(ann, ben);
        expect(await textsFor(ann)).toEqual([['Of Ann', 'To Ann']]);
        expect(await textsFor(ben)).toEqual([['Of Ben', 'Ben to Ben']]);
        const all = [
          ['Of Ann', 'To Ann'],
          ['Of Ben', 'Ben to Ben', 'Ann to Ben'],
        ];
        expect(await textsFor(cem)).toEqual(all);
        expect(await countsFor(ann)).toEqual({ likes: 1, comments: 2 });
        expect(await countsFor(ben)).toEqual({ likes: 1, comments: 2 });
        expect(await countsFor(cem)).toEqual({ likes: 2, comments: 5 });
        await block(ann, ben, 'DELETE');
        expect(await textsFor(ben)).toEqual(all);
        expect(await countsFor(ben)).toEqual({ likes: 2, comments: 5 });
      });

      test('a hidden comment can not be replied to, and a hidden reply can be deleted by its author', async () => {
        const byAnn = idOf(await write(ann, 'Of Ann'));
        const byBen = idOf(await write(ben, 'Ben to Ann', byAnn));
        await block(ann, ben);
        const missing = await write(ben, 'Hello', randomUUID());
        const hidden = await write(ben, 'Hello', byAnn);
        expect(problemOf(hidden)).toMatchObject({ status: 404 });
        expect(problemOf(hidden)).toEqual(problemOf(missing));
        const remove = (as: Person) =>
          app().call('DELETE', `/api/comments/reply?reply=${byBen}&parent=${byAnn}&user=${as.user._id}`, {
            as,
          });
        expect((await remove(ann)).status).toBe(404);
        expect((await remove(cem)).status).toBe(403);
        expect((await remove(ben)).status).toBe(200);
      });

      test('a reply to a blocked user is not announced', async () => {
        const byBen = idOf(await write(ben, 'Of Ben'));
        await write(ann, 'Ann to Ben', byBen);
        const kinds = async (as: Person) =>
          notifications.list.response.parse((await get(as, '/notifications')).body).map(({ kind }) => kind);
        expect(await kinds(ben)).toEqual(['reply']);
        expect(await kinds(cem)).toEqual(['comment']);
        await block(ann, ben);
        expect([await kinds(ben), await kinds(cem)]).toEqual([[], ['comment']]);
        await block(cem, ben);
        expect(await kinds(cem)).toEqual([]);
      });
    });

    test("removes the blocker from the club's board of meters only for the blocked user", async () => {
      const { db } = database();
      const clubId = await buildClub(db, { ownerId: cem.user._id });
      for (const { user } of [ann, ben]) {
        await buildMembership(db, { clubId, userId: user._id, role: 0 });
        const day = new Date(nowMs()).toISOString().slice(0, 10);
        await db.insert(activityDays).values({
          userId: user._id,
          day,
          machine: 'rower',
          count: 1,
          meters: 5_000,
          timeSec: 1_200,
          calories: 300,
        });
      }
      await block(ann, ben);
      const namesFor = async (as: Person) =>
        statistics.clubMeters.response
          .parse((await get(as, `/clubs/${clubId}/meters?period=month`)).body)
          .rows.map(({ user }) => user.displayName);
      expect([await namesFor(ben), await namesFor(ann), await namesFor(cem)]).toEqual([
        ['Ben'],
        ['Ann', 'Ben'],
        ['Ann', 'Ben'],
      ]);
    });

    test("hides the blocked user's likes from the notifications", async () => {
      const { db } = database();
      const sessionId = await buildSession(db, { hostUserId: cem.user._id });
      const parent = await buildActivity(db, {
        userId: ann.user._id,
        sessionId,
        completedAt: new Date(nowMs()),
      });
      await app().call('POST', '/api/likes', { as: ben, body: { user: ben.user._id, parent } });
      const lines = async () =>
        notifications.list.response.parse((await get(ann, '/notifications')).body).map(({ kind }) => kind);
      expect(await lines()).toEqual(['like']);
      await block(ann, ben);
      expect(await lines()).toEqual([]);
    });
  });

  test('the dashboard leaves out followees who hide', async () => {
    const { db } = database();
    const sessionId = await buildSession(db, { hostUserId: cem.user._id });
    await buildActivity(db, { userId: ann.user._id, sessionId, completedAt: new Date(nowMs()) });
    await buildFollow(db, { followerId: ben.user._id, followeeId: ann.user._id });
    const dashboard = async () => (await get(ben, `/feed/dashboard?user=${ben.user._id}`)).body;
    expect(await dashboard()).toHaveLength(1);
    await set('clubs');
    expect(await dashboard()).toEqual([]);
  });
});
