import {
  clubRoles,
  isMember,
  type Club,
  type ClubMembership,
  type ClubMembershipWithMessage,
  type ClubPatch,
  type ClubRef,
  type ClubRole,
  type clubs,
  type MembershipCheck,
} from '@boathouse/contract/clubs';
import type { InvitedTo } from '@boathouse/contract/clubs/invitations';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { badField, HttpError, notFound, orNotFound } from '../../../http/errors.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import { digestOf, newSecretKey } from '../../../infra/secret-key.ts';
import type { Files } from '../../people/files/index.ts';
import {
  imagesOf,
  mayEndMembership,
  mayManage,
  maySeeRequest,
  mayTransfer,
  roleAfter,
  roleAfterJoining,
  type RoleChange,
  type RoleChangeRefusal,
  type RoleOrNone,
} from './rules.ts';
import {
  deleteInvitation,
  deleteMembership,
  findClub,
  findInvitationEnd,
  findInvitedClub,
  findMembership,
  findRole,
  findRoles,
  insertClub,
  insertMembership,
  isBlockedByManager,
  isCustomUrlTaken,
  isMemberVisible,
  listMembershipsOfClub,
  lockClub,
  updateClub,
  updateRole,
  upsertInvitation,
  type LockedClub,
  type RankEntered,
} from './store.ts';

type NewClub = EndpointInput<typeof clubs.create>['body'];

/** @throws HttpError 409 when the custom URL is taken, 400 for an image that the caller has not stored for it */
export async function createClub(
  db: Database,
  files: Files,
  callerId: string,
  wanted: NewClub,
): Promise<Club> {
  if (await isCustomUrlTaken(db, wanted.customURL)) throw customUrlTaken();
  // Any user may store images under a free custom URL, so the club may use only its creator's own images.
  const images = imagesOf(wanted, wanted.customURL).map((image) => ({ ...image, ownerId: callerId }));
  return files.useImages(images, async (tx) => {
    const { name, customURL, description, iconURL, bannerURL, isPrivate } = wanted;
    const clubId = await insertClub(tx, {
      name,
      customUrl: customURL,
      description,
      iconUrl: iconURL,
      bannerUrl: bannerURL,
      isPrivate,
    });
    if (clubId === null) throw customUrlTaken();
    await insertMembership(tx, { clubId, userId: callerId, role: clubRoles.owner });
    return orNotFound(await findClub(tx, clubId), 'club');
  });
}

/**
 * Keeps pending requests pending when a private club becomes public (see `roleAfterJoining`).
 * @throws HttpError 403 unless admin or owner, 404 without the club, 400 for an image that is not stored for it
 */
export async function changeClub(
  db: Database,
  { files, rankEntered }: { files: Files; rankEntered: RankEntered },
  callerId: string,
  clubId: string,
  { iconURL, bannerURL, ...patch }: ClubPatch,
): Promise<Club> {
  const { customURL } = orNotFound(await findClub(db, clubId), 'club');
  requireEditor(await findRole(db, clubId, callerId));
  return files.useImages(imagesOf({ iconURL, bannerURL }, customURL), async (tx) => {
    await lockClub(tx, clubId);
    // Checked again under the lock: the caller may have been removed in the meantime.
    requireEditor(await findRole(tx, clubId, callerId));
    await updateClub(tx, clubId, { ...patch, iconUrl: iconURL, bannerUrl: bannerURL });
    if (patch.ranksEntered !== undefined) await rankEntered(tx, clubId);
    return orNotFound(await findClub(tx, clubId), 'club');
  });
}

/** Returns the caller's role in a club that only its members know. @throws HttpError 404 */
export async function requireMemberOf(db: Database, clubId: string, callerId: string): Promise<ClubRole> {
  const role = await findRole(db, clubId, callerId);
  if (!isMember(role)) throw notFound('club');
  return role;
}

/** Returns whether the user is an admin or the owner. */
export async function managesClub(db: Database, userId: string, clubId: string): Promise<boolean> {
  return mayManage(await findRole(db, clubId, userId));
}

export async function membershipsOfClub(
  db: Database,
  viewerId: string,
  clubId: string,
  after?: string,
): Promise<ClubMembership[] | null> {
  const roles = orNotFound(await findRoles(db, clubId, [viewerId]), 'club');
  return listMembershipsOfClub(db, clubId, { id: viewerId, role: roles.get(viewerId) ?? null }, after);
}

