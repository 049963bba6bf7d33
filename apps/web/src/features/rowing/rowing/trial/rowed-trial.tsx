import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { CrewLanes, rankInCrew } from '../../room/index.ts';
import { planReadingOf } from '../cockpit/cockpit-plan.ts';
import { readingOf } from '../cockpit/cockpit-reading.ts';
import { Cockpit } from '../cockpit/cockpit.tsx';
import { useInstrumentPage } from '../cockpit/instrument-page.ts';
import { useIntensityUnit } from '../cockpit/intensity-unit.ts';
import type { RowNow } from '../voice/heard-row.ts';
import { useVoice } from '../voice/use-voice.tsx';
import { Heading } from './trial-heading.tsx';
import { ownId, TrialRow } from './trial-row.ts';
import type { TrialWorkout } from './trial-workouts.ts';
import styles from './trial-view.module.css';

type RowProps = {
  workout: TrialWorkout;
  leave: ReactNode;
  onAgain: () => void;
  onOther: () => void;
};

/** The row on a simulated erg, from its countdown to its result. */
export function RowedTrial({ workout, leave, onAgain, onOther }: RowProps) {
  const [trial] = useState(() => new TrialRow(workout));
  useEffect(() => {
    void trial.start();
    return () => trial.stop();
  }, [trial]);
  const { stage, progress, activities, hasFailed } = useSyncExternalStore(trial.subscribe, trial.getState);
  const { room, own } = useMemo(() => ({ room: trial.room, own: trial.own }), [trial]);
  const isOver = stage === 'completed';
  const { region } = useVoice(useHeard(trial));
  useInstrumentPage(!isOver && !hasFailed);
  const reading = readingOf(progress);
  const again = (
    <Button size="touch" onClick={onAgain}>
      {hasFailed ? 'Try again' : 'Row again'}
    </Button>
  );
  if (hasFailed) {
    return (
      <main className={styles.choice}>
        <Heading>The simulated erg did not start</Heading>
        <p>Check your connection, then try again.</p>
        <div className={styles.actions}>
          {again}
          {leave}
        </div>
      </main>
    );
  }
  return (
    <main className={styles.row}>
      <Heading>{isOver ? 'Your simulated workout' : `Rowing ${workout} on a simulated erg`}</Heading>
      <Cockpit
        row={{ workout, isSimulated: true, stage, saving: null }}
        erg={{
          connection: stage === 'beginning' ? 'connecting' : 'connected',
          silentForSec: null,
          isReconnecting: false,
          isLent: false,
        }}
        reading={reading}
        plan={planReadingOf(trial.plan, progress, reading)}
        notice={{
          text: isOver
            ? 'Finished. Nothing of this workout was stored or sent.'
            : 'Nothing of this workout is stored or sent.',
        }}
        actions={
          <>
            {isOver && (
              <>
                <Link to="/register" className={buttonClass('primary', 'touch')}>
                  Get started free
                </Link>
                {again}
                <Button size="touch" onClick={onOther}>
                  Another piece
                </Button>
              </>
            )}
            {leave}
          </>
        }
      >
        <CrewLanes workout={workout} activities={activities} room={room} viewerId={ownId} own={own} />
      </Cockpit>
      {region}
    </main>
  );
}

function useHeard(trial: TrialRow): RowNow {
  const { progress, stage } = useSyncExternalStore(trial.subscribe, trial.getState);
  const unit = useIntensityUnit();
  return useMemo(() => {
    const { plan, workout, room, own } = trial;
    return {
      progress,
      plan,
      targets: [],
      staleWords: null,
      isOver: stage === 'completed',
      unit,
      getRank: () => rankInCrew(room, { activities: trial.getState().activities, workout, own }),
    };
  }, [trial, progress, stage, unit]);
}
