import { clubRoles, type ClubMembership } from '@boathouse/contract/clubs';
import { Link } from 'react-router';
import { dayOf, formatFullDay, viewerTimeZone } from '../../../lib/format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { RowMenu } from '../../../ui/menu/row-menu.tsx';
import type { MemberAction } from './membership.ts';
import styles from './member-row.module.css';

const words = {
  accept: 'Accept',
  decline: 'Decline',
  makeAdmin: 'Make Admin',
  revokeAdmin: 'Revoke Admin',
  transfer: 'Transfer Ownership',
  remove: 'Remove',
} as const satisfies Record<MemberAction, string>;

type MemberRowProps = {
  member: ClubMembership;
  actions: readonly MemberAction[];
  /** The action in progress. */
  running: MemberAction | null;
  onAct: (action: MemberAction) => void;
};

export function MemberRow({ member, actions, running, onAct }: MemberRowProps) {
  const { user, role, createdAt } = member;
  return (
    <li className={styles.row} data-row={user._id}>
      <Avatar name={user.displayName} imageURL={user.iconURL} size={40} />
      <span className={styles.person}>
        <Link to={`/athletes/${user._id}`}>{user.displayName}</Link>
        {role === clubRoles.owner && <span className={styles.note}>Owner</span>}
        {role === clubRoles.pending && (
          <span className={styles.note}>
            Requested on {formatFullDay(dayOf(createdAt, viewerTimeZone()))}
          </span>
        )}
      </span>
      {actions.length > 0 && <Actions {...{ member, actions, running, onAct }} />}
    </li>
  );
}

/** Buttons answer a request; actions on a member are in a menu. */
function Actions({ member, actions, running, onAct }: MemberRowProps) {
  const name = member.user.displayName;
  const act = (action: MemberAction) => {
    if (running === null) onAct(action);
  };
  if (member.role !== clubRoles.pending) {
    return (
      <span className={styles.menu}>
        <RowMenu
          label={`Actions for ${name}`}
          isBusy={running !== null}
          items={actions.map((action) => ({
            key: action,
            words: words[action],
            onSelect: () => act(action),
          }))}
        />
      </span>
    );
  }
  return (
    <span className={styles.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          look={action === 'accept' ? 'plain' : 'quiet'}
          isBusy={running === action}
          onClick={() => act(action)}
        >
          <span>
            {words[action]} <span className="visually-hidden">{name}</span>
          </span>
        </Button>
      ))}
    </span>
  );
}
