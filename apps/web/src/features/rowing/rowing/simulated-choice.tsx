import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './connect-bar.module.css';
import { steadyRower } from './use-connect-erg.ts';
import { SimulatedFigures, type SimulatedRow } from './simulated-figures.tsx';

type SimulatedChoiceProps = {
  look: 'primary' | 'plain';
  isBusy: boolean;
  onConnect: (row: Omit<SimulatedRow, 'machine'>, machine: SimulatedRow['machine']) => void;
};

/** Connects a simulated erg: a RowErg at a steady pace until the user chooses another one. */
export function SimulatedChoice({ look, isBusy, onConnect }: SimulatedChoiceProps) {
  const [{ machine, ...row }, setRow] = useState<SimulatedRow>({
    machine: 'rower',
    ...steadyRower,
  });
  return (
    <>
      <div className={styles.choice}>
        {/* Before the fields, which few users change: the first Tab key leads to the button. */}
        <Button size="touch" look={look} isBusy={isBusy} onClick={() => onConnect(row, machine)}>
          Use simulated erg
        </Button>
        <SimulatedFigures row={{ machine, ...row }} onChange={setRow} />
      </div>
      <p className={styles.hint}>It is marked as simulated for everyone and never ranked.</p>
    </>
  );
}
