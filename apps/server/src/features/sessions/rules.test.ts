import { describe, expect, test } from 'vitest';
import type { ClubRole } from '@boathouse/contract/clubs';
import { mayReadSession, mayScheduleFor } from './rules.ts';

const roles: Array<ClubRole | null> = [null, -1, 0, 1, 2];
const visibilities = {
  onlyMe: { isAccessibleByLink: false, clubId: null },
  link: { isAccessibleByLink: true, clubId: null },
  club: { isAccessibleByLink: false, clubId: 'crew' },
  // Not made any more (WORK-3), and still the club's if one is there.
  clubWithLink: { isAccessibleByLink: true, clubId: 'crew' },
};

describe('who may read a session', () => {
  const expected: Record<keyof typeof visibilities, boolean[]> = {
    // no membership, pending, member, admin, owner
    onlyMe: [false, false, false, false, false],
    link: [true, true, true, true, true],
    club: [false, false, true, true, true],
    clubWithLink: [false, false, true, true, true],
  };

  for (const [name, { isAccessibleByLink, clubId }] of Object.entries(visibilities)) {
    test(`[SESS-11] its host, whatever their role, when it is ${name}`, () => {
      for (const role of roles) {
        expect(mayReadSession('host', { hostUserId: 'host', isAccessibleByLink, clubId }, role)).toBe(true);
      }
    });
  }

  test('[SESS-11] somebody else by visibility and role', () => {
    const got = Object.fromEntries(
      Object.entries(visibilities).map(([name, access]) => [
        name,
        roles.map((role) => mayReadSession('viewer', { hostUserId: 'host', ...access }, role)),
      ]),
    );
    expect(got).toEqual(expected);
  });
});

test('[WORK-3] a club is scheduled for by its members, not by who is pending or no member', () => {
  expect(roles.map((role) => mayScheduleFor(role))).toEqual([false, false, true, true, true]);
});
