import type { Machine, ListedActivity } from '@boathouse/contract/activities';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { formatWorkout } from '../../../lib/format.ts';
import { useLoginState, type LoginState } from '../../../lib/server/login-state.ts';
import { useDeviceNowMs } from '../../../lib/use-now.ts';
import { useVersionSkew, type VersionSkew } from '../../../lib/server/version-skew.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { planReadingOf, type PlanReading } from './cockpit/cockpit-plan.ts';
import { readingOf, type CockpitReading } from './cockpit/cockpit-reading.ts';
import { Cockpit } from './cockpit/cockpit.tsx';
import { EndRow } from './cockpit/end-row.tsx';
import { FullScreenButton } from './cockpit/full-screen-button.tsx';
import { Nudge } from './cockpit/nudge.tsx';
import { MetronomeButton } from './cockpit/metronome-button.tsx';
import type { CockpitSaving } from './cockpit/status-line.tsx';
import { useSecondView } from './second-view.tsx';
import { ErgAsked } from './handover/erg-asked.tsx';
import { RowCrew, type RowGroup } from './row-crew.tsx';
import type { RowControl } from './run/lazy-runner.ts';
import { noticeOf } from './cockpit/row-notice.ts';
import { joined, RowPlots, useEarlierPaces, useLastCurve, usePaceSoFar } from './cockpit/row-plots.tsx';
import { isInProgress, type RowSnapshot } from './run/row-snapshot.ts';
import { VoiceButton } from './voice/voice-button.tsx';
import { useWakeLock } from './wake-lock.ts';
import { useOwnPlan } from './cockpit/use-own-plan.ts';
import { FinishedRow } from '../../training/activities/index.ts';
import { activitiesOfSession } from '../room/index.ts';

/** In the file that loads with the row, because it is shown beside it, and also announces the end. */
export { UnitChoice } from './cockpit/unit-choice.tsx';
export { BeltState } from './belt-state.tsx';
export { ConnectAgain } from './connect-again.tsx';
export { DeviceDetails } from './device-details.tsx';
export { OtherRower } from './other-rower.tsx';
export { RowVoice } from './voice/row-voice.tsx';

type OwnRowProps = {
  row: RowSnapshot;
  /** Null for a row without a session. */
  group: RowGroup | null;
  runner: RowControl;
  connection: 'connecting' | 'connected' | 'disconnected';
  /** The connected monitor's machine; null while unknown. */
  machine: Machine | null;
  isReconnecting: boolean;
  isErgLent: boolean;
  silentSinceMs: number | null;
  setUp: ReactNode;
  onNext: (index: number) => void;
};

/** This device's row: its values, and the buttons that end it. */
export function OwnRow(props: OwnRowProps) {
  const { row, group, runner, connection, machine, isReconnecting, isErgLent, silentSinceMs } = props;
  const nowMs = useDeviceNowMs(1_000);
  useWakeLock(isInProgress(row));
  const login = useLoginState();
  const skew = useVersionSkew();
  const reading = readingOf(row.progress, row.activity);
  const plan = useOwnPlan(row);
  const planReading = planReadingOf(plan, row.progress, reading);
  const since = usePaceSoFar(reading);
  const earlier = useEarlierPaces({
    activityId: row.activityId,
    isStored: row.activity !== null,
    elapsedSec: reading.elapsedSec,
  });
  const paces = useMemo(() => joined(earlier, since), [earlier, since]);
  const curve = useLastCurve(row.progress);
  const { ghosts, second, buttons } = useSecondView({ row, plan, reading, curve });
  const notice = noticeOf(row, plan, machine);
  return (
    <Cockpit
      row={{
        workout: row.workout,
        isSimulated: row.isSimulated,
        stage: row.stage === 'discarding' ? 'completing' : row.stage,
        saving: savingOf(row, nowMs, remedyOf(login, row.saving.awaySinceMs === null ? 'none' : skew)),
      }}
      erg={{
        connection,
        silentForSec: silentSinceMs === null ? null : Math.max(2, (nowMs - silentSinceMs) / 1000),
        isReconnecting,
        isLent: isErgLent,
      }}
      reading={reading}
      notice={notice === null ? null : { text: notice }}
      plan={planReading}
      result={
        row.stage === 'completed' && row.activity !== null ? <RowResult stored={row.activity} /> : undefined
      }
      nudge={group !== null && <Nudge activityId={row.activityId} />}
      second={second}
      actions={<Actions {...props} plan={planReading} phase={reading.phase} secondView={buttons} />}
    >
      <RowCrew {...{ group, runner, row, ghosts }} />
      <RowPlots {...{ paces, curve }} machine={reading.machine} />
    </Cockpit>
  );
}

