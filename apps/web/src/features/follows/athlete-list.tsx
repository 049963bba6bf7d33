import type { UserRef } from '@boathouse/contract/users';
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './athlete-list.module.css';

/** Links to athletes with icon and name. */
export function AthleteList({ label, athletes }: { label: string; athletes: readonly UserRef[] }) {
  return (
    <ul aria-label={label} className={styles.athletes}>
      {athletes.map(({ _id, displayName, iconURL }) => (
        <li key={_id}>
          <Link to={`/athletes/${_id}`}>
            <Avatar name={displayName} imageURL={iconURL} size={44} />
            <span className={styles.name}>{displayName}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
