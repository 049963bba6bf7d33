import { describe, expect, test } from 'vitest';
import type { ClubRole } from '@boathouse/contract/clubs';
import { mayReadSession, mayScheduleFor } from './rules.ts';

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

  for (const [name, { isAccessibleByLink, clubId }] of Object.entries(visibilities)) {
    test(`[SESS-11] allows the host with any role when the session is ${name}`, () => {
      for (const role of roles) {
        expect(mayReadSession('host', { hostUserId: 'host', isAccessibleByLink, clubId }, role)).toBe(true);
      }
    });
  }

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

test('[WORK-3] only members may schedule for a club, not pending users or others', () => {
  expect(roles.map((role) => mayScheduleFor(role))).toEqual([false, false, true, true, true]);
});