type ActionsProps = Pick<OwnRowProps, 'row' | 'group' | 'runner' | 'setUp' | 'onNext'> & {
  plan: PlanReading | null;
  phase: CockpitReading['phase'];
  secondView: ReactNode;
};

/** Only the buttons needed while rowing: the end, the second view, and outside the work the full screen. */
function Actions({ row, group, runner, setUp, onNext, plan, phase, secondView }: ActionsProps) {
  if (row.isEndedElsewhere) {
    return row.stage === 'completed' ? null : (
      <Button size="touch" onClick={() => runner.rowing?.dismiss()}>
        Close
      </Button>
    );
  }
  if (row.stage === 'completed') {
    return (
      <>
        <NextItem {...{ row, group, onNext }} />
        {group !== null && row.workoutItemIndex !== null && (
          <p>This item is complete. What you row now is another workout, which you can keep or move.</p>
        )}
      </>
    );
  }
  if (row.stage === 'completing' && row.saving.awaySinceMs !== null && row.progress.result !== null) {
    return (
      <Link className={buttonClass('plain', 'touch')} to={`/activities/${row.activityId}`}>
        See the result
      </Link>
    );
  }
  if (row.stage !== 'rowing' && row.stage !== 'beginning') return null;
  const isAtEase = phase === 'waiting' || phase === 'resting';
  return (
    <>
      <ErgAsked activityId={row.activityId} />
      {setUp}
      <EndRow
        isEmpty={row.isEmpty}
        onFinish={() => runner.rowing?.finish()}
        onDiscard={() => runner.rowing?.discard()}
      />
      {secondView}
      {plan?.metronomeSpm != null && <MetronomeButton rateSpm={plan.metronomeSpm} />}
      <VoiceButton isRoomy={isAtEase} />
      {isAtEase && <FullScreenButton />}
    </>
  );
}

/** Begins the item after the last rowed one. */
function NextItem({ row, group, onNext }: Pick<OwnRowProps, 'row' | 'group' | 'onNext'>) {
  const next = (row.workoutItemIndex ?? 0) + 1;
  const workout = group?.session.workoutItems[next];
  if (workout === undefined) return null;
  return (
    <a className={buttonClass('plain', 'touch')} href={`#item-${next}`} onClick={() => onNext(next)}>
      Next: {formatWorkout(workout)}
    </a>
  );
}

/** Why a server that responds accepts nothing. */
function remedyOf(login: LoginState, skew: VersionSkew): string | null {
  if (login === 'ended') return 'log in after this workout';
  if (skew === 'serverTooOld') return 'the server is being updated';
  return skew === 'none' ? null : 'reload after this workout';
}

function savingOf({ saving, refusal }: RowSnapshot, nowMs: number, remedy: string | null): CockpitSaving {
  const { unsentStrokes, refusedStrokes, awaySinceMs } = saving;
  return {
    unsentStrokes,
    refusedStrokes,
    awayForSec: awaySinceMs === null ? null : Math.max(0, (nowMs - awaySinceMs) / 1000),
    remedy,
    refusal: refusal ?? saving.refusal,
  };
}

/** The stored result of the athlete's row, beside the item's other results so far. */
function RowResult({ stored }: { stored: ListedActivity }) {
  const { session, workoutItemIndex } = stored;
  const lists = useQuery({ ...activitiesOfSession(session?._id ?? ''), enabled: session !== null }).data;
  const ofItem = lists?.[workoutItemIndex ?? -1] ?? [];
  return <FinishedRow stored={stored} results={ofItem.filter(({ isCompleted }) => isCompleted)} />;
}
