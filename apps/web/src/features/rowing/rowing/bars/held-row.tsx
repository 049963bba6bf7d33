import { isOtherWorkout, isPastEnd } from '@boathouse/workout-text/past-end';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { mismatchOf } from '@boathouse/row/plan/program';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { formatDuration } from '@boathouse/workout/pace';
import { useState, useSyncExternalStore } from 'react';
import { formatDistance, formatWorkout } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import type { RowControl, VisitedSession } from '../run/lazy-runner.ts';
import type { RowSnapshot } from '../run/row-snapshot.ts';
import styles from './held-row.module.css';
import { OfferBar } from './offer-bar.tsx';

type HeldRowProps = { row: RowSnapshot; runner: RowControl };

/** Offers a row that began without a place: to the session whose page is open, and without a session. */
export function HeldRow({ row, runner }: HeldRowProps) {
  const visited = useSyncExternalStore(runner.subscribe, runner.getVisited);
  const expected = useSyncExternalStore(runner.subscribe, runner.getExpected);
  const { distanceM, elapsedSec } = row.progress.result ?? row.progress;
  const items = visited === null ? [] : itemsFor(row, visited, expected?.workoutItemIndex ?? null);
  const isComplete = visited !== null && items.length === 0;
  return (
    <OfferBar
      row={row}
      label="Rowed without a workout"
      better={visited !== null && items.length > 0 && <MoveToSession {...{ row, runner, visited, items }} />}
      onSave={(place) => runner.rowing?.keepHeld(place)}
      question="Discard what you rowed?"
      onDiscard={() => runner.rowing?.discardHeld()}
    >
      Keep this? You rowed <span aria-hidden="true">{formatDistance(distanceM)} in </span>
      <span aria-hidden="true">{formatDuration(elapsedSec)} </span>without starting a workout.{' '}
      {isComplete && 'You have rowed all items of this session. '}
      It is stored on this device for {keptWords(row)}
    </OfferBar>
  );
}

/**
 * User-visible: how long the row waits for an answer, and who sees it afterwards.
 */
function keptWords({ progress: { result, elapsedSec }, beside }: RowSnapshot): string {
  if ((result?.elapsedSec ?? elapsedSec) < 60) return '10 minutes.';
  if (beside === undefined) return 'a day, then saved as your own workout.';
  const time = result === null ? 'a day' : '10 minutes';
  return `${time}, then saved as your own workout, which the session's hosts see too.`;
}

type OfferedItem = {
  index: number;
  workout: string;
  isFitting: boolean;
  /** The row has continued beyond the item's end, or has other intervals, even if the monitor was set to the item. */
  isOther: boolean;
};

/**
 * Returns the items that the row can be moved into: first those that the monitor was set to, and among them the
 * expected one.
 */
function itemsFor(row: RowSnapshot, { items }: VisitedSession, expected: number | null): OfferedItem[] {
  const rankOf = ({ index, isFitting }: OfferedItem) => (isFitting ? (index === expected ? 0 : 1) : 2);
  return items
    .filter(({ isOpen }) => isOpen)
    .map(({ index, workout }) => {
      const plan = parseWorkoutText(workout);
      const isFitting = plan === null || mismatchOf(plan, row.progress.setup) === null;
      return { index, workout, isFitting, isOther: plan !== null && isOther(plan, row) };
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

function isOther(plan: WorkoutPlan, { progress }: RowSnapshot): boolean {
  if (plan.pieces.length === 0) return false;
  const { workoutType, totalCalories, result } = progress;
  const { distanceM: distance, elapsedSec: elapsedTime } = result ?? progress;
  const rowed = { workoutType, distance, elapsedTime, totalCalories };
  // The intervals of a row in progress may be missed or incomplete.
  if (result === null) return isPastEnd(plan, rowed);
  const intervals = progress.splits.map(({ distanceM, timeSec, restTimeSec }) => ({
    distance: distanceM,
    time: timeSec,
    restTime: restTimeSec,
  }));
  return isOtherWorkout(plan, { ...rowed, workoutType: result.workoutType ?? workoutType, intervals });
}

type MoveProps = HeldRowProps & { visited: VisitedSession; items: readonly OfferedItem[] };

/** Asks for the item if there is more than one. */
function MoveToSession({ row, runner, visited, items }: MoveProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [first, ...others] = items;
  const move = ({ index, workout, isFitting, isOther }: OfferedItem) => {
    setIsAsking(false);
    const { sessionId, title } = visited;
    if (isFitting && !isOther) {
      const expected = runner.getExpected();
      const isExpected = expected?.sessionId === sessionId && expected.workoutItemIndex === index;
      runner.rowing?.keepHeld(isExpected ? expected : { sessionId, workoutItemIndex: index, title, workout });
      return;
    }
    // Stored unchanged: the server decides how much of the item it covers.
    const beside = { sessionId, workoutItemIndex: index };
    runner.rowing?.keepHeld({
      sessionId: null,
      workoutItemIndex: null,
      title: row.title,
      workout: row.workout,
      beside,
    });
    if (runner.getSnapshot()?.activityId === row.activityId) runner.rowing?.finish();
  };
  return (
    <>
      <Button
        look="primary"
        onClick={() => (first !== undefined && others.length === 0 ? move(first) : setIsAsking(true))}
      >
        Move to the session
      </Button>
      {isAsking && (
        <Dialog title="Move to the session" width="narrow" onClose={() => setIsAsking(false)}>
          <div className={styles.items}>
            {items.map((item) => (
              <Button
                key={item.index}
                size="touch"
                look={item === first && item.isFitting ? 'primary' : 'plain'}
                onClick={() => move(item)}
              >
                <span dir="auto">{formatWorkout(item.workout)}</span>
              </Button>
            ))}
            <Button look="quiet" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
