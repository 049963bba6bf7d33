import type { ReactNode } from 'react';
import styles from './chart.module.css';

/** The look that every axis has. Nothing moves: a chart is a reading, and its numbers do not grow from zero. */
export const axisLook = {
  axisLine: false,
  tickLine: false,
  tick: { fontSize: '0.8125rem', fill: 'var(--ink-2)' },
} as const;

export const gridLook = { vertical: false, stroke: 'var(--line)' } as const;

/** What is under the pointer, or under the arrow keys, which a screen reader hears of. */
export function ChartTip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className={styles.tip}>
      <p className={styles.tipTitle}>{title}</p>
      {children}
    </div>
  );
}

/** What the chart tells the content of its tip. */
export type Hovered = { active?: boolean; label?: string | number };

export function hoveredStep<Step extends { step: string }>(
  steps: readonly Step[],
  { active = false, label }: Hovered,
): Step | undefined {
  return active ? steps.find(({ step }) => step === label) : undefined;
}
