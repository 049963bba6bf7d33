import { expect, test } from 'vitest';
import type { ClubRole } from '@boathouse/contract/clubs';
import {
  mayEndMembership,
  mayManage,
  maySeeRequest,
  mayTransfer,
  roleAfter,
  roleAfterJoining,
} from './rules.ts';

const roles = [null, -1, 0, 1, 2] as const;

test('[CLUB-7] [MEMB-3] only admins and the owner may manage a club', () => {
  expect(roles.filter(mayManage)).toEqual([1, 2]);
});

test('[MEMB-4] only the owner may transfer a club, and only the owner may not leave it', () => {
  expect(roles.filter(mayTransfer)).toEqual([2]);
  expect(roles.filter((role) => !mayEndMembership(role))).toEqual([2]);
});

test('[MEMB-2] a request is visible to its author, to admins and to the owner', () => {
  const viewers = (isAuthor: boolean) => roles.filter((role) => maySeeRequest({ isAuthor, role }));
  expect(viewers(false)).toEqual([1, 2]);
  expect(viewers(true)).toEqual(roles);
});

test('[MEMB-1] joining gives role member in a public club and pending in a private one, and never lowers a role', () => {
  expect(roles.map((role) => roleAfterJoining(role, false))).toEqual([0, 0, 0, 1, 2]);
  expect(roles.map((role) => roleAfterJoining(role, true))).toEqual([-1, -1, 0, 1, 2]);
});

test('[MEMB-3] only a transfer makes an owner or changes the role of the owner', () => {
  for (const change of ['makeMember', 'makeAdmin', 'revokeAdmin'] as const) {
    const before: Array<ClubRole | null> = [null, -1, 0, 1];
    expect(before.map((role) => roleAfter(change, role))).not.toContain(2);
    expect(roleAfter(change, 2)).toBe(change === 'makeMember' ? 2 : 'isOwner');
  }
});
