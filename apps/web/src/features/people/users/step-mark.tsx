import styles from './first-steps.module.css';

/** A circle, checked off when the step is done. Decorative: the words contain the same. */
export function StepMark({ isDone }: { isDone: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      className={styles.mark}
      data-done={isDone}
    >
      <circle cx="12" cy="12" r="10" />
      {isDone && <path d="m7 12.5 3.5 3.5L17 9" />}
    </svg>
  );
}
