import { clubRoles, isMember, type ClubRole } from '@boathouse/contract/clubs';

/** Somebody's role in a club; null when they neither are nor ask to be in it. */
export type Standing = ClubRole | null;

/** CLUB-7, MEMB-3: edit the club, answer requests, remove members and make admins. */
export const mayManage = (standing: Standing): boolean => standing !== null && standing >= clubRoles.admin;

/** MEMB-4 */
export const mayTransfer = (standing: Standing): boolean => standing === clubRoles.owner;

/** That somebody asks to join is known to them and to those who can answer. */
export const maySeeRequest = (viewer: { isThemselves: boolean; standing: Standing }): boolean =>
  viewer.isThemselves || mayManage(viewer.standing);

/**
 * MEMB-1. A request stays one when the club becomes public; asking again then makes a member of it, as it would of
 * anybody else.
 */
export function roleAfterJoining(standing: Standing, isPrivate: boolean): ClubRole {
  if (isMember(standing)) return standing;
  return isPrivate ? clubRoles.pending : clubRoles.member;
}

/**
 * MEMB-2, MEMB-3: leave or be removed; of a request, cancel it or have it declined. The owner transfers the club first.
 */
export const mayEnd = (standing: Standing): boolean => standing !== clubRoles.owner;

export type RoleChange = 'makeMember' | 'makeAdmin' | 'revokeAdmin' | 'makeOwner';

/** Why somebody cannot be given a role. */
export type Hindrance = 'isOwner' | 'isPending' | 'isNoMember' | 'isNotAsking';

const { member, admin, owner } = clubRoles;

/** MEMB-2, MEMB-3, MEMB-4: what each change makes of whom it is about. What is so already stays so. */
const outcomes: Record<RoleChange, Record<`${ClubRole}` | 'null', ClubRole | Hindrance>> = {
  makeMember: { null: 'isNotAsking', '-1': member, '0': member, '1': admin, '2': owner },
  makeAdmin: { null: 'isNoMember', '-1': 'isPending', '0': admin, '1': admin, '2': 'isOwner' },
  revokeAdmin: { null: 'isNoMember', '-1': 'isPending', '0': member, '1': member, '2': 'isOwner' },
  makeOwner: { null: 'isNoMember', '-1': 'isPending', '0': owner, '1': owner, '2': 'isOwner' },
};

export const roleAfter = (change: RoleChange, standing: Standing): ClubRole | Hindrance =>
  outcomes[change][`${standing}`];
