import { mismatchOf } from '@boathouse/row/program';
import { parseWorkoutText } from '@boathouse/row/text';
import { formatDuration } from '@boathouse/workout/pace';
import { useState, useSyncExternalStore } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatDistance } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { showErrorToast } from '../../../ui/toast-store.ts';
import type { RowControl } from '../lazy-runner.ts';
import styles from '../row-bar.module.css';
import { scheduleFor } from './row-session.ts';
import type { RowSnapshot } from '../row-snapshot.ts';

type HeldRowProps = { row: RowSnapshot; runner: RowControl; userId: string };

/** Offers a row that was begun by rowing alone: to the item open on this page if it fits, and to a new session. */
export function HeldRow({ row, runner, userId }: HeldRowProps) {
  const expected = useSyncExternalStore(runner.subscribe, runner.getExpected);
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { distanceM, elapsedSec } = row.progress.result ?? row.progress;
  const plan = expected === null ? null : parseWorkoutText(expected.workout);
  const fitting = plan === null || mismatchOf(plan, row.progress.setup) === null ? expected : null;

  async function save() {
    setIsBusy(true);
    try {
      const sessionId = await scheduleFor(row, userId);
      runner.keepHeld({ ...row, sessionId, workoutItemIndex: 0 });
    } catch (error) {
      showErrorToast(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <aside aria-label="Row without a workout" className={styles.bar}>
      <p role="status">
        Keep this row? You rowed <span aria-hidden="true">{formatDistance(distanceM)} in </span>
        <span aria-hidden="true">{formatDuration(elapsedSec)} </span>without starting a workout. It is stored
        on this device for 10 minutes.
      </p>
      {fitting !== null && (
        <Button look="primary" onClick={() => runner.keepHeld(fitting)}>
          Save as {fitting.workout}
        </Button>
      )}
      <Button isBusy={isBusy} onClick={() => void save()}>
        Save to a new session
      </Button>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        Discard
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Discard this row?"
          onConfirm={() => runner.discardHeld()}
          onClose={() => setIsAsking(false)}
        >
          It is not saved anywhere else.
        </ConfirmDialog>
      )}
    </aside>
  );
}
