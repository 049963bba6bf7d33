import styles from './simulated-mark.module.css';

/** Marks a row on a simulated erg. */
export function SimulatedMark() {
  return <span className={styles.mark}>Simulated</span>;
}
