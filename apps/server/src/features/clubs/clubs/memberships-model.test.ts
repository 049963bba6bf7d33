import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clubRoles, type ClubRole } from '@boathouse/contract/clubs';
import { newId } from '../../../db/ids.ts';
import { HttpError } from '../../../http/errors.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { openNotifier } from '../../news/notifications/index.ts';
import { buildUser } from '../../people/users/factory.ts';
import { buildClub } from './factory.ts';
import { changeRole, revokeMembership, joinClub, leaveClub, transferClub } from './service.ts';
import { findClub, listMembershipsOfClub, updateClub } from './store.ts';

const database = usePglite();

const people = [0, 1, 2, 3] as const;
const calls = ['join', 'leave', 'revoke', 'makeMember', 'makeAdmin', 'revokeAdmin', 'transfer'] as const;
type Step =
  | { call: (typeof calls)[number]; by: number; whom: number }
  | { call: 'setPrivate'; isPrivate: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      call: fc.constantFrom(...calls),
      by: fc.constantFrom(...people),
      whom: fc.constantFrom(...people),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ call: fc.constant('setPrivate'), isPrivate: fc.boolean() }),
  },
);

/** A model of the membership rules. `run` applies a step and returns whether the rules allow it. */
class ModelClub {
  isPrivate = false;
  readonly roles = new Map<number, ClubRole>([[0, 2]]);

  run(given: Step): boolean {
    if (given.call === 'setPrivate') {
      this.isPrivate = given.isPrivate;
      return true;
    }
    const { call, by, whom } = given;
    const role = this.roles.get(by);
    const of = this.roles.get(whom);
    const isAdmin = role === 1 || role === 2;
    if (call === 'join') {
      const isIn = role !== undefined && role >= 0;
      if (!isIn) this.roles.set(by, this.isPrivate ? -1 : 0);
      return true;
    }
    if (call === 'leave') {
      if (role === 2) return false;
      this.roles.delete(by);
      return true;
    }
    if (call === 'transfer') {
      if (role !== 2 || of === undefined || of < 0 || by === whom) return false;
      this.roles.set(by, 1).set(whom, 2);
      return true;
    }
    if (!isAdmin) return false;
    if (call === 'revoke') {
      if (of === 2) return false;
      this.roles.delete(whom);
      return true;
    }
    if (of === undefined) return false;
    if (call === 'makeMember') {
      if (of === -1) this.roles.set(whom, 0);
      return true;
    }
    if (of === -1 || of === 2) return false;
    this.roles.set(whom, call === 'makeAdmin' ? 1 : 0);
    return true;
  }
}

test('[MEMB-1] [MEMB-2] [MEMB-3] [MEMB-4] a club follows the model and has one owner after any sequence of calls', async () => {
  const { db } = database();
  const notifier = openNotifier({ db, now: () => new Date(nowMs()), onChange: () => {} });
  const ender = {
    notifier,
    endRights: async () => ({ passedOn: 0, afterCommit: async () => {} }),
  };
  const ids: string[] = [];
  for (const index of people) ids.push((await buildUser(db, { displayName: `Athlete ${index}` }))._id);
  const idOf = (index: number) => ids[index] ?? '';

  async function run(club: string, given: Step): Promise<boolean> {
    try {
      if (given.call === 'setPrivate') await updateClub(db, club, { isPrivate: given.isPrivate });
      else {
        const [by, user] = [idOf(given.by), idOf(given.whom)];
        const change = { requestingUser: by, user, club };
        if (given.call === 'join') await joinClub(notifier, by, club);
        else if (given.call === 'leave') await leaveClub(ender, by, club);
        else if (given.call === 'revoke') await revokeMembership(ender, change);
        else if (given.call === 'transfer') await transferClub(db, { fromUser: by, toUser: user, club });
        else await changeRole(notifier, given.call, change);
      }
      return true;
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const club = await buildClub(db, { ownerId: idOf(0) });
      const model = new ModelClub();
      for (const given of steps) {
        const isAccepted = model.run(given);
        expect(await run(club, given)).toBe(isAccepted);
        const viewer = { id: newId(), role: clubRoles.owner };
        const members = (await listMembershipsOfClub(db, club, viewer)) ?? [];
        expect(new Map(members.map(({ user, role }) => [ids.indexOf(user._id), role]))).toEqual(
          new Map(model.roles),
        );
        expect(members.filter(({ role }) => role === 2)).toHaveLength(1);
      }
      const counted = [...model.roles.values()].filter((role) => role >= 0).length;
      expect((await findClub(db, club))?.memberCount).toBe(counted);
    }),
    { numRuns: 60 },
  );
}, 60_000);
