import type { Activity } from '@boathouse/contract/activities';
import { Link } from 'react-router';

/** The session of an activity; only its title once the session is deleted. */
export function SessionLink({ session }: Pick<Activity, 'session'>) {
  return session.isDeleted ? (
    <span>{session.title}</span>
  ) : (
    <Link to={`/sessions/${session._id}`}>{session.title}</Link>
  );
}
