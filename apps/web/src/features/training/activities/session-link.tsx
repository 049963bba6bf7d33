import type { Activity } from '@boathouse/contract/activities';
import { Link } from 'react-router';

type SessionLinkProps = {
  activity: Pick<Activity, 'session' | 'title'>;
  /** Instead of the session's title, which may be newer. */
  children?: string;
};

/** The session of an activity; only its title if the session is deleted, or if the activity has none. */
export function SessionLink({ activity: { session, title }, children }: SessionLinkProps) {
  const words = children ?? session?.title ?? title;
  return session === null || session.isDeleted ? (
    <span>{words}</span>
  ) : (
    <Link to={`/sessions/${session._id}`}>{words}</Link>
  );
}
