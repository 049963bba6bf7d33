import { clubRoles, type ClubRole } from '@boathouse/contract/clubs';
import { fileFolders, storedPathPattern, type FileFolder } from '@boathouse/contract/files';

/** A key within its folder, in lower case: custom URLs differ in more than case, and so must their paths. */
export type Place = { folder: FileFolder; key: string };

/** The caller's standing in the club of a custom URL; null when no club has it. */
export type ClubStanding = { role: ClubRole | null } | null;

/**
 * A club's icon is chosen before the club is there, so a custom URL that is free is open to every user. Nothing comes
 * of it by itself: an image counts in the quota of the one who sent it, only that one may found a club with it, and
 * what nobody uses within a day is removed.
 */
export function mayWrite(place: Place, userId: string, club: ClubStanding): boolean {
  if (fileFolders[place.folder].keyedBy === 'user') return place.key === userId;
  return club === null || (club.role !== null && club.role >= clubRoles.admin);
}

export const placeOf = (folder: FileFolder, key: string): Place => ({ folder, key: key.toLowerCase() });
export const prefixOf = ({ folder, key }: Place) => `${folder}/${key}/`;
export const pathOfName = (name: string) => `/files/${name}`;

/** The name in the store that a path means; null for a path that no stored image can have. */
export const nameOfPath = (path: string) =>
  storedPathPattern.test(path) ? path.slice('/files/'.length) : null;
