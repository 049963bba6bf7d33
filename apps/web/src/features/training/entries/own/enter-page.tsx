import { machines, type Activity, type Machine } from '@boathouse/contract/activities';
import { entries } from '@boathouse/contract/activities/entries';
import { limits } from '@boathouse/contract/limits';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { plannedLengthOf, type PlannedLength } from '@boathouse/workout-text/planned-length';
import { formatDuration } from '@boathouse/workout/pace';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError, callApi, errorIdOf, isNotThere, messageOf } from '../../../../lib/api.ts';
import { nowIn, viewerTimeZone } from '../../../../lib/format.ts';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import { useUnsaved } from '../../../../lib/unsaved/use-unsaved.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { LeaveDialog } from '../../../../ui/dialog/leave-dialog.tsx';
import { NativeSelect, Textarea, TextInput } from '../../../../ui/field/field.tsx';
import { LoadingPage, UnavailablePage } from '../../../../ui/states.tsx';
import { Page } from '../../../../ui/page.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import { machineNames } from '@boathouse/contract/activities/machine';
import { activityById, TagsField } from '../../activities/index.ts';
import { useCurrentUser } from '../../../people/auth/index.ts';
import {
  readResult,
  resultInWords,
  typedFields,
  type TypedField,
  type TypedResult,
} from '../typed-result.ts';
import styles from './enter-page.module.css';

const figureLabels: Record<TypedField, string> = {
  distance: 'Distance',
  time: 'Time',
  strokeRate: 'Stroke rate',
  heartRate: 'Heart rate',
};
const examples: Record<TypedField, string> = {
  distance: '2000',
  time: '7:05.3',
  strokeRate: '28',
  heartRate: '165',
};

type Field = TypedField | 'date' | 'clock' | 'workout' | 'note';
const allFields: readonly Field[] = ['date', 'clock', 'workout', ...typedFields];
const fieldsInOrder: readonly Field[] = ['date', ...typedFields];

/** A length that the workout fixes need not be typed. */
function placeholderOf(field: TypedField, { distanceM, elapsedSec }: PlannedLength): string {
  if (field === 'distance' && distanceM !== null) return String(distanceM);
  if (field === 'time' && elapsedSec !== null) return formatDuration(elapsedSec);
  return examples[field];
}

/** A moment's wall clock, as fields of date and time have it. */
function partsOf(moment: Temporal.ZonedDateTime): { date: string; clock: string } {
  return { date: moment.toPlainDate().toString(), clock: moment.toPlainTime().toString().slice(0, 5) };
}

/** Null for text that isn't a past moment. */
function momentOf(date: string, clock: string): string | null {
  try {
    const wall = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(clock));
    return new Date(wall.toZonedDateTime(viewerTimeZone()).epochMilliseconds).toISOString();
  } catch {
    return null;
  }
}

/** Where a refusal of the server is shown. */
const shownAt: Record<string, Field> = { createdAt: 'date', elapsedTime: 'time' };

function refusedFields(error: Error | null): Partial<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.fields.map(({ field, message }) => [shownAt[field] ?? field, message]));
}

/** Whether the viewer has entered this result for themselves. */
const isOwnEntry = ({ user, source, enteredBy, session }: Activity, viewerId: string) =>
  user._id === viewerId && source === 'entered' && enteredBy?._id === viewerId && session === null;

const isTypedField = (field: Field): field is TypedField => typedFields.some((known) => known === field);

/** Takes a result that was rowed without this app; with `?correct=ID` corrects one that was taken. */
export function EnterPage() {
  const [search] = useSearchParams();
  const id = search.get('correct');
  return id === null ? <EntryForm known={null} /> : <Correction key={id} id={id} />;
}

