import { clubRoles, type ClubMembership } from '@boathouse/contract/clubs';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { membershipsOfUser } from './api.ts';
import { Requests } from './requests.tsx';
import styles from './your-clubs.module.css';

/** The dashboard card of the viewer's clubs and pending requests. */
export function YourClubs({ userId }: { userId: string }) {
  return (
    <Panel title="Your Clubs" aside={<Link to="/club-create">Create a club</Link>}>
      <Clubs userId={userId} />
    </Panel>
  );
}

function Clubs({ userId }: { userId: string }) {
  const { data: memberships, isError, refetch } = useQuery(membershipsOfUser(userId));
  if (memberships === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>Your clubs couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading your clubs" />
    );
  }
  if (memberships.length === 0) {
    return (
      <Empty>
        <p>You haven't joined a club yet.</p>
        <Link to="/explore/clubs">Explore clubs</Link>
      </Empty>
    );
  }
  return (
    <ul className={styles.clubs}>
      {memberships.map((membership) => (
        <ClubOf key={membership._id} membership={membership} />
      ))}
    </ul>
  );
}

const wordOfRole = {
  [clubRoles.pending]: 'Pending',
  [clubRoles.member]: null,
  [clubRoles.admin]: 'Admin',
  [clubRoles.owner]: 'Owner',
} as const satisfies Record<ClubMembership['role'], string | null>;

function ClubOf({ membership: { club, role, requestCount = 0 } }: { membership: ClubMembership }) {
  return (
    <li className={styles.club}>
      <Avatar name={club.name} imageURL={club.iconURL} size={36} />
      <span className={styles.words}>
        <Link to={`/clubs/${club.customURL}/${requestCount > 0 ? 'members' : 'general'}`}>{club.name}</Link>
        {requestCount > 0 && <Requests count={requestCount} />}
        <span className={styles.role}>{wordOfRole[role]}</span>
      </span>
    </li>
  );
}
