import styles from './readout.module.css';

type ReadoutProps = {
  label: string;
  /** The formatted value; null shows a dash. */
  value: string | null;
  unit?: string;
  /** For other sizes, set `--figure-size` on the container. */
  size?: 'small' | 'large';
};

/** A value with a smaller label, in tabular digits so that it does not shift. */
export function Readout({ label, value, unit, size = 'small' }: ReadoutProps) {
  return (
    <div className={styles.readout} data-size={size}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.figure}>{value ?? '–'}</span>
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </dd>
    </div>
  );
}
