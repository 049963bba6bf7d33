import type { Session } from '@boathouse/contract/sessions';

/** Who may join, in the words of the form; a club by its name. */
export function visibilityWords(session: Pick<Session, 'club' | 'isAccessibleByLink'>): string {
  if (session.club !== null) return session.club.name;
  return session.isAccessibleByLink ? 'Anyone with link' : 'Only Me';
}
