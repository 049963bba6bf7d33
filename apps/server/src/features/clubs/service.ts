import {
  clubRoles,
  type Club,
  type ClubMembership,
  type ClubMembershipWithMessage,
  type ClubPatch,
  type clubs,
  type MembershipCheck,
} from '@boathouse/contract/clubs';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import type { Database } from '../../db/database.ts';
import { badField, HttpError, notFound } from '../../http/errors.ts';
import type { Files, WantedImage } from '../files/index.ts';
import {
  mayEnd,
  mayManage,
  maySeeRequest,
  mayTransfer,
  roleAfter,
  roleAfterJoining,
  type Hindrance,
  type RoleChange,
  type Standing,
} from './rules.ts';
import {
  deleteMembership,
  findClub,
  findMembership,
  findRole,
  findRoles,
  insertClub,
  insertMembership,
  isCustomUrlTaken,
  listMembershipsOfClub,
  lockClub,
  updateClub,
  updateRole,
  type LockedClub,
} from './store.ts';

type NewClub = EndpointInput<typeof clubs.create>['body'];

/** @throws HttpError 409 when a club has the custom URL already, 400 for an image that is not the caller's */
export async function createClub(
  db: Database,
  files: Files,
  callerId: string,
  wanted: NewClub,
): Promise<Club> {
  if (await isCustomUrlTaken(db, wanted.customURL)) throw customUrlTaken();
  // While no club has the custom URL everybody may store images below it: only one's own become one's club's.
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
    return existing(await findClub(tx, clubId));
  });
}

/**
 * Requests stay requests when a private club becomes public: its admins go on accepting them, and whoever asks again
 * is a member at once.
 * @throws HttpError 403 for who may not edit the club, 400 for an image that is not stored for it
 */
export async function changeClub(
  db: Database,
  files: Files,
  callerId: string,
  clubId: string,
  { iconURL, bannerURL, ...patch }: ClubPatch,
): Promise<Club> {
  const { customURL } = existing(await findClub(db, clubId));
  refuseUnlessEditor(await findRole(db, clubId, callerId));
  return files.useImages(imagesOf({ iconURL, bannerURL }, customURL), async (tx) => {
    await lockClub(tx, clubId);
    // Who was removed meanwhile changes nothing more.
    refuseUnlessEditor(await findRole(tx, clubId, callerId));
    await updateClub(tx, clubId, { ...patch, iconUrl: iconURL, bannerUrl: bannerURL });
    return existing(await findClub(tx, clubId));
  });
}

type ClubImages = { iconURL?: string | undefined; bannerURL?: string | null | undefined };

function imagesOf({ iconURL, bannerURL }: ClubImages, customURL: string): WantedImage[] {
  const images: WantedImage[] = [];
  if (iconURL !== undefined) {
    images.push({ path: iconURL, field: 'iconURL', place: { folder: 'clubicons', key: customURL } });
  }
  if (bannerURL !== undefined && bannerURL !== null) {
    images.push({ path: bannerURL, field: 'bannerURL', place: { folder: 'clubbanners', key: customURL } });
  }
  return images;
}

export async function membershipsOfClub(
  db: Database,
  viewerId: string,
  clubId: string,
): Promise<ClubMembership[]> {
  const roles = existing(await findRoles(db, clubId, [viewerId]));
  return listMembershipsOfClub(db, clubId, { withPending: mayManage(roles.get(viewerId) ?? null) });
}

export async function standingOf(
  db: Database,
  viewerId: string,
  asked: { user: string; club: string },
): Promise<MembershipCheck> {
  const roles = existing(await findRoles(db, asked.club, [viewerId, asked.user]));
  const role = roles.get(asked.user) ?? null;
  if (role !== clubRoles.pending) return { isMember: role !== null, role };
  const viewer = { isThemselves: asked.user === viewerId, standing: roles.get(viewerId) ?? null };
  return { isMember: false, role: maySeeRequest(viewer) ? role : null };
}

/** Asked again it answers the same. */
export function joinClub(db: Database, userId: string, clubId: string): Promise<ClubMembershipWithMessage> {
  return inClub(db, clubId, async (tx, club) => {
    const before = await findRole(tx, clubId, userId);
    const role = roleAfterJoining(before, club.isPrivate);
    if (before === null) await insertMembership(tx, { clubId, userId, role });
    else if (before !== role) await updateRole(tx, { clubId, userId, role });
    const message =
      role === clubRoles.pending
        ? `Your request to join ${club.name} was sent`
        : `You are now a member of ${club.name}`;
    return { ...(await membershipIn(tx, clubId, userId)), message };
  });
}

/** @throws HttpError 403 for the owner */
export function leaveClub(db: Database, userId: string, clubId: string): Promise<{ message: string }> {
  return inClub(db, clubId, async (tx, club) => {
    const before = await findRole(tx, clubId, userId);
    if (!mayEnd(before)) {
      throw forbidden(`You own ${club.name}. Transfer ownership to another member before you leave.`);
    }
    await deleteMembership(tx, clubId, userId);
    if (before === null) return { message: `You are not a member of ${club.name}` };
    return {
      message:
        before === clubRoles.pending
          ? `Your request to join ${club.name} was cancelled`
          : `You left ${club.name}`,
    };
  });
}

