import type { Trend } from '@boathouse/contract/statistics/trends';
import { formatPace } from '@boathouse/workout/pace';
import { useMemo, useState } from 'react';
import { formatFullDay } from '../../../../lib/format.ts';
import { Plot, PlotKeys } from '../../../../ui/plot/plot.tsx';
import { ChartTip } from '../chart-parts.tsx';
import { paceAxis, paceOnAxis } from '../figures.ts';
import { dayTicks, figureOfResult, placeOf, rangeOf, type TrendPoint } from './trend.ts';

type TrendChartProps = {
  label: string;
  /** Oldest first. */
  points: TrendPoint[];
  decides: Trend['decides'];
  onOpen: (point: TrendPoint) => void;
};

/** Results over time, faster ones higher, each a dot, and the best up to each as steps. */
export function TrendChart({ label, points, decides, onOpen }: TrendChartProps) {
  const [cursor, setCursor] = useState<number | null>(null);
  const drawing = useMemo(() => {
    const { lowSec, highSec, ticksSec } = paceAxis(points.flatMap(({ pace, bestSec }) => [pace, bestSec]));
    const xRange = rangeOf(points);
    return {
      x: points.map(({ date }) => placeOf(date)),
      xRange,
      yRange: [lowSec, highSec] as const,
      xTicks: dayTicks(xRange),
      yTicks: ticksSec.map((at) => ({ at, text: paceOnAxis(at) })),
      series: [
        { values: points.map(({ bestSec }) => bestSec), color: '--wood', kind: 'steps', isWithoutDot: true },
        { values: points.map(({ pace }) => pace), color: '--accent', kind: 'dots' },
      ] as const,
    };
  }, [points]);
  const open = (index: number) => {
    const point = points[index];
    if (point !== undefined) onOpen(point);
  };
  const hovered = cursor === null ? undefined : points[cursor];
  return (
    <PlotKeys label={label} count={points.length} cursor={cursor} onCursor={setCursor} onOpen={open}>
      <Plot
        {...drawing}
        isReversed
        cursor={cursor}
        onCursor={setCursor}
        onOpen={open}
        tip={
          hovered && (
            <ChartTip title={formatFullDay(hovered.date)}>
              <p>
                <strong>{figureOfResult(hovered, decides)}</strong>, {formatPace(hovered.pace)} /500 m
              </p>
              <p>
                {hovered.isBest ? 'The best up to then' : `Best up to then ${formatPace(hovered.bestSec)}`}
              </p>
            </ChartTip>
          )
        }
      />
    </PlotKeys>
  );
}
