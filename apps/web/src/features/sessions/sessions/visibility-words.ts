import type { Session } from '@boathouse/contract/sessions';

/** Returns the visibility with the labels of the form, or the club's name. */
export function visibilityWords(session: Pick<Session, 'club' | 'isAccessibleByLink'>): string {
  if (session.club !== null) return session.club.name;
  return session.isAccessibleByLink ? 'Anyone with link' : 'Only Me';
}
