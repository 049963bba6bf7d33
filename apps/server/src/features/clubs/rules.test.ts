import { expect, test } from 'vitest';
import type { ClubRole } from '@boathouse/contract/clubs';
import { mayEnd, mayManage, maySeeRequest, mayTransfer, roleAfter, roleAfterJoining } from './rules.ts';

const standings = [null, -1, 0, 1, 2] as const;

test('[CLUB-7] [MEMB-3] admins and the owner run a club', () => {
  expect(standings.filter(mayManage)).toEqual([1, 2]);
});

test('[MEMB-4] the owner alone transfers a club, and is the only one who cannot go', () => {
  expect(standings.filter(mayTransfer)).toEqual([2]);
  expect(standings.filter((standing) => !mayEnd(standing))).toEqual([2]);
});

test('[MEMB-2] a request is seen by who made it and by who can answer it', () => {
  const seers = (isThemselves: boolean) =>
    standings.filter((standing) => maySeeRequest({ isThemselves, standing }));
  expect(seers(false)).toEqual([1, 2]);
  expect(seers(true)).toEqual(standings);
});

test('[MEMB-1] joining makes a member in a public club and a request in a private one, and lowers nobody', () => {
  expect(standings.map((standing) => roleAfterJoining(standing, false))).toEqual([0, 0, 0, 1, 2]);
  expect(standings.map((standing) => roleAfterJoining(standing, true))).toEqual([-1, -1, 0, 1, 2]);
});

test('[MEMB-3] only a transfer makes an owner, and nothing but it moves one', () => {
  for (const change of ['makeMember', 'makeAdmin', 'revokeAdmin'] as const) {
    const before: Array<ClubRole | null> = [null, -1, 0, 1];
    expect(before.map((standing) => roleAfter(change, standing))).not.toContain(2);
    expect(roleAfter(change, 2)).toBe(change === 'makeMember' ? 2 : 'isOwner');
  }
});
