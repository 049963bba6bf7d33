import {
  clubRoles,
  clubs,
  type ClubMembership,
  type ClubRole,
  type MembershipCheck,
} from '@boathouse/contract/clubs';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';

/** Fetches a user's membership check of a club. */
export function membershipInClub(clubId: string, userId: string) {
  return queryOptions({
    queryKey: ['clubs', 'membership', clubId, userId],
    ...apiQuery(clubs.isMember, { query: { user: userId, club: clubId } }),
  });
}

/** Returns whether a role may change a club and its memberships. */
export function isAdmin(role: ClubRole | null): boolean {
  return role !== null && role >= clubRoles.admin;
}

type MembershipOffer = 'Join' | 'Request to join' | 'Leave' | 'Cancel join request';

/** Returns the one action that a user can take on their own membership. */
export function offerFor(membership: MembershipCheck, isPrivate: boolean): MembershipOffer {
  if (membership.isMember) return 'Leave';
  if (membership.role === clubRoles.pending) return 'Cancel join request';
  return isPrivate ? 'Request to join' : 'Join';
}

export type MemberAction = 'accept' | 'decline' | 'makeAdmin' | 'revokeAdmin' | 'transfer' | 'remove';

/** Returns the actions of a user with `role` on a membership; the server enforces the same rules. */
export function actionsOn(membership: ClubMembership, role: ClubRole | null, userId: string): MemberAction[] {
  if (!isAdmin(role) || membership.role === clubRoles.owner) return [];
  if (membership.role === clubRoles.pending) return ['accept', 'decline'];
  const mayTransfer = role === clubRoles.owner && membership.user._id !== userId;
  return [
    membership.role === clubRoles.admin ? 'revokeAdmin' : 'makeAdmin',
    ...(mayTransfer ? (['transfer'] as const) : []),
    'remove',
  ];
}
