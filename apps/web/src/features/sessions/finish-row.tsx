import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './finish-row.module.css';

/** Ends the row by hand. It asks first: a stray touch from a moving seat must not end a workout. */
export function FinishRow({ onFinish }: { onFinish: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button size="touch" look="danger" onClick={() => setIsAsking(true)}>
        Finish
      </Button>
    );
  }
  return (
    <div role="group" aria-label="Finish this workout now?" className={styles.question}>
      <p>Finish this workout now?</p>
      <Button size="touch" onClick={() => setIsAsking(false)}>
        Cancel
      </Button>
      <Button size="touch" look="danger" onClick={onFinish}>
        Yes
      </Button>
    </div>
  );
}
