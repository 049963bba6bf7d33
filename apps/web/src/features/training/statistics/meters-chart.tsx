import { useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Plot, PlotKeys, type PlotSeries } from '../../../ui/plot/plot.tsx';
import { roundTicks } from '../../../ui/plot/ticks.ts';
import { ChartTip, stepTicks } from './chart-parts.tsx';
import { inWords, metersFigure } from './figures.ts';
import { nameOfStep, type MetersStep, type StepNames } from './periods.ts';

type MetersChartProps = {
  label: string;
  steps: MetersStep[];
  names: StepNames;
  /** Name of the training partner, whose meters are the second bar. */
  partnerName?: string;
};

const gridSteps = 3;

export function MetersChart({ label, steps, names, partnerName }: MetersChartProps) {
  const [cursor, setCursor] = useState<number | null>(null);
  const isCompared = partnerName !== undefined;
  const drawing = useMemo(() => {
    const own: PlotSeries = { values: steps.map(({ meters }) => meters), color: '--accent', kind: 'bars' };
    const partners: PlotSeries = {
      values: steps.map(({ partnerMeters = 0 }) => partnerMeters),
      color: '--wood',
      kind: 'bars',
    };
    const series = isCompared ? [own, partners] : [own];
    const most = Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
    const ticks = roundTicks(0, most, gridSteps);
    return {
      x: steps.map((_, index) => index),
      xRange: [-0.5, steps.length - 0.5] as const,
      yRange: [0, ticks.at(-1) ?? most] as const,
      yTicks: ticks.map((at) => ({ at, text: formatCount(at) })),
      series,
    };
  }, [steps, isCompared]);
  const hovered = cursor === null ? undefined : steps[cursor];
  return (
    <PlotKeys label={label} count={steps.length} cursor={cursor} onCursor={setCursor}>
      <Plot
        {...drawing}
        xTicks={stepTicks(steps, names)}
        cursor={cursor}
        cursorKind="band"
        onCursor={setCursor}
        tip={
          hovered && (
            <ChartTip title={nameOfStep(hovered.step, names)}>
              <p>
                {isCompared && 'You: '}
                <strong>{inWords(metersFigure(hovered.meters))}</strong>
              </p>
              {isCompared && (
                <p>
                  {partnerName}: <strong>{inWords(metersFigure(hovered.partnerMeters ?? 0))}</strong>
                </p>
              )}
            </ChartTip>
          )
        }
      />
    </PlotKeys>
  );
}
