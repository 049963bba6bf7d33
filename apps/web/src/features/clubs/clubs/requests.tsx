import styles from './requests.module.css';

/** How many users wait to join a club. */
export function Requests({ count }: { count: number }) {
  return (
    <span className={styles.requests}>
      {count} {count === 1 ? 'request' : 'requests'}
    </span>
  );
}
