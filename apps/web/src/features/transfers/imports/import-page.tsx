import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useUnloadWarning } from '../../../lib/unsaved/unload-warning.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Page } from '../../../ui/page.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { AskedRows } from '../../training/activities/index.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { useGivenFiles } from '../../people/files/index.ts';
import styles from './import-page.module.css';
import { ArchiveProgress } from './archive-progress.tsx';
import { addFiles, currentRun, openRun, readAgain, subscribe, type ImportRun } from './import-run.ts';
import { filesInWords, PastImports, rowsInWords, UndoImport, workoutsInWords } from './past-imports.tsx';

const FilesOfSystem = lazyPart({
  name: 'The opened files',
  load: async () => (await loadChunk(() => import('./files-of-system.tsx'))).FilesOfSystem,
});

const loadPreview = () => loadChunk(() => import('./preview.tsx'));
const Preview = lazyPart({
  name: 'What the files hold',
  load: async () => (await loadPreview()).Preview,
});

/** Only a window of the installed app receives files. */
const isAppWindow = () => 'launchQueue' in globalThis && matchMedia('(display-mode: standalone)').matches;

/** Accepts files of other apps, shows their content, and stores the viewer's choice. */
export function ImportPage() {
  const user = useCurrentUser();
  useEffect(() => openRun(user._id), [user._id]);
  const isSystemHeard = useSearchParams()[0].has('shared') || isAppWindow();
  const run = useSyncExternalStore(subscribe, currentRun);
  const isOpen = run.userId === user._id && run.files.length > 0;
  useEffect(() => {
    // This applies while the files are read.
    if (isOpen) loadPreview().catch(() => undefined);
  }, [isOpen]);
  useUnloadWarning(isOpen && (run.chosen.size > 0 || run.files.some(({ archive }) => archive !== null)));
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
      <AskedRows />
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

function Reading({ run: { files, isStoring } }: { run: ImportRun }) {
  const read = files.filter(({ state }) => state === 'read' || state === 'failed').length;
  const failed = files.filter(({ state }) => state === 'failed');
  const stopped = files.filter(({ state }) => state === 'stopped').length;
  const left = files.length - read - stopped;
  const isBusy = left > 0;
  if (isBusy && isStoring)
    return (
      <p role="status" className={styles.hint}>
        {left === 1 ? '1 more file is' : `${left} more files are`} read when these workouts are stored.
      </p>
    );
  return (
    <>
      <p role="status" className={styles.hint}>
        {isBusy
          ? `Reading file ${read + 1} of ${files.length}…`
          : `${filesInWords(read)} read${stopped > 0 ? `, ${stopped} stopped` : ''}`}
      </p>
      {isBusy && files.length > 1 && <ProgressBar label="Files read" value={read} max={files.length} />}
      {files.map((each, index) => (
        <ArchiveProgress key={`${index} ${each.file.name}`} read={each} />
      ))}
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
