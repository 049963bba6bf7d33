import type { User } from '@boathouse/contract/users';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { ProfileHeader } from '../../ui/profile-header.tsx';
import { FollowButton, FollowCounts } from '../follows/index.ts';

/** Banner, name and follow counts of an athlete, with Follow or Edit profile. */
export function AthleteHeader({ athlete, viewerId }: { athlete: User; viewerId: string }) {
  return (
    <ProfileHeader
      name={athlete.displayName}
      iconURL={athlete.iconURL}
      bannerURL={athlete.bannerURL}
      action={
        athlete._id === viewerId ? (
          <Link to="/settings#profile" className={buttonClass()}>
            Edit profile
          </Link>
        ) : (
          <FollowButton viewerId={viewerId} athlete={athlete} />
        )
      }
    >
      <FollowCounts userId={athlete._id} />
    </ProfileHeader>
  );
}
