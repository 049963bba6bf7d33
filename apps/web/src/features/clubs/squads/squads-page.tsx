import { isMember } from '@boathouse/contract/clubs';
import type { Squad } from '@boathouse/contract/clubs/squads';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDayAndTime } from '../../../lib/format.ts';
import { refusalOf } from '../../../lib/api.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { TextInput } from '../../../ui/field/field.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { useFocusOnChange } from '../../../ui/focus/use-focus-on-change.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import { isAdmin, membershipsOfClub, useClub } from '../clubs/index.ts';
import { squadsOf, testsOf, useRemoveSquad, useSaveSquad } from './api.ts';
import styles from './squads-page.module.css';

/** The squads of a club, which its admins change. */
export function SquadsPage() {
  const { club, membership } = useClub();
  const { data, isError, refetch } = useQuery(squadsOf(club._id));
  const [edited, setEdited] = useState<Squad | 'new' | null>(null);
  const [asked, setAsked] = useState<Squad | null>(null);
  const remove = useRemoveSquad(club._id);
  // The buttons of a deleted squad take the focus with them: the squad beside it gets it.
  const [removed, setRemoved] = useState<{ id: string; neighbor: string | null } | null>(null);
  const neighborRef = useRef<HTMLButtonElement>(null);
  const isGone = removed !== null && data?.every(({ _id }) => _id !== removed.id) === true;
  useFocusOnChange(isGone, neighborRef);
  useFocusAfter(asked !== null, neighborRef);
  const refOf = (id: string | null) => (removed !== null && removed.neighbor === id ? neighborRef : null);
  const isManager = isAdmin(membership?.role ?? null);
  if (data === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The squads couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the squads" />
    );
  }
  return (
    <>
      <Panel
        title="Squads"
        aside={
          isManager && (
            <Button ref={refOf(null)} onClick={() => setEdited('new')}>
              New squad
            </Button>
          )
        }
      >
        {data.length === 0 ? (
          <Empty>
            <p>No squads yet. A squad has sessions and tests of its own.</p>
          </Empty>
        ) : (
          <ul className={styles.squads}>
            {data.map((squad) => (
              <li key={squad._id}>
                <h3>{squad.name}</h3>
                <p>
                  {squad.members.length === 0
                    ? 'No members'
                    : squad.members.map(({ displayName }) => displayName).join(', ')}
                </p>
                <SquadPlan squad={squad} />
                {isManager && (
                  <div className={styles.actions}>
                    <Button look="quiet" ref={refOf(squad._id)} onClick={() => setEdited(squad)}>
                      Change {squad.name}
                    </Button>
                    <Button look="quiet" onClick={() => setAsked(squad)}>
                      Delete {squad.name}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {edited !== null && (
        <SquadDialog squad={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {asked !== null && (
        <ConfirmDialog
          question={`Are you sure you want to delete ${asked.name}?`}
          action="Delete"
          look="danger"
          onConfirm={() => {
            const at = data.findIndex(({ _id }) => _id === asked._id);
            setRemoved({ id: asked._id, neighbor: (data[at + 1] ?? data[at - 1])?._id ?? null });
            remove.mutate(asked);
          }}
          onClose={() => setAsked(null)}
        >
          Its sessions and tests are then for the whole club. Its members stay in the club.
        </ConfirmDialog>
      )}
    </>
  );
}

/** The next sessions of a squad, and its tests that have not closed. */
function SquadPlan({ squad: { _id, sessions = [] } }: { squad: Squad }) {
  const { club } = useClub();
  const { data: tests, isError, refetch } = useQuery(testsOf(club._id));
  const now = useAtNow((nowMs) => Math.floor(nowMs / minuteMs) * minuteMs, minuteMs);
  const open = tests?.filter(({ squad, closesAt }) => squad?._id === _id && Date.parse(closesAt) > now) ?? [];
  return (
    <>
      {(sessions.length > 0 || open.length > 0) && (
        <ul className={styles.plan}>
          {sessions.map((session) => (
            <li key={session._id}>
              <Link to={`/sessions/${session._id}`}>{session.title}</Link>,{' '}
              {formatDayAndTime(session.startAt)}
            </li>
          ))}
          {open.map((test) => (
            <li key={test._id}>
              Test: <Link to={`/clubs/${club.customURL}/tests/${test._id}`}>{test.title}</Link>, until{' '}
              {formatDayAndTime(test.closesAt)}
            </li>
          ))}
        </ul>
      )}
      {isError && tests === undefined && (
        <Unavailable onRetry={() => void refetch()}>The squad's tests couldn't be loaded.</Unavailable>
      )}
    </>
  );
}

const minuteMs = 60_000;

function SquadDialog({ squad, onClose }: { squad: Squad | null; onClose: () => void }) {
  const { club } = useClub();
  const { data: memberships, isError, refetch } = useQuery(membershipsOfClub(club._id));
  const save = useSaveSquad(club._id);
  const [name, setName] = useState(squad?.name ?? '');
  const [chosen, setChosen] = useState(() => new Set(squad?.members.map(({ _id }) => _id)));
  const [problem, setProblem] = useState<string | null>(null);
  const submit = () => {
    if (save.isPending) return;
    setProblem(name.trim() === '' ? 'Name is required' : null);
    if (name.trim() !== '') save.mutate({ squad, name, members: [...chosen] }, { onSuccess: onClose });
  };
  return (
    <Dialog title={squad === null ? 'New squad' : `Change ${squad.name}`} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label="Name"
          required
          maxLength={40}
          value={name}
          error={problem ?? (save.error === null ? null : refusalOf(save.error))}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {memberships === undefined &&
          (isError ? (
            <Unavailable onRetry={() => void refetch()}>The members couldn't be loaded.</Unavailable>
          ) : (
            <Loading label="Loading the members" />
          ))}
        {memberships !== undefined && (
          <FieldGroup label="Members" className={styles.members}>
            {memberships
              .filter(({ role }) => isMember(role))
              .map(({ user }) => (
                <label key={user._id}>
                  <input
                    type="checkbox"
                    checked={chosen.has(user._id)}
                    onChange={(event) => {
                      const next = new Set(chosen);
                      if (event.currentTarget.checked) next.add(user._id);
                      else next.delete(user._id);
                      setChosen(next);
                    }}
                  />
                  {user.displayName}
                </label>
              ))}
          </FieldGroup>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            isBusy={save.isPending}
            aria-disabled={memberships === undefined}
          >
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
