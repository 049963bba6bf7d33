import styles from './chips.module.css';

/** Class name for the element around chips. */
export const chipsClass = styles.chips ?? '';

type ChipProps = {
  /** Names the button, because its text is only the removed value. */
  label: string;
  children: string;
  onRemove: () => void;
};

/** A chosen value as a button that removes it. */
export function Chip({ label, children, onRemove }: ChipProps) {
  return (
    <button type="button" aria-label={label} className={styles.chip} onClick={onRemove}>
      <span dir="auto" className={styles.words}>
        {children}
      </span>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d="m2 2 8 8m0-8-8 8" fill="none" stroke="currentColor" strokeWidth="1.75" />
      </svg>
    </button>
  );
}
