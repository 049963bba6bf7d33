import {
  clubRoles,
  type ClubMembership,
  type ClubRole,
  type MembershipCheck,
} from '@boathouse/contract/clubs';
import type { MemberAction } from './api.ts';

/** Admins and the owner change a club and its memberships. */
export const isAdmin = (role: ClubRole | null): boolean => role !== null && role >= clubRoles.admin;

export type MembershipOffer = 'Join' | 'Request to join' | 'Leave' | 'Cancel join request';

/** The one thing that somebody can do about their own membership. */
export function offerFor(standing: MembershipCheck, isPrivate: boolean): MembershipOffer {
  if (standing.isMember) return 'Leave';
  if (standing.role === clubRoles.pending) return 'Cancel join request';
  return isPrivate ? 'Request to join' : 'Join';
}

/** What somebody in `role` may do with a membership; the server decides by the same rules. */
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
