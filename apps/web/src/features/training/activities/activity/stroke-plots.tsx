import type { Machine } from '@boathouse/contract/activities';
import type { Stroke } from '@boathouse/contract/strokes';
import type { Gap } from '@boathouse/row/reduce/gaps';
import { figuresOn, shownPaceSec } from '@boathouse/workout/machine';
import { formatDuration, formatPace } from '@boathouse/workout/pace';
import { Fragment, memo, useMemo, useState, type ReactNode } from 'react';
import { formatDistance } from '../../../../lib/format.ts';
import { figureCell, Table } from '../../../../ui/table.tsx';
import type { Range } from '../../../../ui/plot/breaks.ts';
import { Plot, PlotKeys, type PlotSeries } from '../../../../ui/plot/plot.tsx';
import type { Tick } from '../../../../ui/plot/ticks.ts';
import { signed, stretchOf, type PlotOver } from './plottable.ts';
import styles from './stroke-plots.module.css';
import {
  compareStrokes,
  endsOfIntervals,
  gapAxisOf,
  meansOf,
  paceAxisOf,
  positionOf,
  positionTicks,
  rangesOf,
  sampled,
  valueAxisOf,
  type Compared,
} from './stroke-series.ts';

/** Another row to compare with, and the name of its owner for use within a sentence. */
export type Other = { name: string; strokes: readonly Stroke[]; gaps: readonly Gap[] };

type StrokePlotsProps = {
  machine: Machine;
  /** They are in the order of `plottable`; there is at least one. */
  strokes: readonly Stroke[];
  /** Parts of the row without strokes. */
  gaps: readonly Gap[];
  over: PlotOver;
  other: Other | null;
  cursor: number | null;
  onCursor: (index: number | null) => void;
};

type PlotOfStrokes = {
  key: string;
  title: string;
  unit: string;
  size: 'large' | 'small';
  isReversed: boolean;
  range: readonly [number, number];
  ticks: Tick[];
  series: PlotSeries[];
};

const isKnown = (value: number | null) => value !== null;

type PlotsOfProps = {
  machine: Machine;
  strokes: readonly Stroke[];
  gaps: readonly Gap[];
  over: PlotOver;
  compared: Compared | null;
  /** The gaps of the row, and those of the other one. */
  breaks: readonly Range[];
  othersBreaks: readonly Range[];
};

/** In strokes a minute, because a difference of one stroke should not look like a hill. */
const leastRateSpan = 8;

function plotsOf(props: PlotsOfProps): PlotOfStrokes[] {
  const { machine, strokes, gaps, over, compared, breaks, othersBreaks } = props;
  // They are at the positions of the viewer's strokes.
  const comparedBreaks = [...breaks, ...othersBreaks];
  const pace = strokes.map((stroke) => stroke.pace);
  const paces = [...pace, ...(compared?.pace ?? [])];
  const plots: PlotOfStrokes[] = [];
  const { paceUnit, rateName, rateUnit } = figuresOn(machine);
  /** The mean of five strokes, with each stroke behind it. */
  const smoothed = (values: (number | null)[]): PlotSeries[] => [
    { values, breaks, color: '--accent', kind: 'faint' },
    {
      values: meansOf(values, strokes, gaps),
      breaks,
      color: '--accent',
      kind: 'line',
      isWithoutDot: true,
    },
  ];
  const add = (title: string, unit: string, values: (number | null)[], leastSpan?: number) => {
    if (!values.some(isKnown)) return;
    const { range, ticks } = valueAxisOf(values, leastSpan);
    const series = smoothed(values);
    plots.push({ key: title, title, unit, size: 'small', isReversed: false, range, ticks, series });
  };
  if (paces.some(isKnown)) {
    const { range, ticks } = paceAxisOf(paces);
    const series = smoothed(pace);
    if (compared) {
      series.push({
        values: meansOf(compared.pace, strokes, gaps),
        breaks: comparedBreaks,
        color: '--wood',
        kind: 'dashes',
      });
    }
    plots.push({
      key: 'Pace',
      title: 'Pace',
      unit: paceUnit,
      size: 'large',
      isReversed: true,
      range,
      ticks,
      series,
    });
  }
  if (compared?.gap.some(isKnown)) {
    const { range, ticks } = gapAxisOf(compared.gap);
    plots.push({
      key: 'Ahead by',
      title: 'Ahead by',
      unit: over === 'distance' ? 's' : 'm',
      size: 'small',
      isReversed: false,
      range,
      ticks,
      series: [{ values: compared.gap, breaks: comparedBreaks, color: '--wood', kind: 'line', foot: 0 }],
    });
  }
  add(
    rateName,
    rateUnit,
    strokes.map((stroke) => stroke.strokeRate),
    leastRateSpan,
  );
  // Without a belt the monitor has no heart rate, or 0.
  add(
    'Heart rate',
    'bpm',
    strokes.map(({ heartRate }) => (heartRate === 0 ? null : heartRate)),
  );
  add(
    'Power',
    'W',
    strokes.map((stroke) => stroke.power),
  );
  return plots;
}

