import { formatPace } from '@boathouse/workout/pace';
import { useEffect, type ReactNode } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useIsIdle, whenIdle } from '../../../lib/timing/idle.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Empty } from '../../../ui/states.tsx';
import styles from './chart.module.css';
import { inWords, metersFigure } from './figures.ts';
import { nameOfStep, type MetersStep, type PaceStep, type StepNames } from './periods.ts';

// The chart library is large and loads after the page.
const loadMetersChart = () => loadChunk(() => import('./meters-chart.tsx'));
const loadPaceChart = () => loadChunk(() => import('./pace-chart.tsx'));
const name = 'The chart';
const MetersChart = lazyPart({ name, load: async () => (await loadMetersChart()).MetersChart });
const PaceChart = lazyPart({ name, load: async () => (await loadPaceChart()).PaceChart });

/** Makes the code of the charts load while their data load. A failure is shown in the chart's place. */
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
  names: StepNames;
  partnerName?: string;
  size?: 'small' | 'large';
};

/** Bar chart of meters by step, with a table for screen readers; a message without any meters. */
export function MetersByStep({ steps, names, partnerName, size = 'large' }: MetersFigureProps) {
  if (steps.every(({ meters, partnerMeters = 0 }) => meters === 0 && partnerMeters === 0)) {
    return (
      <Empty>
        <p>No meters {names.within}.</p>
      </Empty>
    );
  }
  const title = `Meters per ${names.noun}, ${names.caption}`;
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
          label={labelOfChart(title, names)}
          steps={steps}
          names={names}
          {...(partnerName !== undefined && { partnerName })}
        />
      </Drawing>
      <StepTable
        title={title}
        names={names}
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

/** Line chart of pace by step, with a table of the steps that have a pace. */
export function PaceByStep({ steps, names }: { steps: PaceStep[]; names: StepNames }) {
  const title = `Pace per ${names.noun}, ${names.caption}`;
  return (
    <figure className={styles.figure}>
      <Drawing size="large">
        <PaceChart label={labelOfChart(title, names)} steps={steps} names={names} />
      </Drawing>
      <StepTable
        title={title}
        names={names}
        columns={['Pace per 500 m']}
        rows={steps.flatMap(({ step, paceSec }) =>
          paceSec === null ? [] : [{ step, cells: [formatPace(paceSec)] }],
        )}
      />
    </figure>
  );
}

const labelOfChart = (title: string, names: StepNames) =>
  `${title}. Use the arrow keys to move by ${names.noun}.`;

type StepTableProps = {
  title: string;
  names: StepNames;
  columns: string[];
  /** One cell per column. */
  rows: { step: string; cells: string[] }[];
};

const columnNames = { day: 'Day', month: 'Month', year: 'Year' } as const;

/** The chart's data as a table for screen readers. */
function StepTable({ title, names, columns, rows }: StepTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {[columnNames[names.noun], ...columns].map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ step, cells }) => (
            <tr key={step}>
              <th scope="row">{nameOfStep(step, names)}</th>
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

/** Draws after the figures are on screen and the browser has time: its place already has its size. */
function Drawing({ size, children }: { size: 'small' | 'large'; children: ReactNode }) {
  const isTime = useIsIdle();
  return (
    <div className={styles.drawing} data-size={size}>
      {isTime && children}
    </div>
  );
}
