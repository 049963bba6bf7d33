import type { ClubRef } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import type { Session } from '@boathouse/contract/sessions';
import { describePlan, parseWorkoutText } from '@boathouse/row/text';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { formatDayAndTime, viewerTimeZone, type TwelveHourTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';
import { clubsOfUser } from '../clubs/index.ts';
import { useCreateSession } from './api.ts';
import {
  emptyWorkout,
  errorsOf,
  toNewSession,
  type NewWorkout,
  type NewWorkoutErrors,
  type Visibility,
} from './new-workout.ts';
import styles from './new-workout-form.module.css';

const nowHere = () => Temporal.Now.zonedDateTimeISO(viewerTimeZone());

/** Schedules a session of the viewer, and links to it once created. */
export function NewWorkoutForm({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { data: clubs = [] } = useQuery(clubsOfUser(userId));
  const [workout, setWorkout] = useState(() => emptyWorkout(nowHere()));
  const [errors, setErrors] = useState<NewWorkoutErrors>({});
  const [created, setCreated] = useState<Session | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const create = useCreateSession();

  function change(part: Partial<NewWorkout>) {
    const next = { ...workout, ...part };
    setWorkout(next);
    // Once shown, errors update while typing.
    if (Object.keys(errors).length > 0) setErrors(errorsOf(next));
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (client.isMutating({ mutationKey: ['sessions', 'create'] }) > 0) return;
    const found = errorsOf(workout);
    setErrors(found);
    const session = toNewSession(workout, userId, viewerTimeZone());
    if (session === null) {
      const field = formRef.current?.elements.namedItem(Object.keys(found)[0] ?? '');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    create.mutate(session, {
      onSuccess: (made) => {
        showToast('Created session');
        setCreated(made);
        setWorkout(emptyWorkout(nowHere()));
      },
      onError: (error) => showErrorToast(`Error creating session. ${messageOf(error)}`),
    });
  }

  return (
    <Panel title="New Workout">
      <form ref={formRef} className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextInput
          label="Title"
          name="title"
          required
          maxLength={limits.sessionTitleMax}
          value={workout.title}
          error={errors['title']}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <ItemRows items={workout.items} errors={errors} onChange={(items) => change({ items })} />
        <div className={styles.start}>
          <TextInput
            label="Date"
            name="date"
            type="date"
            required
            value={workout.date}
            error={errors['date']}
            onChange={(event) => change({ date: event.currentTarget.value })}
          />
          <TimePicker time={workout.time} onChange={(time) => change({ time })} />
        </div>
        <VisibilitySelect
          visibility={workout.visibility}
          clubs={clubs}
          onChange={(visibility) => change({ visibility })}
        />
        <Button type="submit" look="primary" isBusy={create.isPending}>
          Create workout
        </Button>
        {created && (
          <p role="status" className={styles.created}>
            <Link to={`/sessions/${created._id}`}>{created.title}</Link>, {formatDayAndTime(created.startAt)}
          </p>
        )}
      </form>
    </Panel>
  );
}

type ItemRowsProps = {
  items: readonly string[];
  errors: NewWorkoutErrors;
  onChange: (items: readonly string[]) => void;
};

function ItemRows({ items, errors, onChange }: ItemRowsProps) {
  return (
    <div className={styles.items}>
      {items.map((item, row) => {
        const plan = item.trim() === '' ? null : parseWorkoutText(item);
        const isRemovable = row === items.length - 1 && items.length > limits.workoutItemsMin;
        return (
          // Rows come and go only at the end, so that a row's place is its identity.
          <div key={row} className={styles.item}>
            <TextInput
              label={`Activity ${row + 1}`}
              name={`items.${row}`}
              required={row === 0}
              maxLength={limits.workoutItemMax}
              placeholder={row === 0 ? '4 x 500m / 2:00 rest' : ''}
              value={item}
              error={errors[`items.${row}`]}
              onChange={(event) => {
                const text = event.currentTarget.value;
                onChange(items.map((other, index) => (index === row ? text : other)));
              }}
            />
            {isRemovable && (
              <Button aria-label={`Remove activity ${row + 1}`} onClick={() => onChange(items.slice(0, -1))}>
                Remove
              </Button>
            )}
            {plan && <p className={styles.plan}>Reads as {describePlan(plan)}</p>}
          </div>
        );
      })}
      {items.length < limits.workoutItemsMax && (
        <div className={styles.add}>
          <Button look="quiet" onClick={() => onChange([...items, ''])}>
            Add activity
          </Button>
        </div>
      )}
    </div>
  );
}

const hours = Array.from({ length: 12 }, (_, index) => `${index === 0 ? 12 : index}`);
const minutes = Array.from({ length: 60 / limits.timePickerMinuteStep }, (_, index) =>
  `${index * limits.timePickerMinuteStep}`.padStart(2, '0'),
);

function TimePicker({ time, onChange }: { time: TwelveHourTime; onChange: (time: TwelveHourTime) => void }) {
  return (
    <FieldGroup label="Start time" className={styles.time}>
      <NativeSelect
        aria-label="Hour"
        data={hours}
        value={`${time.hour}`}
        onChange={(event) => onChange({ ...time, hour: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label="Minute"
        data={minutes}
        value={`${time.minute}`.padStart(2, '0')}
        onChange={(event) => onChange({ ...time, minute: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label="AM or PM"
        data={['AM', 'PM']}
        value={time.period}
        onChange={(event) => onChange({ ...time, period: event.currentTarget.value === 'AM' ? 'AM' : 'PM' })}
      />
    </FieldGroup>
  );
}

type VisibilitySelectProps = {
  visibility: Visibility;
  clubs: readonly ClubRef[];
  onChange: (visibility: Visibility) => void;
};

function VisibilitySelect({ visibility, clubs, onChange }: VisibilitySelectProps) {
  return (
    <NativeSelect
      label="Visibility"
      value={typeof visibility === 'object' ? visibility.club : visibility}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onChange(value === 'onlyMe' || value === 'link' ? value : { club: value });
      }}
      data={[
        { value: 'onlyMe', label: 'Only Me' },
        { value: 'link', label: 'Anyone with link' },
        ...clubs.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
    />
  );
}
