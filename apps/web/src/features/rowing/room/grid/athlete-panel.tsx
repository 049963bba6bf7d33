import type { Stroke } from '@boathouse/contract/strokes';
import { gapsOf } from '@boathouse/row/reduce/gaps';
import type { Machine } from '@boathouse/contract/activities';
import { figuresOn, formatPaceOn, shownPaceSec } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { formatDistance } from '../../../../lib/format.ts';
import type { Range } from '../../../../ui/plot/breaks.ts';
import { Plot, type PlotSeries } from '../../../../ui/plot/plot.tsx';
import { roundTicks, type Tick } from '../../../../ui/plot/ticks.ts';
import {
  driveShares,
  endsOfIntervals,
  paceAxisOf,
  plottable,
  positionTicks,
  rangesOf,
  resampled,
  strokesSoFar,
  valueAxisOf,
  WorkoutTitle,
} from '../../../training/activities/index.ts';
import type { LiveRoom } from '../live-room.ts';
import styles from './athlete-panel.module.css';
import type { GridStore } from './grid-store.ts';
import type { GridColumn, GridRow } from './grid-values.ts';
import { headings } from './headings.ts';
import { NudgeForm } from './nudge-form.tsx';
import { splitsSoFar, type SplitSoFar } from './splits-so-far.ts';

type AthletePanelProps = {
  store: GridStore;
  room: LiveRoom;
  activityId: string;
  workout: string;
  viewerId: string;
  mayManage: boolean;
  /** Columns whose values come before the plots if the row has no room for them. */
  figures?: readonly GridColumn[];
};

/** One moment of a row, from a stroke or a sample. */
type Moment = { atSec: number; paceSec: number | null; rateSpm: number | null };

