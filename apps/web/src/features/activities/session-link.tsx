import type { Activity } from '@boathouse/contract/activities';
import { Link } from 'react-router';

type SessionLinkProps = { activity: Pick<Activity, 'session' | 'title'> };

/** The session of an activity; only its title once the session is deleted, or of an activity without one. */
export function SessionLink({ activity: { session, title } }: SessionLinkProps) {
  return session === null || session.isDeleted ? (
    <span>{session?.title ?? title}</span>
  ) : (
    <Link to={`/sessions/${session._id}`}>{session.title}</Link>
  );
}
