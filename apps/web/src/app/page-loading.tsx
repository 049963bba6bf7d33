import styles from './pages.module.css';

/** While a page's code or the login is on its way. It appears only when that takes noticeably long. */
export function PageLoading() {
  return (
    <div role="status" className={styles.loading}>
      <span className="visually-hidden">Loading</span>
      <span className={styles.wake} aria-hidden="true" />
    </div>
  );
}
