import { sessions } from '@boathouse/contract/sessions';
import { formatDuration } from '@boathouse/workout/pace';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDistance } from '../../lib/format.ts';
import { callApi, messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { showErrorToast } from '../../ui/toast-store.ts';
import styles from './row-bar.module.css';
import type { RowControl } from './lazy-runner.ts';
import { isInProgress, type RowSnapshot } from './row-snapshot.ts';
import { useRow } from './rowing-provider.tsx';

/** Leads back to the row in progress from every other page, and offers a row that the server refuses. */
export function RowBar({ userId }: { userId: string }) {
  const { row, runner } = useRow();
  const { pathname } = useLocation();
  if (row === null) return null;
  if (row.refusal !== null) return <RowOffer row={row} runner={runner} userId={userId} why={row.refusal} />;
  const page = `/sessions/${row.sessionId}`;
  if (!isInProgress(row) || pathname === page) return null;
  return (
    <aside aria-label="Your workout" className={styles.bar}>
      <Link to={page}>{wordsOf(row)}</Link>
    </aside>
  );
}

function wordsOf({ workout, title, stage, lostTo }: RowSnapshot): string {
  if (lostTo === 'device') return `You are rowing ${workout} on another device`;
  if (lostTo === 'tab') return `You are rowing ${workout} in another tab`;
  if (stage === 'completing') return `Your result of ${workout} is being saved`;
  return `You are rowing ${workout} in ${title}`;
}

type RowOfferProps = { row: RowSnapshot; runner: RowControl; userId: string; why: string };

/** The session or the activity is gone, but not the result. */
function RowOffer({ row, runner, userId, why }: RowOfferProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { distanceM, elapsedSec } = row.progress.result ?? row.progress;

  async function save() {
    setIsBusy(true);
    try {
      const { _id } = await callApi(sessions.create, {
        body: {
          title: row.title,
          hostUser: userId,
          startAt: new Date(row.begunAtMs).toISOString(),
          isAccessibleByLink: false,
          workoutItems: [row.workout],
        },
      });
      if (row.stage !== 'completing') runner.finish();
      await runner.save({ ...row, sessionId: _id, workoutItemIndex: 0 });
    } catch (error) {
      showErrorToast(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <aside aria-label="Your workout" className={styles.bar}>
      <p role="status">
        {row.workout} in {row.title} can't be saved: {why}. {formatDistance(distanceM)} in{' '}
        {formatDuration(elapsedSec)} are stored on this device.
      </p>
      <Button isBusy={isBusy} onClick={() => void save()}>
        Save to a new session
      </Button>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        Discard
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Discard this workout?"
          onConfirm={() => runner.discard()}
          onClose={() => setIsAsking(false)}
        >
          It is not saved anywhere else.
        </ConfirmDialog>
      )}
    </aside>
  );
}
