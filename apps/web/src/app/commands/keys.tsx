import styles from './keys.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys pressed together. */
export const searchKeys: readonly string[] = [isApple ? '⌘ K' : 'Ctrl K'];

/** Keys pressed one after the other. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key, index) => (
    <span key={key} className={styles.keys}>
      {index > 0 && <span className={styles.then}> then </span>}
      <kbd className={styles.key}>{key}</kbd>
    </span>
  ));
}
