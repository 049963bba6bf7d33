import { useEffect, useState, type ReactNode } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Heading } from './trial-heading.tsx';
import { trialWorkouts, type TrialWorkout } from './trial-workouts.ts';
import styles from './trial-view.module.css';

/** The cockpit with its ergs, which loads while the visitor chooses: the choice itself is there at once. */
const RowedTrial = lazyPart({
  name: 'The simulated erg',
  load: async () => (await loadChunk(() => import('./rowed-trial.tsx'))).RowedTrial,
  waiting: (
    <main className={styles.choice}>
      <p role="status">Loading the simulated erg…</p>
    </main>
  ),
});

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
    <RowedTrial
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
  useEffect(() => RowedTrial.preload(), []);
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
