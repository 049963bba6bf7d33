import type { ClubRef } from '@boathouse/contract/clubs';
import type { Session } from '@boathouse/contract/sessions';
import type { Visibility } from './new-workout/new-workout.ts';

/** Returns the visibility with the labels of the form, or the club's name. */
export function visibilityWords(session: Pick<Session, 'club' | 'isAccessibleByLink'>): string {
  if (session.club !== null) return session.club.name;
  return session.isAccessibleByLink ? 'Anyone with link' : 'Only Me';
}

/** Returns who will see a session that is not scheduled yet, in a sentence. */
export function audienceWords(
  visibility: Visibility,
  clubs: readonly Pick<ClubRef, '_id' | 'name'>[],
): string {
  if (visibility === 'onlyMe') return 'Only you will see it';
  if (visibility === 'link') return 'Anyone with the link will see it';
  return `Members of ${clubs.find(({ _id }) => _id === visibility.club)?.name ?? 'the club'} will see it`;
}
