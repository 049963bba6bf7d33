import { formatPace } from '@boathouse/workout/pace';
import { useMemo, useState } from 'react';
import { Plot, PlotKeys } from '../../../ui/plot/plot.tsx';
import { ChartTip, stepTicks } from './chart-parts.tsx';
import { paceAxis, paceOnAxis } from './figures.ts';
import { nameOfStep, type PaceStep, type StepNames } from './periods.ts';

type PaceChartProps = { label: string; steps: PaceStep[]; names: StepNames };

/** Line chart with faster paces higher. Each pace is a dot; lines join dots across steps without one. */
export function PaceChart({ label, steps, names }: PaceChartProps) {
  const [cursor, setCursor] = useState<number | null>(null);
  const drawing = useMemo(() => {
    const { lowSec, highSec, ticksSec } = paceAxis(steps.flatMap(({ paceSec }) => paceSec ?? []));
    return {
      x: steps.map((_, index) => index),
      xRange: [-0.5, steps.length - 0.5] as const,
      yRange: [lowSec, highSec] as const,
      yTicks: ticksSec.map((at) => ({ at, text: paceOnAxis(at) })),
      series: [{ values: steps.map(({ paceSec }) => paceSec), color: '--accent', kind: 'dots' } as const],
    };
  }, [steps]);
  const hovered = cursor === null ? undefined : steps[cursor];
  return (
    <PlotKeys label={label} count={steps.length} cursor={cursor} onCursor={setCursor}>
      <Plot
        {...drawing}
        isReversed
        xTicks={stepTicks(steps, names)}
        cursor={cursor}
        onCursor={setCursor}
        tip={
          hovered && (
            <ChartTip title={nameOfStep(hovered.step, names)}>
              <p>
                <strong>{formatPace(hovered.paceSec)}</strong>
                {hovered.paceSec !== null && ' /500 m'}
              </p>
            </ChartTip>
          )
        }
      />
    </PlotKeys>
  );
}
