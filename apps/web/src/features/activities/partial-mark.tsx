import styles from './source-mark.module.css';

/** Marks a result that is shorter than its workout item. */
export function PartialMark() {
  return <span className={styles.mark}>Partial</span>;
}

/** Marks a result that this device keeps until it is sent. */
export function NotSentMark() {
  return <span className={styles.waiting}>Not sent yet</span>;
}
