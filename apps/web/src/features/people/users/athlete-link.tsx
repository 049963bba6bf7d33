import { isFormerMember, type UserRef } from '@boathouse/contract/users';
import { Link } from 'react-router';

/** An athlete's name, which links to their profile. A user who deleted their account has none. */
export function AthleteLink({ athlete }: { athlete: Pick<UserRef, '_id' | 'displayName'> }) {
  if (isFormerMember(athlete)) return <span>{athlete.displayName}</span>;
  return <Link to={`/athletes/${athlete._id}`}>{athlete.displayName}</Link>;
}
