import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import type { Machine } from '@boathouse/contract/activities';
import type { RowSplit } from '@boathouse/row/reduce/splits';
import { Readout } from '../../../../ui/readout.tsx';
import type { CockpitReading } from './cockpit-reading.ts';
import styles from './cockpit.module.css';
import { meters, whole, wholeSeconds } from './figures.ts';
import {
  formatIntensity,
  intensityLabel,
  nextUnit,
  setIntensityUnit,
  unitNames,
  useIntensityUnit,
} from './intensity-unit.ts';

type MainFiguresProps = {
  reading: CockpitReading | null;
  isOver: boolean;
  plannedRestSec: number | null;
};

/**
 * The three most important figures for an athlete: the remainder, the intensity and the rate; in a rest the last
 * result.
 */
export function MainFigures({ reading, isOver, plannedRestSec }: MainFiguresProps) {
  if (isOver) return <Result reading={reading} />;
  if (reading?.phase === 'resting') return <Rest reading={reading} plannedRestSec={plannedRestSec} />;
  if (reading?.phase === 'waiting') return <Waiting reading={reading} />;
  return (
    <dl className={styles.main}>
      <Readout {...leftReadout(reading)} />
      <Intensity machine={machineOf(reading)} paceSec={reading?.paceSec ?? null} />
      <Rate reading={reading} />
    </dl>
  );
}

const machineOf = (reading: CockpitReading | null): Machine => reading?.machine ?? 'rower';

function Rate({ reading }: { reading: CockpitReading | null }) {
  return <Readout label={rateLabel(machineOf(reading))} value={reading && whole(reading.strokeRateSpm)} />;
}

/** The unit, if it is not strokes per minute. */
function rateLabel(machine: Machine): string {
  const { rateName, rateUnit } = figuresOn(machine);
  return rateUnit === 'spm' ? rateName.toLowerCase() : `${rateName.toLowerCase()}, ${rateUnit}`;
}

function Result({ reading }: { reading: CockpitReading | null }) {
  const machine = machineOf(reading);
  return (
    <dl className={styles.main}>
      <Readout label="time" value={reading && formatDuration(reading.elapsedSec)} />
      <Readout
        label={`average ${intensityLabel('pace', machine)}`}
        value={reading && formatPaceOn(machine, reading.averagePaceSec)}
      />
      <Rate reading={reading} />
    </dl>
  );
}

/** Before the first meter it shows the monitor's setup, and the athlete's own settings. */
function Waiting({ reading }: { reading: CockpitReading }) {
  const { dragFactor, heartRateBpm } = reading;
  return (
    <dl className={styles.main}>
      <Readout {...leftReadout(reading)} />
      {dragFactor !== null && <Readout label="drag factor" value={`${dragFactor}`} />}
      {heartRateBpm !== null && <Readout label="heart rate" value={`${heartRateBpm}`} />}
    </dl>
  );
}

type RestProps = { reading: CockpitReading; plannedRestSec: number | null };

function Rest({ reading, plannedRestSec }: RestProps) {
  const unit = useIntensityUnit();
  const last = reading.splits.at(-1);
  // The monitor counts down from the rest's length, which it sends a moment after the rest begins; an undefined one is
  // 0.
  const sentSec = reading.left?.kind === 'rest' ? reading.left.timeSec : null;
  const restSec = sentSec ?? plannedRestSec;
  const isCounted = restSec !== null && (restSec > 0 || plannedRestSec !== null);
  return (
    <dl className={styles.main}>
      {isCounted ? (
        <Readout label="rest" value={wholeSeconds(restSec)} />
      ) : (
        <Readout label="rest, row when you are ready" value="Rest" />
      )}
      {last !== undefined && (
        <>
          <Readout
            label={lastLabel(last, unit)}
            value={formatIntensity(unit, reading.machine, last.averagePaceSec)}
          />
          {last.averageStrokeRateSpm !== null && (
            <Readout label={rateLabel(reading.machine)} value={`${last.averageStrokeRateSpm}`} />
          )}
        </>
      )}
    </dl>
  );
}

const lastLabel = ({ splitNumber }: RowSplit, unit: ReturnType<typeof useIntensityUnit>): string =>
  `piece ${splitNumber}, ${unitNames[unit].toLowerCase()}`;

/** The pace in one of its units; a touch shows the next unit. */
function Intensity({ machine, paceSec }: { machine: Machine; paceSec: number | null }) {
  const unit = useIntensityUnit();
  const next = nextUnit(unit);
  return (
    <Readout
      className={styles.intensity}
      label={intensityLabel(unit, machine)}
      value={formatIntensity(unit, machine, paceSec)}
    >
      <button type="button" aria-label={`Show ${unitNames[next]}`} onClick={() => setIntensityUnit(next)} />
    </Readout>
  );
}

function leftReadout(reading: CockpitReading | null): { label: string; value: string | null; unit?: string } {
  if (reading === null) return { label: 'distance', value: null, unit: 'm' };
  const { left } = reading;
  switch (left?.kind) {
    case 'distance':
      return { label: 'distance left', value: meters(left.distanceM), unit: 'm' };
    case 'time':
      return { label: 'time left', value: wholeSeconds(left.durationSec) };
    case 'calories':
      return { label: 'calories left', value: `${left.calories}` };
    default:
      // A machine that sends no meters shows time.
      return reading.distanceM === null
        ? { label: 'elapsed time', value: wholeSeconds(reading.elapsedSec) }
        : { label: 'distance', value: meters(reading.distanceM), unit: 'm' };
  }
}
