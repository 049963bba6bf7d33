import { formatDuration } from '@boathouse/workout/pace';
import type { ReactNode } from 'react';
import { Readout } from '../../../../ui/readout.tsx';
import type { PlanReading, TargetReading } from './cockpit-plan.ts';
import type { CockpitReading } from './cockpit-reading.ts';
import { isDistanceMain, meters, whole } from './figures.ts';
import { formatIntensity, intensityLabel, useIntensityUnit } from './intensity-unit.ts';
import styles from './more-figures.module.css';

type MoreFiguresProps = { reading: CockpitReading | null; plan: PlanReading | null; isOver: boolean };

/**
 * The other figures, the most important first. Each has its place from the first stroke to the last, with a dash while it has
 * no value. If there is no room for all at a readable size, the last are hidden.
 */
export function MoreFigures({ reading, plan, isOver }: MoreFiguresProps) {
  const unit = useIntensityUnit();
  if (reading === null) return null;
  if (isOver) return <Result reading={reading} />;
  const { machine, splits } = reading;
  const split = splits.at(-1);
  const hasEnd = plan?.places.end ?? !isDistanceMain(reading);
  return (
    <dl className={styles.more}>
      {plan?.places.targets.map(({ kind, label }) => (
        <Target key={kind} label={label} reading={plan.targets.find((target) => target.kind === kind)} />
      ))}
      {plan?.places.position && (
        <Readout
          label={plan.next ?? 'piece'}
          value={plan.position === null ? null : `${plan.position.number} of ${plan.position.count}`}
        />
      )}
      <Readout
        label={unit === 'pace' ? 'average pace' : `average ${intensityLabel(unit, machine)}`}
        value={formatIntensity(unit, machine, reading.averagePaceSec)}
      />
      {hasEnd && projected(reading)}
      <Readout
        label={split === undefined ? 'last split' : `split ${split.splitNumber}`}
        value={split === undefined ? null : formatIntensity(unit, machine, split.averagePaceSec)}
      />
      <Readout label="heart rate" value={whole(reading.heartRateBpm)} />
      <Readout label="elapsed time" value={formatDuration(reading.elapsedSec)} />
      <Readout label="calories" value={whole(reading.calories)} />
      {hasEnd && <Distance distanceM={reading.distanceM} />}
      <Readout label="drag factor" value={whole(reading.dragFactor)} />
    </dl>
  );
}

function Result({ reading }: { reading: CockpitReading }) {
  const { heartRateBpm, dragFactor, calories } = reading;
  return (
    <dl className={styles.more} data-over>
      {heartRateBpm !== null && <Readout label="heart rate" value={whole(heartRateBpm)} />}
      {dragFactor !== null && <Readout label="drag factor" value={`${dragFactor}`} />}
      <Readout label="power" value={whole(reading.powerW)} unit="W" />
      {calories !== 0 && <Readout label="calories" value={whole(calories)} />}
      <Distance distanceM={reading.distanceM} />
    </dl>
  );
}

function Distance({ distanceM }: { distanceM: number | null }) {
  return <Readout label="distance" value={distanceM === null ? null : meters(distanceM)} unit="m" />;
}

function projected({ projection, left }: CockpitReading): ReactNode {
  const isDistance = projection === null ? left?.kind === 'time' : projection.kind === 'distance';
  if (isDistance) {
    const value = projection?.kind === 'distance' ? meters(projection.distanceM) : null;
    return <Readout label="projected distance" value={value} unit="m" />;
  }
  const value =
    projection?.kind === 'time' ? formatDuration(projection.elapsedSec).replace(/\.0$/, '') : null;
  return <Readout label="projected finish" value={value} />;
}

/** The target as a band with the value on it, and as a text. */
function Target({ label, reading }: { label: string; reading: TargetReading | undefined }) {
  return (
    <div className={styles.target} data-side={reading?.side ?? 'in'}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.words}>{reading?.words ?? '–'}</span>
        {reading !== undefined && <Scale {...reading} />}
      </dd>
    </div>
  );
}

function Scale({ from, to, marker }: TargetReading) {
  return (
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
  );
}
