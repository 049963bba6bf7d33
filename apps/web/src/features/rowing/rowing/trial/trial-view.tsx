import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
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
import { ownId, TrialRow, trialWorkouts, type TrialWorkout } from './trial-row.ts';
import styles from './trial-view.module.css';

const durations: Record<TrialWorkout, string> = {
  '100 m': 'less than half a minute',
  '250 m': 'a minute, in three splits',
  '2 x 100 m / 0:10 rest': 'a minute, in two intervals',
};

/** A short row on a simulated erg without an account, instead of the landing page. */
export function TrialView({ onLeave }: { onLeave: () => void }) {
  const [workout, setWorkout] = useState<TrialWorkout | null>(null);
  const [count, setCount] = useState(0);
  const leave = (
    <Button size="touch" onClick={onLeave}>
      Leave
    </Button>
  );
  if (workout === null) return <Choice onChoose={setWorkout} leave={leave} />;
  return (
    <Row
      key={count}
      workout={workout}
      leave={leave}
      onAgain={() => setCount(count + 1)}
      onOther={() => setWorkout(null)}
    />
  );
}

type ChoiceProps = { onChoose: (workout: TrialWorkout) => void; leave: ReactNode };

function Choice({ onChoose, leave }: ChoiceProps) {
  return (
    <main className={styles.choice}>
      <Heading>Row on a simulated erg</Heading>
      <p>
        Choose a piece: a simulated RowErg rows it, and two simulated pacers row beside you. The screen is the
        one you row with.
      </p>
      <ul className={styles.pieces}>
        {trialWorkouts.map((workout) => (
          <li key={workout}>
            <button type="button" className={styles.piece} onClick={() => onChoose(workout)}>
              <strong>{workout}</strong>
              <span>{durations[workout]}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>You need no account: nothing is stored or sent to the server.</p>
      <div>{leave}</div>
    </main>
  );
}

type RowProps = {
  workout: TrialWorkout;
  leave: ReactNode;
  onAgain: () => void;
  onOther: () => void;
};

function Row({ workout, leave, onAgain, onOther }: RowProps) {
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
        workout={workout}
        reading={reading}
        plan={planReadingOf(trial.plan, progress, reading)}
        connection={stage === 'beginning' ? 'connecting' : 'connected'}
        silentForSec={null}
        stage={stage}
        saving={null}
        isSimulated
        notice={
          isOver
            ? 'Finished. Nothing of this workout was stored or sent.'
            : 'Nothing of this workout is stored or sent.'
        }
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

/** Receives the focus because the pressed button is gone. */
function Heading({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <h1 ref={ref} tabIndex={-1}>
      {children}
    </h1>
  );
}
