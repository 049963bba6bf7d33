import type { SQL } from 'drizzle-orm';
import { clubRoles, type ClubRole } from '@boathouse/contract/clubs';
import { fileFolders, storedPathPattern, type FileFolder } from '@boathouse/contract/files';
import type { Database } from '../../../db/database.ts';

/** A key in a folder. The key is in lower case, because custom URLs are unique without regard to case. */
export type ImageFolder = { folder: FileFolder; key: string };

/** The caller's role in the club of a custom URL; null when no club has the URL. */
export type ClubAccess = { role: ClubRole | null } | null;

/**
 * Any user may write under a free custom URL, because a club's icon is stored before the club is created. That is
 * safe: the image counts toward the sender's quota, only the sender may create a club with it, and unreferenced
 * images are deleted after a day.
 */
export function mayWrite(imageFolder: ImageFolder, userId: string, club: ClubAccess): boolean {
  if (fileFolders[imageFolder.folder].keyedBy === 'user') return imageFolder.key === userId;
  return club === null || (club.role !== null && club.role >= clubRoles.admin);
}

export function imageFolderOf(folder: FileFolder, key: string): ImageFolder {
  return { folder, key: key.toLowerCase() };
}
export function prefixOf({ folder, key }: ImageFolder) {
  return `${folder}/${key}/`;
}
export function pathOfName(name: string) {
  return `/files/${name}`;
}

/** Returns the name in the store for a path; null for a path that no stored image can have. */
export function nameOfPath(path: string) {
  return storedPathPattern.test(path) ? path.slice('/files/'.length) : null;
}

/**
 * A stored image in a query: its name, the path that records contain, and the user or custom URL under which it is
 * stored.
 */
type ImageInQuery = { name: SQL; path: SQL; key: SQL };

/**
 * A condition that holds while a feature's records refer to an image. Only the user or the club of its key can, so an
 * index finds them by the key.
 */
export type ImageUse = (db: Database, image: ImageInQuery) => SQL;
