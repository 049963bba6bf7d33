import type { StatisticsPeriod } from '@boathouse/contract/statistics';
import { formatPace } from '@boathouse/workout/pace';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axisLook, ChartTip, gridLook, hoveredStep, type Hovered } from './chart-parts.tsx';
import { paceAxis, paceOnAxis } from './figures.ts';
import { labelledSteps, labelOfStep, nameOfStep, type PaceStep } from './periods.ts';

type PaceChartProps = { label: string; steps: PaceStep[]; period: StatisticsPeriod };

/** Line chart with faster paces higher. A step without a pace is a gap; a single step between gaps is a point. */
export function PaceChart({ label, steps, period }: PaceChartProps) {
  const { lowSec, highSec, ticksSec } = paceAxis(steps.flatMap(({ paceSec }) => paceSec ?? []));
  const ticks = labelledSteps(
    steps.map(({ step }) => step),
    period,
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={steps} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} aria-label={label}>
        <CartesianGrid {...gridLook} />
        <XAxis
          {...axisLook}
          dataKey="step"
          height={26}
          ticks={ticks}
          interval={0}
          padding={{ left: 16, right: 16 }}
          tickFormatter={(step: string) => labelOfStep(step, period)}
        />
        <YAxis
          {...axisLook}
          reversed
          width="auto"
          domain={[lowSec, highSec]}
          ticks={ticksSec}
          interval={0}
          tickFormatter={paceOnAxis}
        />
        <Tooltip
          cursor={{ stroke: 'var(--control)' }}
          isAnimationActive={false}
          content={<PaceTip steps={steps} period={period} />}
        />
        <Line
          dataKey="paceSec"
          type="linear"
          connectNulls={false}
          stroke="var(--accent)"
          strokeWidth={2.5}
          dot={{ r: 3.5, fill: 'var(--accent)', strokeWidth: 0 }}
          activeDot={{ r: 6, fill: 'var(--accent)', stroke: 'var(--surface)', strokeWidth: 2 }}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

function PaceTip({ steps, period, ...hovered }: Omit<PaceChartProps, 'label'> & Hovered) {
  const found = hoveredStep(steps, hovered);
  if (!found) return null;
  return (
    <ChartTip title={nameOfStep(found.step, period)}>
      <p>
        <strong>{formatPace(found.paceSec)}</strong> /500 m
      </p>
    </ChartTip>
  );
}
