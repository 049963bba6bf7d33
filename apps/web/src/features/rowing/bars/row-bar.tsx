import { limits } from '@boathouse/contract/limits';
import { parseWorkoutText } from '@boathouse/row/text';
import { formatDuration } from '@boathouse/workout/pace';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDistance } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import styles from '../../../ui/bar.module.css';
import { metres } from '../cockpit/figures.ts';
import type { RowControl } from '../run/lazy-runner.ts';
import { LeftoverBars } from './leftover-bars.tsx';
import { HeldRow } from './held-row.tsx';
import { OfferBar } from './offer-bar.tsx';
import { isInProgress, type RowSnapshot } from '../run/row-snapshot.ts';
import { useRow } from '../use-row.ts';

/** Leads back to the row in progress from every other page, and offers what has no place or could not be saved. */
export function RowBar() {
  const { row, runner } = useRow();
  const held = useSyncExternalStore(runner.subscribe, runner.getHeld);
  return (
    <>
      {held !== null && <HeldRow row={held} runner={runner} />}
      <OwnRowBar row={row} runner={runner} />
      <LeftoverBars runner={runner} />
    </>
  );
}

type OwnRowBarProps = { row: RowSnapshot | null; runner: RowControl };

function OwnRowBar({ row, runner }: OwnRowBarProps) {
  const { pathname } = useLocation();
  if (row === null) return null;
  if (row.refusal !== null) return <RowOffer row={row} runner={runner} why={row.refusal} />;
  const page = row.sessionId === null ? '/row' : `/sessions/${row.sessionId}`;
  if (!isInProgress(row) || pathname === page) return null;
  return (
    <aside aria-label="Your workout" className={styles.bar}>
      <BarLink row={row} page={page} />
    </aside>
  );
}

function BarLink({ row, page }: { row: RowSnapshot; page: string }) {
  return <Link to={page}>{useAtNow((nowMs) => wordsOf(row, nowMs))}</Link>;
}

function wordsOf(row: RowSnapshot, nowMs: number): string {
  const { sessionId, workout, title, stage, lostTo, activity } = row;
  const silentMs = activity === null ? 0 : nowMs - Date.parse(activity.heardAt);
  if (lostTo === 'device' && silentMs > limits.staleActivityMs) {
    return `You left a workout unfinished: ${rowedOf(row)}. Go on, finish or discard it`;
  }
  if (lostTo === 'device') return `You are rowing ${workout} on another device`;
  if (lostTo === 'tab') return `You are rowing ${workout} in another tab`;
  if (stage === 'completing') return `Your result of ${workout} is being saved`;
  return sessionId === null ? 'You are rowing' : `You are rowing ${workout} in ${title}`;
}

/** `133 of 500 m`, or without one distance to row `133 m of 20:00`. */
function rowedOf({ workout, progress, activity }: RowSnapshot): string {
  const distanceM = Math.max(progress.distanceM, activity?.distance ?? 0);
  const [piece, ...others] = parseWorkoutText(workout)?.pieces ?? [];
  return piece?.kind === 'distance' && others.length === 0
    ? `${metres(distanceM)} of ${formatDistance(piece.distanceM)}`
    : `${formatDistance(distanceM)} of ${workout}`;
}

type RowOfferProps = { row: RowSnapshot; runner: RowControl; why: string };

/** The session or the activity is gone, but not the result. */
function RowOffer({ row, runner, why }: RowOfferProps) {
  const { distanceM, elapsedSec } = row.progress.result ?? row.progress;
  return (
    <OfferBar
      row={row}
      label="Your workout"
      onSave={(place) => {
        if (row.stage !== 'completing') runner.finish();
        return runner.save(place);
      }}
      question="Discard this workout?"
      onDiscard={() => runner.discard()}
    >
      {row.sessionId === null ? row.workout : `${row.workout} in ${row.title}`} can't be saved: {why}.{' '}
      {formatDistance(distanceM)} in {formatDuration(elapsedSec)} are stored on this device.
    </OfferBar>
  );
}