/** Returns the role of `user` in the club; none if the viewer may not see it. */
export async function checkMembership(
  db: Database,
  viewerId: string,
  { user, club }: { user: string; club: string },
): Promise<MembershipCheck> {
  const roles = orNotFound(await findRoles(db, club, [viewerId, user]), 'club');
  const viewerRole = roles.get(viewerId) ?? null;
  const role = roles.get(user) ?? null;
  const isVisible =
    role === clubRoles.pending
      ? maySeeRequest({ isAuthor: user === viewerId, role: viewerRole })
      : role !== null && (await isMemberVisible(db, user, { id: viewerId, role: viewerRole }));
  return isVisible ? { isMember: isMember(role), role } : { isMember: false, role: null };
}

/** Joins a public club, or requests to join a private one. Idempotent. */
export function joinClub(
  notifier: Notifier,
  userId: string,
  clubId: string,
): Promise<ClubMembershipWithMessage> {
  return notifier.transaction(async (tx, notify) => {
    const club = await lockedClub(tx, clubId);
    const before = await findRole(tx, clubId, userId);
    const role = roleAfterJoining(before, club.isPrivate);
    const joined = await admit(tx, club, userId, { before, role });
    if (before === null && role === clubRoles.pending) {
      await notify({ kind: 'request', user: userId, club: clubId });
    }
    return joined;
  });
}

/** Stores the role of a user who joins a locked club. */
async function admit(
  tx: Database,
  { _id: clubId, name }: LockedClub,
  userId: string,
  { before, role }: { before: RoleOrNone; role: ClubRole },
): Promise<ClubMembershipWithMessage> {
  if (before === null) await insertMembership(tx, { clubId, userId, role });
  else if (before !== role) await updateRole(tx, { clubId, userId, role });
  const message =
    role === clubRoles.pending ? `Your request to join ${name} was sent` : `You are now a member of ${name}`;
  return { ...(await requireMembership(tx, clubId, userId)), message };
}

/** The rights that ended with a membership. */
type EndedRights = {
  /** How many sessions that the user hosted passed to the club's owner. */
  passedOn: number;
  /** Tells the live pages. */
  afterCommit: () => Promise<void>;
};

/** Ends a user's rights in a club besides the membership, such as hosting its sessions. */
export type EndRights = (
  tx: Database,
  membership: { clubId: string; userId: string },
) => Promise<EndedRights>;

type MembershipEnder = { notifier: Notifier; endRights: EndRights };

/** Runs a change that may end a membership; `end` ends it with its rights. */
async function endingMembership(
  { notifier, endRights }: MembershipEnder,
  clubId: string,
  change: (
    tx: Database,
    club: LockedClub,
    end: (userId: string, by: string) => Promise<EndedRights>,
  ) => Promise<{ message: string }>,
): Promise<{ message: string }> {
  const ended: EndedRights[] = [];
  const result = await notifier.transaction(async (tx, notify) => {
    // The transaction may run again.
    ended.length = 0;
    const club = await lockedClub(tx, clubId);
    return change(tx, club, async (userId, by) => {
      await deleteMembership(tx, clubId, userId);
      const rights = await endRights(tx, { clubId, userId });
      ended.push(rights);
      if (rights.passedOn > 0) await notify({ kind: 'sessionsPassed', from: userId, by, club: clubId });
      return rights;
    });
  });
  for (const { afterCommit } of ended) await afterCommit();
  return result;
}

/** @throws HttpError 403 for the owner */
export function leaveClub(
  ender: MembershipEnder,
  userId: string,
  clubId: string,
): Promise<{ message: string }> {
  return endingMembership(ender, clubId, async (tx, club, end) => {
    const before = await findRole(tx, clubId, userId);
    if (!mayEndMembership(before)) {
      throw forbidden(`You own ${club.name}. Transfer ownership to another member before you leave.`);
    }
    if (before === null) return { message: `You are not a member of ${club.name}` };
    await end(userId, userId);
    return {
      message:
        before === clubRoles.pending
          ? `Your request to join ${club.name} was canceled`
          : `You left ${club.name}`,
    };
  });
}

type MembershipChange = { requestingUser: string; user: string; club: string };

