import type { Club } from '@boathouse/contract/clubs';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import styles from './club-list.module.css';

/** Links to clubs with description, member count and privacy. */
export function ClubList({ label, clubs }: { label: string; clubs: readonly Club[] }) {
  return (
    <ul aria-label={label} className={styles.clubs}>
      {clubs.map((club) => (
        <li key={club._id} className={styles.club}>
          <Avatar name={club.name} imageURL={club.iconURL} size={56} />
          <div className={styles.about}>
            <h3>
              <Link to={`/clubs/${club.customURL}/general`}>{club.name}</Link>
            </h3>
            {club.description !== '' && (
              <p className={styles.description} dir="auto">
                {club.description}
              </p>
            )}
            <p className={styles.facts}>
              <span>
                <strong>{formatCount(club.memberCount)}</strong>{' '}
                {club.memberCount === 1 ? 'member' : 'members'}
              </span>
              <span>{club.isPrivate ? 'Invite-only' : 'Public'}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
