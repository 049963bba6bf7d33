import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  comments as contract,
  likes as likesContract,
  type Comment,
  type Reply,
} from '@boathouse/contract/comments';
import { limits } from '@boathouse/contract/limits';
import { rowsOf } from '../../../db/migrations.ts';
import { blocks, clubMemberships, comments, likes as likesTable } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildUser } from '../../people/users/factory.ts';
import { isCommentShownTo } from './store.ts';

onEachDatabase('comments and likes', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;
  /** An activity of Ann that anyone with the link may read. */
  let activityId: string;
  /** An activity of Ann that only she may read. */
  let ownId: string;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    activityId = await resultOf(ann, true);
    ownId = await resultOf(ann, false);
  });

  async function resultOf(athlete: Person, isAccessibleByLink: boolean): Promise<string> {
    const { db } = database();
    const hostUserId = athlete.user._id;
    const sessionId = await buildSession(db, { hostUserId, isAccessibleByLink });
    return buildActivity(db, { userId: hostUserId, sessionId, completedAt: new Date(nowMs()) });
  }

  const post = (path: '' | '/reply', as: Person, parent: string, message: string) =>
    app().call('POST', `/api/comments${path}`, { as, body: { parent, user: as.user._id, message } });
  const comment = async (as: Person, message: string, parent = activityId): Promise<Comment> =>
    contract.create.response.parse((await post('', as, parent, message)).body);
  const reply = async (as: Person, parent: string, message: string): Promise<Reply> =>
    contract.reply.response.parse((await post('/reply', as, parent, message)).body);
  const removeComment = (as: Person, id: string) =>
    app().call('DELETE', `/api/comments?comment=${id}&user=${as.user._id}`, { as });
  const removeReply = (as: Person, id: string, parent: string) =>
    app().call('DELETE', `/api/comments/reply?reply=${id}&parent=${parent}&user=${as.user._id}`, { as });
  const read = async (as: Person, parent = activityId): Promise<Comment[]> =>
    contract.ofParent.response.parse(
      (await app().call('GET', `/api/comments/parent/${parent}`, { as })).body,
    );
  const outcomeOf = (answer: Answer) => {
    const { status, code } = problemOf(answer);
    return `${status} ${code}`;
  };

  describe('comments', () => {
    test('[SOCIAL-1] [API-COMMENTS] returns comments and their replies as they were written, oldest first', async () => {
      expect(await read(ann)).toEqual([]);
      const first = await comment(ben, '  Strong finish!  ');
      expect(first).toEqual({
        _id: first._id,
        parent: activityId,
        user: ben.user,
        message: 'Strong finish!',
        removed: false,
        createdAt: first.createdAt,
        replies: [],
      });
      const second = await comment(ann, 'It hurt.');
      const one = await reply(ann, first._id, 'Thank you');
      expect(one).toEqual({
        _id: one._id,
        parent: first._id,
        user: ann.user,
        message: 'Thank you',
        removed: false,
        createdAt: one.createdAt,
      });
      const two = await reply(ben, first._id, 'See you on Thursday');
      await comment(ben, 'Somewhere else', await resultOf(ann, true));
      expect(await read(ben)).toEqual([{ ...first, replies: [one, two] }, second]);
    });

    test('[API-COMMENTS] orders comments of the same time stably', async () => {
      for (let count = 0; count < 5; count += 1) await comment(ben, `Number ${count}`);
      await database()
        .db.update(comments)
        .set({ createdAt: new Date('2026-01-01T00:00:00Z') });
      const ids = (await read(ann)).map(({ _id }) => _id);
      expect(ids).toEqual(ids.toSorted());
      expect(ids).toHaveLength(5);
    });

    test.for([
      ['nothing', '', 400],
      ['only spaces', '   ', 400],
      ['501 characters', 'x'.repeat(501), 400],
      ['500 characters', 'x'.repeat(500), 200],
      ['500 characters and spaces around them', ` ${'x'.repeat(500)} `, 200],
    ] as const)(
      '[SOCIAL-1] checks the length of a comment and of a reply: %s',
      async ([, message, status]) => {
        const { _id } = await comment(ben, 'First');
        for (const answer of [
          await post('', ben, activityId, message),
          await post('/reply', ben, _id, message),
        ]) {
          expect(answer.status).toBe(status);
          if (status === 400) expect(problemOf(answer).fields).toEqual(['message']);
        }
      },
    );

    test('[SOCIAL-1] returns 404 for a reply to a reply, to an activity and to a missing comment', async () => {
      const { _id } = await comment(ben, 'First');
      const { _id: replyId } = await reply(ann, _id, 'Second');
      for (const parent of [replyId, activityId, randomUUID()]) {
        expect(outcomeOf(await post('/reply', ben, parent, 'Third'))).toBe('404 not_found');
      }
      expect((await read(ann)).map(({ replies }) => replies.length)).toEqual([1]);
    });

    test('[SESS-11] every call returns the same 404 for an unreadable activity as for a missing one, and stores nothing', async () => {
      const { _id } = await comment(ann, 'Mine', ownId);
      const { _id: replyId } = await reply(ann, _id, 'And this');
      const missingId = randomUUID();
      const pairs: Array<[Answer, Answer]> = [
        [
          await app().call('GET', `/api/comments/parent/${ownId}`, { as: ben }),
          await app().call('GET', `/api/comments/parent/${missingId}`, { as: ben }),
        ],
        [await post('', ben, ownId, 'Hello'), await post('', ben, missingId, 'Hello')],
        [await post('/reply', ben, _id, 'Hello'), await post('/reply', ben, missingId, 'Hello')],
        [await removeComment(ben, _id), await removeComment(ben, missingId)],
        [await removeReply(ben, replyId, _id), await removeReply(ben, missingId, _id)],
      ];
      const withoutErrorId = ({ status, body }: Answer) => ({
        status,
        body: { ...Object(body), errorId: '' },
      });
      for (const [hidden, missing] of pairs) {
        expect(hidden.status).toBe(404);
        expect(withoutErrorId(hidden)).toEqual(withoutErrorId(missing));
      }
      const [kept] = await read(ann, ownId);
      expect(kept).toMatchObject({ message: 'Mine', removed: false });
      expect(kept?.replies.map(({ message }) => message)).toEqual(['And this']);
    });

    test('[SESS-11] athletes can comment on their own activity in a session that they can no longer read', async () => {
      const { db } = database();
      const sessionId = await buildSession(db, {
        hostUserId: (await buildUser(db))._id,
        isAccessibleByLink: false,
      });
      const parent = await buildActivity(db, {
        userId: ann.user._id,
        sessionId,
        completedAt: new Date(nowMs()),
      });
      await comment(ann, 'Still mine', parent);
      expect((await read(ann, parent)).map(({ message }) => message)).toEqual(['Still mine']);
      expect((await app().call('GET', `/api/comments/parent/${parent}`, { as: ben })).status).toBe(404);
    });
  });

  test('on one activity are read from an index, for any number of them, even by a user with blocks', async () => {
    const { db } = database();
    const otherId = await resultOf(ben, true);
    await db.execute(sql`insert into comments (id, activity_id, user_id, message)
      select gen_random_uuid(), ${otherId}, ${ben.user._id}, 'Well rowed' from generate_series(1, 5000)`);
    await db.execute(sql`insert into users (id, uid, display_name)
      select gen_random_uuid(), 'many-' || n, 'Rower ' || n from generate_series(1, 50) n`);
    await db.execute(sql`insert into blocks (blocker_id, blocked_id)
      select ${ann.user._id}, id from users where uid like 'many-%'`);
    const { _id } = await comment(ben, 'First');
    for (let count = 0; count < 20; count += 1) await reply(ann, _id, `Number ${count}`);
    for (const table of [comments, blocks]) await db.execute(sql`analyze ${table}`);
    const shown = db
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.activityId, activityId), isCommentShownTo(db, ann.user._id)));
    expect(await shown).toHaveLength(21);
    const plan = JSON.stringify(rowsOf(await db.execute(sql`explain ${shown}`)));
    expect(plan).toContain('comments_activity');
    expect(plan).not.toContain('Seq Scan on comments');
    await db.delete(blocks);
  });

  test('a response has a limit on the number of comments, and the rest comes after the last one', async () => {
    const oldest = await comment(ben, 'Comment 0');
    // In one transaction, so that all have the same time.
    await database().db.execute(sql`
      insert into ${comments} (id, activity_id, user_id, message)
      select gen_random_uuid(), ${activityId}::uuid, ${ben.user._id}::uuid, 'Comment ' || n
      from generate_series(1, ${limits.listedMax + 1}) n`);
    const first = await read(ann);
    expect([first.length, first[0]]).toEqual([limits.listedMax, oldest]);
    const last = first.at(-1)?._id ?? '';
    const answered = await reply(ann, last, 'Still there?');
    expect((await read(ann)).at(-1)?.replies).toEqual([answered]);
    const newest = await comment(ann, 'Newest');
    const newestReply = await reply(ben, newest._id, 'Yes');
    const rest = await read(ann, `${activityId}?after=${last}`);
    expect(rest.at(-1)).toEqual({ ...newest, replies: [newestReply] });
    expect(new Set([...first, ...rest].map(({ _id }) => _id)).size).toBe(limits.listedMax + 3);
    expect(await read(ann, `${activityId}?after=${newest._id}`)).toEqual([]);

    const elsewhere = await comment(ann, 'Elsewhere', ownId);
    for (const id of [elsewhere._id, answered._id, randomUUID()]) {
      const answer = await app().call('GET', `/api/comments/parent/${activityId}?after=${id}`, { as: ann });
      expect(problemOf(answer)).toMatchObject({ status: 400, fields: ['after'] });
    }
  });

  test('a message sent again with its id is stored once, and is another for another author or place', async () => {
    const send = (path: '' | '/reply', as: Person, body: object) =>
      app().call('POST', `/api/comments${path}`, {
        as,
        body: { user: as.user._id, message: 'Strong', ...body },
      });
    const _id = randomUUIDv7();
    const first = contract.create.response.parse((await send('', ann, { parent: activityId, _id })).body);
    expect(first._id).toBe(_id);
    await reply(ben, _id, 'Thanks');
    const again = await send('', ann, { parent: activityId, _id, message: 'Changed' });
    expect(contract.create.response.parse(again.body)).toMatchObject({
      _id,
      message: 'Strong',
      replies: [{ message: 'Thanks' }],
    });
    expect(await read(ann)).toHaveLength(1);
    const replyId = randomUUIDv7();
    for (let time = 0; time < 2; time += 1) await send('/reply', ann, { parent: _id, _id: replyId });
    expect((await read(ann))[0]?.replies.map((each) => each._id)).toContain(replyId);
    expect((await read(ann))[0]?.replies).toHaveLength(2);
    for (const refused of [
      await send('', ben, { parent: activityId, _id }),
      await send('/reply', ann, { parent: _id, _id }),
      await send('', ann, { parent: ownId, _id }),
    ]) {
      expect(problemOf(refused)).toMatchObject({ status: 400, fields: ['_id'] });
    }
  });

  describe('DELETE /comments', () => {
    test('[SOCIAL-2] clears the message, keeps the comment and its replies, and is idempotent', async () => {
      const first = await comment(ben, 'Something rash');
      const second = await comment(ann, 'Next');
      const answer = await reply(ann, first._id, 'Oh');
      const removed = { ...first, message: '', removed: true, replies: [answer] };
      expect(await removeComment(ben, first._id)).toMatchObject({ status: 200, body: removed });
      const [row] = await database().db.select().from(comments).where(eq(comments.id, first._id));
      expect(row?.message).toBe('');
      expect(await removeComment(ben, first._id)).toMatchObject({ status: 200, body: removed });
      const [again] = await database().db.select().from(comments).where(eq(comments.id, first._id));
      // Removed by the author, possibly after an administrator: only its time may change.
      expect({ ...again, removedAt: null }).toEqual({ ...row, removedAt: null });
      expect(again?.removedAt).not.toBeNull();
      expect(await read(ann)).toEqual([removed, second]);
    });

    test('[SOCIAL-2] clears a reply and keeps its comment', async () => {
      const first = await comment(ben, 'Well rowed');
      const one = await reply(ann, first._id, 'Thanks');
      const two = await reply(ben, first._id, 'Sure');
      const removed = { ...one, message: '', removed: true };
      for (let times = 0; times < 2; times += 1) {
        expect(await removeReply(ann, one._id, first._id)).toMatchObject({ status: 200, body: removed });
      }
      expect(await read(ben)).toEqual([{ ...first, replies: [removed, two] }]);
    });

    test('[SOCIAL-2] rejects everyone but the author, even the athlete of the activity', async () => {
      const first = await comment(ben, 'Well rowed');
      const one = await reply(ben, first._id, 'Really');
      expect(outcomeOf(await removeComment(ann, first._id))).toBe('403 forbidden');
      expect(outcomeOf(await removeReply(ann, one._id, first._id))).toBe('403 forbidden');
      expect(await read(ann)).toEqual([{ ...first, replies: [one] }]);
    });

    test('[SESS-11] [SOCIAL-2] returns 404 to an author who may no longer read the activity', async () => {
      const { db } = database();
      const clubId = await buildClub(db, { ownerId: ann.user._id });
      const sessionId = await buildSession(db, { hostUserId: ann.user._id, clubId });
      const result = { userId: ann.user._id, sessionId, completedAt: new Date(nowMs()) };
      const parent = await buildActivity(db, result);
      await buildMembership(db, { clubId, userId: ben.user._id, role: 0 });
      const { _id } = await comment(ben, 'Well rowed', parent);
      await db.delete(clubMemberships).where(eq(clubMemberships.userId, ben.user._id));
      expect(outcomeOf(await removeComment(ben, _id))).toBe('404 not_found');
      expect((await read(ann, parent)).map(({ message }) => message)).toEqual(['Well rowed']);
    });

    test('[API-COMMENTS] removes a reply only through its own comment, and a comment only as a comment', async () => {
      const first = await comment(ben, 'One');
      const other = await comment(ben, 'Two');
      const one = await reply(ben, first._id, 'Three');
      expect(outcomeOf(await removeReply(ben, one._id, other._id))).toBe('404 not_found');
      expect(outcomeOf(await removeReply(ben, one._id, activityId))).toBe('404 not_found');
      expect(outcomeOf(await removeReply(ben, first._id, first._id))).toBe('404 not_found');
      expect(outcomeOf(await removeComment(ben, one._id))).toBe('404 not_found');
      expect(
        (await read(ann)).flatMap(({ removed, replies }) => [removed, ...replies.map((r) => r.removed)]),
      ).toEqual([false, false, false]);
    });

    test('[SOCIAL-1] accepts a reply to a removed comment', async () => {
      const first = await comment(ben, 'One');
      await removeComment(ben, first._id);
      const one = await reply(ann, first._id, 'What did you say?');
      expect((await read(ann))[0]?.replies).toEqual([one]);
    });
  });

  describe('likes', () => {
    const like = (as: Person, parent = activityId) =>
      app().call('POST', '/api/likes', { as, body: { user: as.user._id, parent } });
    const unlike = (as: Person, parent = activityId) =>
      app().call('DELETE', `/api/likes?user=${as.user._id}&parent=${parent}`, { as });
    const likes = async (as: Person, parent = activityId) => {
      const { body } = await app().call('GET', `/api/likes/parent/${parent}?user=${as.user._id}`, { as });
      return likesContract.ofParent.response.parse(body);
    };

    test('[SOCIAL-3] [API-COMMENTS] likes can be added and removed, and reads return the count and didLike', async () => {
      expect(await likes(ann)).toMatchObject({ count: 0, didLike: false });
      expect((await like(ben)).body).toMatchObject({ count: 1, didLike: true });
      expect(await likes(ann)).toMatchObject({ count: 1, didLike: false });
      expect((await like(ann)).body).toMatchObject({ count: 2, didLike: true });
      expect((await unlike(ben)).body).toMatchObject({ count: 1, didLike: false });
      expect(await likes(ann)).toMatchObject({ count: 1, didLike: true });
    });

    test('[SOCIAL-3] adding and removing a like are idempotent, even when called concurrently', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => like(ben)));
      expect(answers).toMatchObject(answers.map(() => ({ status: 200, body: { count: 1, didLike: true } })));
      const ended = await Promise.all([unlike(ben), unlike(ben)]);
      expect(ended).toMatchObject(ended.map(() => ({ body: { count: 0, didLike: false } })));
    });

    test('[SOCIAL-3] names the latest three whom the viewer may see, and counts the others', async () => {
      const { db } = database();
      const people = await Promise.all(
        (['everyone', 'everyone', 'everyone', 'me', 'everyone'] as const).map((visibility, index) =>
          buildUser(db, { displayName: `Liker ${index}`, visibility }),
        ),
      );
      await db.insert(likesTable).values(
        people.map(({ _id }, index) => ({
          activityId,
          userId: _id,
          createdAt: new Date(Date.UTC(2026, 0, 1, 6, index)),
        })),
      );
      const named = async (as: Person) => {
        const { count, likers } = await likes(as);
        return [count, likers?.map(({ displayName }) => displayName)];
      };
      expect(await named(ann)).toEqual([5, ['Liker 4', 'Liker 2', 'Liker 1']]);
      // Blocking hides the like itself.
      await db.insert(blocks).values({ blockerId: people[4]?._id ?? '', blockedId: ann.user._id });
      expect(await named(ann)).toEqual([4, ['Liker 2', 'Liker 1', 'Liker 0']]);
      expect(await named(ben)).toEqual([5, ['Liker 4', 'Liker 2', 'Liker 1']]);
    });

    test('[SESS-11] reading, adding and removing likes return 404 for an unreadable activity', async () => {
      await like(ann, ownId);
      for (const parent of [ownId, randomUUID()]) {
        expect(outcomeOf(await like(ben, parent))).toBe('404 not_found');
        expect(outcomeOf(await unlike(ben, parent))).toBe('404 not_found');
        const asked = await app().call('GET', `/api/likes/parent/${parent}?user=${ben.user._id}`, {
          as: ben,
        });
        expect(outcomeOf(asked)).toBe('404 not_found');
      }
      expect(await likes(ann, ownId)).toMatchObject({ count: 1, didLike: true });
    });
  });
});
