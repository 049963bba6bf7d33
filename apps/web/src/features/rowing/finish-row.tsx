import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import styles from './finish-row.module.css';

/** Ends the row by hand, with a confirmation against accidental touches. */
export function FinishRow({ onFinish }: { onFinish: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const finishRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(isAsking, finishRef);
  if (!isAsking) {
    return (
      <Button ref={finishRef} size="touch" look="danger" onClick={() => setIsAsking(true)}>
        Finish
      </Button>
    );
  }
  return <Question onCancel={() => setIsAsking(false)} onYes={onFinish} />;
}

function Question({ onCancel, onYes }: { onCancel: () => void; onYes: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  // Finish has been removed. Focus the question, not a button: a held key would press it.
  useEffect(() => ref.current?.focus(), []);
  return (
    <div
      ref={ref}
      role="group"
      aria-label="Finish this workout now?"
      tabIndex={-1}
      className={styles.question}
    >
      <p>Finish this workout now?</p>
      <Button size="touch" onClick={onCancel}>
        Cancel
      </Button>
      <Button size="touch" look="danger" onClick={onYes}>
        Yes
      </Button>
    </div>
  );
}
