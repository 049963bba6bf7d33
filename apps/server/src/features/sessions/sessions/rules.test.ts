import { describe, expect, test } from 'vitest';
import type { ClubRole } from '@boathouse/contract/clubs';
import { mayManageSession, mayReadRows, mayReadSession, mayScheduleFor } from './rules.ts';

const roles: Array<ClubRole | null> = [null, -1, 0, 1, 2];
const visibilities = {
  onlyMe: { isAccessibleByLink: false, clubId: null },
  link: { isAccessibleByLink: true, clubId: null },
  club: { isAccessibleByLink: false, clubId: 'crew' },
  // The API no longer creates these (WORK-3), but stored ones still belong to the club.
  clubWithLink: { isAccessibleByLink: true, clubId: 'crew' },
};

describe('mayReadSession', () => {
  const expected: Record<keyof typeof visibilities, boolean[]> = {
    // no membership, pending, member, admin, owner
    onlyMe: [false, false, false, false, false],
    link: [true, true, true, true, true],
    club: [false, false, true, true, true],
    clubWithLink: [false, false, true, true, true],
  };

  test("[SESS-11] allows the host, of a club's session only as a member", () => {
    const got = Object.fromEntries(
      Object.entries(visibilities).map(([name, access]) => [
        name,
        roles.map((role) => mayReadSession('host', { hostUserId: 'host', ...access }, role)),
      ]),
    );
    const always = roles.map(() => true);
    expect(got).toEqual({ ...expected, onlyMe: always, link: always });
  });

  test('[SESS-11] allows other users by visibility and role', () => {
    const got = Object.fromEntries(
      Object.entries(visibilities).map(([name, access]) => [
        name,
        roles.map((role) => mayReadSession('viewer', { hostUserId: 'host', ...access }, role)),
      ]),
    );
    expect(got).toEqual(expected);
  });
});

describe('a guest who sits in a race of the club', () => {
  const race = { hostUserId: 'host', isAccessibleByLink: false, clubId: 'crew', isGuest: true };

  test('reads its session, but the rows of others only as a member', () => {
    expect(roles.map((role) => mayReadSession('guest', race, role))).toEqual(roles.map(() => true));
    expect(roles.map((role) => mayReadRows('guest', race, role))).toEqual([false, false, true, true, true]);
  });
});

describe('mayManageSession', () => {
  const managing = (viewerId: string) =>
    Object.fromEntries(
      Object.entries(visibilities).map(([name, access]) => [
        name,
        roles.map((role) => mayManageSession(viewerId, { hostUserId: 'host', ...access }, role)),
      ]),
    );
  const always = roles.map(() => true);
  const never = roles.map(() => false);

  test("[SESS-11] allows the host, of a club's session only as a member", () => {
    const asMember = [false, false, true, true, true];
    expect(managing('host')).toEqual({
      onlyMe: always,
      link: always,
      club: asMember,
      clubWithLink: asMember,
    });
  });

  test("[SESS-11] allows the admins and the owner of the session's club, and no other user", () => {
    const asAdmin = [false, false, false, true, true];
    expect(managing('viewer')).toEqual({ onlyMe: never, link: never, club: asAdmin, clubWithLink: asAdmin });
  });
});

test('[WORK-3] only members may schedule for a club, not pending users or others', () => {
  expect(roles.map((role) => mayScheduleFor(role))).toEqual([false, false, true, true, true]);
});
