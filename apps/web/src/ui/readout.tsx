import type { ReactNode } from 'react';
import styles from './readout.module.css';

type ReadoutProps = {
  label: string;
  /** The formatted value; null shows a dash. */
  value: string | null;
  unit?: string | undefined;
  /** A second value and its unit, such as the minutes after hours. */
  more?: { value: string; unit: string } | undefined;
  /** For other sizes, set `--figure-size` on the container. */
  size?: 'small' | 'large';
  className?: string | undefined;
  /** A control that covers the readout. */
  children?: ReactNode;
};

/** A value with a smaller label, in tabular digits so that it does not shift. */
export function Readout({ label, value, unit, more, size = 'small', className, children }: ReadoutProps) {
  return (
    <div
      className={className === undefined ? styles.readout : `${styles.readout} ${className}`}
      data-size={size}
    >
      <dt>{label}</dt>
      <dd>
        <span className={styles.figure}>{value ?? '–'}</span>
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
        {more !== undefined && (
          <>
            <span className={styles.figure}>{more.value}</span>
            <span className={styles.unit}>{more.unit}</span>
          </>
        )}
        {children}
      </dd>
    </div>
  );
}
