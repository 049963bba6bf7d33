import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { loadOwnRow } from './load-own-row.ts';
import styles from './connect-bar.module.css';
import type { SimulatedRow } from './simulated-figures.tsx';

const SimulatedFigures = lazyPart({
  name: 'The choice of a machine',
  load: async () => (await loadOwnRow()).SimulatedFigures,
});

type SimulatedChoiceProps = {
  /** From the first, without a choice of others. */
  isOpen: boolean;
  look: 'primary' | 'plain';
  isBusy: boolean;
  onConnect: (row: Omit<SimulatedRow, 'machine'>, machine: SimulatedRow['machine']) => void;
};

/** Connects a simulated erg: a RowErg at a steady pace until another one is chosen. */
export function SimulatedChoice({ isOpen, look, isBusy, onConnect }: SimulatedChoiceProps) {
  const [isOpened, setIsOpened] = useState(false);
  const [{ machine, ...row }, setRow] = useState<SimulatedRow>({
    machine: 'rower',
    paceSec: 120,
    strokeRateSpm: 24,
  });
  return (
    <details className={styles.simulated} open={isOpen}>
      <summary onClick={() => setIsOpened(true)}>No erg nearby? Try a simulated one</summary>
      <div className={styles.choice}>
        {(isOpen || isOpened) && <SimulatedFigures row={{ machine, ...row }} onChange={setRow} />}
        <Button size="touch" look={look} isBusy={isBusy} onClick={() => onConnect(row, machine)}>
          Use simulated erg
        </Button>
      </div>
      <p className={styles.hint}>It is marked as simulated for everyone and never ranked.</p>
    </details>
  );
}