/** Returns the strokes with the paces that the machine shows. */
function asShown(machine: Machine, strokes: readonly Stroke[]): readonly Stroke[] {
  return figuresOn(machine).paceMeters === 500
    ? strokes
    : strokes.map((stroke) => ({ ...stroke, pace: shownPaceSec(machine, stroke.pace) }));
}

/** Pace, stroke rate, heart rate and power of each stroke, over one axis and with one cursor. */
export function StrokePlots(props: StrokePlotsProps) {
  const { machine, gaps, over, other, cursor, onCursor } = props;
  const strokes = useMemo(() => asShown(machine, props.strokes), [machine, props.strokes]);
  const breaks = useMemo(() => rangesOf(gaps, over), [gaps, over]);
  const othersBreaks = useMemo(() => rangesOf(other?.gaps ?? [], over), [other, over]);
  const compared = useMemo(
    () =>
      other === null ? null : compareStrokes(strokes, asShown(machine, other.strokes), over, othersBreaks),
    [machine, strokes, other, over, othersBreaks],
  );
  const plots = useMemo(
    () => plotsOf({ machine, strokes, gaps, over, compared, breaks, othersBreaks }),
    [machine, strokes, gaps, over, compared, breaks, othersBreaks],
  );
  const x = useMemo(() => strokes.map((stroke) => positionOf(stroke, over)), [strokes, over]);
  const marks = useMemo(() => endsOfIntervals(strokes, over), [strokes, over]);
  const end = Math.max(x.at(-1) ?? 0, breaks.at(-1)?.[1] ?? 0);
  const xRange = useMemo(() => [0, Math.max(end, 1)] as const, [end]);
  const xTicks = useMemo(() => positionTicks(end, over), [end, over]);
  const names = plots.map(({ title }) => title.toLowerCase());
  return (
    <>
      <p role="status" className={styles.reading}>
        {cursor === null ? (
          'Lines are means of five strokes. Point at a plot, or use the arrow keys in it, to read a stroke.'
        ) : (
          <Reading
            machine={machine}
            strokes={strokes}
            cursor={cursor}
            gap={compared?.gap[cursor] ?? null}
            over={over}
            other={other}
          />
        )}
      </p>
      <PlotKeys
        label={`${names.join(', ')} by ${over}. Use the arrow keys to move by stroke.`}
        count={strokes.length}
        cursor={cursor}
        onCursor={onCursor}
        className={styles.plots}
      >
        {plots.map(({ key, title, unit, size, range, ticks, ...plot }, index) => (
          <div key={key} className={styles.plot}>
            <p className={styles.title} aria-hidden="true">
              {title} <span>{unit}</span>
            </p>
            <div className={styles.drawing} data-size={size} data-last={index === plots.length - 1}>
              <Plot
                {...plot}
                x={x}
                xRange={xRange}
                yRange={range}
                xTicks={index === plots.length - 1 ? xTicks : noTicks}
                yTicks={ticks}
                marks={marks}
                shades={breaks}
                cursor={cursor}
                onCursor={onCursor}
              />
            </div>
          </div>
        ))}
      </PlotKeys>
      <StrokeTable strokes={strokes} gaps={gaps} />
    </>
  );
}

const noTicks: Tick[] = [];

type ReadingProps = {
  machine: Machine;
  strokes: readonly Stroke[];
  cursor: number;
  gap: number | null;
  over: PlotOver;
  other: Other | null;
};

