import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useFocusOnChange } from '../../../ui/focus/use-focus-on-change.ts';
import type { HeartRateBelt } from '../erg/index.ts';
import { ownRowPart } from './load-own-row.ts';
import styles from './connect-bar.module.css';

const BeltState = ownRowPart('The state of the belt', (parts) => parts.BeltState);

type BeltBarProps = { belt: Omit<HeartRateBelt, 'connect'>; onConnect: () => void };

/** Connects a heart-rate belt in addition to the monitor, and shows its values. */
export function BeltBar({ belt: { snapshot, disconnect }, onConnect }: BeltBarProps) {
  const barRef = useRef<HTMLElement>(null);
  useFocusOnChange(snapshot !== null, barRef);
  return (
    <section ref={barRef} tabIndex={-1} aria-label="Heart-rate belt" className={styles.bar}>
      {snapshot === null ? (
        <>
          <Button onClick={onConnect}>Connect heart-rate belt</Button>
          <p className={styles.hint}>Not needed where the monitor has your heart rate. Put it on first.</p>
        </>
      ) : (
        <BeltState belt={snapshot} onDisconnect={disconnect} />
      )}
    </section>
  );
}
