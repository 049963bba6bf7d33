import type { AdministeredClub } from '@boathouse/contract/administration/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { NativeSelect } from '../../../ui/field/field.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { clubMembersQuery, clubsQuery, useHandOverClub, useRemoveClub } from './api.ts';
import styles from './administration.module.css';
import { RowMenu } from '../../../ui/menu/row-menu.tsx';
import { firstPageOfAll, SearchedList } from './searched-list.tsx';

export function Clubs() {
  const [asked, setAsked] = useState<{ club: AdministeredClub; action: 'handOver' | 'remove' } | null>(null);
  const [search, setSearch] = useState(firstPageOfAll);
  const found = useQuery(clubsQuery(search));
  const remove = useRemoveClub();
  const close = () => setAsked(null);
  return (
    <>
      <SearchedList
        noun="club"
        label="Name or address of a club"
        search={search}
        onSearch={setSearch}
        answer={{ ...found, data: found.data && { count: found.data.count, rows: found.data.clubs } }}
        renderRow={(club) => (
          <li key={club._id} className={styles.row} data-row={club._id}>
            <Avatar name={club.name} imageURL={club.iconURL} size={40} />
            <span className={styles.subject}>
              <span className={styles.name}>
                <Link to={`/clubs/${club.customURL}/general`}>{club.name}</Link>
                {club.isPrivate && <span className={styles.mark}>Private</span>}
              </span>
              <span className={styles.note}>
                {club.owner === null ? 'No owner' : `Owner ${club.owner.displayName}`},{' '}
                {formatCount(club.memberCount)} {club.memberCount === 1 ? 'member' : 'members'}
              </span>
            </span>
            <RowMenu
              label={`Actions for ${club.name}`}
              isBusy={remove.isPending && remove.variables === club._id}
              items={[
                {
                  key: 'handOver',
                  words: 'Hand over',
                  onSelect: () => setAsked({ club, action: 'handOver' }),
                },
                { key: 'remove', words: 'Delete', onSelect: () => setAsked({ club, action: 'remove' }) },
              ]}
            />
          </li>
        )}
      />
      {asked?.action === 'remove' && (
        <ConfirmDialog
          question={`Delete ${asked.club.name}?`}
          action="Delete"
          look="danger"
          onConfirm={() => remove.mutate(asked.club._id)}
          onClose={close}
        >
          This can't be undone. Its memberships, sessions and whiteboard are deleted; athletes keep their
          results.
        </ConfirmDialog>
      )}
      {asked?.action === 'handOver' && <HandOverDialog club={asked.club} onClose={close} />}
    </>
  );
}

function HandOverDialog({ club, onClose }: { club: AdministeredClub; onClose: () => void }) {
  const { data: members, isError, refetch } = useQuery(clubMembersQuery(club._id));
  const [chosen, setChosen] = useState('');
  const handOver = useHandOverClub();
  const user = chosen === '' ? (members?.[0]?._id ?? '') : chosen;
  return (
    <Dialog title={`Hand over ${club.name}`} onClose={onClose}>
      <div className={styles.dialog}>
        {members === undefined ? (
          isError ? (
            <Unavailable onRetry={() => void refetch()}>The members couldn't be loaded.</Unavailable>
          ) : (
            <Loading label="Loading the members" lines={1} />
          )
        ) : members.length === 0 ? (
          <p>The club has no other member who could own it.</p>
        ) : (
          <NativeSelect
            label="New owner"
            hint="The current owner stays as an admin of the club."
            data={members.map(({ _id, displayName }) => ({ value: _id, label: displayName }))}
            value={user}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          {user !== '' && (
            <Button
              look="primary"
              isBusy={handOver.isPending}
              onClick={() => handOver.mutate({ id: club._id, user }, { onSuccess: onClose })}
            >
              Hand over
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
