import type { StatisticsPeriod } from '@boathouse/contract/statistics';
import { formatPace } from '@boathouse/workout/pace';
import { useEffect, type ReactNode } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useIsIdle, whenIdle } from '../../../lib/timing/idle.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Empty } from '../../../ui/states.tsx';
import styles from './chart.module.css';
import { inWords, metersFigure } from './figures.ts';
import { nameOfStep, periodWords, stepNouns, type MetersStep, type PaceStep } from './periods.ts';

// The chart library is large and loads after the page.
const loadMetersChart = () => loadChunk(() => import('./meters-chart.tsx'));
const loadPaceChart = () => loadChunk(() => import('./pace-chart.tsx'));
const name = 'The chart';
const MetersChart = lazyPart({ name, load: async () => (await loadMetersChart()).MetersChart });
const PaceChart = lazyPart({ name, load: async () => (await loadPaceChart()).PaceChart });

/** Has the code of the charts load while their data does. A failure is shown in the chart's place. */
export function useChartCode(): void {
  useEffect(
    () =>
      whenIdle(() => {
        for (const load of [loadMetersChart, loadPaceChart]) load().catch(() => undefined);
      }),
    [],
  );
}

type MetersFigureProps = {
  steps: MetersStep[];
  period: StatisticsPeriod;
  partnerName?: string;
  size?: 'small' | 'large';
};

/** Bar chart of meters by step, with a table for screen readers; a message without any meters. */
export function MetersByStep({ steps, period, partnerName, size = 'large' }: MetersFigureProps) {
  if (steps.every(({ meters, partnerMeters = 0 }) => meters === 0 && partnerMeters === 0)) {
    return (
      <Empty>
        <p>No meters in the {periodWords[period].toLowerCase()}.</p>
      </Empty>
    );
  }
  const title = `Meters per ${stepNouns[period]}, ${periodWords[period].toLowerCase()}`;
  return (
    <figure className={styles.figure}>
      {partnerName !== undefined && (
        <figcaption className={styles.legend}>
          <span>
            <span className={styles.key} data-whose="own" aria-hidden="true" />
            You
          </span>
          <span>
            <span className={styles.key} data-whose="partner" aria-hidden="true" />
            {partnerName}
          </span>
        </figcaption>
      )}
      <Drawing size={size}>
        <MetersChart
          label={labelOfChart(title, period)}
          steps={steps}
          period={period}
          {...(partnerName !== undefined && { partnerName })}
        />
      </Drawing>
      <StepTable
        title={title}
        period={period}
        columns={partnerName === undefined ? ['Meters'] : ['You', partnerName]}
        rows={steps.map(({ step, meters, partnerMeters = 0 }) => ({
          step,
          cells: (partnerName === undefined ? [meters] : [meters, partnerMeters]).map((each) =>
            inWords(metersFigure(each)),
          ),
        }))}
      />
    </figure>
  );
}

/** Line chart of pace by step, with a table of the steps that have one. */
export function PaceByStep({ steps, period }: { steps: PaceStep[]; period: StatisticsPeriod }) {
  const title = `Pace per ${stepNouns[period]}, ${periodWords[period].toLowerCase()}`;
  return (
    <figure className={styles.figure}>
      <Drawing size="large">
        <PaceChart label={labelOfChart(title, period)} steps={steps} period={period} />
      </Drawing>
      <StepTable
        title={title}
        period={period}
        columns={['Pace per 500 m']}
        rows={steps.flatMap(({ step, paceSec }) =>
          paceSec === null ? [] : [{ step, cells: [formatPace(paceSec)] }],
        )}
      />
    </figure>
  );
}

const labelOfChart = (title: string, period: StatisticsPeriod) =>
  `${title}. Use the arrow keys to move by ${stepNouns[period]}.`;

type StepTableProps = {
  title: string;
  period: StatisticsPeriod;
  columns: string[];
  /** One cell per column. */
  rows: { step: string; cells: string[] }[];
};

/** The chart's data as a table for screen readers. */
function StepTable({ title, period, columns, rows }: StepTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {[period === 'year' ? 'Month' : 'Day', ...columns].map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ step, cells }) => (
            <tr key={step}>
              <th scope="row">{nameOfStep(step, period)}</th>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Draws after the figures are on screen and the browser has time: its place has its size. */
function Drawing({ size, children }: { size: 'small' | 'large'; children: ReactNode }) {
  const isTime = useIsIdle();
  return (
    <div className={styles.drawing} data-size={size}>
      {isTime && children}
    </div>
  );
}
