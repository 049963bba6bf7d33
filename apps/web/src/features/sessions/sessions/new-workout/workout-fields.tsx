import type { ClubRef } from '@boathouse/contract/clubs';
import type { SquadRef } from '@boathouse/contract/clubs/squad-ref';
import { limits } from '@boathouse/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { NativeSelect, TextInput } from '../../../../ui/field/field.tsx';
import type { TwelveHourTime } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldGroup } from '../../../../ui/field-group.tsx';
import { Unavailable } from '../../../../ui/states.tsx';
import { squadsOf } from '../../../clubs/squads/index.ts';
import { ItemField } from './item-field.tsx';
import {
  valueOfVisibility,
  visibilityOfValue,
  type NewWorkout,
  type NewWorkoutErrors,
  type Visibility,
} from './new-workout.ts';
import styles from './workout-fields.module.css';

type WorkoutFieldsProps = {
  workout: NewWorkout;
  errors: NewWorkoutErrors;
  onChange: (part: Partial<NewWorkout>) => void;
  /** Clubs to choose from; null: the session keeps its club, so its visibility is not shown. */
  clubs: readonly ClubRef[] | null;
  /** The squad that the stored session is for: an option before the club's squads are loaded. */
  squad?: SquadRef | null | undefined;
  /** Opens the templates. */
  onTemplates: () => void;
  /** How many items can't be removed, because the last of them has been begun. */
  keptItems?: number;
};

/** The fields of a session, to create or to edit it. */
export function WorkoutFields(props: WorkoutFieldsProps) {
  const { workout, errors, onChange, clubs, onTemplates, keptItems = 0 } = props;
  // Few sessions are for a squad: an empty form neither loads squads nor reserves room for them.
  const isBegun = workout.title !== '' || workout.items.some((text) => text !== '');
  return (
    <>
      <TextInput
        label="Title"
        name="title"
        required
        maxLength={limits.sessionTitleMax}
        value={workout.title}
        error={errors['title']}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <ItemRows
        items={workout.items}
        errors={errors}
        keptItems={keptItems}
        onTemplates={onTemplates}
        onChange={(items) => onChange({ items })}
      />
      <div className={styles.start}>
        <TextInput
          label="Date"
          name="date"
          type="date"
          required
          value={workout.date}
          error={errors['date']}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
        />
        <TimePicker time={workout.time} onChange={(time) => onChange({ time })} />
      </div>
      {clubs !== null && (
        <VisibilitySelect
          visibility={workout.visibility}
          clubs={clubs}
          onChange={(visibility) => onChange({ visibility, squad: null })}
        />
      )}
      {isBegun && typeof workout.visibility === 'object' && (
        <SquadSelect
          clubId={workout.visibility.club}
          chosen={workout.squad}
          known={props.squad ?? null}
          onChange={(squad) => onChange({ squad })}
        />
      )}
    </>
  );
}

type ItemRowsProps = {
  items: readonly string[];
  errors: NewWorkoutErrors;
  keptItems: number;
  onTemplates: () => void;
  onChange: (items: readonly string[]) => void;
};

function ItemRows({ items, errors, keptItems, onTemplates, onChange }: ItemRowsProps) {
  return (
    <div className={styles.items}>
      {items.map((item, row) => {
        const isLast = row === items.length - 1;
        const isRemovable = isLast && items.length > limits.workoutItemsMin && row >= keptItems;
        return (
          // Rows are added and removed only at the end, so that a row's place is its identity.
          <ItemField
            key={row}
            number={row + 1}
            text={item}
            error={errors[`items.${row}`]}
            onChange={(text) => onChange(items.map((other, index) => (index === row ? text : other)))}
            onRemove={isRemovable ? () => onChange(items.slice(0, -1)) : null}
          />
        );
      })}
      <div className={styles.add}>
        {items.length < limits.workoutItemsMax && (
          <Button look="quiet" onClick={() => onChange([...items, ''])}>
            Add workout item
          </Button>
        )}
        <Button look="quiet" onClick={onTemplates}>
          Templates
        </Button>
      </div>
    </div>
  );
}

const hours = Array.from({ length: 12 }, (_, index) => `${index === 0 ? 12 : index}`);
const minutes = Array.from(
  { length: 60 / limits.timePickerMinuteStep },
  (_, index) => index * limits.timePickerMinuteStep,
);
const two = (minute: number) => `${minute}`.padStart(2, '0');

/** The steps of the picker, and the minute of a session that was scheduled in other steps. */
const minutesWith = (minute: number) =>
  [...new Set([...minutes, minute])].toSorted((one, other) => one - other).map(two);

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
        data={minutesWith(time.minute)}
        value={two(time.minute)}
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
      value={valueOfVisibility(visibility)}
      onChange={(event) => onChange(visibilityOfValue(event.currentTarget.value))}
      data={[
        { value: 'onlyMe', label: 'Only Me' },
        { value: 'link', label: 'Anyone with link' },
        ...clubs.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
    />
  );
}

type SquadSelectProps = {
  clubId: string;
  chosen: string | null;
  known: SquadRef | null;
  onChange: (squad: string | null) => void;
};

/** Which members of a club a session is for. A club without squads offers no choice. */
function SquadSelect({ clubId, chosen, known, onChange }: SquadSelectProps) {
  const { data, isError, refetch } = useQuery(squadsOf(clubId));
  if (data === undefined && isError) {
    return <Unavailable onRetry={() => void refetch()}>The club's squads couldn't be loaded.</Unavailable>;
  }
  const squads = data ?? (known !== null && known._id === chosen ? [known] : []);
  if (squads.length === 0) return null;
  return (
    <NativeSelect
      label="For"
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : value)}
      data={[
        { value: '', label: 'All members' },
        ...squads.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
    />
  );
}
