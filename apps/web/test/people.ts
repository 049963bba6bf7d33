import type { Club } from '@boathouse/contract/clubs';
import type { OwnUser, UserRef } from '@boathouse/contract/users';

/** Returns a UUID in the format of version 7 for a number. */
export function idOf(number: number) {
  return `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export function buildPerson(number: number, displayName: string): UserRef {
  return { _id: idOf(number), displayName, iconURL: null };
}

export function buildUser(number: number, displayName: string, parts: Partial<OwnUser> = {}): OwnUser {
  return {
    ...buildPerson(number, displayName),
    uid: `login-${number}`,
    bannerURL: null,
    createdAt: '2025-01-15T12:00:00.000Z',
    colorTheme: 'Light',
    themeColor: 0,
    tintColor: 0,
    trainingPartner: null,
    visibility: 'everyone',
    ...parts,
  };
}

/** The signed-in user of the tests. */
export const mara = buildUser(1, 'Mara Lindqvist');

export function buildClub(number: number, name: string, parts: Partial<Club> = {}): Club {
  return {
    _id: idOf(number),
    name,
    customURL: name.toLowerCase().replaceAll(' ', '-'),
    iconURL: null,
    description: `We row at ${name}.`,
    bannerURL: null,
    isPrivate: false,
    createdAt: '2025-02-03T12:00:00.000Z',
    memberCount: 0,
    ...parts,
  };
}

/** Returns the path of a stored image; `key` is a user's id or a club's custom URL. */
export function imagePath(folder: string, key: string, number: number) {
  return `/files/${folder}/${key.toLowerCase()}/${String(number).padStart(32, '0')}.webp`;
}
