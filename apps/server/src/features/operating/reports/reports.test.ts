import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { administration } from '@boathouse/contract/administration/calls';
import {
  reports as contract,
  resetDisplayName,
  type ReportCase,
  type ReportDecision,
  type ReportKind,
} from '@boathouse/contract/administration/reports';
import { clubs as clubCalls } from '@boathouse/contract/clubs';
import { comments as commentCalls } from '@boathouse/contract/comments';
import { limits } from '@boathouse/contract/limits';
import { notifications as notificationCalls } from '@boathouse/contract/notifications';
import {
  administrationLog,
  authUsers,
  clubs,
  comments,
  reportCases,
  reports,
  users,
} from '../../../db/tables.ts';
import { buildComment } from '../../../../test/support/comments.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub } from '../../clubs/clubs/factory.ts';
import { forgetOldCases } from './service.ts';

const dayMs = 86_400_000;

onEachDatabase('reports', (database) => {
  const app = useTestApp(database);
  const db = () => database().db;
  let ines: Person;
  let iris: Person;
  let ann: Person;
  let ben: Person;
  let troll: Person;

  beforeEach(async () => {
    await db().delete(administrationLog);
    await db().delete(reportCases);
    await db().update(users).set({ isAdministrator: false });
    [ines, iris] = [await app().signUp('Ines'), await app().signUp('Iris')];
    [ann, ben, troll] = [await app().signUp('Ann'), await app().signUp('Ben'), await app().signUp('Troll')];
    for (const { user } of [ines, iris]) {
      await db().update(users).set({ isAdministrator: true }).where(eq(users.id, user._id));
    }
  });

  const report = (as: Person, kind: ReportKind, id: string, more: object = {}) =>
    app().call('POST', '/api/reports', { as, body: { kind, id, reason: 'offensive', text: '', ...more } });
  const reported = async (as: Person, kind: ReportKind, id: string, more: object = {}) => {
    const answer = await report(as, kind, id, more);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return contract.create.response.parse(answer.body).message;
  };
  const list = async (state: 'open' | 'decided' = 'open', page = '') => {
    const answer = await app().call('GET', `/api/administration/reports?state=${state}${page}`, { as: ines });
    return contract.list.response.parse(answer.body);
  };
  const onlyCase = async (state: 'open' | 'decided' = 'open'): Promise<ReportCase> => {
    const { count, cases } = await list(state);
    const [first] = cases;
    if (first === undefined) throw new Error(`No case is ${state}`);
    expect(count).toBe(1);
    return first;
  };
  const decide = (as: Person, id: string, decision: ReportDecision) =>
    app().call('PATCH', `/api/administration/reports/${id}`, { as, body: { decision } });
  const decided = async (id: string, decision: ReportDecision) => {
    const answer = await decide(ines, id, decision);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return contract.decide.response.parse(answer.body);
  };
  const log = async () => {
    const answer = await app().call('GET', '/api/administration/log', { as: ines });
    const { entries } = administration.log.response.parse(answer.body);
    return entries.map(({ actor, action, subject }) => [actor, action, subject]);
  };
  const told = async (as: Person) => {
    const answer = await app().call('GET', '/api/notifications', { as });
    return notificationCalls.list.response
      .parse(answer.body)
      .map(({ kind, actors }) => `${kind} ${actors.map(({ displayName }) => displayName).join('+')}`);
  };

  /** The troll's comment on a result that everyone sees, with a reply by Ben. */
  async function comment() {
    const activityId = await buildActivity(db(), {
      userId: ben.user._id,
      visibility: 'profile',
      completedAt: new Date(nowMs()),
    });
    const written = { activityId, userId: troll.user._id, message: 'You row like a cow' };
    const id = await buildComment(db(), written);
    await buildComment(db(), { activityId, userId: ben.user._id, commentId: id, message: 'Moo' });
    return { id, activityId };
  }
  const commentsOf = async (activityId: string) => {
    const answer = await app().call('GET', `/api/comments/parent/${activityId}`, { as: ann });
    return commentCalls.ofParent.response
      .parse(answer.body)
      .map(({ message, removed, replies }) => [message, removed, replies.map((reply) => reply.message)]);
  };

  describe('of users', () => {
    test('a report reaches the administrators with the reported text, its reporter and the reason', async () => {
      const { id, activityId } = await comment();
      expect(await reported(ann, 'comment', id, { text: ' Not funny ' })).toMatch(/^Thank you/);
      expect(await reported(ben, 'comment', id, { reason: 'spam' })).toMatch(/^Thank you/);
      expect(await onlyCase()).toMatchObject({
        kind: 'comment',
        reported: { name: 'Troll', text: 'You row like a cow' },
        now: { name: 'Troll', text: 'You row like a cow', isHidden: false, page: activityId },
        reportCount: 2,
        reports: [
          { user: ann.user, reason: 'offensive', text: 'Not funny' },
          { user: ben.user, reason: 'spam', text: '' },
        ],
        decided: null,
      });
      expect(await told(ines)).toEqual(['report Ben+Ann']);
      expect(await told(iris)).toEqual(['report Ben+Ann']);
      expect(await told(troll)).toEqual([]);
    });

    test('a second report of the same user changes nothing and states this, even at the same moment', async () => {
      const messages = await Promise.all([1, 2, 3].map(() => reported(ann, 'user', troll.user._id)));
      expect(messages.filter((message) => message.startsWith('Thank you'))).toHaveLength(1);
      expect(messages.filter((message) => message.startsWith('You have reported this already'))).toHaveLength(
        2,
      );
      expect((await onlyCase()).reportCount).toBe(1);
      expect(await told(ines)).toEqual(['report Ann']);
    });

    test('several users who report at the same moment are in one case', async () => {
      const others = await Promise.all([1, 2, 3, 4].map((number) => app().signUp(`Reporter ${number}`)));
      await Promise.all(others.map((as) => reported(as, 'user', troll.user._id)));
      expect((await onlyCase()).reportCount).toBe(4);
    });

    test('a decided thing can be reported again, as another case', async () => {
      await reported(ann, 'user', troll.user._id);
      await decided((await onlyCase())._id, 'dismissed');
      expect(await reported(ann, 'user', troll.user._id)).toMatch(/^Thank you/);
      expect((await onlyCase()).reportCount).toBe(1);
      expect((await list('decided')).count).toBe(1);
    });

    test('the copy stays when the reported user changes it', async () => {
      await reported(ann, 'user', troll.user._id);
      const body = { displayName: 'Angel' };
      await app().call('PATCH', `/api/users/${troll.user._id}/displayName`, { as: troll, body });
      expect(await onlyCase()).toMatchObject({ reported: { name: 'Troll' }, now: { name: 'Angel' } });
    });

    test.each([
      ['other', ''],
      ['other', '\u200b '],
      ['offensive', 'x'.repeat(limits.reportTextMax + 1)],
    ])('a report as %s with the text "%s" is refused', async (reason, text) => {
      const answer = await report(ann, 'user', troll.user._id, { reason, text });
      expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['text'] });
    });

    test('a profile that the administrator may not open is shown in the report without a link', async () => {
      await reported(ann, 'user', troll.user._id);
      await db().update(users).set({ visibility: 'me' }).where(eq(users.id, troll.user._id));
      expect((await onlyCase()).now).toMatchObject({ name: 'Troll', page: null });
    });
  });

  describe('decisions', () => {
    test('dismissing changes nothing except the case, and is logged', async () => {
      const { id, activityId } = await comment();
      await reported(ann, 'comment', id);
      const open = await onlyCase();
      expect((await decided(open._id, 'dismissed')).message).toBe(
        'The reports about the comment of Troll are dismissed',
      );
      expect(await commentsOf(activityId)).toEqual([['You row like a cow', false, ['Moo']]]);
      expect((await list()).count).toBe(0);
      expect((await onlyCase('decided')).decided).toMatchObject({ decision: 'dismissed', by: 'Ines' });
      expect(await log()).toEqual([['Ines', 'dismissedReport', 'the comment of Troll']]);
      expect(await told(iris)).toEqual([]);
    });

    test('a hidden comment is shown as removed, and its replies stay', async () => {
      const { id, activityId } = await comment();
      await reported(ann, 'comment', id);
      const { now, reported: before } = await decided((await onlyCase())._id, 'hidden');
      expect(now).toMatchObject({ text: '', isHidden: true });
      expect(before.text).toBe('You row like a cow');
      expect(await commentsOf(activityId)).toEqual([['', true, ['Moo']]]);
      expect(await log()).toEqual([['Ines', 'hidReported', 'the comment of Troll']]);
    });

    test('a deleted comment is deleted with its replies', async () => {
      const { id, activityId } = await comment();
      await reported(ann, 'comment', id);
      expect((await decided((await onlyCase())._id, 'deleted')).now).toBeNull();
      expect(await commentsOf(activityId)).toEqual([]);
      expect(await log()).toEqual([['Ines', 'deletedReported', 'the comment of Troll']]);
    });

    test('a hidden profile loses its name and images, even in mails, and its user continues with another name', async () => {
      const images = { iconUrl: '/files/usericons/a/b.webp', bannerUrl: '/files/userbanners/a/b.webp' };
      await db().update(users).set(images).where(eq(users.id, troll.user._id));
      await reported(ann, 'user', troll.user._id);
      expect((await onlyCase()).now).toMatchObject({ iconURL: images.iconUrl, bannerURL: images.bannerUrl });
      await decided((await onlyCase())._id, 'hidden');
      const found = await app().call('GET', `/api/users/${troll.user._id}`, { as: ann });
      expect(found.body).toMatchObject({ displayName: resetDisplayName, iconURL: null, bannerURL: null });
      const [account] = await db().select().from(authUsers).where(eq(authUsers.id, troll.uid));
      expect(account).toMatchObject({ name: resetDisplayName, image: null });
      const body = { displayName: 'Better' };
      const path = `/api/users/${troll.user._id}/displayName`;
      expect((await app().call('PATCH', path, { as: troll, body })).status).toBe(200);
    });

    test('a deleted account no longer exists, and the case and the log still name it', async () => {
      const { id } = await comment();
      await reported(ann, 'user', troll.user._id);
      const open = await onlyCase();
      await reported(ann, 'comment', id);
      expect((await decided(open._id, 'deleted')).message).toBe('The account of Troll is deleted');
      expect((await app().call('GET', '/api/users/search?displayName=troll', { as: troll })).status).toBe(
        401,
      );
      expect(await onlyCase('decided')).toMatchObject({ reported: { name: 'Troll' }, now: null });
      // The comment was deleted with its author, and so was the report.
      expect((await list()).count).toBe(0);
      expect(await log()).toEqual([['Ines', 'deletedReported', 'the profile of Troll']]);
    });

    test('an account that owns a club is kept, and the case stays open', async () => {
      await buildClub(db(), { ownerId: troll.user._id, name: 'Trolls', customUrl: `trolls-${nowMs()}` });
      await reported(ann, 'user', troll.user._id);
      const answer = await decide(ines, (await onlyCase())._id, 'deleted');
      expect(problemOf(answer)).toMatchObject({ status: 409, code: 'owns_a_club' });
      expect((await onlyCase()).decided).toBeNull();
      expect(await log()).toEqual([]);
    });

    describe('about a club', () => {
      let clubId: string;
      let customUrl: string;
      beforeEach(async () => {
        customUrl = `c${crypto.randomUUID().slice(0, 12)}`;
        const ownerId = troll.user._id;
        clubId = await buildClub(db(), { ownerId, name: 'Badname Crew', customUrl });
        const shown = { description: 'Hate', iconUrl: '/files/clubicons/a/b.webp' };
        await db().update(clubs).set(shown).where(eq(clubs.id, clubId));
        await reported(ann, 'club', clubId);
      });
      const found = async (path: string) => {
        const answer = await app().call('GET', `/api/clubs${path}`, { as: ann });
        const { clubs: listed } = clubCalls.search.response.parse(answer.body);
        return listed.filter(({ _id }) => _id === clubId).length;
      };

      test('a hidden club has no description and images, and is neither listed nor found, but opens by its address', async () => {
        expect([await found('/search?name=badname'), await found('?')]).toEqual([1, 1]);
        const { now } = await decided((await onlyCase())._id, 'hidden');
        expect(now).toMatchObject({ text: '', iconURL: null, isHidden: true, page: customUrl });
        expect([await found('/search?name=badname'), await found('?')]).toEqual([0, 0]);
        const answer = await app().call('GET', `/api/clubs/customURL/${customUrl}`, { as: ann });
        expect(answer.body).toMatchObject({ name: 'Badname Crew', description: '', iconURL: null });
        expect(await log()).toEqual([['Ines', 'hidReported', 'the club Badname Crew']]);
      });

      test('is deleted, and the case still names it', async () => {
        await decided((await onlyCase())._id, 'deleted');
        expect(await found('/search?name=badname')).toBe(0);
        expect(await onlyCase('decided')).toMatchObject({
          reported: { name: 'Badname Crew', text: 'Hate' },
          now: null,
        });
        expect(await log()).toEqual([['Ines', 'deletedReported', 'the club Badname Crew']]);
      });
    });

    test.each(['hidden', 'deleted'] as const)(
      'two administrators who decide "%s" at the same moment do it once',
      async (decision) => {
        for (const kind of ['comment', 'user', 'club'] as const) {
          await db().delete(reportCases);
          await db().delete(administrationLog);
          const target = await app().signUp('Twice');
          const club = { ownerId: ann.user._id, customUrl: `c${crypto.randomUUID().slice(0, 12)}` };
          const id = {
            comment: async () => (await comment()).id,
            user: async () => target.user._id,
            club: async () => buildClub(db(), club),
          }[kind];
          await reported(ben, kind, await id());
          const open = await onlyCase();
          const answers = await Promise.all([ines, iris].map((as) => decide(as, open._id, decision)));
          expect(answers.map(({ status }) => status)).toEqual([200, 200]);
          expect(await log()).toHaveLength(1);
          expect((await onlyCase('decided')).decided?.decision).toBe(decision);
        }
      },
    );

    test("if two administrators decide differently at the same moment, the slower one gets the other's decision", async () => {
      const { id, activityId } = await comment();
      await reported(ann, 'comment', id);
      const open = await onlyCase();
      const [first, second] = await Promise.all([
        decide(ines, open._id, 'dismissed'),
        decide(iris, open._id, 'hidden'),
      ]);
      const slower = first.status === 200 ? second : first;
      expect([first.status, second.status].sort()).toEqual([200, 409]);
      expect(problemOf(slower).code).toBe('already_decided');
      const { decision } = (await onlyCase('decided')).decided ?? {};
      expect(slower.body).toMatchObject({
        message: decision === 'hidden' ? 'Iris has already hidden it.' : 'Ines has already dismissed it.',
      });
      expect((await commentsOf(activityId))[0]?.[1]).toBe(decision === 'hidden');
      expect(await log()).toHaveLength(1);
    });
  });

  describe('a decision that is withdrawn', () => {
    const takeBack = async (as: Person, id: string) => {
      const answer = await app().call('DELETE', `/api/administration/reports/${id}/decision`, { as });
      return answer.status === 200
        ? contract.takeBack.response.parse(answer.body).message
        : problemOf(answer);
    };
    const refused = { status: 409, code: 'already_decided' };

    test('opens the reports again, and is in the log', async () => {
      await reported(ann, 'user', troll.user._id);
      const { _id } = await decided((await onlyCase())._id, 'dismissed');
      const words = 'The reports about the profile of Troll are open again';
      // Both at the same moment: only one of them does it.
      expect(await Promise.all([ines, iris].map((as) => takeBack(as, _id)))).toEqual([words, words]);
      expect(await takeBack(ines, _id)).toBe(words);
      expect((await onlyCase()).decided).toBeNull();
      expect((await list('decided')).count).toBe(0);
      expect((await log()).map(([, action]) => action)).toEqual(['reopenedReport', 'dismissedReport']);
      expect((await decided(_id, 'hidden')).decided?.decision).toBe('hidden');
    });

    test('shows a hidden comment again with its text', async () => {
      const { id, activityId } = await comment();
      await reported(ann, 'comment', id);
      const { _id } = await decided((await onlyCase())._id, 'hidden');
      expect(await takeBack(ines, _id)).toMatch(/are open again, and it is shown again$/);
      expect(await commentsOf(activityId)).toEqual([['You row like a cow', false, ['Moo']]]);
      expect((await onlyCase()).now).toMatchObject({ isHidden: false });
    });

    test('shows no comment that its author had removed', async () => {
      const { id, activityId } = await comment();
      await reported(ann, 'comment', id);
      const removed = { message: '', removedAt: new Date('2026-01-01') };
      await db().update(comments).set(removed).where(eq(comments.id, id));
      const { _id } = await decided((await onlyCase())._id, 'hidden');
      expect(await takeBack(ines, _id)).toMatchObject(refused);
      expect(await commentsOf(activityId)).toEqual([['', true, ['Moo']]]);
      expect((await onlyCase('decided')).decided?.decision).toBe('hidden');
    });

    test('gives a profile its name back, unless its user has chosen another', async () => {
      await reported(ann, 'user', troll.user._id);
      const { _id } = await decided((await onlyCase())._id, 'hidden');
      expect(await takeBack(ines, _id)).toMatch(/shown again$/);
      const found = await app().call('GET', `/api/users/${troll.user._id}`, { as: ann });
      expect(found.body).toMatchObject({ displayName: 'Troll' });
      const [account] = await db().select().from(authUsers).where(eq(authUsers.id, troll.uid));
      expect(account).toMatchObject({ name: 'Troll' });
      await decided(_id, 'hidden');
      const path = `/api/users/${troll.user._id}/displayName`;
      await app().call('PATCH', path, { as: troll, body: { displayName: 'Better' } });
      expect(await takeBack(ines, _id)).toMatchObject(refused);
      expect((await onlyCase('decided')).now).toMatchObject({ name: 'Better' });
    });

    test('does not bring back a hidden comment that its author has deleted', async () => {
      const { id, activityId } = await comment();
      await reported(ann, 'comment', id);
      const { _id } = await decided((await onlyCase())._id, 'hidden');
      const path = `/api/comments?comment=${id}&user=${troll.user._id}`;
      expect((await app().call('DELETE', path, { as: troll })).status).toBe(200);
      expect(await takeBack(ines, _id)).toMatchObject(refused);
      expect(await commentsOf(activityId)).toEqual([['', true, ['Moo']]]);
    });

    test('lists a hidden club again', async () => {
      const customUrl = `c${crypto.randomUUID().slice(0, 12)}`;
      const clubId = await buildClub(db(), { ownerId: troll.user._id, name: 'Badname Crew', customUrl });
      await db().update(clubs).set({ description: 'Hate' }).where(eq(clubs.id, clubId));
      await reported(ann, 'club', clubId);
      const { _id } = await decided((await onlyCase())._id, 'hidden');
      expect(await takeBack(ines, _id)).toMatch(/shown again$/);
      expect((await onlyCase()).now).toMatchObject({ text: 'Hate', isHidden: false });
    });

    test('is refused for deleted things, and for a second report of the same', async () => {
      const { id } = await comment();
      await reported(ann, 'comment', id);
      const removed = await decided((await onlyCase())._id, 'deleted');
      expect(await takeBack(ines, removed._id)).toMatchObject(refused);
      await reported(ann, 'user', troll.user._id);
      const dismissed = await decided((await onlyCase())._id, 'dismissed');
      await reported(ben, 'user', troll.user._id);
      expect(await takeBack(ines, dismissed._id)).toMatchObject(refused);
      expect((await onlyCase()).reports).toMatchObject([{ user: ben.user }]);
    });
  });

  describe('the remaining data', () => {
    const removeAccount = async (as: Person) => {
      const body = { clubResults: 'remove', password: 'a good password' };
      const answer = await app().call('POST', `/api/users/${as.user._id}/deletion`, { as, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    const forget = (days: number) => forgetOldCases(db(), new Date(nowMs() + days * dayMs));

    test('the remaining data of an open case without its reporter is deleted, and the target can be reported again', async () => {
      await reported(ann, 'user', troll.user._id);
      await removeAccount(ann);
      expect((await list()).count).toBe(0);
      expect(await told(ines)).toEqual([]);
      expect(await reported(ben, 'user', troll.user._id)).toMatch(/^Thank you/);
      expect((await onlyCase()).reportCount).toBe(1);
      await removeAccount(ben);
      await forget(0);
      expect(await db().$count(reportCases)).toBe(0);
    });

    test('the remaining data of a decided case without its reporter keeps the decision and the log', async () => {
      await reported(ann, 'user', troll.user._id);
      await decided((await onlyCase())._id, 'dismissed');
      await removeAccount(ann);
      await forget(1);
      expect(await onlyCase('decided')).toMatchObject({
        reportCount: 0,
        reports: [],
        decided: { by: 'Ines' },
      });
      expect(await log()).toHaveLength(1);
      expect(await db().$count(reports)).toBe(0);
    });

    test('the remaining data of an open case without its target is deleted, even for a comment that stays for its replies', async () => {
      const { id } = await comment();
      await reported(ann, 'comment', id);
      await reported(ann, 'user', troll.user._id);
      await removeAccount(troll);
      expect(await db().$count(comments, eq(comments.id, id))).toBe(1);
      expect((await list()).count).toBe(0);
      await forget(0);
      expect(await db().$count(reportCases)).toBe(0);
    });

    test('the remaining data of a decision is deleted after its days', async () => {
      await reported(ann, 'user', troll.user._id);
      await decided((await onlyCase())._id, 'dismissed');
      await forget(limits.reportDays - 1);
      expect((await list('decided')).count).toBe(1);
      await forget(limits.reportDays + 1);
      expect((await list('decided')).count).toBe(0);
    });
  });

  test('pages are in the order of the first report, and the newest decision is first', async () => {
    const targets = await Promise.all([1, 2, 3].map((number) => app().signUp(`Target ${number}`)));
    for (const { user } of targets) await reported(ann, 'user', user._id);
    const names = ({ cases }: { cases: ReportCase[] }) => cases.map(({ reported: { name } }) => name);
    expect(names(await list('open', '&pagesize=2'))).toEqual(['Target 1', 'Target 2']);
    expect(names(await list('open', '&pagesize=2&page=2'))).toEqual(['Target 3']);
    for (const { _id } of (await list()).cases) await decided(_id, 'dismissed');
    expect(names(await list('decided', '&pagesize=2'))).toEqual(['Target 3', 'Target 2']);
  });
});
