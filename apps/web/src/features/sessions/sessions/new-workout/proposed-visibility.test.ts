// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import type { ClubMembership, ClubRole } from '@boathouse/contract/clubs';
import { idOf } from '../../../../../test/people.ts';
import type { Visibility } from './new-workout.ts';
import { lastVisibility, proposedVisibility, rememberVisibility } from './proposed-visibility.ts';

afterEach(() => localStorage.clear());

const club = (number: number) => idOf(50 + number);
const membership = (number: number, role: ClubRole): Pick<ClubMembership, 'club' | 'role'> => ({
  club: { _id: club(number), name: `Club ${number}`, customURL: `club-${number}`, iconURL: null },
  role,
});
const [owned, run, joined, asked] = [membership(1, 2), membership(2, 1), membership(3, 0), membership(4, -1)];

test.each<[string, Parameters<typeof proposedVisibility>, Visibility]>([
  ['Only Me at first', [[joined], undefined, null], 'onlyMe'],
  ['the one club that the user runs', [[joined, run, asked], undefined, 'link'], { club: club(2) }],
  ['the last choice of a user who runs two', [[owned, run], undefined, 'link'], 'link'],
  ['the last club of a member', [[joined], undefined, { club: club(3) }], { club: club(3) }],
  ['Only Me for one who has left the last club', [[joined], undefined, { club: club(1) }], 'onlyMe'],
  ['Only Me for one who asks to join the last club', [[asked], undefined, { club: club(4) }], 'onlyMe'],
  ['the club of the link before all others', [[run, joined], club(3), 'link'], { club: club(3) }],
  ['no club of a link that the user is not in', [[run, asked], club(4), null], { club: club(2) }],
])('a new session begins with %s', (_, given, expected) => {
  expect(proposedVisibility(...given)).toEqual(expected);
});

test.each<Visibility>(['onlyMe', 'link', { club: club(1) }])(
  'the device stores %j for its user',
  (chosen) => {
    rememberVisibility('mara', chosen);
    expect(lastVisibility('mara')).toEqual(chosen);
    expect(lastVisibility('jonas')).toBeNull();
  },
);
