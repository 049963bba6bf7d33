import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../../ui/states.tsx';
import { clubsOfUser } from '../../../clubs/clubs/index.ts';
import styles from './athlete-clubs.module.css';

/** The clubs of an athlete, without pending requests. */
export function AthleteClubs({ userId, name }: { userId: string; name: string }) {
  const { data: clubs, isError, refetch } = useQuery(clubsOfUser(userId));
  return (
    <Panel title="Clubs">
      {clubs === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>The clubs couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading the clubs" lines={2} />
        )
      ) : clubs.length === 0 ? (
        <Empty>
          <p>{name} hasn't joined a club yet.</p>
        </Empty>
      ) : (
        <ul className={styles.clubs}>
          {clubs.map((club) => (
            <li key={club._id}>
              <Link to={`/clubs/${club.customURL}/general`}>
                <Avatar name={club.name} imageURL={club.iconURL} size={44} />
                <span className={styles.name}>{club.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
