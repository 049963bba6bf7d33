import { limits } from '@boathouse/contract/limits';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { formatDuration } from '@boathouse/workout/pace';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { allStrokes } from '../../../../lib/all-strokes.ts';
import { formatDayAndTime, formatDistance, formatWorkout } from '../../../../lib/format.ts';
import styles from '../../../../ui/bar.module.css';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import type { Erg } from '../../erg/index.ts';
import { quietAloneMs } from '../handover/age-since-change.ts';
import { takeOver } from '../handover/take-over.ts';
import { meters } from '../cockpit/figures.ts';
import { isErgHeld } from '../cockpit/live-cockpit.ts';
import type { RowControl } from '../run/lazy-runner.ts';
import type { RowSnapshot } from '../run/row-snapshot.ts';

/**
 * Whether the athlete has left the row: its device was silent for long, or it is this one, which neither has an erg nor
 * looks for one. `quietMs`: how long this page has received nothing new of it. The wall clock alone proves nothing,
 * because it can differ from the server's.
 */
export function isLeftUnfinished(
  row: Pick<RowSnapshot, 'lostTo' | 'stage' | 'activity' | 'isTakingOver' | 'isNoDevices'>,
  erg: Pick<Erg, 'state' | 'reconnecting' | 'isLent'>,
  { nowMs, quietMs }: { nowMs: number; quietMs: number },
): boolean {
  if (row.stage !== 'rowing' && row.stage !== 'beginning') return false;
  if (row.lostTo === null) return !isErgHeld(erg);
  const silentMs = row.activity === null ? 0 : nowMs - Date.parse(row.activity.heardAt);
  const isStale = Math.max(silentMs, quietMs) > limits.staleActivityMs && quietMs > quietAloneMs;
  return row.lostTo === 'device' && (isStale || row.isTakingOver || row.isNoDevices);
}

/** The action that the athlete has confirmed. For another device's row it waits until this page has the row. */
export type Ending = {
  activityId: string;
  how: 'finish' | 'discard';
  /** The page has requested the row from the server. */
  isAsked: boolean;
};

/** Whether an ending belongs to this row, and is not done yet. */
export function isEndingOf(ending: Ending | null, row: RowSnapshot | null): boolean {
  const isOpen = row?.stage === 'rowing' || row?.stage === 'beginning';
  return isOpen && ending?.activityId === row.activityId;
}

type UnfinishedBarProps = {
  row: RowSnapshot;
  runner: Pick<RowControl, 'rowing'>;
  /** The page that continues the row. */
  page: string;
  ending: Ending | null;
  /** This device rowed it, and the browser has deleted it here. */
  isGone?: boolean;
  onEnding: (ending: Ending | null) => void;
  /** Called when the athlete has finished it here. */
  onFinish: () => void;
};

/**
 * Offers actions for a row that was left. Another device's row is taken over first: until the server has agreed,
 * nothing about it changes, and neither does it after Cancel.
 */
