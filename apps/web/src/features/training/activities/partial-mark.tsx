import styles from './source-mark.module.css';

/** Marks a result that is shorter than its workout item. */
export function PartialMark() {
  return <span className={styles.mark}>Partial</span>;
}
