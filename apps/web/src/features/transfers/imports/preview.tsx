import { machines, type Machine } from '@boathouse/contract/activities';
import { machineNames } from '@boathouse/contract/activities/machine';
import type { ImportedWorkout } from '@boathouse/contract/activities/imports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { viewerTimeZone } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { NativeSelect } from '../../../ui/field/field.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { TagsField } from '../../training/activities/index.ts';
import styles from './import-page.module.css';
import {
  answer,
  forgetRun,
  isAsked,
  readIn,
  setMachine,
  setTags,
  storeChosen,
  type ImportRun,
} from './import-run.ts';
import { workoutsInWords } from './past-imports.tsx';
import { WorkoutsTable } from './workouts-table.tsx';

const timeZones = [...new Set([viewerTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];

type PreviewProps = { run: ImportRun; workouts: readonly ImportedWorkout[] };

/** The workouts in the files; the viewer chooses which to store. */
export function Preview({ run, workouts }: PreviewProps) {
  const client = useQueryClient();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The question to answer can be far above the button.
    const field =
      run.problem === null
        ? null
        : section.current?.querySelector('fieldset[aria-invalid] input, [aria-invalid]:not(fieldset)');
    if (field instanceof HTMLElement) field.focus();
  }, [run.problem]);
  const { asked, fresh, completing, duplicates, problems } = sortedOf(workouts);
  const offered = fresh + completing + asked.length;
  return (
    <section ref={section} aria-label="What the files hold" className={styles.panel}>
      <p role="status" className={styles.counts}>
        <strong>{fresh} new</strong> <span>{duplicates} already here</span>{' '}
        {completing > 0 && <span>{completing} to complete your activities</span>}{' '}
        {asked.length > 0 && (
          <span>
            {asked.length === 1 ? '1 looks like a row' : `${asked.length} look like rows`} you have already
          </span>
        )}{' '}
        <span>{problems.length} left out or not understood</span>
      </p>
      <Choices run={run} workouts={workouts} />
      {problems.length > 0 && <Problems problems={problems} />}
      {asked.length > 1 && !run.isStoring && (
        <div className={styles.actions}>
          <Button onClick={() => answer(asked, 'same')}>All {asked.length} are the same</Button>
          <Button onClick={() => answer(asked, 'both')}>Keep all {asked.length}</Button>
        </div>
      )}
      <WorkoutsTable workouts={workouts} run={run} />
      {fresh + asked.length > 0 && !run.isStoring && (
        <TagsField userId={run.userId} tags={run.tags} onChange={setTags} />
      )}
      {run.problem !== null && (
        <p role="alert" className={styles.problem}>
          {run.problem}
        </p>
      )}
      {run.isStoring && run.storedSoFar !== null && (
        <div>
          <p role="status" className={styles.hint}>
            {run.storedSoFar} of {workoutsInWords(run.chosen.size)} stored
          </p>
          <ProgressBar label="Workouts stored" value={run.storedSoFar} max={run.chosen.size} />
        </div>
      )}
      <div className={styles.actions}>
        {offered > 0 && (
          <Button
            look="primary"
            isBusy={run.isStoring}
            onClick={() => {
              // Totals, bests and lists have changed, also by an import that stopped on the way.
              void storeChosen().then(() => client.invalidateQueries());
            }}
          >
            {run.isStoring
              ? `Storing ${workoutsInWords(run.chosen.size)}…`
              : `Import ${workoutsInWords(run.chosen.size)}`}
          </Button>
        )}
        <Button look="quiet" disabled={run.isStoring} onClick={forgetRun}>
          {offered > 0 ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </section>
  );
}

/** Sorts the workouts by their outcome; `asked` wait for the viewer's answer. */
function sortedOf(workouts: readonly ImportedWorkout[]) {
  const count = (wanted: ImportedWorkout['status']) =>
    workouts.filter(({ status }) => status === wanted).length;
  const asked = workouts.filter(isAsked);
  const completing = workouts.filter((each) => !isAsked(each) && each.completes.length > 0).length;
  return {
    asked,
    fresh: count('new') - asked.length,
    completing,
    duplicates: count('duplicate') - completing,
    problems: workouts.filter(({ status }) => status === 'problem'),
  };
}

/** The answers that the files don't contain: the time zone and the machine. */
function Choices({ run, workouts }: PreviewProps) {
  const isMachineMissing = workouts.some(({ status, machine }) => status === 'new' && machine === null);
  const isZoneNeeded =
    run.preview?.readInTimeZone !== null ||
    workouts.some(({ startedAt, status }) => status === 'new' && startedAt === null);
  return (
    <div className={styles.choices}>
      {isZoneNeeded && (
        <NativeSelect
          label="Time zone of dates without one"
          value={run.timeZone}
          disabled={run.isStoring}
          data={timeZones}
          onChange={(event) => void readIn(event.currentTarget.value)}
        />
      )}
      {isMachineMissing && (
        <NativeSelect
          label="Machine, where the file doesn't say"
          error={run.problem !== null && run.machine === null && 'Choose the machine'}
          value={run.machine ?? ''}
          disabled={run.isStoring}
          data={[
            { value: '', label: 'Choose…' },
            ...machines.map((value) => ({ value, label: machineNames[value] })),
          ]}
          onChange={(event) => setMachine(machineOf(event.currentTarget.value))}
        />
      )}
    </div>
  );
}

function Problems({ problems }: { problems: readonly ImportedWorkout[] }) {
  return (
    <div className={styles.problem}>
      <h2>Left out or not understood</h2>
      <ul>
        {problems.slice(0, 50).map(({ index, file, line, message }) => (
          <li key={index}>
            <strong dir="auto">{file}</strong>
            {line !== null && `, line ${line}`}: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

const machineOf = (text: string): Machine | null => machines.find((known) => known === text) ?? null;
