import { machineNames } from '@boathouse/contract/activities/machine';
import { formatWorkout } from '../../../lib/format.ts';
import type { PodiumStep } from './kept-results.ts';
import styles from './podium.module.css';

/** Level athletes share a step, which has room for this many names. */
const namesMax = 3;

type PodiumProps = { workout: string; steps: readonly PodiumStep[] };

/** The first three of an item, for a minute after its last finish. */
export function Podium({ workout, steps }: PodiumProps) {
  return (
    <ol aria-label={`Podium: ${formatWorkout(workout)}`} className={styles.podium}>
      {steps.map(({ rank, lines }) => (
        <li key={rank} className={styles.step} data-rank={rank}>
          <div className={styles.athletes}>
            {lines.slice(0, namesMax).map(({ id, name, machine, isSimulated }) => (
              <p key={id} className={styles.name}>
                {name}
                {machine !== 'rower' && <small> {machineNames[machine]}</small>}
                {isSimulated && <small> simulated</small>}
              </p>
            ))}
            {lines.length > namesMax && <p>and {lines.length - namesMax} more</p>}
          </div>
          <div className={styles.block}>
            <span className={styles.rank}>{rank}</span>
            <span className={styles.result}>{lines[0]?.progress}</span>
            <span className={styles.pace}>{lines[0]?.pace}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}
