import type { UserRef } from '@boathouse/contract/users';
import { useId } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './session-members.module.css';

/** The members of the session's room, each once. */
export function SessionMembers({ members }: { members: readonly UserRef[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.members}>
      <h2 id={headingId}>
        <span className={styles.count}>{members.length}</span> here now
      </h2>
      <ul>
        {members.map((member) => (
          <li key={member._id}>
            <Avatar name={member.displayName} imageURL={member.iconURL} size={24} />
            <span>{member.displayName}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
