import type { RowPlace } from '@boathouse/row/life';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { useUnloadWarning } from '../../lib/unload-warning.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { closeErrors, showErrorToast } from '../../ui/toast-store.ts';
import { connectAction, useErgometer } from '../ergometer/index.ts';
import { isInProgress, isOnTheWater, MyErgometer, useRow, type RowControl } from '../rowing/index.ts';
import { useMonitorWorkout } from './instructions/monitor-workout.ts';
import { usePushConsent } from './instructions/push-consent.ts';
import { SetUpErg } from './instructions/set-up-erg.tsx';
import styles from './just-row-page.module.css';

/** As `row/text` reads it: no distance and no time, until the athlete finishes. */
const justRow: RowPlace = {
  sessionId: null,
  workoutItemIndex: null,
  title: 'Just row',
  workout: 'Just row',
};
const startAction = 'begin just row';

/** A row without a session: the athlete's own figures and nothing of a group. */
export function JustRowPage() {
  const { row, runner } = useRow();
  const consent = usePushConsent();
  const isHere = row !== null && row.sessionId === null;
  const isRowing = isHere && isOnTheWater(row);
  useUnloadWarning(isHere && isInProgress(row));
  // A completed row is shown until its athlete leaves the page.
  useEffect(() => () => runner.dismiss(), [runner]);
  return (
    <Page className={styles.page}>
      {!isRowing && <h1>{isHere ? row.title : justRow.title}</h1>}
      <MyErgometer
        group={null}
        {...{ row, runner }}
        setUp={
          isRowing && row.progress.phase === 'waiting' && <SetUpErg workout={row.workout} consent={consent} />
        }
        onNext={() => {}}
      />
      {isHere && row.stage === 'completed' && (
        <div className={styles.actions}>
          {row.activity !== null && (
            <Link to={`/activities/${row.activity._id}`} className={buttonClass('primary')}>
              Open the result
            </Link>
          )}
          <Button onClick={() => runner.dismiss()}>Row again</Button>
        </div>
      )}
      {!isHere && <Ready runner={runner} isRowingElsewhere={isInProgress(row)} />}
    </Page>
  );
}

type ReadyProps = {
  runner: RowControl;
  /** The athlete has a row in progress in a session; the bar at the top leads there. */
  isRowingElsewhere: boolean;
};

/** What to do before the first stroke. */
function Ready({ runner, isRowingElsewhere }: ReadyProps) {
  const ergometer = useErgometer();
  const monitor = useMonitorWorkout(justRow.workout, { consent: usePushConsent(), isNext: false });
  const [isBusy, setIsBusy] = useState(false);
  const isConnected = ergometer.state === 'connected' || ergometer.state === 'stale';

  // The first stroke begins it.
  useEffect(() => {
    if (isRowingElsewhere) return;
    runner.expect(justRow);
    return () => runner.expect(null);
  }, [runner, isRowingElsewhere]);

  async function start() {
    if (!isConnected) {
      showErrorToast('Connect your ergometer before starting a workout.', { action: connectAction });
      return;
    }
    setIsBusy(true);
    try {
      if (ergometer.isSimulated) await monitor.setSimulated();
      await runner.begin(justRow, ergometer.isSimulated);
      closeErrors(startAction);
      if (ergometer.isSimulated) monitor.startSimulated();
      scrollTo({ top: 0 });
    } catch (error) {
      showErrorToast(messageOf(error), { action: startAction });
    } finally {
      setIsBusy(false);
    }
  }

  if (isRowingElsewhere) {
    return <p>You have another workout in progress. Finish it first, then come back here.</p>;
  }
  return (
    <Panel title="Row as far as you like">
      <ol className={styles.steps}>
        <li>Choose Just Row on your monitor.</li>
        <li>{isConnected ? 'Your erg is connected.' : 'Connect your erg.'}</li>
        <li>Row: your first stroke starts the workout, as Start Workout does. Finish ends it.</li>
      </ol>
      <p className={styles.note}>Only you see it.</p>
      <div className={styles.actions}>
        <Button size="touch" look="primary" isBusy={isBusy} onClick={() => void start()}>
          Start Workout
        </Button>
      </div>
    </Panel>
  );
}
