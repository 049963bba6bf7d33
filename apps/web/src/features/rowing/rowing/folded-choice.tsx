import { useState, type ReactNode } from 'react';
import styles from './connect-bar.module.css';

type FoldedChoiceProps = {
  summary: string;
  isOpen?: boolean;
  /** `isShown`: whether it is open, or was before, because its code loads with that. */
  children: (isShown: boolean) => ReactNode;
};

/** A way to connect that few athletes need. */
export function FoldedChoice({ summary, isOpen = false, children }: FoldedChoiceProps) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <details className={styles.simulated} open={isOpen}>
      <summary onClick={() => setIsOpened(true)}>{summary}</summary>
      {children(isOpen || isOpened)}
    </details>
  );
}
