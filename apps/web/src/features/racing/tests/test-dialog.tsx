import { machineNames, machines, type Machine } from '@boathouse/contract/activities/machine';
import type { CountedResult, Test, WantedTest } from '@boathouse/contract/racing/tests';
import type { Session } from '@boathouse/contract/sessions';
import type { Piece } from '@boathouse/contract/racing/pieces';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../../lib/api.ts';
import { formatDayAndTime, nowIn, viewerTimeZone } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { NativeSelect, TextInput } from '../../../ui/field/field.tsx';
import { Unavailable } from '../../../ui/states.tsx';
import { squadsOf } from '../../clubs/squads/index.ts';
import { useClub } from '../../clubs/clubs/index.ts';
import { useSaveTest } from './api.ts';
import { rankedChoiceOf, rankedChoices } from './pieces.ts';
import styles from './tests.module.css';

type SessionItem = { session: Session; index: number };

type TestDialogProps = {
  test: Test | null;
  /** The workout item of a new test. */
  item?: SessionItem | null;
  onSaved?: (test: Test) => void;
  onClose: () => void;
};

/** The values of the fields. */
type Draft = {
  title: string;
  piece: string;
  meters: string;
  minutes: string;
  machine: Machine;
  opens: string;
  closes: string;
  counts: CountedResult;
  rateMax: string;
  squad: string;
};

/** Local time in the form of a `datetime-local` field. */
const localTime = (instant: Temporal.Instant, zone: string) =>
  instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' });

