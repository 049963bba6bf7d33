import styles from './progress-bar.module.css';

type ProgressBarProps = { label: string; value: number; max: number };

/** A labeled progress bar. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return <progress className={styles.bar} aria-label={label} value={value} max={max} />;
}
