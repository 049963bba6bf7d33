import { momentOf } from '@boathouse/row/crew/track';
import { formatPaceOn, figuresOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { formatWhole } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Readout } from '../../../ui/readout.tsx';
import { segmentsClass } from '../../../ui/tabs.ts';
import { CrewLanes } from '../room/index.ts';
import { ReplayClock, replaySpeeds } from './replay-clock.ts';
import {
  activityOfReplay,
  endSecOf,
  replayedRow,
  roomOfReplay,
  type ReplayedRow,
  type RowToReplay,
} from './replayed-rows.ts';
import styles from './replay.module.css';

/** Plays rows side by side at equal time of rowing; the first one has the large figures. */
export function ReplayPlayer({ rows: given }: { rows: readonly RowToReplay[] }) {
  const rows = useMemo(() => given.map(({ result, strokes }) => replayedRow(result, strokes)), [given]);
  const [clock] = useState(() => new ReplayClock(endSecOf(rows)));
  const { room, follow } = useMemo(() => roomOfReplay(rows, clock), [rows, clock]);
  useEffect(follow, [follow]);
  const activities = useMemo(() => rows.map((row) => activityOfReplay(row)), [rows]);
  const first = rows[0];
  if (first === undefined) return null;
  return (
    <section aria-label="Replay" className={styles.replay} data-alone={rows.length === 1}>
      <Figures row={first} isNamed={rows.length > 1} clock={clock} />
      <CrewLanes workout={first.result.workout} {...{ activities, room }} viewerId="" own={null} isWhole />
      <Controls clock={clock} />
    </section>
  );
}

/** Half of a monitor's 0.1 m: a sum of fractions can be below the meter that was reached. */
const roundingM = 0.05;

function Figures({ row, isNamed, clock }: { row: ReplayedRow; isNamed: boolean; clock: ReplayClock }) {
  const { atSec } = useSyncExternalStore(clock.subscribe, clock.getState);
  const { machine, name } = row.result;
  const { elapsedSec, distanceM, paceSec, averagePaceSec, strokeRateSpm, heartRateBpm } = momentOf(
    row.track,
    atSec,
  );
  const { paceUnit, rateName, rateUnit } = figuresOn(machine);
  return (
    <dl className={styles.figures} aria-label={isNamed ? name : undefined}>
      <Readout label="Time" value={formatDuration(elapsedSec)} />
      <Readout label="Distance" value={formatWhole(Math.floor(distanceM + roundingM))} unit="m" />
      <Readout label="Pace" value={formatPaceOn(machine, paceSec ?? averagePaceSec)} unit={paceUnit} />
      <Readout
        label={rateName}
        value={strokeRateSpm === null ? null : String(strokeRateSpm)}
        unit={rateUnit}
      />
      {heartRateBpm !== null && <Readout label="Heart rate" value={String(heartRateBpm)} unit="bpm" />}
    </dl>
  );
}

function Controls({ clock }: { clock: ReplayClock }) {
  const { atSec, isPlaying, speed } = useSyncExternalStore(clock.subscribe, clock.getState);
  return (
    <div className={styles.controls}>
      <Button look="primary" onClick={() => (isPlaying ? clock.pause() : clock.play())}>
        {isPlaying ? 'Pause' : atSec >= clock.endSec ? 'Play again' : 'Play'}
      </Button>
      <input
        type="range"
        className={styles.time}
        aria-label="Time of the replay"
        aria-valuetext={`${formatDuration(Math.floor(atSec))} of ${formatDuration(clock.endSec)}`}
        min={0}
        max={clock.endSec}
        step="any"
        value={atSec}
        onChange={(event) => clock.seek(event.currentTarget.valueAsNumber)}
      />
      <div role="group" aria-label="Speed" className={segmentsClass}>
        {replaySpeeds.map((each) => (
          <button key={each} type="button" aria-pressed={each === speed} onClick={() => clock.setSpeed(each)}>
            {each}×
          </button>
        ))}
      </div>
    </div>
  );
}
