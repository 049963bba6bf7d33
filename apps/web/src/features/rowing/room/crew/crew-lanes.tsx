import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
} from 'react';
import { machineNames } from '@boathouse/contract/activities/machine';
import { formatWorkout } from '../../../../lib/format.ts';
import styles from './crew-lanes.module.css';
import type { CrewActivity, OwnLane, ViewedRoom } from '../room-view.ts';
import { CrewStore } from './crew-store.ts';
import type { CrewSummary } from './crew-view.ts';

type CrewLanesProps = {
  /** The item's text. */
  workout: string;
  /** All athletes of the item, in progress and completed. */
  activities: readonly CrewActivity[];
  room: ViewedRoom;
  viewerId: string;
  /** The viewer's row on this page. */
  own: OwnLane | null;
  /** All lanes, also of a large crew; set once. */
  isWhole?: boolean;
};

/** One lane for each athlete of the item, in order; if there are many, only those around the viewer. */
export function CrewLanes(props: CrewLanesProps) {
  const isAlone = props.activities.every(({ user }) => user._id === props.viewerId);
  return isAlone ? null : <Lanes {...props} />;
}

function Lanes({ workout, activities, room, viewerId, own, isWhole = false }: CrewLanesProps) {
  const [store] = useState(() => new CrewStore(room, { activities, workout, viewerId, own }, { isWhole }));
  useEffect(
    () => store.update({ activities, workout, viewerId, own }),
    [store, activities, workout, viewerId, own],
  );
  const shown = useSyncExternalStore(store.subscribe, store.getShown);
  const summary = useSyncExternalStore(store.subscribe, store.getSummary);
  const sizes: CSSProperties & Record<`--${string}`, number> = { '--shown': shown.length };
  return (
    <section aria-label="Crew" className={styles.crew} style={sizes}>
      <Summary summary={summary} shownCount={shown.length} />
      <ol className={styles.lanes}>
        {shown.map((id) => (
          <Lane key={id} id={id} store={store} />
        ))}
      </ol>
    </section>
  );
}

function Summary({ summary, shownCount }: { summary: CrewSummary; shownCount: number }) {
  const { rank, before, gapBefore, behind, gapBehind, memberCount } = summary;
  return (
    <p className={styles.summary}>
      {rank !== null && <strong>{rank}</strong>}
      {before !== null && <Neighbor name={before} gap={gapBefore} />}
      {behind !== null && <Neighbor name={behind} gap={gapBehind} />}
      {memberCount > shownCount && <span className={styles.count}>{memberCount} in all</span>}
    </p>
  );
}

/** A long name is cut, but never the gap. */
function Neighbor({ name, gap }: { name: string; gap: string }) {
  return (
    <span className={styles.neighbor}>
      <span title={name} dir="auto">
        {name}
      </span>{' '}
      <span>{gap}</span>
    </span>
  );
}

function Lane({ id, store }: { id: string; store: CrewStore }) {
  const subscribe = useCallback((listener: () => void) => store.subscribeLane(id, listener), [store, id]);
  const lane = useSyncExternalStore(subscribe, () => store.getLane(id));
  const run = useRef<HTMLSpanElement>(null);
  // The boat moves without rendering.
  useLayoutEffect(() => {
    const move = () => {
      if (run.current)
        run.current.style.transform = `translateX(${((store.getPosition(id) - 1) * 100).toFixed(1)}%)`;
    };
    move();
    return store.subscribeLane(id, move);
  }, [store, id]);
  if (lane === undefined) return null;
  return (
    <li
      className={styles.lane}
      data-own={lane.isOwn}
      data-ghost={lane.isGhost}
      data-stale={lane.isStale}
      data-near={lane.isNear}
    >
      <span className={styles.rank}>{lane.rank === '' ? '–' : lane.rank}</span>
      <span className={styles.name}>
        <span title={lane.name} dir="auto">
          {lane.name}
        </span>
        {lane.machine !== 'rower' && <span className={styles.mark}>{machineNames[lane.machine]}</span>}
        {lane.otherWorkout !== null && (
          <span className={styles.workout} title={formatWorkout(lane.otherWorkout)} dir="auto">
            {formatWorkout(lane.otherWorkout)}
          </span>
        )}
        {lane.isGhost && <span className={styles.mark}>Ghost</span>}
        {/* The cockpit shows it for the viewer's own row. */}
        {lane.isSimulated && !lane.isOwn && (
          <span className={styles.mark}>
            Sim<span className={styles.rest}>ulated</span>
          </span>
        )}
      </span>
      <span className={styles.water} aria-hidden="true">
        <span ref={run} className={styles.run} />
      </span>
      <span className={styles.gap}>
        {lane.gap !== '' && (
          <>
            {lane.gap !== 'level' && <span aria-hidden="true">+</span>}
            {lane.gap}
            <span className="visually-hidden">
              {lane.gap === 'level' ? ' with' : ' behind'} {lane.nameBefore}
            </span>
          </>
        )}
      </span>
      {lane.state === null ? (
        <>
          <span className={styles.pace}>
            <span className="visually-hidden">pace </span>
            {lane.pace}
          </span>
          <span className={styles.rate}>
            <span className="visually-hidden">stroke rate </span>
            {lane.strokeRate}
          </span>
        </>
      ) : (
        <span className={styles.state}>{lane.state}</span>
      )}
    </li>
  );
}
