import { beforeAll, expect, test } from 'vitest';
import { clubCalls, crewClubs, signUpCrew } from '../../../../test/support/club-calls.ts';
import { onEachDatabase, waitingFor } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { deleteMembership, findClub, lockClub } from './store.ts';

onEachDatabase('concurrent changes of the memberships of a club', (database) => {
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

  /** Repeats each test, because the order of the two calls is random. */
  const rounds = Array.from({ length: 6 }, (_, index) => [index]);

  test('[MEMB-1] concurrent joins create one membership and all return it', async () => {
    for (const isPrivate of [false, true]) {
      const club = await clubWith([], { isPrivate });
      const answers = await Promise.all(Array.from({ length: 6 }, () => join(mia, club)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await roles(club)).toEqual({ Owen: 2, Mia: isPrivate ? -1 : 0 });
    }
  });

  test.each(rounds)('[MEMB-4] one of two transfers succeeds and the club has one owner (%i)', async () => {
    const club = await fullClub();
    const answers = await Promise.all([
      transfer(owen, ada.user._id, club),
      transfer(owen, mia.user._id, club),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(Object.values(await roles(club)).filter((role) => role === 2)).toHaveLength(1);
    expect(await roles(club)).toMatchObject({ Owen: 1 });
  });

  test.each(rounds)(
    '[MEMB-4] a transfer to a member who leaves never leaves the club without an owner (%i)',
    async () => {
      const club = await fullClub();
      const [transferred, left] = await Promise.all([transfer(owen, mia.user._id, club), leave(mia, club)]);
      const outcome = [transferred.status, left.status, await roles(club)];
      expect([
        [200, 403, { Owen: 1, Ada: 1, Mia: 2, Pia: -1 }],
        [404, 200, { Owen: 2, Ada: 1, Pia: -1 }],
      ]).toContainEqual(outcome);
    },
  );

  test.each(rounds)(
    '[MEMB-4] an owner who leaves during a transfer never leaves the club without an owner (%i)',
    async () => {
      const club = await fullClub();
      const [transferred, left] = await Promise.all([transfer(owen, mia.user._id, club), leave(owen, club)]);
      expect(transferred.status).toBe(200);
      const outcome = [left.status, await roles(club)];
      expect([
        [200, { Ada: 1, Mia: 2, Pia: -1 }],
        [403, { Owen: 1, Ada: 1, Mia: 2, Pia: -1 }],
      ]).toContainEqual(outcome);
    },
  );

  test.each(rounds)(
    '[MEMB-3] a member who is removed while being made an admin is not in the club afterwards (%i)',
    async () => {
      const club = await fullClub();
      const [revoked, made] = await Promise.all([
        revoke(owen, mia.user._id, club),
        change('makeAdmin', ada, mia.user._id, club),
      ]);
      expect(revoked.status).toBe(200);
      expect([200, 404]).toContain(made.status);
      expect(await roles(club)).toEqual({ Owen: 2, Ada: 1, Pia: -1 });
    },
  );

  test.each(rounds)('[MEMB-3] one of two admins who remove each other remains (%i)', async () => {
    const club = await clubWith([
      [ada, 1],
      [mia, 1],
    ]);
    const answers = await Promise.all([revoke(ada, mia.user._id, club), revoke(mia, ada.user._id, club)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(Object.keys(await roles(club))).toHaveLength(2);
  });

  test.each(rounds)(
    '[MEMB-2] a request that is canceled while being accepted leaves no membership (%i)',
    async () => {
      const club = await fullClub();
      const [accepted, left] = await Promise.all([
        change('makeMember', ada, pia.user._id, club),
        leave(pia, club),
      ]);
      expect([200, 404]).toContain(accepted.status);
      expect(left.status).toBe(200);
      expect(await roles(club)).toEqual({ Owen: 2, Ada: 1, Mia: 0 });
    },
  );

  test('[CLUB-7] an edit that waits for the removal of its author is refused', async () => {
    const { db, kind } = database();
    const club = await fullClub();
    const edit = () =>
      app().call('PATCH', `/api/clubs?club=${club}&requestingUser=${ada.user._id}`, {
        as: ada,
        body: { name: 'Taken over' },
      });
    const editing = await db.transaction(async (tx) => {
      await lockClub(tx, club);
      await deleteMembership(tx, club, ada.user._id);
      const answer = edit();
      // PGlite runs one transaction at a time, so the edit has not started yet.
      if (kind === 'postgresql') await expect.poll(() => waitingFor(db), { timeout: 10_000 }).toBe(1);
      return { answer };
    });
    expect(problemOf(await editing.answer)).toMatchObject({ status: 403, code: 'forbidden' });
    const found = await findClub(db, club);
    expect(found?.name).toBe('Weser');
  });
});
