import type { StatisticsPeriod } from '@boathouse/contract/statistics';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount } from '../../lib/format.ts';
import { axisLook, ChartTip, gridLook, hoveredStep, type Hovered } from './chart-parts.tsx';
import { inWords, metersFigure } from './figures.ts';
import { labelledSteps, labelOfStep, nameOfStep, type MetersStep } from './periods.ts';

type MetersChartProps = {
  label: string;
  steps: MetersStep[];
  period: StatisticsPeriod;
  /** Name of the training partner, whose metres are the second bar. */
  partnerName?: string;
};

export function MetersChart({ label, steps, period, partnerName }: MetersChartProps) {
  const ticks = labelledSteps(
    steps.map(({ step }) => step),
    period,
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={steps}
        margin={{ top: 8, right: period === 'month' ? 8 : 0, bottom: 0, left: 0 }}
        barGap={2}
        barCategoryGap="22%"
        maxBarSize={44}
        aria-label={label}
      >
        <CartesianGrid {...gridLook} />
        <XAxis
          {...axisLook}
          dataKey="step"
          height={26}
          ticks={ticks}
          interval={0}
          tickFormatter={(step: string) => labelOfStep(step, period)}
        />
        <YAxis {...axisLook} width="auto" tickCount={4} tickFormatter={formatCount} />
        <Tooltip
          cursor={{ fill: 'var(--raised)' }}
          isAnimationActive={false}
          content={
            <MetersTip steps={steps} period={period} {...(partnerName !== undefined && { partnerName })} />
          }
        />
        <Bar dataKey="meters" fill="var(--accent)" radius={[4, 4, 0, 0]} isAnimationActive={false} />
        {partnerName !== undefined && (
          <Bar
            dataKey="partnerMeters"
            fill="var(--wood)"
            fillOpacity={0.25}
            stroke="var(--wood)"
            strokeWidth={1.5}
            radius={[4, 4, 0, 0]}
            isAnimationActive={false}
          />
        )}
      </BarChart>
    </ResponsiveContainer>
  );
}

function MetersTip({ steps, period, partnerName, ...hovered }: Omit<MetersChartProps, 'label'> & Hovered) {
  const found = hoveredStep(steps, hovered);
  if (!found) return null;
  return (
    <ChartTip title={nameOfStep(found.step, period)}>
      <p>
        {partnerName !== undefined && 'You: '}
        <strong>{inWords(metersFigure(found.meters))}</strong>
      </p>
      {partnerName !== undefined && (
        <p>
          {partnerName}: <strong>{inWords(metersFigure(found.partnerMeters ?? 0))}</strong>
        </p>
      )}
    </ChartTip>
  );
}
