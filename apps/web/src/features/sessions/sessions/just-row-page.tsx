import type { RowPlace } from '@boathouse/row/life/life';
import { useEffect } from 'react';
import { useUnloadWarning } from '../../../lib/unsaved/unload-warning.ts';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useErg } from '../../rowing/erg/index.ts';
import {
  GhostsBefore,
  isInProgress,
  isOnTheWater,
  MyErg,
  useRow,
  type RowControl,
} from '../../rowing/rowing/index.ts';
import { useMonitorWorkout } from './instructions/monitor-workout.ts';
import { usePushConsent, type PushConsent } from './instructions/push-consent.ts';
import { SetUpErg } from './instructions/set-up-erg.tsx';
import { Steps } from './instructions/steps.tsx';
import { useStartRow, withErg } from './instructions/start-row.ts';
import styles from './just-row-page.module.css';

/** As `workout-text/parse` reads it: no distance and no time, until the athlete finishes. */
const justRow: RowPlace = {
  sessionId: null,
  workoutItemIndex: null,
  title: 'Just row',
  workout: 'Just row',
};

/** A row without a session: only the athlete's own figures, without the parts of a group. */
export function JustRowPage() {
  const { row, runner } = useRow();
  const consent = usePushConsent();
  const isHere = row !== null && row.sessionId === null;
  const isRowing = isHere && isOnTheWater(row);
  useUnloadWarning(isHere && isInProgress(row));
  // A completed row is shown until its athlete leaves the page.
  useEffect(() => () => runner.rowing?.dismiss(), [runner]);
  return (
    <Page className={styles.page}>
      {!isRowing && <h1>{isHere ? row.title : justRow.title}</h1>}
      <MyErg
        group={null}
        {...{ row, runner }}
        setUp={
          isRowing && row.progress.phase === 'waiting' && <SetUpErg workout={row.workout} consent={consent} />
        }
        onNext={() => {}}
      />
      {isHere && row.stage === 'completed' && (
        <div className={styles.actions}>
          <Button size="touch" onClick={() => runner.rowing?.dismiss()}>
            Row again
          </Button>
        </div>
      )}
      {!isHere && <Ready {...{ runner, consent }} isRowingElsewhere={isInProgress(row)} />}
    </Page>
  );
}

type ReadyProps = {
  runner: RowControl;
  consent: PushConsent;
  /** The athlete has a row in progress in a session; the bar at the top leads there. */
  isRowingElsewhere: boolean;
};

/** The steps before the first stroke. */
function Ready({ runner, consent, isRowingElsewhere }: ReadyProps) {
  const erg = useErg();
  const monitor = useMonitorWorkout(justRow.workout, { consent, isNext: false });
  const { isBusy, start } = useStartRow(runner, monitor);
  const isConnected = erg.state === 'connected' || erg.state === 'silent';

  // The first stroke begins it.
  useEffect(() => {
    if (isRowingElsewhere) return;
    runner.expect(justRow);
    return () => runner.expect(null);
  }, [runner, isRowingElsewhere]);

  if (isRowingElsewhere) {
    return <p>You have another workout in progress. Finish it first, then come back here.</p>;
  }
  return (
    <Panel title="Row as far as you like">
      <Steps
        workout={justRow.workout}
        isErgConnected={isConnected}
        isMonitorSet={erg.isSimulated}
        canBeSet={monitor.canBeSet}
        end=" Finish ends it."
      />
      <p className={styles.note}>Only you see it, until you choose otherwise on its page.</p>
      <div className={styles.actions}>
        <Button
          size="touch"
          look={isConnected ? 'primary' : 'plain'}
          isBusy={isBusy}
          onClick={withErg(isConnected, () => start(justRow))}
        >
          Start Workout
        </Button>
        <GhostsBefore workout={justRow.workout} />
      </div>
    </Panel>
  );
}
