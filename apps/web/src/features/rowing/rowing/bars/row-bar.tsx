import { formatDuration } from '@boathouse/workout/pace';
import { useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDistance, formatWorkout } from '../../../../lib/format.ts';
import { serverNowMs } from '../../../../lib/server/server-now.ts';
import { useAtMonotonic } from '../../../../lib/use-now.ts';
import styles from '../../../../ui/bar.module.css';
import { useErg } from '../../erg/index.ts';
import { ageSinceChange, quietAloneMs } from '../handover/age-since-change.ts';
import type { RowControl } from '../run/lazy-runner.ts';
import { LeftoverBars } from './leftover-bars.tsx';
import { HeldRow } from './held-row.tsx';
import { OfferBar } from './offer-bar.tsx';
import { isInProgress, type RowSnapshot } from '../run/row-snapshot.ts';
import { isLostHere } from '../run/rows-mark.ts';
import { useRow } from '../use-row.ts';
import { isEndingOf, isLeftUnfinished, rowedOf, UnfinishedBar, type Ending } from './unfinished-bar.tsx';

/**
 * Leads back to the row in progress from every other page, and offers rows that have no place or could not be saved.
 */
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
  const erg = useErg();
  /** The activity that was finished in the bar: its end is announced here, on any page. */
  const [finished, setFinished] = useState<string | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  const page = row === null || row.sessionId === null ? '/row' : `/sessions/${row.sessionId}`;
  // The ending is done, or the row has changed: a reopened result is not ended again, and neither is a continued row.
  if (ending !== null && (!isEndingOf(ending, row) || pathname === page)) setEnding(null);
  const [ageOf] = useState(ageSinceChange);
  const isUnfinished = useAtMonotonic((nowMs) => {
    const quietMs = ageOf(row?.activity?.heardAt, nowMs);
    return row !== null && isLeftUnfinished(row, erg, { nowMs: serverNowMs(), quietMs });
  }, 5_000);
  const isSilent = useAtMonotonic((nowMs) => ageOf(row?.activity?.heardAt, nowMs) > quietAloneMs, 5_000);
  const isGone = useIsGoneHere(row);
  if (row === null) return null;
  if (row.refusal !== null) return <RowOffer row={row} runner={runner} why={row.refusal} />;
  const isSaved = row.stage === 'completed' && finished === row.activityId;
  if ((!isInProgress(row) && !isSaved) || pathname === page) return null;
  if (isUnfinished || isGone || isEndingOf(ending, row)) {
    return (
      <UnfinishedBar
        key={row.activityId}
        {...{ row, runner, page, ending, isGone }}
        onEnding={setEnding}
        onFinish={() => setFinished(row.activityId)}
      />
    );
  }
  return (
    <aside aria-label="Your workout" className={styles.bar}>
      <Link to={page}>{wordsOf(row, isSilent)}</Link>
    </aside>
  );
}

/**
 * Whether this device has rowed a row that the server has in progress, and the browser has deleted it since. The device
 * no longer knows its old id, so the row looks like another device's. Stays true after the user has read about the
 * loss.
 */
function useIsGoneHere(row: RowSnapshot | null): boolean {
  const [gone, setGone] = useState<string | null>(null);
  const user = row?.activity?.user;
  const id = row?.lostTo === 'device' && user !== undefined ? row.activityId : null;
  if (id !== null && id !== gone && isLostHere(user?._id ?? '', id)) setGone(id);
  return id !== null && id === gone;
}

/** `isSilent`: the row has had no new values for longer than another device usually takes. */
function wordsOf(row: RowSnapshot, isSilent: boolean): string {
  const { sessionId, title, stage, lostTo, saving } = row;
  const workout = formatWorkout(row.workout);
  if (lostTo === 'device' && isSilent) return `No signal of your ${workout} from your other device`;
  if (lostTo === 'device') return `You are rowing ${workout} on another device`;
  if (lostTo === 'tab') return `You are rowing ${workout} in another tab`;
  if (stage === 'completing') {
    return saving.awaySinceMs === null
      ? `Your result of ${workout} is being saved`
      : `Your result of ${workout} is not sent yet`;
  }
  if (stage === 'completed') return `Your result of ${workout} is saved: ${rowedOf(row)}`;
  return sessionId === null ? 'You are rowing' : `You are rowing ${workout} in ${title}`;
}

type RowOfferProps = { row: RowSnapshot; runner: RowControl; why: string };

/** Offers the result after its session or activity was deleted. */
function RowOffer({ row, runner, why }: RowOfferProps) {
  const { distanceM, elapsedSec } = row.progress.result ?? row.progress;
  return (
    <OfferBar
      row={row}
      label="Your workout"
      onSave={(place) => {
        if (row.stage !== 'completing') runner.rowing?.finish();
        return runner.rowing?.save(place);
      }}
      question="Discard this workout?"
      onDiscard={() => runner.rowing?.discard()}
    >
      {row.sessionId === null ? formatWorkout(row.workout) : `${formatWorkout(row.workout)} in ${row.title}`}{' '}
      can't be saved: {why}. {formatDistance(distanceM)} in {formatDuration(elapsedSec)} are stored on this
      device.
    </OfferBar>
  );
}
