import { races } from '@boathouse/contract/races';
import { clubRoles } from '@boathouse/contract/clubs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { membershipsOfClub } from '../../../clubs/clubs/index.ts';
import { callRaceDay, changeEvent, useRaceChange } from '../api.ts';
import { useRaceEvent } from '../event/event-context.ts';
import styles from './setup.module.css';

/** Members who enter and confirm results in addition to the club's admins. */
export function Judges() {
  const { _id, club, judges } = useRaceEvent();
  const client = useQueryClient();
  const { data: memberships = [] } = useQuery(membershipsOfClub(club._id));
  const change = useRaceChange(
    _id,
    'judges',
    ({ user, isAdded }: { user: string; isAdded: boolean }) =>
      callRaceDay(isAdded ? races.addJudge : races.removeJudge, { params: { id: _id, user } }),
    (now) => changeEvent(client, _id, (event) => ({ ...event, judges: now })),
  );
  const known = new Set(judges.map((judge) => judge._id));
  const members = memberships
    .filter(({ role, user }) => role === clubRoles.member && !known.has(user._id))
    .map(({ user }) => ({ value: user._id, label: user.displayName }));
  return (
    <Panel title="Judges">
      <p className={styles.note}>
        Judges weigh in, enter results by hand and confirm them. A result by hand needs two people.
      </p>
      <ul className={styles.list}>
        {judges.map(({ _id: user, displayName }) => (
          <li key={user}>
            <span className={styles.named}>
              <strong>{displayName}</strong>
            </span>
            <Button
              look="quiet"
              aria-label={`Remove ${displayName} as a judge`}
              isBusy={change.isPending}
              onClick={() => change.mutate({ user, isAdded: false })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <NativeSelect
        label="Add a judge"
        value=""
        disabled={members.length === 0}
        data={[
          { value: '', label: members.length === 0 ? 'No other members' : 'Choose a member' },
          ...members,
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') change.mutate({ user: value, isAdded: true });
        }}
      />
    </Panel>
  );
}
