import styles from './pages.module.css';

/** Shown while a page's code or the login loads. Appears only after a noticeable delay. */
export function PageLoading() {
  return (
    <div role="status" className={styles.loading}>
      <span className="visually-hidden">Loading</span>
      <span className={styles.wake} aria-hidden="true" />
    </div>
  );
}
