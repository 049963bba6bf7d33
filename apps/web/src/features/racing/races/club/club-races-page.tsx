import { races, type ListedRaceEvent } from '@boathouse/contract/races';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { refusalOf } from '../../../../lib/api.ts';
import { formatFullDay, todayIn, viewerTimeZone } from '../../../../lib/format.ts';
import { useIdFor } from '../../../../lib/outbox/use-id-for.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../../ui/states.tsx';
import { isAdmin, useClub } from '../../../clubs/clubs/index.ts';
import { callRaceDay, racesOfClub } from '../api.ts';
import { readWhole } from '../typed-whole.ts';
import styles from './club-races-page.module.css';

/** The race days of a club; its admins can add one. */
export function ClubRacesPage() {
  const { club, membership } = useClub();
  const isMember = membership?.isMember ?? false;
  const canCreate = isAdmin(membership?.role ?? null);
  if (membership !== undefined && !isMember) {
    return (
      <Panel title="Race days">
        <Empty>
          <p>Members see the race days of this club.</p>
        </Empty>
      </Panel>
    );
  }
  return (
    <div className={styles.columns} data-form={canCreate}>
      <Panel title="Race days">
        <Days clubId={club._id} canCreate={canCreate} />
      </Panel>
      {canCreate && <NewRaceDay clubId={club._id} />}
    </div>
  );
}

function Days({ clubId, canCreate }: { clubId: string; canCreate: boolean }) {
  const { data: days, isError, refetch } = useQuery(racesOfClub(clubId));
  if (days === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The race days couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the race days" />
    );
  }
  if (days.length === 0) {
    return (
      <Empty>
        <p>
          {canCreate
            ? 'Create a race day, and it will appear here.'
            : 'When the club plans a race day, it will appear here.'}
        </p>
      </Empty>
    );
  }
  return (
    <ul className={styles.days}>
      {days.map((day) => (
        <Day key={day._id} {...day} />
      ))}
    </ul>
  );
}

function Day({ _id, title, day, isPublished, entryCount }: ListedRaceEvent) {
  return (
    <li>
      <Link to={`/races/${_id}`} className={styles.day}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <span className={styles.facts}>
          <time dateTime={day}>{formatFullDay(Temporal.PlainDate.from(day))}</time>
          <span>{entryCount === 1 ? '1 entry' : `${entryCount} entries`}</span>
          {!isPublished && <strong>Not published</strong>}
        </span>
      </Link>
    </li>
  );
}

const action = 'new race day';

function NewRaceDay({ clubId }: { clubId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const timeZone = viewerTimeZone();
  const [title, setTitle] = useState('');
  const [day, setDay] = useState(() => todayIn(timeZone).toString());
  const [lanes, setLanes] = useState('8');
  const [isTried, setIsTried] = useState(false);
  const laneCount = readWhole(lanes, 1, 40);
  const problems = {
    title: title.trim() === '' ? 'Title is required' : null,
    day: day === '' ? 'Day is required' : null,
    lanes: laneCount === null ? 'Enter a number from 1 to 40' : null,
  };
  const { idFor } = useIdFor();
  const wanted = { title: title.trim(), day, timeZone, lanes: laneCount ?? 8 };
  const create = useMutation({
    mutationKey: [action],
    mutationFn: async () =>
      callRaceDay(races.create, {
        params: { id: clubId },
        body: { _id: await idFor(wanted), ...wanted },
      }),
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: racesOfClub(clubId).queryKey });
      return navigate(`/races/${_id}/setup`);
    },
  });
  function submit() {
    setIsTried(true);
    if (Object.values(problems).every((problem) => problem === null) && !create.isPending) create.mutate();
  }
  return (
    <Panel title="New race day">
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label="Title"
          required
          maxLength={100}
          value={title}
          error={isTried ? problems.title : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          label="Day"
          type="date"
          required
          value={day}
          error={isTried ? problems.day : null}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextInput
          label="Ergs (lanes)"
          inputMode="numeric"
          required
          value={lanes}
          error={isTried ? problems.lanes : null}
          onChange={(event) => setLanes(event.currentTarget.value)}
        />
        {create.error !== null && (
          <p role="alert" className={styles.refused}>
            {refusalOf(create.error)}
          </p>
        )}
        <Button type="submit" look="primary" isBusy={create.isPending}>
          Create race day
        </Button>
      </form>
    </Panel>
  );
}