/**
 * Removes a member or declines a request; also succeeds without either. The invitation link ends with a member's
 * removal, because they may have it and could come back with it.
 * @throws HttpError 403 unless admin or owner, 403 for the owner's membership
 */
export function revokeMembership(
  ender: MembershipEnder,
  change: MembershipChange,
): Promise<{ message: string }> {
  return endingMembership(ender, change.club, async (tx, club, end) => {
    await requireManager(tx, club, change.requestingUser);
    const membership = await findMembership(tx, club._id, change.user);
    if (membership === null) return { message: `They are not a member of ${club.name}` };
    if (!mayEndMembership(membership.role)) throw refused('isOwner', club, 'user');
    const { passedOn } = await end(change.user, change.requestingUser);
    const { displayName } = membership.user;
    if (membership.role === clubRoles.pending) {
      return { message: `${displayName}'s request to join ${club.name} was declined` };
    }
    const removed = `${displayName} is no longer a member of ${club.name}`;
    const wasInviting = await deleteInvitation(tx, club._id);
    const more = [
      ...(passedOn > 0 ? ["Their coming sessions are the owner's now."] : []),
      ...(wasInviting ? ['The invitation link was switched off.'] : []),
    ];
    return { message: more.length > 0 ? `${removed}. ${more.join(' ')}` : removed };
  });
}

/** @throws HttpError 403 unless admin or owner; 400, 403 or 404 if the member's role does not allow the change */
export function changeRole(
  notifier: Notifier,
  change: Exclude<RoleChange, 'makeOwner'>,
  { requestingUser, user, club: clubId }: MembershipChange,
): Promise<ClubMembershipWithMessage> {
  return notifier.transaction(async (tx, notify) => {
    const club = await lockedClub(tx, clubId);
    await requireManager(tx, club, requestingUser);
    const before = await findRole(tx, clubId, user);
    const role = roleAfter(change, before);
    if (typeof role === 'string') throw refused(role, club, 'user');
    await updateRole(tx, { clubId, userId: user, role });
    if (before === clubRoles.pending) await notify({ kind: 'accepted', user, club: clubId });
    const membership = await requireMembership(tx, clubId, user);
    const outcome = {
      makeMember: `is now a member of ${club.name}`,
      makeAdmin: `is now an admin of ${club.name}`,
      revokeAdmin: `is no longer an admin of ${club.name}`,
    }[change];
    return { ...membership, message: `${membership.user.displayName} ${outcome}` };
  });
}

/** @throws HttpError 403 unless the owner; 400 or 404 if the new owner is not another member */
export function transferClub(
  db: Database,
  { fromUser, toUser, club: clubId }: { fromUser: string; toUser: string; club: string },
): Promise<ClubMembershipWithMessage> {
  return withLockedClub(db, clubId, async (tx, club) => {
    if (!mayTransfer(await findRole(tx, clubId, fromUser))) {
      throw forbidden(`Only the owner of ${club.name} can transfer it`);
    }
    if (toUser === fromUser) throw badField('toUser', 'must be another user');
    const role = roleAfter('makeOwner', await findRole(tx, clubId, toUser));
    if (typeof role === 'string') throw refused(role, club, 'toUser');
    // The order matters: the unique index allows one owner per club at any time.
    await updateRole(tx, { clubId, userId: fromUser, role: clubRoles.admin });
    await updateRole(tx, { clubId, userId: toUser, role });
    const membership = await requireMembership(tx, clubId, toUser);
    return { ...membership, message: `${membership.user.displayName} is now the owner of ${club.name}` };
  });
}

/** @throws HttpError 403 unless admin or owner, 404 */
export async function invitationOf(
  db: Database,
  callerId: string,
  clubId: string,
): Promise<{ expiresAt: string | null }> {
  await requireManagerOf(db, clubId, callerId);
  return { expiresAt: (await findInvitationEnd(db, clubId))?.toISOString() ?? null };
}

/** Makes a key that replaces the previous one. @throws HttpError 403 unless admin or owner, 404 */
export function createInvitation(
  db: Database,
  callerId: string,
  clubId: string,
): Promise<{ key: string; expiresAt: string }> {
  return withLockedClub(db, clubId, async (tx, club) => {
    await requireManager(tx, club, callerId);
    const key = newSecretKey();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + limits.clubInvitationDays * 24 * 3_600_000);
    await upsertInvitation(tx, clubId, { digest: digestOf(key), createdAt, expiresAt });
    return { key, expiresAt: expiresAt.toISOString() };
  });
}

