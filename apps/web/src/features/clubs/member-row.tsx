import { clubRoles, type ClubMembership } from '@boathouse/contract/clubs';

import { Link } from 'react-router';
import { dayOf, formatFullDay, viewerTimeZone } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { MenuItem } from '../../ui/menu/menu-items.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
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

/** Shows buttons; on narrow screens a menu, except for pending requests. */
function Actions({ member, actions, running, onAct }: MemberRowProps) {
  const isNarrow = useMediaQuery('(max-width: 40rem)');
  const name = member.user.displayName;
  const act = (action: MemberAction) => {
    if (running === null) onAct(action);
  };
  if (isNarrow && member.role !== clubRoles.pending) {
    return (
      <span className={styles.menu}>
        <Menu
          renderButton={(props) => (
            <Button look="quiet" aria-label={`Actions for ${name}`} isBusy={running !== null} {...props}>
              <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="currentColor">
                <circle cx="4" cy="10" r="1.75" />
                <circle cx="10" cy="10" r="1.75" />
                <circle cx="16" cy="10" r="1.75" />
              </svg>
            </Button>
          )}
        >
          {actions.map((action) => (
            <MenuItem key={action} onSelect={() => act(action)}>
              {words[action]}
            </MenuItem>
          ))}
        </Menu>
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
