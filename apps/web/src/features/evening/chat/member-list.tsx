import type { UserRef } from '@boathouse/contract/users';
import { Avatar } from '../../../ui/avatar.tsx';
import styles from './member-list.module.css';

type MemberListProps = {
  members: readonly UserRef[];
  /** Ids of the athletes who are rowing. */
  rowing: ReadonlySet<string>;
  meId: string;
  onMessage: (to: UserRef) => void;
};

/** The members in the room, and those who are rowing. A name opens the direct chat with that member. */
export function MemberList({ members, rowing, meId, onMessage }: MemberListProps) {
  if (members.length === 0)
    return <p className={styles.none}>The members here appear once you are connected.</p>;
  return (
    <ul aria-label="Members" className={styles.members}>
      {members.map((member) => {
        const who = (
          <>
            <Avatar name={member.displayName} imageURL={member.iconURL} size={28} />
            <span className={styles.name}>
              {member.displayName}
              {member._id === meId && ' (you)'}
            </span>
            {rowing.has(member._id) && <span className={styles.rowing}>Rowing</span>}
          </>
        );
        return (
          <li key={member._id}>
            {member._id === meId ? (
              <div className={styles.member}>{who}</div>
            ) : (
              <button
                type="button"
                className={styles.member}
                title={`Message ${member.displayName}`}
                onClick={() => onMessage(member)}
              >
                {who}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
