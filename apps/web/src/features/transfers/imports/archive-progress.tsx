import { formatWhole } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import styles from './import-page.module.css';
import { goOn, stopReading, type FileToRead } from './import-run.ts';

/** How much of an archive was read, with a button to stop or to continue. Nothing for another file. */
export function ArchiveProgress({ read: { file, state, problem, archive } }: { read: FileToRead }) {
  if (archive === null) return null;
  const { looked, of, found, leftOut } = archive;
  const isReading = state === 'reading' || state === 'waiting';
  const left = leftOut.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.archive}>
      <p>
        <strong dir="auto">{file.name}</strong>
        <br />
        {state === 'stopped' && 'Stopped: '}
        {looked === of && state === 'read'
          ? `${formatWhole(of)} ${of === 1 ? 'file' : 'files'} looked at`
          : `${formatWhole(looked)} of ${formatWhole(of)} files looked at`}
        {`, ${formatWhole(found)} ${found === 1 ? 'workout' : 'workouts'} found`}
      </p>
      {isReading && (
        <ProgressBar label={`Files of ${file.name} looked at`} value={looked} max={Math.max(of, 1)} />
      )}
      {state === 'stopped' && problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        {(isReading || state === 'stopped') && (
          // One button for both, so that the focus stays on it.
          <Button
            look={isReading ? 'quiet' : 'plain'}
            isBusy={state === 'waiting'}
            aria-label={`${isReading ? 'Stop' : 'Go on'} reading ${file.name}`}
            onClick={() => (isReading ? stopReading() : void goOn())}
          >
            {isReading ? 'Stop' : 'Go on'}
          </Button>
        )}
      </div>
      {left > 0 && (
        <details className={styles.notes}>
          <summary>
            {formatWhole(left)} {left === 1 ? 'file holds' : 'files hold'} no workout
          </summary>
          <ul>
            {leftOut.map(({ name, message, count }) => (
              <li key={message} dir="auto">
                {count === 1 ? message : `${message} ${formatWhole(count)} such files, the first is`}{' '}
                <strong>{name}</strong>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