const instantOf = (local: string, zone: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant().toString();

/** The piece of a workout item; null unless it is a single distance or time. */
function pieceOfItem({ session, index }: SessionItem): Piece | null {
  const [piece, ...others] = parseWorkoutText(session.workoutItems[index] ?? '')?.pieces ?? [];
  if (others.length > 0) return null;
  if (piece?.kind === 'distance') return { kind: 'distance', amount: piece.distanceM };
  return piece?.kind === 'time' ? { kind: 'time', amount: piece.durationSec } : null;
}

/** A test of a session's item has its title, piece and squad, and is open on the day of the session. */
function draftOfItem(item: SessionItem, zone: string): Draft {
  const { session } = item;
  const draft = draftOf(null, zone, pieceOfItem(item));
  const day = Temporal.Instant.from(session.startAt).toZonedDateTimeISO(zone).startOfDay();
  return {
    ...draft,
    title: session.title,
    opens: localTime(day.toInstant(), zone),
    closes: localTime(day.add({ hours: 23, minutes: 59 }).toInstant(), zone),
    counts: 'first',
    squad: session.squad?._id ?? '',
  };
}

function draftOf(test: Test | null, zone: string, given: Piece | null = null): Draft {
  const now = nowIn(zone);
  const opens = test === null ? now.startOfDay().toInstant() : Temporal.Instant.from(test.opensAt);
  const closes =
    test === null
      ? now.startOfDay().add({ days: 7, hours: 23, minutes: 59 }).toInstant()
      : Temporal.Instant.from(test.closesAt);
  const piece: Piece = test?.piece ?? given ?? { kind: 'distance', amount: 2_000 };
  const other = piece.kind === 'distance' ? 'otherDistance' : 'otherTime';
  return {
    title: test?.title ?? '',
    piece: rankedChoiceOf(piece)?.key ?? other,
    meters: piece.kind === 'distance' ? String(piece.amount) : '',
    minutes: piece.kind === 'time' ? String(piece.amount / 60) : '',
    machine: test?.machine ?? 'rower',
    opens: localTime(opens, zone),
    closes: localTime(closes, zone),
    counts: test?.counts ?? 'best',
    rateMax: test?.rateMax === null || test === null ? '' : String(test.rateMax),
    squad: test?.squad?._id ?? '',
  };
}

function pieceOf({ piece, meters, minutes }: Draft): Piece | null {
  const ranked = rankedChoices.find(({ key }) => key === piece);
  if (ranked !== undefined) return ranked.piece;
  const amount = piece === 'otherDistance' ? Number(meters) : Number(minutes.replace(',', '.')) * 60;
  if (!Number.isInteger(amount) || amount <= 0) return null;
  return { kind: piece === 'otherDistance' ? 'distance' : 'time', amount };
}

type Problems = Partial<Record<keyof Draft, string>>;

function problemsOf(draft: Draft): Problems {
  const problems: Problems = {};
  if (draft.title.trim() === '') problems.title = 'Title is required';
  if (pieceOf(draft) === null) {
    problems[draft.piece === 'otherDistance' ? 'meters' : 'minutes'] = 'A number is required';
  }
  if (draft.opens === '') problems.opens = 'A day and time are required';
  if (draft.closes === '' || draft.closes <= draft.opens) problems.closes = 'A test closes after it opens';
  if (!/^\d*$/.test(draft.rateMax)) problems.rateMax = 'A whole number is required';
  return problems;
}

/** Defines a test, or changes it. */
export function TestDialog({ test, item = null, onSaved, onClose }: TestDialogProps) {
  const { club } = useClub();
  const { data: squads = [], isError, refetch } = useQuery(squadsOf(club._id));
  const save = useSaveTest(club._id);
  const [zone] = useState(viewerTimeZone);
  const [draft, setDraft] = useState(() => (item === null ? draftOf(test, zone) : draftOfItem(item, zone)));
  const [problems, setProblems] = useState<Problems>({});
  const field = (name: keyof Draft) => ({
    value: draft[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
  });
  const submit = () => {
    const found = problemsOf(draft);
    const piece = pieceOf(draft);
    setProblems(found);
    if (save.isPending || piece === null || Object.keys(found).length > 0) return;
    const { title, machine, counts, rateMax, squad } = draft;
    const wanted = {
      title,
      piece,
      machine,
      opensAt: instantOf(draft.opens, zone),
      closesAt: instantOf(draft.closes, zone),
      counts,
      rateMax: rateMax === '' ? null : Number(rateMax),
      squad: squad === '' ? null : squad,
      session: sessionOf(test, item),
    };
    save.mutate(
      { test, wanted },
      {
        onSuccess: (saved) => {
          onClose();
          onSaved?.(saved);
        },
      },
    );
  };
  return (
    <Dialog title={test === null ? 'New test' : `Change ${test.title}`} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput label="Title" required maxLength={120} {...field('title')} />
        {item !== null && (
          <p className={styles.note}>
            The test is “{item.session.workoutItems[item.index]}” of {item.session.title},{' '}
            {formatDayAndTime(item.session.startAt)}. Only rows of this item count.
          </p>
        )}
        <div className={styles.row}>
          <NativeSelect
            label="Piece"
            data={[
              ...rankedChoices.map(({ key, name }) => ({ value: key, label: name })),
              { value: 'otherDistance', label: 'Another distance' },
              { value: 'otherTime', label: 'Another time' },
            ]}
            {...field('piece')}
          />
          {draft.piece === 'otherDistance' && (
            <TextInput label="Meters" inputMode="numeric" {...field('meters')} />
          )}
          {draft.piece === 'otherTime' && (
            <TextInput label="Minutes" inputMode="decimal" {...field('minutes')} />
          )}
          <NativeSelect
            label="Machine"
            data={machines
              .filter((machine) => machine !== 'otherrower')
              .map((machine) => ({ value: machine, label: machineNames[machine] }))}
            {...field('machine')}
          />
        </div>
        <div className={styles.row}>
          <TextInput label="Opens" type="datetime-local" {...field('opens')} />
          <TextInput label="Closes" type="datetime-local" {...field('closes')} />
        </div>
        <div className={styles.row}>
          <NativeSelect
            label="Counts"
            data={[
              { value: 'best', label: 'The best result' },
              { value: 'first', label: 'The first result' },
            ]}
            {...field('counts')}
          />
          <TextInput
            label="Highest stroke rate"
            inputMode="numeric"
            hint="The average, in spm. Empty for any."
            {...field('rateMax')}
          />
          <NativeSelect
            label="For"
            data={[
              { value: '', label: 'All members' },
              ...squads.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            {...field('squad')}
          />
        </div>
        {isError && squads.length === 0 && (
          <Unavailable onRetry={() => void refetch()}>The squads couldn't be loaded.</Unavailable>
        )}
        {save.error !== null && <p role="alert">{refusalOf(save.error)}</p>}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The item of a test, for its call; null for any row of the piece. */
function sessionOf(test: Test | null, item: SessionItem | null): WantedTest['session'] {
  if (item !== null) return { _id: item.session._id, item: item.index };
  return test?.session ? { _id: test.session._id, item: test.session.item } : null;
}