function Correction({ id }: { id: string }) {
  const user = useCurrentUser();
  const { data, isError, error, refetch } = useQuery(activityById(id));
  if (data !== undefined && isOwnEntry(data, user._id)) return <EntryForm known={data} />;
  if (data !== undefined || isNotThere(error)) {
    return (
      <Page isNarrow className={styles.page}>
        <h1>Correct a result</h1>
        <p>
          Only a result that you have entered yourself can be corrected. See{' '}
          <Link to="/training/activity">your past activities</Link>.
        </p>
      </Page>
    );
  }
  if (!isError) return <LoadingPage label="Loading the result" />;
  return (
    <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
      This result couldn't be loaded.
    </UnavailablePage>
  );
}

/** The texts of a stored result in the fields. */
function textsOf(known: Activity): Partial<Record<Field, string>> {
  return {
    ...partsOf(Temporal.Instant.from(known.createdAt).toZonedDateTimeISO(viewerTimeZone())),
    workout: known.workout,
    distance: String(known.distance),
    time: formatDuration(known.elapsedTime),
    ...(known.strokeRate === null ? {} : { strokeRate: String(known.strokeRate) }),
    ...(known.heartRate == null ? {} : { heartRate: String(known.heartRate) }),
  };
}

function EntryForm({ known }: { known: Activity | null }) {
  const user = useCurrentUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [opened] = useState(() => nowIn(viewerTimeZone()));
  const [shown] = useState(() => (known === null ? {} : textsOf(known)));
  const [texts, setTexts] = useState<Partial<Record<Field, string>>>(shown);
  const [tags, setTags] = useState<string[]>([]);
  const [machine, setMachine] = useState<Machine>(known?.machine ?? 'rower');
  const [isTried, setIsTried] = useState(false);
  // Sent again unchanged, a result is stored once.
  const id = useRef<string>(null);
  const form = useRef<HTMLFormElement>(null);

  const { workout = '', note = '' } = texts;
  const plan = parseWorkoutText(workout);
  const planned = plannedLengthOf(plan);
  const isTyped = (field: TypedField) => (texts[field] ?? '').trim() !== '';
  const isAsItWas = (field: Field) => known !== null && texts[field] === shown[field];
  const { result, problems } = readResult(machine, planned, texts, {
    ...(known !== null && isAsItWas('distance') ? { distance: known.distance } : {}),
    ...(known !== null && isAsItWas('time') ? { time: known.elapsedTime } : {}),
  });
  // Until a moment is chosen, the workout has just ended.
  const just = partsOf(opened.subtract({ seconds: Math.ceil(result?.elapsedTime ?? 0) }));
  const { date = just.date, clock = just.clock } = texts;
  const createdAt =
    known !== null && isAsItWas('date') && isAsItWas('clock') ? known.createdAt : momentOf(date, clock);
  const unsaved = useUnsaved(
    known === null
      ? tags.length > 0 || Object.values(texts).some((text) => text !== '')
      : machine !== known.machine || allFields.some((field) => (texts[field] ?? '') !== (shown[field] ?? '')),
  );

  const enter = useMutation({
    mutationFn: async (typed: TypedResult & { createdAt: string }) => {
      const sent = { timeZone: viewerTimeZone(), machine, workout, ...typed };
      if (known !== null) return callApi(entries.correct, { params: { id: known._id }, body: sent });
      id.current ??= await newId();
      return callApi(entries.enter, { body: { _id: id.current, user: user._id, note, tags, ...sent } });
    },
    onSuccess: async ({ _id }) => {
      unsaved.release();
      showToast(known === null ? 'Result stored' : 'Result corrected', 'enter result');
      await navigate(`/activities/${_id}`);
      // Totals and lists have changed.
      await client.invalidateQueries();
    },
    onError: (error) => focusOn(Object.keys(refusedFields(error))[0]),
  });
  const refused = refusedFields(enter.error);

  function focusOn(field: string | undefined) {
    const input = field === undefined ? null : form.current?.elements.namedItem(field);
    if (input instanceof HTMLElement) input.focus();
  }

  /** Returns what is wrong with a field, whether or not it is shown yet. */
  function wrongIn(field: Field): string | undefined {
    if (field === 'date' && createdAt === null) return 'Choose a date and a time.';
    if (!isTypedField(field)) return undefined;
    return typedFields.some(isTyped) || field !== 'time' ? problems[field] : 'Type the time.';
  }

  /** A field that waits to be filled is not shown as wrong before the form is sent. */
  function problemOf(field: Field): string | undefined {
    if (refused[field] !== undefined) return refused[field];
    return isTried || !isTypedField(field) || isTyped(field) ? wrongIn(field) : undefined;
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (enter.isPending) return;
    setIsTried(true);
    if (result === null || createdAt === null) focusOn(fieldsInOrder.find((field) => wrongIn(field)));
    else enter.mutate({ ...result, createdAt });
  }

  function noteChange() {
    enter.reset();
    id.current = null;
  }
  const change = (field: Field) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    noteChange();
    setTexts((before) => ({ ...before, [field]: value }));
  };
  const figure = (field: TypedField, unit: string) => (
    <TextInput
      label={`${figureLabels[field]}${unit === '' ? '' : ` (${unit})`}`}
      name={field}
      inputMode={field === 'time' || field === 'distance' ? 'text' : 'numeric'}
      autoComplete="off"
      placeholder={placeholderOf(field, planned)}
      value={texts[field] ?? ''}
      error={problemOf(field)}
      onChange={change(field)}
    />
  );
  return (
    <Page isNarrow className={styles.page}>
      <h1>{known === null ? 'Enter a result' : 'Correct a result'}</h1>
      {known === null && (
        <p className={styles.lead}>
          For what you rowed without this app. It counts in your totals and is marked as entered; only you see
          it. A file with the strokes is better: <Link to="/training/import">import it</Link>.
        </p>
      )}
      <form ref={form} noValidate className={styles.form} onSubmit={handleSubmit}>
        <div className={styles.row}>
          <TextInput
            label="Date"
            type="date"
            name="date"
            value={date}
            max={partsOf(opened).date}
            error={problemOf('date')}
            onChange={change('date')}
          />
          <TextInput label="Began at" type="time" name="clock" value={clock} onChange={change('clock')} />
          <NativeSelect
            label="Machine"
            name="machine"
            value={machine}
            data={machines.map((value) => ({ value, label: machineNames[value] }))}
            onChange={({ currentTarget: { value } }) => {
              noteChange();
              setMachine(machines.find((one) => one === value) ?? 'rower');
            }}
          />
        </div>
        <TextInput
          label="Workout, if it had one"
          name="workout"
          autoComplete="off"
          dir="auto"
          placeholder="2000 m, 30:00 or 4 x 500 m / 2:00 rest"
          maxLength={limits.workoutItemMax}
          value={workout}
          error={problemOf('workout')}
          hint={
            workout.trim() !== '' && plan === null
              ? 'Not understood as a workout: type distance and time.'
              : undefined
          }
          onChange={change('workout')}
        />
        <div className={styles.row}>
          {figure('distance', 'm')}
          {figure('time', '')}
          {figure('strokeRate', 'per minute')}
          {figure('heartRate', 'per minute')}
        </div>
        <p role="status" className={styles.understood} data-waiting={result === null}>
          {result === null ? 'The pace appears here' : resultInWords(result, machine)}
        </p>
        {known === null && (
          <Textarea
            label="Note, for you alone"
            name="note"
            rows={3}
            maxLength={limits.noteMax}
            value={note}
            error={problemOf('note')}
            onChange={change('note')}
          />
        )}
        {known === null && (
          <TagsField
            userId={user._id}
            tags={tags}
            onChange={(wanted) => {
              noteChange();
              setTags(wanted);
            }}
          />
        )}
        {enter.isError && Object.keys(refused).length === 0 && (
          <p role="alert" className={styles.problem}>
            {messageOf(enter.error)}
          </p>
        )}
        <div className={styles.actions}>
          <Button type="submit" look="primary" isBusy={enter.isPending}>
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
