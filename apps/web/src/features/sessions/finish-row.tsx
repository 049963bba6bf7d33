import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import styles from './finish-row.module.css';

/** Ends the row by hand. It asks first: a stray touch from a moving seat must not end a workout. */
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
  // Finish has gone. Not a button takes the focus, which a key that is held down would press as well.
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
