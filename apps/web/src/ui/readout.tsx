import styles from './readout.module.css';

type ReadoutProps = {
  label: string;
  /** Already formatted; null where the instrument has no value. */
  value: string | null;
  unit?: string;
  /** Where neither fits, the place it stands in sets `--figure-size`. */
  size?: 'small' | 'large';
};

/** A figure as on an instrument: the number first and larger than its label, digits that do not shift. */
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
