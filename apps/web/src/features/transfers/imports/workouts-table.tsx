import type { ImportedWorkout } from '@boathouse/contract/activities/imports';
import { formatDuration } from '@boathouse/workout/pace';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayOf, formatDistance, formatShortDate, formatTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field/field.tsx';
import { figureCell, Table } from '../../../ui/table.tsx';
import { machineNames } from '@boathouse/contract/activities/machine';
import styles from './import-page.module.css';
import { answer, choose, isAsked, isOffered, setStart, type ImportRun } from './import-run.ts';

/** A season has thousands of rows, and a browser takes seconds to lay them out. */
const shownAtOnce = 200;

type WorkoutsTableProps = { workouts: readonly ImportedWorkout[]; run: ImportRun };

/** The workouts of the files; the new ones can be chosen. */
export function WorkoutsTable({ workouts, run }: WorkoutsTableProps) {
  const [shown, setShown] = useState(shownAtOnce);
  const found = workouts.filter(({ status }) => status !== 'problem');
  const fresh = found.flatMap((workout) => (isOffered(workout) ? [workout.index] : []));
  const isAll = fresh.every((index) => run.chosen.has(index));
  if (found.length === 0) return null;
  return (
    <>
      <Table caption="Workouts in the files">
        <thead>
          <tr>
            <th scope="col" className={styles.check}>
              <label className={styles.all}>
                <input
                  type="checkbox"
                  checked={fresh.length > 0 && isAll}
                  disabled={fresh.length === 0 || run.isStoring}
                  onChange={() => choose(fresh, !isAll)}
                />
                <span className="visually-hidden">All new workouts</span>
              </label>
            </th>
            <th scope="col">Workout</th>
            <th scope="col" className={`${figureCell} ${styles.wide}`}>
              Distance
            </th>
            <th scope="col" className={`${figureCell} ${styles.wide}`}>
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, shown).map((workout) => (
            <WorkoutRow key={workout.index} workout={workout} run={run} />
          ))}
        </tbody>
      </Table>
      {found.length > shown && (
        <Button onClick={() => setShown(shown + shownAtOnce)}>Show more of {found.length} workouts</Button>
      )}
    </>
  );
}

function WorkoutRow({ workout, run }: { workout: ImportedWorkout; run: ImportRun }) {
  const { index, file, status, title, machine, startedAt, distance, elapsedTime, duplicateOf, completes } =
    workout;
  const isProbable = isAsked(workout);
  const isNew = status === 'new' && (!isProbable || run.answers.get(index) === 'both');
  const isStartMissing = run.problem !== null && run.chosen.has(index) && !run.starts.get(index);
  const meters = distance === null ? '–' : formatDistance(distance);
  const id = `import-${index}`;
  return (
    <tr className={isOffered(workout) || isProbable ? undefined : styles.known}>
      <td>
        {isOffered(workout) && (
          <input
            type="checkbox"
            aria-labelledby={id}
            checked={run.chosen.has(index)}
            disabled={run.isStoring}
            onChange={(event) => choose([index], event.currentTarget.checked)}
          />
        )}
      </td>
      <th scope="row">
        <span id={id} dir="auto">
          {title}
        </span>
        <span className={styles.narrow}>
          {meters}, {formatDuration(elapsedTime)}
        </span>
        <span className={styles.facts}>
          {startedAt === null ? (
            <>
              <span>No date</span>
              <span dir="auto" className={styles.file}>
                {file}
              </span>
            </>
          ) : (
            <time dateTime={startedAt}>
              {formatShortDate(dayOf(startedAt, run.timeZone))}, {formatTime(startedAt, run.timeZone)}
            </time>
          )}
          {machine !== null && <span>{machineNames[machine]}</span>}
          <span>{contentsOf(workout)}</span>
          {status === 'duplicate' && (
            <span>
              {completes.length > 0 ? `Adds ${gainsInWords(completes)} to your activity ` : 'Already here: '}
              {duplicateOf?.activity ? (
                <Link to={`/activities/${duplicateOf.activity}`}>{duplicateOf.title}</Link>
              ) : (
                'in another of these files'
              )}
            </span>
          )}
        </span>
        {isProbable && <SameQuestion workout={workout} run={run} />}
        {startedAt === null && isNew && (
          <div className={styles.began}>
            <TextInput
              label="Began on"
              type="datetime-local"
              error={isStartMissing && 'Say when it began'}
              value={run.starts.get(index) ?? ''}
              readOnly={run.isStoring}
              onChange={(event) => setStart(index, event.currentTarget.value)}
            />
          </div>
        )}
      </th>
      <td className={`${figureCell} ${styles.wide}`}>{meters}</td>
      <td className={`${figureCell} ${styles.wide}`}>{formatDuration(elapsedTime)}</td>
    </tr>
  );
}

const answers = [
  ['both', 'Keep both'],
  ['same', 'It is the same'],
] as const;

/** Asks whether a workout is a row that the viewer has already. */
function SameQuestion({ workout, run }: { workout: ImportedWorkout; run: ImportRun }) {
  const { index, duplicateOf, completes } = workout;
  const given = run.answers.get(index);
  const isMissing = run.problem !== null && given === undefined;
  return (
    <fieldset
      role="radiogroup"
      className={styles.question}
      aria-describedby={`import-${index}`}
      aria-invalid={isMissing || undefined}
    >
      <legend>
        This looks like a row you have already:{' '}
        {duplicateOf?.activity ? (
          <Link to={`/activities/${duplicateOf.activity}`}>{duplicateOf.title}</Link>
        ) : (
          `${duplicateOf?.title}, in these files`
        )}
      </legend>
      {answers.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name={`same-${index}`}
            checked={given === value}
            disabled={run.isStoring}
            onChange={() => answer([workout], value)}
          />
          {label}
        </label>
      ))}
      {given === 'same' && completes.length > 0 && (
        <p className={styles.hint}>Adds {gainsInWords(completes)} to your activity</p>
      )}
    </fieldset>
  );
}

const gainWords = { strokes: 'strokes', intervals: 'intervals', heartRates: 'heart rates' } as const;

function gainsInWords(completes: ImportedWorkout['completes']): string {
  return new Intl.ListFormat('en').format(completes.map((gain) => gainWords[gain]));
}

function contentsOf({ strokes, hasForceCurves, hasHeartRates }: ImportedWorkout): string {
  if (strokes === 0) return 'Result only';
  const more = [...(hasForceCurves ? ['force curves'] : []), ...(hasHeartRates ? ['heart rate'] : [])];
  return [`${strokes} strokes`, ...more].join(', ');
}