/** The values at the cursor. */
function Reading({ machine, strokes, cursor, gap, over, other }: ReadingProps) {
  const stroke = strokes[cursor];
  if (!stroke) return null;
  const { paceUnit, rateUnit } = figuresOn(machine);
  const hasIntervals = strokes.at(-1)?.interval !== strokes[0]?.interval;
  const parts: [string, ReactNode][] = [
    ['stroke', `Stroke ${cursor + 1}`],
    ...(hasIntervals ? [['interval', `interval ${stroke.interval}`] satisfies [string, string]] : []),
    ['distance', formatDistance(stroke.distance, 1)],
    ['time', formatDuration(stroke.elapsedTime)],
    ['pace', <Value key="pace" of={formatPace(stroke.pace)} unit={paceUnit} />],
    ['rate', <Value key="rate" of={stroke.strokeRate} unit={rateUnit} />],
    ...(stroke.heartRate
      ? [['heart', <Value key="heart" of={stroke.heartRate} unit="bpm" />] satisfies [string, ReactNode]]
      : []),
    ['power', <Value key="power" of={stroke.power} unit="W" />],
  ];
  if (gap !== null && other !== null) {
    const unit = over === 'distance' ? 's' : 'm';
    parts.push([
      'gap',
      `${signed(Math.abs(gap)).replace('+', '')} ${unit} ${gap < 0 ? 'behind' : 'ahead of'} ${other.name}`,
    ]);
  }
  return parts.map(([name, part]) => (
    <span key={name} className={styles.part}>
      {part}
    </span>
  ));
}

function Value({ of, unit }: { of: string | number | null; unit: string }) {
  return (
    <>
      <strong>{of ?? '–'}</strong> {unit}
    </>
  );
}

const tableRowsMax = 40;

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Returns `2nd`, `3rd`, `12th`. */
function ordinal(count: number): string {
  return `${count}${endings[ordinals.select(count)] ?? 'th'}`;
}

/** The plots as a table, made when it is opened. Memoised: moving the cursor does not change it. */
const StrokeTable = memo(function StrokeTable({ strokes, gaps }: Pick<StrokePlotsProps, 'strokes' | 'gaps'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { every, indices } = sampled(strokes, tableRowsMax);
  return (
    <details className={styles.table} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        Table, every {every === 1 ? '' : `${ordinal(every)} `}stroke
        {gaps.length > 0 && ' that was heard'}
      </summary>
      {isOpen && (
        <Table caption="Values of the strokes">
          <thead>
            <tr>
              {['Stroke', 'Distance', 'Time', 'Pace', 'Rate', 'Heart rate', 'Power'].map((name, index) => (
                <th key={name} scope="col" className={index === 0 ? undefined : figureCell}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {indices.map((index, row) => {
              const stroke = strokes[index];
              const before = strokes[indices[row - 1] ?? -1];
              return (
                stroke && (
                  <Fragment key={index}>
                    <Unheard gaps={gaps} fromM={before?.distance ?? 0} toM={stroke.distance} />
                    <tr>
                      <th scope="row">{index + 1}</th>
                      <td className={figureCell}>{formatDistance(stroke.distance)}</td>
                      <td className={figureCell}>{formatDuration(stroke.elapsedTime)}</td>
                      <td className={figureCell}>{formatPace(stroke.pace)}</td>
                      <td className={figureCell}>{stroke.strokeRate ?? '–'}</td>
                      <td className={figureCell}>{stroke.heartRate || '–'}</td>
                      <td className={figureCell}>{stroke.power === null ? '–' : `${stroke.power} W`}</td>
                    </tr>
                  </Fragment>
                )
              );
            })}
            <Unheard gaps={gaps} fromM={strokes.at(-1)?.distance ?? 0} toM={Infinity} />
          </tbody>
        </Table>
      )}
    </details>
  );
});

/** The gaps that begin between two rows of the table. */
function Unheard({ gaps, fromM, toM }: { gaps: readonly Gap[]; fromM: number; toM: number }) {
  return gaps
    .filter((gap) => gap.fromM >= fromM && gap.fromM < toM)
    .map((gap) => (
      <tr key={gap.fromM}>
        <th scope="row">–</th>
        <td colSpan={6}>Not heard from {stretchOf(gap)}</td>
      </tr>
    ));
}
