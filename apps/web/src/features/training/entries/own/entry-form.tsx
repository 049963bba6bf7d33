import { machines, type Activity } from '@boathouse/contract/activities';
import { machineNames } from '@boathouse/contract/activities/machine';
import { limits } from '@boathouse/contract/limits';
import type { PlannedLength } from '@boathouse/workout-text/planned-length';
import { formatDuration } from '@boathouse/workout/pace';
import { Link } from 'react-router';
import { messageOf } from '../../../../lib/api.ts';
import { formatWorkout } from '../../../../lib/format.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { LeaveDialog } from '../../../../ui/dialog/leave-dialog.tsx';
import { NativeSelect, Textarea, TextInput } from '../../../../ui/field/field.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { TagsField } from '../../activities/index.ts';
import { resultInWords, type TypedField } from '../typed-result.ts';
import styles from './enter-page.module.css';
import { partsOf } from './entry-draft.ts';
import { useEntry } from './use-entry.ts';

type Entry = Omit<ReturnType<typeof useEntry>, 'form'>;

/** The form of a new result, or of the `known` one to correct. */
export function EntryForm({ known }: { known: Activity | null }) {
  const { form, ...entry } = useEntry(known);
  const { result, draft, unsaved, failure } = entry;
  return (
    <Page isNarrow className={styles.page}>
      <h1>{known === null ? 'Enter a result' : 'Correct a result'}</h1>
      {known === null && (
        <p className={styles.lead}>
          For what you rowed without this app. It counts in your totals and is marked as entered; only you see
          it. A file with the strokes is better: <Link to="/training/import">import it</Link>.
        </p>
      )}
      <form ref={form} noValidate className={styles.form} onSubmit={entry.handleSubmit}>
        <Began entry={entry} />
        <Workout entry={entry} />
        <div className={styles.row}>
          <Figure entry={entry} field="distance" label="Distance (m)" example="2000" />
          <Figure entry={entry} field="time" label="Time" example="7:05.3" />
          <Figure entry={entry} field="strokeRate" label="Stroke rate (per minute)" example="28" />
          <Figure entry={entry} field="heartRate" label="Heart rate (per minute)" example="165" />
        </div>
        <p role="status" className={styles.understood} data-waiting={result === null}>
          {result === null ? 'The pace appears here' : resultInWords(result, draft.machine)}
        </p>
        {known === null && <NoteAndTags entry={entry} />}
        {failure !== null && (
          <p role="alert" className={styles.problem}>
            {messageOf(failure)}
          </p>
        )}
        <div className={styles.actions}>
          <Button type="submit" look="primary" isBusy={entry.isPending}>
            {known === null ? 'Store result' : 'Save'}
          </Button>
          <Link
            to={known === null ? '/training/activity' : `/activities/${known._id}`}
            className={buttonClass('quiet')}
          >
            Cancel
          </Link>
        </div>
      </form>
      {unsaved.isAsking && <LeaveDialog onLeave={unsaved.leave} onStay={unsaved.stay} />}
    </Page>
  );
}

function Began({ entry }: { entry: Entry }) {
  return (
    <div className={styles.row}>
      <TextInput
        label="Date"
        type="date"
        name="date"
        value={entry.date}
        max={partsOf(entry.openedAt).date}
        error={entry.problemOf('date')}
        onChange={entry.type('date')}
      />
      <TextInput
        label="Began at"
        type="time"
        name="clock"
        value={entry.clock}
        onChange={entry.type('clock')}
      />
      <NativeSelect
        label="Machine"
        name="machine"
        value={entry.draft.machine}
        data={machines.map((value) => ({ value, label: machineNames[value] }))}
        onChange={({ currentTarget: { value } }) =>
          entry.setMachine(machines.find((one) => one === value) ?? 'rower')
        }
      />
    </div>
  );
}

function Workout({ entry }: { entry: Entry }) {
  return (
    <TextInput
      label="Workout, if it had one"
      name="workout"
      autoComplete="off"
      dir="auto"
      placeholder={`${formatWorkout('2000 m')}, 30:00 or 4 x 500 m / 2:00 rest`}
      maxLength={limits.workoutItemMax}
      value={entry.draft.texts.workout ?? ''}
      error={entry.problemOf('workout')}
      hint={entry.isUnclear ? 'Not understood as a workout: type distance and time.' : undefined}
      onChange={entry.type('workout')}
    />
  );
}

type FigureProps = { entry: Entry; field: TypedField; label: string; example: string };

function Figure({ entry, field, label, example }: FigureProps) {
  return (
    <TextInput
      label={label}
      name={field}
      inputMode={field === 'time' || field === 'distance' ? 'text' : 'numeric'}
      autoComplete="off"
      placeholder={plannedText(field, entry.planned) ?? example}
      value={entry.draft.texts[field] ?? ''}
      error={entry.problemOf(field)}
      onChange={entry.type(field)}
    />
  );
}

/** A length that the workout fixes need not be typed; null for another. */
function plannedText(field: TypedField, { distanceM, elapsedSec }: PlannedLength): string | null {
  if (field === 'distance' && distanceM !== null) return String(distanceM);
  if (field === 'time' && elapsedSec !== null) return formatDuration(elapsedSec);
  return null;
}

function NoteAndTags({ entry }: { entry: Entry }) {
  const user = useCurrentUser();
  return (
    <>
      <Textarea
        label="Note, for you alone"
        name="note"
        rows={3}
        maxLength={limits.noteMax}
        value={entry.draft.texts.note ?? ''}
        error={entry.problemOf('note')}
        onChange={entry.type('note')}
      />
      <TagsField userId={user._id} tags={entry.draft.tags} onChange={entry.setTags} />
    </>
  );
}
