import { useSyncExternalStore } from 'react';
import { useMemberStates, type LiveRoom } from '../room/index.ts';
import { crewReadiness, readinessWords } from './readiness.ts';
import styles from './ready-line.module.css';

type ReadyLineProps = {
  room: LiveRoom;
  item: number;
  hostId: string;
  /** Ids of those who have a result of the item. */
  doneBy: readonly string[];
};

/** How many of the crew are ready for an item, and what the others lack; nothing while no erg is connected. */
export function ReadyLine({ room, ...place }: ReadyLineProps) {
  const members = useSyncExternalStore(room.subscribe, room.getMembers);
  const states = useMemberStates(room);
  const { readyCount, crew } = crewReadiness(members, states, place);
  // Before the first erg is connected, no one is about to start.
  if (crew.every(({ readiness }) => readiness === 'noErg')) return null;
  return (
    <details className={styles.ready}>
      <summary>
        <span className={styles.count} data-complete={readyCount === crew.length}>
          {readyCount} of {crew.length} ready
        </span>
      </summary>
      <ul>
        {crew.map(({ member, readiness }) => (
          <li key={member._id} data-readiness={readiness}>
            <span className={styles.name}>{member.displayName}</span> {readinessWords[readiness]}
          </li>
        ))}
      </ul>
    </details>
  );
}
