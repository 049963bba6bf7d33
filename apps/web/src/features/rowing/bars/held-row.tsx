import { mismatchOf } from '@boathouse/row/program';
import { parseWorkoutText } from '@boathouse/row/text';
import { formatDuration } from '@boathouse/workout/pace';
import { useSyncExternalStore } from 'react';
import { formatDistance } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { RowControl } from '../run/lazy-runner.ts';
import type { RowSnapshot } from '../run/row-snapshot.ts';
import { OfferBar } from './offer-bar.tsx';

type HeldRowProps = { row: RowSnapshot; runner: RowControl };

/** Offers a row that was begun by rowing alone: to the item open on this page if it fits, and without a session. */
export function HeldRow({ row, runner }: HeldRowProps) {
  const expected = useSyncExternalStore(runner.subscribe, runner.getExpected);
  const { distanceM, elapsedSec } = row.progress.result ?? row.progress;
  const plan = expected === null ? null : parseWorkoutText(expected.workout);
  const fitting = plan === null || mismatchOf(plan, row.progress.setup) === null ? expected : null;
  return (
    <OfferBar
      row={row}
      label="Rowed without a workout"
      better={
        fitting !== null && (
          <Button look="primary" onClick={() => runner.rowing?.keepHeld(fitting)}>
            Save as {fitting.workout}
          </Button>
        )
      }
      onSave={(place) => runner.rowing?.keepHeld(place)}
      question="Discard what you rowed?"
      onDiscard={() => runner.rowing?.discardHeld()}
    >
      Keep this? You rowed <span aria-hidden="true">{formatDistance(distanceM)} in </span>
      <span aria-hidden="true">{formatDuration(elapsedSec)} </span>without starting a workout. It is stored on
      this device for 10 minutes.
    </OfferBar>
  );
}
