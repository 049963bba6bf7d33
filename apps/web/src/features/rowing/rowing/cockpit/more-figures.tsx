import { formatDuration } from '@boathouse/workout/pace';
import type { ReactNode } from 'react';
import { Readout } from '../../../../ui/readout.tsx';
import type { PlanReading, TargetReading } from './cockpit-plan.ts';
import type { CockpitReading } from './cockpit-reading.ts';
import { isDistanceMain, meters, whole } from './figures.ts';
import { formatIntensity, intensityLabel, useIntensityUnit } from './intensity-unit.ts';
import styles from './more-figures.module.css';

type MoreFiguresProps = { reading: CockpitReading | null; plan: PlanReading | null; isOver: boolean };

/** The other figures, the most important first. If there is no room for all at a readable size, the last are hidden. */
export function MoreFigures({ reading, plan, isOver }: MoreFiguresProps) {
  const unit = useIntensityUnit();
  if (reading === null) return null;
  const isResting = reading.phase === 'resting';
  const hasHeart = reading.heartRateBpm !== null && (isOver || reading.phase !== 'waiting');
  return (
    <dl className={styles.more} data-over={isOver}>
      {plan?.targets.map((target) => (
        <Target key={target.kind} {...target} />
      ))}
      {plan?.position != null && (
        <Readout label={plan.next ?? 'piece'} value={`${plan.position.number} of ${plan.position.count}`} />
      )}
      {projected(reading)}
      {hasHeart && <Readout label="heart rate" value={whole(reading.heartRateBpm)} />}
      {!isOver && reading.averagePaceSec !== null && (
        <Readout
          label={unit === 'pace' ? 'average pace' : `average ${intensityLabel(unit, reading.machine)}`}
          value={formatIntensity(unit, reading.machine, reading.averagePaceSec)}
        />
      )}
      {(isResting || isOver) && reading.dragFactor !== null && (
        <Readout label="drag factor" value={`${reading.dragFactor}`} />
      )}
      {lastSplit(reading, isOver || isResting, unit)}
      {isOver && <Readout label="power" value={whole(reading.powerW)} unit="W" />}
      {reading.calories === null
        ? isOver && <Readout label="calories" value={null} />
        : reading.calories > 0 && <Readout label="calories" value={`${reading.calories}`} />}
      {!isOver && reading.phase !== 'waiting' && (
        <Readout label="elapsed time" value={formatDuration(reading.elapsedSec)} />
      )}
      {(isOver || !isDistanceMain(reading)) && (
        <Readout
          label="distance"
          value={reading.distanceM === null ? null : meters(reading.distanceM)}
          unit="m"
        />
      )}
    </dl>
  );
}

function projected({ projection }: CockpitReading): ReactNode {
  if (projection === null) return null;
  return projection.kind === 'time' ? (
    <Readout label="projected finish" value={formatDuration(projection.elapsedSec).replace(/\.0$/, '')} />
  ) : (
    <Readout label="projected distance" value={meters(projection.distanceM)} unit="m" />
  );
}

function lastSplit(
  { splits, machine }: CockpitReading,
  isElsewhere: boolean,
  unit: ReturnType<typeof useIntensityUnit>,
): ReactNode {
  const last = splits.at(-1);
  if (isElsewhere || last === undefined) return null;
  return (
    <Readout
      className={styles.lastSplit}
      label={`split ${last.splitNumber}`}
      value={formatIntensity(unit, machine, last.averagePaceSec)}
    />
  );
}

/** The target as a band with the value on it, and in words. */
function Target({ label, side, words, from, to, marker }: TargetReading) {
  return (
    <div className={styles.target} data-side={side}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.words}>{words}</span>
        <svg viewBox="0 0 200 24" preserveAspectRatio="none" className={styles.scale} aria-hidden="true">
          <rect className={styles.rail} x="0" y="10" width="200" height="4" />
          <rect className={styles.band} x={from * 200} y="4" width={(to - from) * 200} height="16" />
          <rect
            className={styles.marker}
            x={Math.min(194, Math.max(0, marker * 200 - 3))}
            y="0"
            width="6"
            height="24"
          />
        </svg>
      </dd>
    </div>
  );
}
