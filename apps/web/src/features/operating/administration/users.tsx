import type { AdministeredUser } from '@boathouse/contract/administration/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayOf, formatFullDay, formatWhen, viewerTimeZone } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { useChangeUser, useMakeResetLink, usersQuery, type UserAction } from './api.ts';
import styles from './administration.module.css';
import { OnceLinkDialog } from './once-link-dialog.tsx';
import { RowMenu } from '../../../ui/menu/row-menu.tsx';
import { firstPageOfAll, SearchedList } from './searched-list.tsx';
import { userActionsOf, userQuestions, userWords } from './user-actions.ts';

export function Users() {
  const own = useCurrentUser();
  const [asked, setAsked] = useState<{ user: AdministeredUser; action: UserAction } | null>(null);
  const [linkFor, setLinkFor] = useState<AdministeredUser | null>(null);
  const [search, setSearch] = useState(firstPageOfAll);
  const found = useQuery(usersQuery(search));
  const change = useChangeUser();
  const makeLink = useMakeResetLink();
  function act(user: AdministeredUser, action: UserAction): void {
    if (action === 'resetLink') {
      setLinkFor(user);
      makeLink.mutate(user._id);
    } else if (userQuestions[action] === undefined) change.mutate({ user, action });
    else setAsked({ user, action });
  }
  const question = asked && userQuestions[asked.action]?.(asked.user.displayName);
  return (
    <>
      <SearchedList
        noun="user"
        label="Name or email"
        search={search}
        onSearch={setSearch}
        answer={{ ...found, data: found.data && { count: found.data.count, rows: found.data.users } }}
        renderRow={(user) => (
          <UserRow
            key={user._id}
            user={user}
            actions={userActionsOf(user, own._id)}
            isBusy={change.isPending && change.variables.user._id === user._id}
            onAct={(action) => act(user, action)}
          />
        )}
      />
      {asked && question && (
        <ConfirmDialog
          question={question.title}
          action={userWords[asked.action]}
          look={asked.action === 'remove' || asked.action === 'lock' ? 'danger' : 'primary'}
          onConfirm={() =>
            asked.action !== 'resetLink' && change.mutate({ user: asked.user, action: asked.action })
          }
          onClose={() => setAsked(null)}
        >
          {question.details}
        </ConfirmDialog>
      )}
      {linkFor && makeLink.data && (
        <OnceLinkDialog
          title={`A new password for ${linkFor.displayName}`}
          about={`Give this link to no one but ${linkFor.displayName}: anyone who opens it can set the password.`}
          link={makeLink.data.link}
          expiresAt={makeLink.data.expiresAt}
          isForOne
          onClose={() => {
            setLinkFor(null);
            makeLink.reset();
          }}
        />
      )}
    </>
  );
}

type UserRowProps = {
  user: AdministeredUser;
  actions: readonly UserAction[];
  isBusy: boolean;
  onAct: (action: UserAction) => void;
};

function UserRow({ user, actions, isBusy, onAct }: UserRowProps) {
  const { displayName, email, createdAt, lastUsedAt } = user;
  const lastUse = useAtNow((nowMs) => (lastUsedAt === null ? null : formatWhen(lastUsedAt, nowMs)));
  const since = formatFullDay(dayOf(createdAt, viewerTimeZone()));
  return (
    <li className={styles.row} data-row={user._id}>
      <Avatar name={displayName} imageURL={user.iconURL} size={40} />
      <span className={styles.subject}>
        <span className={styles.name}>
          <Link to={`/athletes/${user._id}`}>{displayName}</Link>
          {user.isAdministrator && <span className={styles.mark}>Administrator</span>}
          {user.lockedAt !== null && <span className={styles.mark}>Locked</span>}
        </span>
        <span className={styles.note}>{email ?? 'Email is with the sign-in provider'}</span>
        <span className={styles.note}>
          {lastUse === null ? 'Not logged in' : `Last used ${lastUse}`}, since {since}
        </span>
      </span>
      <RowMenu
        label={`Actions for ${displayName}`}
        isBusy={isBusy}
        items={actions.map((action) => ({
          key: action,
          words: userWords[action],
          onSelect: () => onAct(action),
        }))}
      />
    </li>
  );
}
