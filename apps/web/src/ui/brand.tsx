import styles from './brand.module.css';

/** A racing shell from above with two pairs of sculls. */
function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={styles.logo}>
      <path className={styles.oars} d="M14 14.5 4 9M18 14.5 28 9M14 21.5 4 16M18 21.5 28 16" />
      <path className={styles.hull} d="M16 1.5c3.4 7.4 3.4 21.6 0 29-3.4-7.4-3.4-21.6 0-29Z" />
    </svg>
  );
}

export function Wordmark({ name }: { name: string }) {
  return (
    <span className={styles.wordmark}>
      <Logo />
      <span>{name}</span>
    </span>
  );
}
