import { useSyncExternalStore } from 'react';
import { formatSilence } from '../../../lib/format.ts';
import { useAtMonotonic } from '../../../lib/use-now.ts';
import { crewReadiness, readinessWords, useMemberStates, type LiveRoom } from '../../rowing/room/index.ts';
import styles from './ready-line.module.css';

type ReadyLineProps = {
  room: LiveRoom;
  item: number;
  hostId: string;
  /** Ids of the athletes who have a result of the item. */
  doneBy: readonly string[];
};

/** How many of the crew are ready for an item, and why the others are not; nothing while no erg is connected. */
export function ReadyLine({ room, ...place }: ReadyLineProps) {
  const members = useSyncExternalStore(room.subscribe, room.getMembers);
  const states = useMemberStates(room);
  const { readyCount, rowingCount, crew } = crewReadiness(members, states, place);
  // Until the first erg is connected, no one is about to start.
  if (crew.every(({ readiness }) => readiness === 'noErg')) return null;
  return (
    <details className={styles.ready}>
      <summary>
        <span className={styles.count} data-complete={readyCount === crew.length}>
          {readyCount} of {crew.length} ready{rowingCount > 0 && `, ${rowingCount} rowing`}
        </span>
      </summary>
      <ul>
        {crew.map(({ member, readiness }) => (
          <li key={member._id} data-readiness={readiness}>
            <span className={styles.name}>{member.displayName}</span> {readinessWords[readiness]}
            {readiness === 'silent' && <SilentFor room={room} userId={member._id} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** How long a member's monitor has been silent, if this page has seen the silence begin. */
function SilentFor({ room, userId }: { room: LiveRoom; userId: string }) {
  return useAtMonotonic((nowMs) => {
    const sinceMs = room.memberStates.silentSinceMs(userId);
    return sinceMs === null ? '' : ` for ${formatSilence(Math.floor((nowMs - sinceMs) / 1000))}`;
  }, 1_000);
}
