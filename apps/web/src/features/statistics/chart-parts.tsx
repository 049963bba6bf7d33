import type { ReactNode } from 'react';
import styles from './chart.module.css';

/** Props of every axis. */
export const axisLook = {
  axisLine: false,
  tickLine: false,
  tick: { fontSize: '0.8125rem', fill: 'var(--ink-2)' },
} as const;

export const gridLook = { vertical: false, stroke: 'var(--line)' } as const;

/** Tooltip of the step under the pointer or keyboard cursor, also read by screen readers. */
export function ChartTip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className={styles.tip}>
      <p className={styles.tipTitle}>{title}</p>
      {children}
    </div>
  );
}

/** Props that the chart passes to the tooltip. */
export type Hovered = { active?: boolean; label?: string | number };

export function hoveredStep<Step extends { step: string }>(
  steps: readonly Step[],
  { active = false, label }: Hovered,
): Step | undefined {
  return active ? steps.find(({ step }) => step === label) : undefined;
}