/** The row of one athlete: pace and rate so far, splits and the last force curve. */
export function AthletePanel(props: AthletePanelProps) {
  const { store, room, activityId, workout, viewerId, mayManage, figures = [] } = props;
  const { data: strokes = noStrokes, isError } = useQuery(strokesSoFar(activityId));
  const samples = useSamples(room, activityId);
  const subscribe = useMemo(
    () => (listener: () => void) => store.subscribeRow(activityId, listener),
    [store, activityId],
  );
  const row = useSyncExternalStore(subscribe, () => store.getRow(activityId));
  const rowed = useMemo(() => plottable(strokes), [strokes]);
  const moments = useMemo(() => momentsOf(rowed, samples), [rowed, samples]);
  const marks = useMemo(() => endsOfIntervals(rowed, 'time'), [rowed]);
  const gaps = useMemo(() => gapsOf(strokes, unfinished), [strokes]);
  const breaks = useMemo(() => rangesOf(gaps, 'time'), [gaps]);
  const curve = useMemo(() => {
    const last = strokes.findLast(({ forceCurve }) => (forceCurve?.length ?? 0) > 1);
    return last === undefined ? null : resampled(last);
  }, [strokes]);
  const splits = splitsSoFar(store.getSplits(activityId), rowed, gaps);
  const name = row?.cells.name.text ?? '';
  const machine = row?.activity.machine ?? 'rower';
  const { paceUnit, rateName, rateUnit, hasForceCurve } = figuresOn(machine);
  return (
    <section className={styles.panel} aria-label={`Workout of ${name}`}>
      {mayManage && row !== undefined && row.activity.user._id !== viewerId && (
        <NudgeForm room={room} activityId={activityId} athlete={row.activity.user} />
      )}
      {row !== undefined && figures.length > 0 && <Figures row={row} columns={figures} />}
      <p className={styles.title}>
        <WorkoutTitle>{workout}</WorkoutTitle>
        {isError && <span> The strokes couldn't be loaded. Trying again…</span>}
      </p>
      <div className={styles.parts}>
        {moments.length < 2 ? (
          <p className={styles.none}>Pace and rate are drawn from the second stroke on.</p>
        ) : (
          <>
            <MomentsPlot title="Pace" unit={paceUnit} {...{ machine, moments, marks, breaks }} isPace />
            <MomentsPlot title={rateName} unit={rateUnit} {...{ machine, moments, marks, breaks }} />
          </>
        )}
        {curve !== null && hasForceCurve && <ForceCurve curve={curve} />}
        {splits.length > 0 && <Splits name={name} machine={machine} splits={splits} />}
      </div>
    </section>
  );
}

const noStrokes: Stroke[] = [];
/** The row continues, so nothing after the last stroke is missing yet. */
const unfinished = { isCompleted: false, elapsedTime: 0, distance: 0, workoutType: null, summary: null };
const sampleEverySec = 1;

/** Returns the samples that arrive while the panel is open, about one a second. */
function useSamples(room: LiveRoom, activityId: string): readonly Moment[] {
  const [samples, setSamples] = useState<readonly Moment[]>([]);
  useEffect(
    () =>
      room.subscribeLane(activityId, () => {
        const sample = room.getLane(activityId)?.sample;
        if (sample?.phase !== 'rowing') return;
        const moment = {
          atSec: sample.elapsedTime,
          paceSec: sample.currentPace,
          rateSpm: sample.strokeRate > 0 ? sample.strokeRate : null,
        };
        setSamples((before) => {
          const lastSec = before.at(-1)?.atSec ?? Number.NEGATIVE_INFINITY;
          return moment.atSec < lastSec + sampleEverySec ? before : [...before, moment];
        });
      }),
    [room, activityId],
  );
  return samples;
}

/** Returns the stored strokes, and the samples after the last of them. */
function momentsOf(strokes: readonly Stroke[], samples: readonly Moment[]): Moment[] {
  const stored = strokes.map(({ elapsedTime, pace, strokeRate }) => ({
    atSec: elapsedTime,
    paceSec: pace,
    rateSpm: strokeRate,
  }));
  const endSec = stored.at(-1)?.atSec ?? Number.NEGATIVE_INFINITY;
  return [...stored, ...samples.filter(({ atSec }) => atSec > endSec)];
}

type MomentsPlotProps = {
  machine: Machine;
  title: string;
  unit: string;
  moments: readonly Moment[];
  marks: readonly number[];
  /** Parts that were not received. */
  breaks: readonly Range[];
  isPace?: boolean;
};

const ignoreCursor = () => {};

/** A rate that never changed needs an axis around it. */
function withMargin(values: readonly (number | null)[]): readonly (number | null)[] {
  const [only, ...others] = new Set(values.filter((value) => value !== null));
  return only === undefined || others.length > 0 ? values : [only - 2, only + 2];
}

function MomentsPlot(props: MomentsPlotProps) {
  const { title, unit, machine, moments, marks, breaks, isPace = false } = props;
  const drawing = useMemo(() => {
    const values = moments.map(({ paceSec, rateSpm }) => (isPace ? shownPaceSec(machine, paceSec) : rateSpm));
    const { range, ticks } = isPace ? paceAxisOf(values) : valueAxisOf(withMargin(values));
    const endSec = Math.max(1, moments.at(-1)?.atSec ?? 1);
    const series: PlotSeries[] = [{ values, breaks, color: '--accent', kind: 'line' }];
    return {
      x: moments.map(({ atSec }) => atSec),
      xRange: [0, endSec] as const,
      yRange: range,
      yTicks: ticks,
      xTicks: positionTicks(endSec, 'time'),
      series,
    };
  }, [machine, moments, breaks, isPace]);
  const last = moments.at(-1);
  const now = isPace ? formatPaceOn(machine, last?.paceSec ?? null) : (last?.rateSpm ?? '–');
  return (
    <figure className={styles.plot} aria-label={`${title} over time, now ${now} ${unit}`}>
      <figcaption aria-hidden="true">
        {title} <span>{unit}</span>
      </figcaption>
      <div className={styles.drawing}>
        <Plot
          {...drawing}
          isReversed={isPace}
          marks={marks}
          shades={breaks}
          cursor={null}
          onCursor={ignoreCursor}
        />
      </div>
    </figure>
  );
}

const driveTicks: Tick[] = [0, 0.5, 1].map((at) => ({ at, text: `${at * 100} %` }));
const wholeDrive = [0, 1] as const;

function ForceCurve({ curve }: { curve: readonly number[] }) {
  const peakN = Math.max(...curve);
  const drawing = useMemo(() => {
    const ticks = roundTicks(0, peakN, 3);
    const series: PlotSeries[] = [{ values: curve, color: '--accent', kind: 'line' }];
    return {
      yRange: [0, Math.max(peakN, ticks.at(-1) ?? 1)] as const,
      yTicks: ticks.map((at) => ({ at, text: String(Math.round(at)) })),
      series,
    };
  }, [curve, peakN]);
  return (
    <figure className={styles.plot} aria-label={`Last force curve, peak ${Math.round(peakN)} N`}>
      <figcaption aria-hidden="true">
        Last force curve <span>N</span>
      </figcaption>
      <div className={styles.drawing}>
        <Plot
          {...drawing}
          x={driveShares}
          xRange={wholeDrive}
          xTicks={driveTicks}
          cursor={null}
          onCursor={ignoreCursor}
        />
      </div>
    </figure>
  );
}

type FiguresProps = { row: GridRow; columns: readonly GridColumn[] };

/** The values of the row, each with its name. */
function Figures({ row, columns }: FiguresProps) {
  return (
    <dl className={styles.figures}>
      {columns
        .filter((column) => row.cells[column].text !== '')
        .map((column) => (
          <div key={column}>
            <dt>{headings[column].title ?? headings[column].text}</dt>
            <dd>{row.cells[column].text}</dd>
          </div>
        ))}
    </dl>
  );
}

type SplitsProps = { name: string; machine: Machine; splits: readonly SplitSoFar[] };

function Splits({ name, machine, splits }: SplitsProps) {
  return (
    <table className={styles.splits}>
      <caption className="visually-hidden">Splits of {name} so far</caption>
      <thead>
        <tr>
          <th scope="col">Split</th>
          <th scope="col">Distance</th>
          <th scope="col">Time</th>
          <th scope="col">Pace</th>
        </tr>
      </thead>
      <tbody>
        {splits.map(({ number, distance, time, pace, isExact }) => (
          <tr key={number}>
            <th scope="row">{number}</th>
            <td>{formatDistance(distance)}</td>
            <td>
              {!isExact && <abbr title="About: computed from the strokes">≈ </abbr>}
              {formatDuration(time)}
            </td>
            <td>{formatPaceOn(machine, pace)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
