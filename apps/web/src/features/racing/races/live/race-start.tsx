import { RaceChangedSchema, type RaceChanged } from '@boathouse/contract/live/races';
import { useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { buttonClass } from '../../../../ui/button.tsx';
import { useRooms } from '../../../rowing/room/index.ts';
import { useRowRunner } from '../../../rowing/rowing/index.ts';
import styles from './race-start.module.css';
import { commandWords, type StartCommand } from './start-sequence.ts';
import { useCommand } from './use-command.ts';

/**
 * Shows the start of a race over the page of the athlete's run, by the server's clock, and where the race continues
 * after a false start. `message` is the room's newest `race:changed`.
 */
export function RaceStart({ sessionId, message }: { sessionId: string; message: unknown }) {
  const read = RaceChangedSchema.safeParse(message);
  if (!read.success || read.data.room !== sessionId) return null;
  return <Shown sessionId={sessionId} change={read.data} />;
}

function Shown({ sessionId, change }: { sessionId: string; change: RaceChanged }) {
  const { event, state, run } = change;
  const clock = useRooms().clockOf(sessionId);
  const isThisRun = run.session === sessionId;
  const start = isThisRun && run.stopped === null ? run.start : null;
  const command = useCommand(clock, start);
  const runner = useRowRunner();
  const isBegun = useSyncExternalStore(runner.subscribe, () => runner.getSnapshot()?.sessionId === sessionId);
  if (!isThisRun) {
    return (
      <Bar>
        <p>The race goes on with another start.</p>
        <Link className={buttonClass('primary')} to={`/sessions/${run.session}`}>
          Go to the next start
        </Link>
      </Bar>
    );
  }
  if (run.stopped !== null) {
    const lanes = run.stopped.lanes.join(', ');
    return (
      <Bar isAlert>
        <p>
          {run.stopped.kind === 'falseStart'
            ? `False start${lanes === '' ? '' : `: lane ${lanes}`}. Stop rowing.`
            : 'The race is stopped. Stop rowing.'}{' '}
          Wait here for the next start.
        </p>
      </Bar>
    );
  }
  if (command !== null) return <Cover command={command} />;
  if (state === 'called' || state === 'armed') {
    return (
      <Bar>
        <p>
          {state === 'armed'
            ? 'The start is next: sit still.'
            : isBegun
              ? 'You are ready. The start follows.'
              : 'Connect your erg and begin: the start follows.'}
        </p>
      </Bar>
    );
  }
  if (state === 'finished' || state === 'provisional' || state === 'official') {
    return (
      <Bar>
        <p>{state === 'official' ? 'The result is official.' : 'Your result is stored.'}</p>
        <Link className={buttonClass('plain')} to={`/races/${event}`}>
          See the results
        </Link>
      </Bar>
    );
  }
  return null;
}

function Bar({ isAlert = false, children }: { isAlert?: boolean; children: ReactNode }) {
  return createPortal(
    <section
      role={isAlert ? 'alert' : 'status'}
      aria-label="Race"
      className={styles.bar}
      data-alert={isAlert}
    >
      {children}
    </section>,
    document.body,
  );
}

/** Covers the whole page, so that it can be read from a seat; disappears three seconds after ROW. */
function Cover({ command }: { command: StartCommand }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return createPortal(
    <dialog
      ref={ref}
      aria-label="Start"
      className={styles.cover}
      data-command={command}
      onCancel={(event) => event.preventDefault()}
    >
      <p role="status">{commandWords[command]}</p>
    </dialog>,
    document.body,
  );
}
