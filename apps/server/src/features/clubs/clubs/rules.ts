import { clubRoles, isMember, type ClubRole } from '@boathouse/contract/clubs';
import type { WantedImage } from '../../people/files/index.ts';

/** A user's role in a club; null without a membership or a pending request. */
export type RoleOrNone = ClubRole | null;

/** CLUB-7, MEMB-3: edit the club, accept and decline requests, remove members, make and revoke admins. */
export function mayManage(role: RoleOrNone): boolean {
  return role !== null && role >= clubRoles.admin;
}

/** MEMB-4 */
export function mayTransfer(role: RoleOrNone): boolean {
  return role === clubRoles.owner;
}

/** A request to join is visible to its author, and to the admins and the owner. */
export function maySeeRequest(viewer: { isAuthor: boolean; role: RoleOrNone }): boolean {
  return viewer.isAuthor || mayManage(viewer.role);
}

/**
 * MEMB-1. Making a club public keeps its pending requests; a user with a pending request who joins again then becomes
 * a member at once.
 */
export function roleAfterJoining(role: RoleOrNone, isPrivate: boolean): ClubRole {
  if (isMember(role)) return role;
  return isPrivate ? clubRoles.pending : clubRoles.member;
}

/** MEMB-2, MEMB-3: leave, be removed, cancel a request or have it declined. The owner must transfer the club first. */
export function mayEndMembership(role: RoleOrNone): boolean {
  return role !== clubRoles.owner;
}

export type RoleChange = 'makeMember' | 'makeAdmin' | 'revokeAdmin' | 'makeOwner';

/** Why a role change is refused. */
export type RoleChangeRefusal = 'isOwner' | 'isPending' | 'isNotMember' | 'hasNoRequest';

const { member, admin, owner } = clubRoles;

/** MEMB-2, MEMB-3, MEMB-4: the new role by change and current role. A change that already applies has no effect. */
const outcomes: Record<RoleChange, Record<`${ClubRole}` | 'null', ClubRole | RoleChangeRefusal>> = {
  makeMember: { null: 'hasNoRequest', '-1': member, '0': member, '1': admin, '2': owner },
  makeAdmin: { null: 'isNotMember', '-1': 'isPending', '0': admin, '1': admin, '2': 'isOwner' },
  revokeAdmin: { null: 'isNotMember', '-1': 'isPending', '0': member, '1': member, '2': 'isOwner' },
  makeOwner: { null: 'isNotMember', '-1': 'isPending', '0': owner, '1': owner, '2': 'isOwner' },
};

export function roleAfter(change: RoleChange, role: RoleOrNone): ClubRole | RoleChangeRefusal {
  return outcomes[change][`${role}`];
}

type ClubImages = { iconURL?: string | undefined; bannerURL?: string | null | undefined };

/** Returns the images of a club with their new values. */
export function imagesOf({ iconURL, bannerURL }: ClubImages, customURL: string): WantedImage[] {
  const images: WantedImage[] = [];
  if (iconURL !== undefined) {
    images.push({ path: iconURL, field: 'iconURL', under: { folder: 'clubicons', key: customURL } });
  }
  if (bannerURL !== undefined && bannerURL !== null) {
    images.push({ path: bannerURL, field: 'bannerURL', under: { folder: 'clubbanners', key: customURL } });
  }
  return images;
}