type ByAnother = { requestingUser: string; user: string; club: string };

/** What is over already is answered like what ends now. */
export function endMembership(db: Database, asked: ByAnother): Promise<{ message: string }> {
  return inClub(db, asked.club, async (tx, club) => {
    await refuseUnlessManager(tx, club, asked.requestingUser);
    const membership = await findMembership(tx, club._id, asked.user);
    if (membership === null) return { message: `They are not a member of ${club.name}` };
    if (!mayEnd(membership.role)) throw refusal('isOwner', club, 'user');
    await deleteMembership(tx, club._id, asked.user);
    const { displayName } = membership.user;
    return {
      message:
        membership.role === clubRoles.pending
          ? `The request of ${displayName} to join ${club.name} was declined`
          : `${displayName} is no longer a member of ${club.name}`,
    };
  });
}

/** @throws HttpError 403 for who is neither admin nor owner, and 400, 403 or 404 for whom it cannot be done to */
export function changeRole(
  db: Database,
  change: Exclude<RoleChange, 'makeOwner'>,
  asked: ByAnother,
): Promise<ClubMembershipWithMessage> {
  return inClub(db, asked.club, async (tx, club) => {
    await refuseUnlessManager(tx, club, asked.requestingUser);
    const role = roleAfter(change, await findRole(tx, club._id, asked.user));
    if (typeof role === 'string') throw refusal(role, club, 'user');
    await updateRole(tx, { clubId: club._id, userId: asked.user, role });
    const membership = await membershipIn(tx, club._id, asked.user);
    const whatIsNow = {
      makeMember: `is now a member of ${club.name}`,
      makeAdmin: `is now an admin of ${club.name}`,
      revokeAdmin: `is no longer an admin of ${club.name}`,
    }[change];
    return { ...membership, message: `${membership.user.displayName} ${whatIsNow}` };
  });
}

/** @throws HttpError 403 for who is not the owner, and 400 or 404 for whom the club cannot be transferred to */
export function transferClub(
  db: Database,
  asked: { fromUser: string; toUser: string; club: string },
): Promise<ClubMembershipWithMessage> {
  return inClub(db, asked.club, async (tx, club) => {
    if (!mayTransfer(await findRole(tx, club._id, asked.fromUser))) {
      throw forbidden(`Only the owner of ${club.name} can transfer it`);
    }
    if (asked.toUser === asked.fromUser) throw badField('toUser', 'must be somebody else');
    const role = roleAfter('makeOwner', await findRole(tx, club._id, asked.toUser));
    if (typeof role === 'string') throw refusal(role, club, 'toUser');
    // In this order: the database admits no second owner, not even for a moment.
    await updateRole(tx, { clubId: club._id, userId: asked.fromUser, role: clubRoles.admin });
    await updateRole(tx, { clubId: club._id, userId: asked.toUser, role });
    const membership = await membershipIn(tx, club._id, asked.toUser);
    return { ...membership, message: `${membership.user.displayName} is now the owner of ${club.name}` };
  });
}

/** Changes of one club's memberships happen one after the other, each on what the one before left. */
function inClub<T>(
  db: Database,
  clubId: string,
  change: (tx: Database, club: LockedClub) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => change(tx, existing(await lockClub(tx, clubId))));
}

async function membershipIn(tx: Database, clubId: string, userId: string): Promise<ClubMembership> {
  const membership = await findMembership(tx, clubId, userId);
  if (membership === null) throw notFound('member');
  return membership;
}

function existing<T>(club: T | null): T {
  if (club === null) throw notFound('club');
  return club;
}

function refuseUnlessEditor(standing: Standing): void {
  if (!mayManage(standing)) throw forbidden('You do not have permission to edit this club');
}

async function refuseUnlessManager(tx: Database, club: LockedClub, userId: string): Promise<void> {
  if (mayManage(await findRole(tx, club._id, userId))) return;
  throw forbidden(`Only the admins and the owner of ${club.name} can do this`);
}

function refusal(hindrance: Hindrance, club: LockedClub, field: string): HttpError {
  switch (hindrance) {
    case 'isOwner':
      return forbidden(`The owner of ${club.name} stays its owner until they transfer it`);
    case 'isPending': {
      const message = `Accept their request to join ${club.name} first`;
      return new HttpError(400, 'bad_request', message, [{ field, message }]);
    }
    case 'isNoMember':
      return notFound('member');
    case 'isNotAsking':
      return notFound('request to join');
  }
}

const forbidden = (message: string) => new HttpError(403, 'forbidden', message);

const customUrlTaken = () =>
  new HttpError(409, 'already_exists', 'The club URL you have requested is not available. Try another.');
