import type { Machine } from '@boathouse/contract/activities';
import type { Stroke } from '@boathouse/contract/strokes';
import type { RowProgress } from '@boathouse/row/reduce/progress';
import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { allStrokes } from '../../../../lib/all-strokes.ts';
import type { CockpitReading } from './cockpit-reading.ts';
import styles from './row-plots.module.css';

type PacePoint = { atSec: number; paceSec: number };

/** Adds a point about once a stroke. */
const pointEverySec = 2;

type Moment = Pick<CockpitReading, 'phase' | 'elapsedSec' | 'paceSec'>;

/** Returns the paces that this page has received of the row. */
export function usePaceSoFar({ phase, elapsedSec, paceSec }: Moment): readonly PacePoint[] {
  const [points, setPoints] = useState<readonly PacePoint[]>([]);
  const lastSec = points.at(-1)?.atSec ?? Number.NEGATIVE_INFINITY;
  const isOther = elapsedSec < lastSec - pointEverySec;
  if (phase === 'rowing' && paceSec !== null && (isOther || elapsedSec >= lastSec + pointEverySec)) {
    setPoints([...(isOther ? [] : points), { atSec: elapsedSec, paceSec }]);
  }
  return points;
}

/** If a row was already this long when its page first saw it, the page was loaded in the middle of it. */
const resumedAfterSec = 3 * pointEverySec;

type Row = { activityId: string; /** The server has the row. */ isStored: boolean; elapsedSec: number };

/**
 * Returns the paces of the strokes that were stored before this page saw the row: its plot continues after a reload.
 */
export function useEarlierPaces({ activityId, isStored, elapsedSec }: Row): readonly PacePoint[] {
  const [first, setFirst] = useState({ activityId, elapsedSec });
  if (first.activityId !== activityId) setFirst({ activityId, elapsedSec });
  const { data } = useQuery({
    queryKey: ['paces before', activityId],
    queryFn: ({ signal }) => allStrokes(activityId, { withForceCurve: false, from: 0 }, { signal }),
    enabled: isStored && first.activityId === activityId && first.elapsedSec > resumedAfterSec,
    staleTime: Infinity,
    // An athlete in the seat need not read that the beginning of the plot is missing.
    retry: false,
    select: pacesOf,
  });
  return data ?? none;
}

const none: readonly PacePoint[] = [];

function pacesOf(strokes: readonly Stroke[]): readonly PacePoint[] {
  return strokes.flatMap(({ elapsedTime, pace }) =>
    pace === null || pace <= 0 ? [] : [{ atSec: elapsedTime, paceSec: pace }],
  );
}

/** Joins the paces from before the page was loaded with later ones. */
export function joined(earlier: readonly PacePoint[], since: readonly PacePoint[]): readonly PacePoint[] {
  const fromSec = since[0]?.atSec ?? Infinity;
  return earlier.length === 0 ? since : [...earlier.filter(({ atSec }) => atSec < fromSec), ...since];
}

type Curve = readonly number[];

/** Returns the force of the last drive, in newtons; null before the first. */
export function useLastCurve({ track }: RowProgress): Curve | null {
  const [last, setLast] = useState<Curve | null>(null);
  const curve = track.strokes.openStroke?.forceCurve ?? null;
  if (curve !== null && curve.length > 1 && curve !== last) setLast(curve);
  return last;
}

type RowPlotsProps = { machine: Machine; paces: readonly PacePoint[]; curve: Curve | null };

/** The pace over the row, and the force of the last drive. */
export function RowPlots({ machine, paces, curve }: RowPlotsProps) {
  return (
    <div className={styles.plots}>
      <PacePlot machine={machine} paces={paces} />
      {figuresOn(machine).hasForceCurve && <ForcePlot curve={curve} />}
    </div>
  );
}

const widthUnits = 1000;
const heightUnits = 100;
/** A steady pace appears as a line in the middle, not a mountain range. */
const leastRangeSec = 8;
const leastWidthSec = 60;

type PacePlotProps = Pick<RowPlotsProps, 'machine' | 'paces'>;

/** Memoised: the cockpit renders with each record, and the paces change once a stroke. */
const PacePlot = memo(function PacePlot({ machine, paces }: PacePlotProps) {
  const values = paces.map(({ paceSec }) => paceSec);
  const last = values.at(-1) ?? null;
  // The first strokes are slow, and would flatten the others.
  const settled = values.length > 8 ? values.slice(4) : values;
  const [fastest, slowest] = settled.length === 0 ? [0, 0] : [Math.min(...settled), Math.max(...settled)];
  const margin = Math.max(0, leastRangeSec - (slowest - fastest)) / 2;
  const [from, to] = [fastest - margin, slowest + margin];
  const endSec = Math.max(leastWidthSec, paces.at(-1)?.atSec ?? 0);
  const line = paces.map(({ atSec, paceSec }) => {
    const y = ((Math.min(to, paceSec) - from) / (to - from)) * heightUnits;
    return `${((atSec / endSec) * widthUnits).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <figure className={styles.plot} aria-label={`Pace over the workout, now ${formatPaceOn(machine, last)}`}>
      <figcaption aria-hidden="true">pace</figcaption>
      <Drawing line={line} isFilled={false} />
      {values.length > 1 && (
        <p className={styles.ends} aria-hidden="true">
          <span>{formatPaceOn(machine, from)}</span>
          <span>{formatPaceOn(machine, to)}</span>
        </p>
      )}
    </figure>
  );
});

/** Room above the highest point. */
const headroom = 1.05;

/** The force over the last drive. */
export const ForcePlot = memo(function ForcePlot({ curve }: Pick<RowPlotsProps, 'curve'>) {
  const peakN = curve === null ? 0 : Math.round(Math.max(...curve));
  const line = (curve ?? []).map((forceN, index, { length }) => {
    const y = heightUnits * (1 - Math.max(0, forceN) / Math.max(1, peakN * headroom));
    return `${((index / (length - 1)) * widthUnits).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <figure
      className={styles.plot}
      aria-label={curve === null ? 'Force of the last drive' : `Force of the last drive, peak ${peakN} N`}
    >
      <figcaption aria-hidden="true">{curve === null ? 'force' : `force, peak ${peakN} N`}</figcaption>
      <Drawing line={line} isFilled />
    </figure>
  );
});

function Drawing({ line, isFilled }: { line: readonly string[]; isFilled: boolean }) {
  return (
    <svg
      viewBox={`0 0 ${widthUnits} ${heightUnits}`}
      preserveAspectRatio="none"
      className={styles.drawing}
      aria-hidden="true"
    >
      {isFilled && line.length > 1 && (
        <polygon
          className={styles.fill}
          points={[`0,${heightUnits}`, ...line, `${widthUnits},${heightUnits}`].join(' ')}
        />
      )}
      <polyline className={styles.line} points={line.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
