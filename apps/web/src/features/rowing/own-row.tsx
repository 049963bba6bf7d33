import type { Session } from '@boathouse/contract/sessions';
import { parseWorkoutText } from '@boathouse/row/text';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useNowMs } from '../../lib/use-now.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { LiveRoom } from '../room/index.ts';
import { planReadingOf, type PlanReading } from './cockpit/cockpit-plan.ts';
import { readingOf, readingOfSample, type CockpitReading } from './cockpit/cockpit-reading.ts';
import { Cockpit } from './cockpit/cockpit.tsx';
import { EndRow } from './cockpit/end-row.tsx';
import { FullScreenButton } from './cockpit/full-screen-button.tsx';
import { MetronomeButton } from './cockpit/metronome-button.tsx';
import type { CockpitSaving } from './cockpit/status-line.tsx';
import { RowCrew } from './row-crew.tsx';
import type { RowControl } from './lazy-runner.ts';
import { noticeOf } from './cockpit/row-notice.ts';
import type { RowSnapshot } from './row-snapshot.ts';

type OwnRowProps = {
  row: RowSnapshot;
  session: Session;
  room: LiveRoom;
  runner: RowControl;
  connection: 'connecting' | 'connected' | 'disconnected';
  isReconnecting: boolean;
  silentSinceMs: number | null;
};

/** The row of this device: its values, and what ends it. */
export function OwnRow(props: OwnRowProps) {
  const { row, session, room, runner, connection, isReconnecting, silentSinceMs } = props;
  const nowMs = useNowMs(1_000);
  const reading = readingOf(row.progress, row.activity);
  const plan = useMemo(() => parseWorkoutText(row.workout), [row.workout]);
  const planReading = planReadingOf(plan, row.progress, reading);
  return (
    <Cockpit
      workout={row.workout}
      reading={reading}
      connection={connection}
      isReconnecting={isReconnecting}
      silentForSec={silentSinceMs === null ? null : Math.max(2, (nowMs - silentSinceMs) / 1000)}
      stage={row.stage === 'discarding' ? 'completing' : row.stage}
      saving={savingOf(row, nowMs)}
      isSimulated={row.isSimulated}
      notice={noticeOf(row, plan)}
      plan={planReading}
      actions={
        <Actions row={row} session={session} runner={runner} plan={planReading} phase={reading.phase} />
      }
    >
      <RowCrew {...{ session, room, runner }} {...crewPlaceOf(row)} />
    </Cockpit>
  );
}

const crewPlaceOf = ({ activityId, workoutItemIndex }: RowSnapshot) => ({ activityId, workoutItemIndex });

type ActionsProps = Pick<OwnRowProps, 'row' | 'session' | 'runner'> & {
  plan: PlanReading | null;
  phase: CockpitReading['phase'];
};

/** Only what is needed in the seat: the end, and outside the work the full screen. */
function Actions({ row, session, runner, plan, phase }: ActionsProps) {
  if (row.isEndedElsewhere) {
    return row.stage === 'completed' ? null : (
      <Button size="touch" onClick={() => runner.dismiss()}>
        Close
      </Button>
    );
  }
  if (row.stage === 'completed') return <NextItem row={row} session={session} />;
  if (row.stage !== 'rowing' && row.stage !== 'beginning') return null;
  return (
    <>
      <EndRow isEmpty={row.isEmpty} onFinish={() => runner.finish()} onDiscard={() => runner.discard()} />
      {plan?.metronomeSpm != null && <MetronomeButton rateSpm={plan.metronomeSpm} />}
      {(phase === 'waiting' || phase === 'resting') && <FullScreenButton />}
    </>
  );
}

/** Leads to the item after the one just rowed. */
function NextItem({ row, session }: Pick<OwnRowProps, 'row' | 'session'>) {
  const next = row.workoutItemIndex + 1;
  const workout = session.workoutItems[next];
  if (workout === undefined) return null;
  return (
    <a className={buttonClass('plain', 'touch')} href={`#item-${next}`}>
      Next: {workout}
    </a>
  );
}

const takenOver = 'It was taken over there. What you rowed here is kept and sent.';

function savingOf({ saving, refusal }: RowSnapshot, nowMs: number): CockpitSaving {
  const { unsentStrokes, awaySinceMs } = saving;
  return {
    unsentStrokes,
    awayForSec: awaySinceMs === null ? null : Math.max(0, (nowMs - awaySinceMs) / 1000),
    refusal: refusal ?? saving.refusal,
  };
}

type WatchedRowProps = Pick<OwnRowProps, 'row' | 'session' | 'room' | 'runner'>;

/** The row while another device or tab of the athlete has it: its live values, and a button to take it over. */
export function WatchedRow({ row, session, room, runner }: WatchedRowProps) {
  const { activityId } = row;
  const subscribe = useCallback(
    (listener: () => void) => room.subscribeLane(activityId, listener),
    [room, activityId],
  );
  const lane = useSyncExternalStore(subscribe, () => room.getLane(activityId));
  const own = readingOf(row.progress, row.activity);
  const live = lane === undefined ? own : readingOfSample(lane.sample);
  const plan = useMemo(() => parseWorkoutText(row.workout), [row.workout]);
  const where = row.lostTo === 'tab' ? 'in another tab' : 'on another device';
  return (
    <Cockpit
      workout={row.workout}
      reading={live.distanceM >= own.distanceM ? live : own}
      plan={planReadingOf(plan, row.progress, live)}
      connection="elsewhere"
      silentForSec={null}
      stage={row.stage === 'discarding' ? 'completing' : row.stage}
      saving={null}
      isSimulated={row.isSimulated}
      notice={`You are rowing this ${where}`}
      detail={row.progress.pieceNumber > 0 && row.lostTo === 'device' ? takenOver : null}
      actions={
        <Button size="touch" look="primary" isBusy={row.isTakingOver} onClick={() => void runner.takeOver()}>
          Row it here
        </Button>
      }
    >
      <RowCrew {...{ session, room, runner }} {...crewPlaceOf(row)} />
    </Cockpit>
  );
}
