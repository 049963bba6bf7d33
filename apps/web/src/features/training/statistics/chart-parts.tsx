import type { ReactNode } from 'react';
import type { Tick } from '../../../ui/plot/ticks.ts';
import styles from './chart.module.css';
import { labeledSteps, labelOfStep, type StepNames } from './periods.ts';

/** The labels below a chart, at the index of their step. */
export function stepTicks(steps: readonly { step: string }[], names: StepNames): Tick[] {
  const days = steps.map(({ step }) => step);
  return labeledSteps(days, names).map((step) => ({
    at: days.indexOf(step),
    text: labelOfStep(step, names),
  }));
}

/** Tooltip of the step under the pointer or keyboard cursor, also read by screen readers. */
export function ChartTip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className={styles.tip}>
      <p className={styles.tipTitle}>{title}</p>
      {children}
    </div>
  );
}
