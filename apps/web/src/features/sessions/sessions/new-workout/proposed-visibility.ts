import { isMember, type ClubMembership, type ClubRef } from '@boathouse/contract/clubs';
import { isAdmin } from '../../../clubs/clubs/index.ts';
import { visibilityOfValue, valueOfVisibility, type Visibility } from './new-workout.ts';

const keyOf = (userId: string) => `boathouse.visibility.${userId}`;

/**
 * Returns the initial visibility of a new session: the one in the link to the form, that of the only club that the user
 * manages, or the user's last choice on this device. A club counts while the user is its member.
 */
export function proposedVisibility(
  memberships: readonly Pick<ClubMembership, 'club' | 'role'>[],
  linked: string | undefined,
  last: Visibility | null,
): Visibility {
  const joined = memberships.filter(({ role }) => isMember(role));
  const isJoined = (id: string) => joined.some(({ club }) => club._id === id);
  if (linked !== undefined && isJoined(linked)) return { club: linked };
  const [run, ...others] = joined.filter(({ role }) => isAdmin(role));
  if (run !== undefined && others.length === 0) return { club: run.club._id };
  return last !== null && (typeof last === 'string' || isJoined(last.club)) ? last : 'onlyMe';
}

/** Returns the user's last choice on this device; null if unknown. */
export function lastVisibility(userId: string): Visibility | null {
  try {
    const value = localStorage.getItem(keyOf(userId));
    return value === null ? null : visibilityOfValue(value);
  } catch {
    return null;
  }
}

export function rememberVisibility(userId: string, visibility: Visibility): void {
  try {
    localStorage.setItem(keyOf(userId), valueOfVisibility(visibility));
  } catch (error) {
    console.info('Local storage is not available', error);
  }
}

/** Returns a sentence that says who will see a session that is not scheduled yet. */
export function audienceWords(
  visibility: Visibility,
  clubs: readonly Pick<ClubRef, '_id' | 'name'>[],
): string {
  if (visibility === 'onlyMe') return 'Only you will see it';
  if (visibility === 'link') return 'Anyone with the link will see it';
  return `Members of ${clubs.find(({ _id }) => _id === visibility.club)?.name ?? 'the club'} will see it`;
}
