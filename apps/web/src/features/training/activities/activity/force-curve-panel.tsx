import type { Stroke } from '@boathouse/contract/strokes';
import { useMemo, useState } from 'react';
import { formatHundredths } from '../../../../lib/format.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { Plot, PlotKeys, type PlotSeries } from '../../../../ui/plot/plot.tsx';
import { roundTicks } from '../../../../ui/plot/ticks.ts';
import { Readout } from '../../../../ui/readout.tsx';
import { Stepper } from '../../../../ui/stepper.tsx';
import styles from './force-curve-panel.module.css';
import { averageCurve, driveShares, meanOf, peakOf, resampled } from './force-curves.ts';

type ForceCurvePanelProps = {
  strokes: readonly Stroke[];
  /** Rowed strokes are missing among them. */
  hasGaps: boolean;
  /** Index of the chosen stroke; null shows only the average. */
  chosen: number | null;
  onChoose: (index: number) => void;
};

const shares = [0, 0.25, 0.5, 0.75, 1];
const xTicks = shares.map((at) => ({ at, text: `${at * 100}%` }));
const wholeDrive = [0, 1] as const;
const tableShares = driveShares.filter((_, index) => index % 5 === 0);

/** Returns the axes and series of the plot. */
function drawingOf(strokes: readonly Stroke[], average: number[] | null, curve: number[] | null) {
  const peakN = strokes.reduce((most, { forceCurve }) => Math.max(most, ...(forceCurve ?? [])), 0);
  const ticks = roundTicks(0, peakN, 3);
  const series: PlotSeries[] = [{ values: average ?? [], color: '--wood', kind: 'dashes' }];
  if (curve !== null) series.push({ values: curve, color: '--accent', kind: 'line' });
  return {
    x: driveShares,
    xRange: wholeDrive,
    yRange: [0, ticks.at(-1) ?? peakN] as const,
    yTicks: ticks.map((at) => ({ at, text: `${Math.round(at)}` })),
    series,
  };
}

/** The average force over the drive, the curve of the chosen stroke, and their figures. Nothing without curves. */
export function ForceCurvePanel({ strokes, hasGaps, chosen, onChoose }: ForceCurvePanelProps) {
  const [cursor, setCursor] = useState<number | null>(null);
  const average = useMemo(() => averageCurve(strokes), [strokes]);
  const stroke = chosen === null ? undefined : strokes[chosen];
  const curve = useMemo(() => (stroke ? resampled(stroke) : null), [stroke]);
  const drawing = useMemo(() => drawingOf(strokes, average, curve), [strokes, average, curve]);
  if (average === null) return null;
  const at = cursor === null ? null : (driveShares[cursor] ?? null);
  const columns = [
    { name: 'Average', values: average },
    ...(curve && stroke ? [{ name: `Stroke ${(chosen ?? 0) + 1}`, values: curve }] : []),
  ];
  return (
    <Panel title="Force curve" aside={<span className={styles.unit}>N over the drive</span>}>
      <p className={styles.legend}>
        <span data-key="average">{hasGaps ? 'Average of the strokes heard' : 'Average'}</span>
        {stroke && (
          <span data-key="chosen">
            Stroke {(chosen ?? 0) + 1}
            {curve === null && ' has no curve'}
          </span>
        )}
      </p>
      <p role="status" className={styles.reading}>
        {at !== null &&
          `At ${Math.round(at * 100)}% of the drive: ${columns
            .map(({ name, values }) => `${name.toLowerCase()} ${newtons(values[cursor ?? 0])}`)
            .join(', ')}`}
      </p>
      <PlotKeys
        label="Force over the drive. Use the arrow keys to move along it."
        count={driveShares.length}
        cursor={cursor}
        onCursor={setCursor}
        className={styles.drawing}
      >
        <Plot {...drawing} xTicks={xTicks} cursor={cursor} onCursor={setCursor} />
      </PlotKeys>
      <Figures strokes={strokes} average={average} stroke={stroke} curve={curve} />
      <div className={styles.choose}>
        <Stepper
          previousLabel="Previous stroke"
          nextLabel="Next stroke"
          hasPrevious={chosen !== null && chosen > 0}
          hasNext={chosen === null || chosen < strokes.length - 1}
          onStep={(step) => onChoose(chosen === null ? 0 : chosen + step)}
        >
          {chosen === null
            ? 'No stroke chosen'
            : `Stroke ${chosen + 1} of ${strokes.length}${hasGaps ? ' heard' : ''}`}
        </Stepper>
      </div>
      <CurveTable columns={columns} />
    </Panel>
  );
}

/** The curves in figures, for screen readers. */
function CurveTable({ columns }: { columns: ReadonlyArray<{ name: string; values: readonly number[] }> }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>Force over the drive</caption>
        <thead>
          <tr>
            <th scope="col">Share of the drive</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tableShares.map((share) => (
            <tr key={share}>
              <th scope="row">{Math.round(share * 100)}%</th>
              {columns.map(({ name, values }) => (
                <td key={name}>{newtons(values[driveShares.indexOf(share)])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const newtons = (force: number | undefined) => (force === undefined ? '–' : `${Math.round(force)} N`);

type FiguresProps = {
  strokes: readonly Stroke[];
  average: number[];
  stroke: Stroke | undefined;
  curve: number[] | null;
};

/** The curve of the chosen stroke, or the average. */
function Figures({ strokes, average, stroke, curve }: FiguresProps) {
  const mean = (valueOf: (each: Stroke) => number | null) =>
    stroke ? valueOf(stroke) : meanOf(strokes.map(valueOf));
  const shown = stroke ? curve : average;
  const driveLength = mean((each) => each.driveLength);
  const peak = mean((each) => each.peakForce);
  const averageForce = mean((each) => each.averageForce);
  const driveTime = mean((each) => each.driveTime);
  return (
    <dl className={styles.figures}>
      <Readout
        label="Drive length"
        value={driveLength === null ? null : formatHundredths(driveLength)}
        unit="m"
      />
      <Readout label="Drive time" value={driveTime?.toFixed(2) ?? null} unit="s" />
      <Readout label="Peak force" value={peak === null ? null : `${Math.round(peak)}`} unit="N" />
      <Readout
        label="Peak at"
        value={shown === null ? null : `${Math.round(peakOf(shown).share * 100)}`}
        unit="% of the drive"
      />
      <Readout
        label="Average force"
        value={averageForce === null ? null : `${Math.round(averageForce)}`}
        unit="N"
      />
    </dl>
  );
}
