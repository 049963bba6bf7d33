import { machines, type Machine } from '@boathouse/contract/activities';
import type { ImportedWorkout } from '@boathouse/contract/activities/imports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router';
import { viewerTimeZone } from '../../lib/format.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { useUnloadWarning } from '../../lib/unsaved/unload-warning.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { NativeSelect } from '../../ui/field/field.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { Page } from '../../ui/page.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { machineNames } from '@boathouse/contract/activities/machine';
import { TagsField } from '../activities/index.ts';
import { useCurrentUser } from '../auth/index.ts';
import { useGivenFiles } from '../files/index.ts';
import styles from './import-page.module.css';
import {
  addFiles,
  currentRun,
  forgetRun,
  openRun,
  readAgain,
  readIn,
  setMachine,
  setTags,
  storeChosen,
  subscribe,
  type ImportRun,
} from './import-run.ts';
import { PastImports, rowsInWords, UndoImport, workoutsInWords } from './past-imports.tsx';
import { WorkoutsTable } from './workouts-table.tsx';

const FilesOfSystem = lazyPart({
  name: 'The opened files',
  load: async () => (await loadChunk(() => import('./files-of-system.tsx'))).FilesOfSystem,
});

/** Only a window of the installed app is given files. */
const isAppWindow = () => 'launchQueue' in globalThis && matchMedia('(display-mode: standalone)').matches;

/** Takes files of other apps, shows what they hold, and stores what the viewer chooses. */
export function ImportPage() {
  const user = useCurrentUser();
  useEffect(() => openRun(user._id), [user._id]);
  const isSystemHeard = useSearchParams()[0].has('shared') || isAppWindow();
  const run = useSyncExternalStore(subscribe, currentRun);
  const isOpen = run.userId === user._id && run.files.length > 0;
  useUnloadWarning(isOpen && run.chosen.size > 0);
  return (
    <Page className={styles.page}>
      <h1>Import</h1>
      <section aria-label="Files" className={styles.panel}>
        <Picker />
        {isSystemHeard && <FilesOfSystem />}
        {isOpen && <Reading run={run} />}
        {run.stored !== null && (
          <div role="status" className={styles.done}>
            <p>
              {workoutsInWords(run.stored.stored)} imported
              {run.stored.completed > 0 && `, ${rowsInWords(run.stored.completed)} completed`}.
            </p>
            <div className={styles.actions}>
              <Link to="/training/activity" className={buttonClass('primary')}>
                See your activities
              </Link>
              {run.stored.left > 0 && <UndoImport record={run.stored} />}
            </div>
          </div>
        )}
      </section>
      {isOpen && run.preview !== null && <Preview run={run} workouts={run.preview.workouts} />}
      <PastImports />
    </Page>
  );
}

function Picker() {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const add = (files: readonly File[]) => void addFiles(files);
  const isOver = useGivenFiles(place, add);
  return (
    <div ref={place} className={styles.picker} data-over={isOver || undefined}>
      <p>
        Drop files here, or choose them: FIT, TCX, CSV of the Concept2 Logbook and of rowing apps, and ZIP
        archives of them. You see what is in them before anything is stored.
      </p>
      <label htmlFor={id} className={`${buttonClass('primary')} ${styles.choose}`}>
        Choose files
      </label>
      <input
        id={id}
        type="file"
        multiple
        className={styles.input}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])]);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function Reading({ run: { files } }: { run: ImportRun }) {
  const read = files.filter(({ state }) => state === 'read' || state === 'failed').length;
  const failed = files.filter(({ state }) => state === 'failed');
  const isBusy = read < files.length;
  return (
    <>
      <p role="status" className={styles.hint}>
        {isBusy
          ? `Reading file ${read + 1} of ${files.length}…`
          : `${files.length === 1 ? '1 file' : `${files.length} files`} read`}
      </p>
      {isBusy && <ProgressBar label="Files read" value={read} max={files.length} />}
      {failed.length > 0 && (
        <div role="alert" className={styles.problem}>
          <ul>
            {failed.map(({ file, problem }, index) => (
              <li key={`${index} ${file.name}`}>
                <strong dir="auto">{file.name}</strong>: {problem}
              </li>
            ))}
          </ul>
          {!isBusy && <Button onClick={() => void readAgain()}>Try again</Button>}
        </div>
      )}
    </>
  );
}

const timeZones = [...new Set([viewerTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];

function Preview({ run, workouts }: { run: ImportRun; workouts: readonly ImportedWorkout[] }) {
  const client = useQueryClient();
  const count = (wanted: ImportedWorkout['status']) =>
    workouts.filter(({ status }) => status === wanted).length;
  const fresh = count('new');
  const completing = workouts.filter(({ completes }) => completes.length > 0).length;
  const offered = fresh + completing;
  const problems = workouts.filter(({ status }) => status === 'problem');
  const isMachineMissing = workouts.some(({ status, machine }) => status === 'new' && machine === null);
  const isZoneNeeded =
    run.preview?.readInTimeZone !== null ||
    workouts.some(({ startedAt, status }) => status === 'new' && startedAt === null);
  return (
    <section aria-label="What the files hold" className={styles.panel}>
      <p role="status" className={styles.counts}>
        <strong>{fresh} new</strong> <span>{count('duplicate') - completing} already here</span>{' '}
        {completing > 0 && <span>{completing} to complete your rows</span>}{' '}
        <span>{problems.length} with a problem</span>
      </p>
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
      {problems.length > 0 && (
        <div className={styles.problem}>
          <h2>Not understood</h2>
          <ul>
            {problems.slice(0, 50).map(({ index, file, line, message }) => (
              <li key={index}>
                <strong dir="auto">{file}</strong>
                {line !== null && `, line ${line}`}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <WorkoutsTable workouts={workouts} run={run} />
      {fresh > 0 && !run.isStoring && <TagsField userId={run.userId} tags={run.tags} onChange={setTags} />}
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

const machineOf = (text: string): Machine | null => machines.find((known) => known === text) ?? null;
