import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ClubMembershipSchema, ClubMembershipWithMessageSchema, ClubSchema } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import { clubMemberships, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { clubCalls, crewClubs, signUpCrew } from '../../../../test/support/club-calls.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { buildUser } from '../../people/users/factory.ts';
import { buildClub, buildMembership } from './factory.ts';

onEachDatabase('memberships of clubs', (database) => {
  const app = useTestApp(database);
  const { join, leave, revoke, change, transfer } = clubCalls(app);
  let owen: Person;
  let ada: Person;
  let mia: Person;
  let pia: Person;

  beforeAll(async () => {
    ({ owen, ada, mia, pia } = await signUpCrew(app()));
  });
  const { clubWith, fullClub, roles } = crewClubs(database, () => ({ owen, ada, mia, pia }));

  const isMember = async (as: Person, user: string, club: string) =>
    (await app().call('GET', `/api/clubmemberships/ismember?user=${user}&club=${club}`, { as })).body;
  const membersAs = async (as: Person, club: string) =>
    z
      .array(ClubMembershipSchema)
      .parse((await app().call('GET', `/api/clubmemberships/club/${club}`, { as })).body)
      .map(({ user, role }) => `${user.displayName} ${role}`);
  const messageOf = ({ body }: Answer) => z.object({ message: z.string() }).parse(body).message;

  describe('join', () => {
    test('[MEMB-1] [API-CLUBS] makes the caller a member of a public club and ignores the role in the request', async () => {
      for (const role of [undefined, 0, 2, -1, 99]) {
        const club = await clubWith();
        const answer = await join(mia, club, role);
        expect(answer.status).toBe(200);
        expect(ClubMembershipWithMessageSchema.parse(answer.body)).toMatchObject({
          user: mia.user,
          club: { _id: club, name: 'Weser' },
          role: 0,
          message: 'You are now a member of Weser',
        });
        expect(await roles(club)).toEqual({ Owen: 2, Mia: 0 });
      }
    });

    test('[MEMB-1] creates a request in a private club and ignores the role in the request', async () => {
      for (const role of [undefined, 0, 1, 2]) {
        const club = await clubWith([], { isPrivate: true });
        const answer = await join(mia, club, role);
        expect(answer).toMatchObject({
          status: 200,
          body: { role: -1, message: 'Your request to join Weser was sent' },
        });
        expect(await isMember(mia, mia.user._id, club)).toEqual({ isMember: false, role: -1 });
      }
    });

    test("[MEMB-1] is idempotent and keeps the caller's role", async () => {
      const club = await fullClub();
      const before = await roles(club);
      for (const person of [owen, ada, mia, pia]) {
        const first = await join(person, club, 0);
        expect(first.status).toBe(200);
        expect((await join(person, club, 2)).body).toEqual(first.body);
      }
      expect(await roles(club)).toEqual(before);
    });

    test('[MEMB-1] [MEMB-2] keeps requests when a club becomes public; an admin accepts them or the user joins again', async () => {
      const club = await clubWith(
        [
          [pia, -1],
          [mia, -1],
        ],
        { isPrivate: true },
      );
      const edited = await app().call('PATCH', `/api/clubs?club=${club}&requestingUser=${owen.user._id}`, {
        as: owen,
        body: { isPrivate: false },
      });
      expect(edited.body).toMatchObject({ isPrivate: false, memberCount: 1 });
      expect(await roles(club)).toEqual({ Owen: 2, Pia: -1, Mia: -1 });
      expect((await change('makeMember', owen, pia.user._id, club)).body).toMatchObject({ role: 0 });
      expect((await join(mia, club)).body).toMatchObject({
        role: 0,
        message: 'You are now a member of Weser',
      });
    });
  });

  describe('leave', () => {
    test('[MEMB-2] [MEMB-3] ends a membership or a request, and succeeds without either', async () => {
      const club = await fullClub();
      expect(await leave(mia, club)).toMatchObject({ status: 200, body: { message: 'You left Weser' } });
      expect(await leave(ada, club)).toMatchObject({ status: 200, body: { message: 'You left Weser' } });
      expect(await leave(pia, club)).toMatchObject({
        status: 200,
        body: { message: 'Your request to join Weser was canceled' },
      });
      expect(await roles(club)).toEqual({ Owen: 2 });
      expect(await leave(mia, club)).toMatchObject({
        status: 200,
        body: { message: 'You are not a member of Weser' },
      });
    });

    test('[MEMB-4] rejects the owner with a message to transfer ownership first', async () => {
      const club = await fullClub();
      const answer = await leave(owen, club);
      expect(problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
      expect(messageOf(answer)).toBe('You own Weser. Transfer ownership to another member before you leave.');
      expect(await roles(club)).toMatchObject({ Owen: 2 });
      await transfer(owen, mia.user._id, club);
      expect((await leave(owen, club)).status).toBe(200);
      expect(await roles(club)).toEqual({ Mia: 2, Ada: 1, Pia: -1 });
    });
  });

  describe('admins and the owner', () => {
    test.each([['admin'], ['owner']])('[MEMB-2] the %s can accept and decline requests', async (who) => {
      const as = who === 'admin' ? ada : owen;
      const accepting = await fullClub();
      const accepted = await change('makeMember', as, pia.user._id, accepting);
      expect(accepted).toMatchObject({ status: 200, body: { user: pia.user, role: 0 } });
      expect(messageOf(accepted)).toBe('Pia is now a member of Weser');
      const declining = await fullClub();
      const declined = await revoke(as, pia.user._id, declining);
      expect(declined).toMatchObject({ status: 200 });
      expect(messageOf(declined)).toBe("Pia's request to join Weser was declined");
      expect(await roles(declining)).toEqual({ Owen: 2, Ada: 1, Mia: 0 });
    });

    test('[MEMB-3] can make and revoke admins, and remove members and admins', async () => {
      const club = await fullClub();
      const made = await change('makeAdmin', ada, mia.user._id, club);
      expect(made).toMatchObject({ status: 200, body: { user: mia.user, role: 1 } });
      expect(messageOf(made)).toBe('Mia is now an admin of Weser');
      const revoked = await change('revokeAdmin', mia, ada.user._id, club);
      expect(revoked).toMatchObject({ status: 200, body: { user: ada.user, role: 0 } });
      expect(messageOf(revoked)).toBe('Ada is no longer an admin of Weser');
      const removed = await revoke(mia, ada.user._id, club);
      expect(messageOf(removed)).toBe('Ada is no longer a member of Weser');
      expect((await revoke(owen, mia.user._id, club)).status).toBe(200);
      expect(await roles(club)).toEqual({ Owen: 2, Pia: -1 });
    });

    test('[MEMB-3] can repeat each change without a further effect', async () => {
      const club = await fullClub();
      const before = await roles(club);
      expect((await change('makeMember', owen, mia.user._id, club)).body).toMatchObject({ role: 0 });
      expect((await change('makeMember', ada, ada.user._id, club)).body).toMatchObject({ role: 1 });
      expect((await change('makeMember', ada, owen.user._id, club)).body).toMatchObject({ role: 2 });
      expect((await change('makeAdmin', owen, ada.user._id, club)).body).toMatchObject({ role: 1 });
      expect((await change('revokeAdmin', owen, mia.user._id, club)).body).toMatchObject({ role: 0 });
      expect(await roles(club)).toEqual(before);
      expect((await revoke(owen, mia.user._id, club)).status).toBe(200);
      const again = await revoke(owen, mia.user._id, club);
      expect(again.status).toBe(200);
      expect(messageOf(again)).toBe('They are not a member of Weser');
    });

    test('[MEMB-3] cannot remove or change the role of the owner', async () => {
      const club = await fullClub();
      const before = await roles(club);
      for (const as of [ada, owen]) {
        for (const answer of [
          await revoke(as, owen.user._id, club),
          await change('revokeAdmin', as, owen.user._id, club),
          await change('makeAdmin', as, owen.user._id, club),
        ]) {
          expect(problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
          expect(messageOf(answer)).toBe(
            'The owner of Weser cannot be removed or given another role. They can transfer ownership.',
          );
        }
      }
      expect(await roles(club)).toEqual(before);
    });

    test('[MEMB-2] [MEMB-3] must accept a request before making its author an admin', async () => {
      const club = await fullClub();
      for (const what of ['makeAdmin', 'revokeAdmin'] as const) {
        const answer = await change(what, ada, pia.user._id, club);
        expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['user'] });
        expect(messageOf(answer)).toBe('Accept their request to join Weser first');
      }
      expect(await roles(club)).toMatchObject({ Pia: -1 });
    });

    test('[MEMB-2] [MEMB-3] cannot change the role of a user without a membership or a request', async () => {
      const club = await fullClub();
      const stranger = await buildUser(database().db);
      await leave(pia, club);
      const before = await roles(club);
      for (const user of [stranger._id, pia.user._id, randomUUID()]) {
        for (const what of ['makeMember', 'makeAdmin', 'revokeAdmin'] as const) {
          expect(problemOf(await change(what, owen, user, club))).toMatchObject({
            status: 404,
            code: 'not_found',
          });
        }
      }
      expect(await roles(club)).toEqual(before);
    });

    test.each([['member'], ['pending'], ['stranger']])(
      '[MEMB-2] [MEMB-3] are the only users who may change memberships: not a %s',
      async (who) => {
        const as = who === 'pending' ? pia : mia;
        const club = await fullClub();
        if (who === 'stranger') await leave(mia, club);
        const before = await roles(club);
        for (const { user } of [owen, ada, mia, pia]) {
          for (const answer of [
            await change('makeMember', as, user._id, club),
            await change('makeAdmin', as, user._id, club),
            await change('revokeAdmin', as, user._id, club),
            await revoke(as, user._id, club),
            await transfer(as, user._id, club),
          ]) {
            expect(problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
          }
        }
        expect(await roles(club)).toEqual(before);
      },
    );
  });

  describe('transferOwnership', () => {
    test.each([['member'], ['admin']])(
      '[MEMB-4] a transfer to a %s makes the previous owner an admin',
      async (who) => {
        const club = await fullClub();
        const to = who === 'member' ? mia : ada;
        const answer = await transfer(owen, to.user._id, club);
        expect(answer).toMatchObject({ status: 200, body: { user: to.user, role: 2 } });
        expect(messageOf(answer)).toBe(`${to.user.displayName} is now the owner of Weser`);
        expect(await roles(club)).toEqual({ Owen: 1, Ada: 1, Mia: 0, Pia: -1, [to.user.displayName]: 2 });
      },
    );

    test('[MEMB-4] is allowed only from the owner to a member or an admin', async () => {
      const club = await fullClub();
      const before = await roles(club);
      expect(problemOf(await transfer(ada, mia.user._id, club))).toMatchObject({ status: 403 });
      expect(problemOf(await transfer(owen, pia.user._id, club))).toMatchObject({
        status: 400,
        fields: ['toUser'],
      });
      expect(problemOf(await transfer(owen, owen.user._id, club))).toMatchObject({
        status: 400,
        fields: ['toUser'],
      });
      expect(problemOf(await transfer(owen, randomUUID(), club))).toMatchObject({ status: 404 });
      expect(await roles(club)).toEqual(before);
    });
  });

  describe('reading memberships', () => {
    test('[CLUB-5] [API-CLUBS] lists owner, admins and members by name, and shows requests only to admins and the owner', async () => {
      const { db } = database();
      const club = await fullClub();
      for (const [displayName, role] of [
        ['Zoe', 1],
        ['abe', 0],
        ['Zac', 0],
        ['Abe', -1],
      ] as const)
        await buildMembership(db, {
          clubId: club,
          userId: (await buildUser(db, { displayName }))._id,
          role,
        });
      const admins = ['Owen 2', 'Ada 1', 'Zoe 1'];
      const members = [...admins, 'abe 0', 'Mia 0', 'Zac 0'];
      // They come before the members, because a large club has more members than a list.
      const all = [...admins, 'Abe -1', 'Pia -1', 'abe 0', 'Mia 0', 'Zac 0'];
      expect(await membersAs(owen, club)).toEqual(all);
      expect(await membersAs(ada, club)).toEqual(all);
      expect(await membersAs(mia, club)).toEqual(members);
      expect(await membersAs(pia, club)).toEqual(members);
      expect(await membersAs(await app().signUp('Otto'), club)).toEqual(members);
    });

    test('[API-CLUBS] ismember shows a request only to its author, the admins and the owner', async () => {
      const club = await fullClub();
      const otto = await app().signUp('Otto');
      const request = { isMember: false, role: -1 };
      const nothing = { isMember: false, role: null };
      expect(await isMember(pia, pia.user._id, club)).toEqual(request);
      expect(await isMember(ada, pia.user._id, club)).toEqual(request);
      expect(await isMember(owen, pia.user._id, club)).toEqual(request);
      expect(await isMember(mia, pia.user._id, club)).toEqual(nothing);
      expect(await isMember(otto, pia.user._id, club)).toEqual(nothing);
      expect(await isMember(otto, otto.user._id, club)).toEqual(nothing);
      expect(await isMember(otto, owen.user._id, club)).toEqual({ isMember: true, role: 2 });
      expect(await isMember(otto, ada.user._id, club)).toEqual({ isMember: true, role: 1 });
      expect(await isMember(pia, mia.user._id, club)).toEqual({ isMember: true, role: 0 });
      expect(await isMember(pia, randomUUID(), club)).toEqual(nothing);
    });

    test('[CLUB-4] memberCount includes the owner, admins and members, but no requests', async () => {
      const clubId = await fullClub();
      const [found] = z
        .array(ClubMembershipSchema)
        .parse((await app().call('GET', `/api/clubmemberships/club/${clubId}`, { as: mia })).body);
      const club = await app().call('GET', `/api/clubs/customURL/${found?.club.customURL}`, { as: mia });
      expect(ClubSchema.parse(club.body).memberCount).toBe(3);
    });

    test('[API-CLUBS] lists the memberships of a user by club name, and shows pending ones only to that user', async () => {
      const ann = await app().signUp('Ann');
      for (const [name, role] of [
        ['Weser', 1],
        ['alster', 0],
        ['Main', -1],
      ] as const)
        await clubWith([[ann, role]], { name });
      await buildClub(database().db, { ownerId: ann.user._id, name: 'Neckar' });

      const listedTo = async (as: Person) => {
        const answer = await app().call('GET', `/api/clubmemberships/user/${ann.user._id}`, { as });
        return z
          .array(ClubMembershipSchema)
          .parse(answer.body)
          .map(({ user, club, role }) => [user._id === ann.user._id, club.name, role]);
      };
      const seen = [
        [true, 'alster', 0],
        [true, 'Neckar', 2],
        [true, 'Weser', 1],
      ];
      expect(await listedTo(ann)).toEqual([seen[0], [true, 'Main', -1], seen[1], seen[2]]);
      expect(await listedTo(owen)).toEqual(seen);
    });
  });

  test('a response has a limit on the number of members, and the rest comes after the last one', async () => {
    const admin = await app().signUp('Zoe');
    const clubId = await clubWith([
      [admin, 1],
      [mia, 0],
    ]);
    await database().db.execute(sql`with made as (
      insert into ${users} (id, uid, display_name, created_at)
      select gen_random_uuid(), 'rower-' || n, 'Rower ' || lpad((n / 2)::text, 4, '0'), now()
      from generate_series(1, ${limits.listedMax}) n returning id)
      insert into ${clubMemberships} (id, club_id, user_id, role)
      select gen_random_uuid(), ${clubId}::uuid, id, 0 from made`);
    const listed = async (query: string) =>
      z
        .array(ClubMembershipSchema)
        .parse((await app().call('GET', `/api/clubmemberships/club/${clubId}${query}`, { as: admin })).body);
    const first = await listed('');
    const rest = await listed(`?after=${first.at(-1)?._id}`);
    expect(first).toHaveLength(limits.listedMax);
    const all = [...first, ...rest];
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(limits.listedMax + 3);
    expect(all.map(({ role }) => role).toSorted((one, other) => other - one)).toEqual(
      all.map(({ role }) => role),
    );
    const names = all.filter(({ role }) => role === 0).map(({ user }) => user.displayName);
    expect(names).toEqual(names.toSorted());
    expect(names).toHaveLength(limits.listedMax + 1);

    // This also works from the middle, and after an admin.
    expect(await listed(`?after=${first[1]?._id}`)).toEqual(all.slice(2, 2 + limits.listedMax));
    const outside = await buildClub(database().db, { ownerId: mia.user._id });
    const [other] = z
      .array(ClubMembershipSchema)
      .parse((await app().call('GET', `/api/clubmemberships/club/${outside}`, { as: mia })).body);
    const foreign = await app().call('GET', `/api/clubmemberships/club/${clubId}?after=${other?._id}`, {
      as: admin,
    });
    expect(problemOf(foreign)).toMatchObject({ status: 400, fields: ['after'] });

    const clubsAfter = async (query: string) =>
      z
        .array(ClubMembershipSchema)
        .parse(
          (await app().call('GET', `/api/clubmemberships/user/${mia.user._id}${query}`, { as: mia })).body,
        );
    const own = await clubsAfter('');
    expect(await clubsAfter(`?after=${own[0]?._id}`)).toEqual(own.slice(1));
  });

  test('[API-CLUBS] every call returns 404 for a club that does not exist', async () => {
    const club = randomUUID();
    const user = mia.user._id;
    for (const answer of [
      await join(mia, club),
      await leave(mia, club),
      await revoke(mia, user, club),
      await change('makeMember', mia, user, club),
      await change('makeAdmin', mia, user, club),
      await change('revokeAdmin', mia, user, club),
      await transfer(mia, user, club),
      await app().call('GET', `/api/clubmemberships/club/${club}`, { as: mia }),
      await app().call('GET', `/api/clubmemberships/ismember?user=${user}&club=${club}`, { as: mia }),
    ]) {
      expect(problemOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
      expect(messageOf(answer)).toBe('There is no such club');
    }
  });
});
