import styles from './simulated-mark.module.css';

/** Beside whoever rows, or rowed, on a simulated erg. */
export function SimulatedMark() {
  return <span className={styles.mark}>Simulated</span>;
}
