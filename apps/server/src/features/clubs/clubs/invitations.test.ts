import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ClubMembershipWithMessageSchema } from '@boathouse/contract/clubs';
import { invitations } from '@boathouse/contract/clubs/invitations';
import { limits } from '@boathouse/contract/limits';
import { notifications } from '@boathouse/contract/notifications';
import { blocks, clubInvitations, clubs } from '../../../db/tables.ts';
import { clubCalls, crewClubs, signUpCrew } from '../../../../test/support/club-calls.ts';
import { onEachDatabase, waitingFor } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { deleteInvitation, deleteMembership, lockClub, upsertInvitation } from './store.ts';

onEachDatabase("a club's invitation link", (database) => {
  const app = useTestApp(database);
  const { join, revoke } = clubCalls(app);
  let owen: Person;
  let ada: Person;
  let mia: Person;
  let pia: Person;
  let stranger: Person;
  let club: string;

  beforeAll(async () => {
    ({ owen, ada, mia, pia } = await signUpCrew(app()));
    stranger = await app().signUp('Stranger');
  });
  const { clubWith, fullClub, roles } = crewClubs(database, () => ({ owen, ada, mia, pia }));
  beforeEach(async () => {
    club = await fullClub();
  });

  const path = () => `/api/clubs/${club}/invitation`;
  const make = async (as = ada) =>
    invitations.create.response.parse((await app().call('POST', path(), { as })).body);
  const endOf = async (as = ada) =>
    invitations.ofClub.response.parse((await app().call('GET', path(), { as })).body).expiresAt;
  const read = (as: Person, key: string) => app().call('POST', '/api/invitations', { as, body: { key } });
  const accept = (as: Person, key: string) =>
    app().call('POST', '/api/clubmemberships/invited', { as, body: { user: as.user._id, key } });
  const end = () =>
    database()
      .db.update(clubInvitations)
      .set({ expiresAt: new Date(nowMs() - 1_000) })
      .where(eq(clubInvitations.clubId, club));

  test('shows a stranger the name and icon of the club, and makes them a member of a private club at once', async () => {
    const { key } = await make();
    expect(await read(stranger, key)).toMatchObject({
      status: 200,
      body: { name: 'Weser', iconURL: null, customURL: null },
    });
    const joined = ClubMembershipWithMessageSchema.parse((await accept(stranger, key)).body);
    expect(joined).toMatchObject({ role: 0, message: 'You are now a member of Weser' });
    expect((await accept(stranger, key)).status).toBe(200);
    expect(Object.keys(await roles(club))).toHaveLength(5);
    expect((await read(stranger, key)).body).toMatchObject({ customURL: joined.club.customURL });
  });

  test("makes a user with a pending request a member, and removes the request from the admins' list", async () => {
    club = await clubWith([[ada, 1]], { isPrivate: true });
    await join(pia, club);
    const requests = async () =>
      notifications.list.response
        .parse((await app().call('GET', '/api/notifications', { as: ada })).body)
        .filter((line) => line.kind === 'request' && line.club?._id === club);
    expect(await requests()).toHaveLength(1);
    await accept(pia, (await make()).key);
    expect(await roles(club)).toMatchObject({ Pia: 0 });
    expect(await requests()).toEqual([]);
  });

  test('does not change the roles of members', async () => {
    const { key } = await make(owen);
    const before = await roles(club);
    for (const as of [owen, ada, mia]) expect((await accept(as, key)).status).toBe(200);
    expect(await roles(club)).toEqual(before);
  });

  test('ends after its days, and stores only a digest of the key', async () => {
    const { key, expiresAt } = await make();
    const days = (Date.parse(expiresAt) - nowMs()) / (24 * 3_600_000);
    expect(Math.round(days)).toBe(limits.clubInvitationDays);
    expect(await endOf()).toBe(expiresAt);
    const [stored] = await database()
      .db.select()
      .from(clubInvitations)
      .where(eq(clubInvitations.clubId, club));
    expect(JSON.stringify(stored)).not.toContain(key);
    await end();
    expect(await endOf()).toBeNull();
  });

  describe('is refused in the same words', () => {
    const refusalOf = async (key: string, as = stranger) => {
      const answers = [await read(as, key), await accept(as, key)];
      return answers.map((answer) => {
        expect(problemOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
        return answer.body && typeof answer.body === 'object' ? Reflect.get(answer.body, 'message') : null;
      });
    };
    const sentence = 'This invitation is not valid any more. Ask for a new link.';
    const both = [sentence, sentence];

    test('a link that never existed, was replaced, switched off or has ended is refused in the same words', async () => {
      expect(await refusalOf('A'.repeat(43))).toEqual(both);
      const first = await make();
      const second = await make();
      expect(await refusalOf(first.key)).toEqual(both);
      expect((await read(stranger, second.key)).status).toBe(200);
      expect(await app().call('DELETE', path(), { as: ada })).toMatchObject({ body: { expiresAt: null } });
      expect(await refusalOf(second.key)).toEqual(both);
      const third = await make();
      await end();
      expect(await refusalOf(third.key)).toEqual(both);
    });

    test('does not admit a user whom the owner or an admin has blocked, but one whom a member has blocked', async () => {
      const { key } = await make();
      const blockedBy = async (by: Person) => {
        await database().db.delete(blocks);
        await database().db.insert(blocks).values({ blockerId: by.user._id, blockedId: stranger.user._id });
      };
      for (const by of [owen, ada]) {
        await blockedBy(by);
        expect(await refusalOf(key)).toEqual(both);
      }
      await blockedBy(mia);
      expect((await accept(stranger, key)).status).toBe(200);
      await database().db.delete(blocks);
    });

    test('ends after a member was removed, who may have it', async () => {
      const { key } = await make();
      const removed = await revoke(ada, mia.user._id, club);
      expect(removed.body).toMatchObject({
        message: 'Mia is no longer a member of Weser. The invitation link was switched off.',
      });
      expect(await refusalOf(key, mia)).toEqual(both);
      const declined = await revoke(ada, pia.user._id, club);
      expect(declined.body).toMatchObject({ message: "Pia's request to join Weser was declined" });
    });
  });

  test('stays valid after a declined request', async () => {
    const { key } = await make();
    await revoke(ada, pia.user._id, club);
    expect((await read(stranger, key)).status).toBe(200);
  });

  test('still works in a club that becomes public', async () => {
    const { key } = await make();
    await database().db.update(clubs).set({ isPrivate: false }).where(eq(clubs.id, club));
    expect((await accept(stranger, key)).status).toBe(200);
  });

  /** Makes a call that has passed its first checks when the change, which holds the club's lock, is stored. */
  async function during(
    change: (tx: Parameters<typeof lockClub>[0]) => Promise<unknown>,
    call: () => Promise<Answer>,
  ): Promise<Answer> {
    const { db, kind } = database();
    const waiting = await db.transaction(async (tx) => {
      await lockClub(tx, club);
      await change(tx);
      const answer = call();
      // PGlite runs one transaction at a time, so the call has not started yet.
      if (kind === 'postgresql') await expect.poll(() => waitingFor(db), { timeout: 10_000 }).toBe(1);
      return { answer };
    });
    return waiting.answer;
  }

  test('does not admit a user who opened it before it was replaced', async () => {
    const { key } = await make();
    const next = {
      digest: 'of another key',
      createdAt: new Date(nowMs()),
      expiresAt: new Date(nowMs() + 60_000),
    };
    const answer = await during(
      (tx) => upsertInvitation(tx, club, next),
      () => accept(stranger, key),
    );
    expect(problemOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await roles(club)).not.toHaveProperty('Stranger');
  });

  test('does not bring back a member who joins again while they are removed', async () => {
    const { key } = await make();
    const answer = await during(
      async (tx) => {
        await deleteMembership(tx, club, mia.user._id);
        await deleteInvitation(tx, club);
      },
      () => accept(mia, key),
    );
    expect(problemOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await roles(club)).not.toHaveProperty('Mia');
  });

  test('only one of several made at once is valid', async () => {
    const made = await Promise.all([make(ada), make(owen), make(ada)]);
    const statuses = await Promise.all(made.map(async ({ key }) => (await read(stranger, key)).status));
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
  });
});