/** @throws HttpError 403 unless admin or owner, 404 */
export function revokeInvitation(
  db: Database,
  callerId: string,
  clubId: string,
): Promise<{ expiresAt: null }> {
  return withLockedClub(db, clubId, async (tx, club) => {
    await requireManager(tx, club, callerId);
    await deleteInvitation(tx, clubId);
    return { expiresAt: null };
  });
}

/**
 * Returns only the part of the club that a non-member needs to decide.
 * @throws HttpError 404
 */
export async function readInvitation(db: Database, userId: string, key: string): Promise<InvitedTo> {
  const club = await invitedClub(db, userId, key);
  const { name, iconURL, customURL } = club;
  return { name, iconURL, customURL: isMember(await findRole(db, club._id, userId)) ? customURL : null };
}

/** Makes the user a member, even of a private club. Idempotent. @throws HttpError 404 */
export function acceptInvitation(
  db: Database,
  userId: string,
  key: string,
): Promise<ClubMembershipWithMessage> {
  return db.transaction(async (tx) => {
    const { _id } = await invitedClub(tx, userId, key);
    const club = await lockedClub(tx, _id);
    // Checked again under the lock: the link may have been replaced in the meantime.
    await invitedClub(tx, userId, key);
    const before = await findRole(tx, _id, userId);
    // The link replaces a decision of the club's admins.
    return admit(tx, club, userId, { before, role: roleAfterJoining(before, false) });
  });
}

/**
 * @throws HttpError 404, the same for a key that never existed, has ended, was replaced or turned off, and for a user
 * whom a manager of the club has blocked, unless they are a member already
 */
async function invitedClub(db: Database, userId: string, key: string): Promise<ClubRef> {
  const club = await findInvitedClub(db, digestOf(key));
  if (
    club === null ||
    ((await isBlockedByManager(db, club._id, userId)) && !isMember(await findRole(db, club._id, userId)))
  ) {
    throw new HttpError(404, 'not_found', 'This invitation is not valid any more. Ask for a new link.');
  }
  return club;
}

/** Locks the club until the transaction ends, so changes to its memberships are serialized. @throws HttpError 404 */
async function lockedClub(tx: Database, clubId: string): Promise<LockedClub> {
  return orNotFound(await lockClub(tx, clubId), 'club');
}

function withLockedClub<T>(
  db: Database,
  clubId: string,
  change: (tx: Database, club: LockedClub) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => change(tx, await lockedClub(tx, clubId)));
}

async function requireMembership(tx: Database, clubId: string, userId: string): Promise<ClubMembership> {
  return orNotFound(await findMembership(tx, clubId, userId), 'member');
}

function requireEditor(role: RoleOrNone): void {
  if (!mayManage(role)) throw forbidden('You do not have permission to edit this club');
}

/** @throws HttpError 403 unless admin or owner, 404 */
export async function requireManagerOf(db: Database, clubId: string, callerId: string): Promise<void> {
  await requireManager(db, orNotFound(await findClub(db, clubId), 'club'), callerId);
}

async function requireManager(
  tx: Database,
  club: Pick<LockedClub, '_id' | 'name'>,
  userId: string,
): Promise<void> {
  if (mayManage(await findRole(tx, club._id, userId))) return;
  throw forbidden(`Only the admins and the owner of ${club.name} can do this`);
}

function refused(reason: RoleChangeRefusal, club: LockedClub, field: string): HttpError {
  switch (reason) {
    case 'isOwner':
      return forbidden(
        `The owner of ${club.name} cannot be removed or given another role. They can transfer ownership.`,
      );
    case 'isPending': {
      const message = `Accept their request to join ${club.name} first`;
      return new HttpError(400, 'bad_request', message, [{ field, message }]);
    }
    case 'isNotMember':
      return notFound('member');
    case 'hasNoRequest':
      return notFound('request to join');
  }
}

const forbidden = (message: string) => new HttpError(403, 'forbidden', message);

const customUrlTaken = () =>
  new HttpError(409, 'already_exists', 'The club URL you have requested is not available. Try another.');