export function UnfinishedBar({
  row,
  runner,
  page,
  ending,
  isGone = false,
  onEnding,
  onFinish,
}: UnfinishedBarProps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Ending['how'] | null>(null);
  const rowed = useRowed(row);
  const isHere = row.lostTo === null;
  const isRefused = ending?.isAsked === true && !isHere && !row.isTakingOver;
  const isAskedNow = ending?.isAsked === false && row.isTakingOver;
  const reason = row.saving.refusal ?? 'Try again.';
  const follow = useEffectEvent(() => {
    if (ending === null) return;
    if (isAskedNow) onEnding({ ...ending, isAsked: true });
    if (!isRefused) return;
    onEnding(null);
    showErrorToast(`This workout was not changed. ${reason}`);
  });
  useEffect(() => {
    if (isAskedNow || isRefused) follow();
  }, [isAskedNow, isRefused]);

  const end = useEffectEvent((how: Ending['how']) => {
    if (how === 'discard') return runner.rowing?.discard();
    runner.rowing?.finish();
    onFinish();
  });
  // Until the server has agreed, the row belongs to the other device.
  const agreed = isHere ? (ending?.how ?? null) : null;
  useEffect(() => {
    if (agreed !== null) end(agreed);
  }, [agreed]);

  function confirm(how: Ending['how']): void {
    onEnding({ activityId: row.activityId, how, isAsked: false });
    if (!isHere) void takeOver(runner).then((isAsked) => isAsked || onEnding(null));
  }
  function goOn(): void {
    // The page may take long to load: until then, the confirmed action must not end the row that continues.
    onEnding(null);
    if (!isHere) void takeOver(runner);
    void navigate(page);
  }
  const isWaiting = ending !== null;
  const begunAt = new Date(row.begunAtMs).toISOString();
  return (
    <aside aria-label="Your workout" className={styles.bar}>
      <p role="status">
        {isGone
          ? 'This device no longer has your unfinished workout. The server has '
          : 'You left a workout unfinished: '}
        {rowedOf(row, rowed)}
        {rowed.isEmpty ? '' : ` in ${formatDuration(rowed.elapsedSec)}`}, begun{' '}
        <time dateTime={begunAt}>{formatDayAndTime(begunAt)}</time>
        {row.sessionId !== null && ` in ${row.title}`}
        {isWaiting && row.saving.awaySinceMs !== null && '. The server does not respond. Trying again…'}
      </p>
      <Button look="primary" onClick={goOn}>
        Go on
      </Button>
      {!rowed.isEmpty && (
        <Button isBusy={ending?.how === 'finish'} onClick={() => !isWaiting && setAsked('finish')}>
          Finish
        </Button>
      )}
      <Button
        look="danger"
        isBusy={ending?.how === 'discard'}
        onClick={() => !isWaiting && setAsked('discard')}
      >
        Discard
      </Button>
      {asked !== null && (
        <ConfirmDialog
          question={asked === 'finish' ? 'Finish this workout now?' : 'Discard this workout?'}
          action={asked === 'finish' ? 'Finish' : 'Discard'}
          look={asked === 'finish' ? 'primary' : 'danger'}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(null)}
        >
          {asked === 'finish' ? keptWords(row, rowed) : deletedWords(row, rowed, isGone)}
        </ConfirmDialog>
      )}
    </aside>
  );
}

type Rowed = { distanceM: number; elapsedSec: number; isEmpty: boolean };

/** Fetches the last stored stroke of an activity. */
const lastStrokeOf = (activityId: string) =>
  queryOptions({
    queryKey: ['activities', 'last stroke', activityId],
    queryFn: async ({ signal }) =>
      (await allStrokes(activityId, { withForceCurve: false, from: 0 }, { signal })).at(-1) ?? null,
  });

/**
 * Returns the known totals of a row: from this page, the server's figures, and its stored strokes, which a device sends
 * more often than figures.
 */
function useRowed(row: RowSnapshot): Rowed {
  const isKnownHere = row.lostTo === null && !row.isEmpty;
  const { data: last } = useQuery({
    ...lastStrokeOf(row.activityId),
    enabled: !isKnownHere && row.activity !== null,
  });
  const { distanceM, elapsedSec } = totalsOf(row);
  return {
    distanceM: Math.max(distanceM, last?.distance ?? 0),
    elapsedSec: Math.max(elapsedSec, last?.elapsedTime ?? 0),
    isEmpty: row.isEmpty && !last,
  };
}

function totalsOf({ progress, activity }: RowSnapshot): Omit<Rowed, 'isEmpty'> {
  return {
    distanceM: Math.max(progress.distanceM, activity?.distance ?? 0),
    elapsedSec: Math.max(progress.elapsedSec, activity?.elapsedTime ?? 0),
  };
}

const figuresOf = ({ distanceM, elapsedSec }: Rowed) =>
  `${formatDistance(distanceM)} in ${formatDuration(elapsedSec)}`;

const keptWords = (row: RowSnapshot, rowed: Rowed) =>
  `${figuresOf(rowed)} and the strokes are kept as a partial result of ${formatWorkout(row.workout)}.`;

function deletedWords(row: RowSnapshot, rowed: Rowed, isGone: boolean): string {
  if (rowed.isEmpty) return 'Nothing was rowed yet.';
  const elsewhere = row.lostTo === 'device' && !isGone ? ', also what its other device has not sent yet' : '';
  return `${figuresOf(rowed)} and the strokes are deleted${elsewhere}. You can't get them back.`;
}

/** `133 of 500 m`, without a total distance `133 m of 20:00`, and for a workout without an end `133 m`. */
export function rowedOf(row: RowSnapshot, { distanceM } = totalsOf(row)): string {
  const plan = parseWorkoutText(row.workout);
  const [piece, ...others] = plan?.pieces ?? [];
  if (piece?.kind === 'distance' && others.length === 0) {
    return `${meters(distanceM)} of ${formatDistance(piece.distanceM)}`;
  }
  const isEndless = plan !== null && piece === undefined;
  return isEndless
    ? formatDistance(distanceM)
    : `${formatDistance(distanceM)} of ${formatWorkout(row.workout)}`;
}
