import styles from './not-sent-mark.module.css';
import mark from './source-mark.module.css';

/** Marks a result that this device keeps until it is sent. */
export function NotSentMark() {
  return <span className={`${mark.mark} ${styles.waiting}`}>Not sent yet</span>;
}
