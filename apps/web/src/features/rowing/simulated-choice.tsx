import { machineNames } from '@boathouse/contract/activities/machine';
import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { NativeSelect } from '../../ui/field/field.tsx';
import styles from './connect-bar.module.css';

/** Seconds per 500 m and strokes or revolutions a minute, from racing to a paddle; the first ones are at a steady pace. */
const machines = {
  rower: {
    paces: [95, 105, 115, 120, 130, 140, 150],
    rates: [18, 20, 22, 24, 26, 28, 30, 32, 36],
    at: [120, 24],
  },
  skierg: { paces: [105, 115, 120, 130, 140, 150, 160], rates: [24, 28, 32, 36, 40, 44, 48], at: [130, 36] },
  bike: { paces: [47.5, 50, 55, 60, 65, 70, 75], rates: [60, 70, 75, 80, 85, 90, 100], at: [60, 80] },
} as const;
type Machine = keyof typeof machines;

type SimulatedChoiceProps = {
  /** From the first, without a choice of others. */
  isOpen: boolean;
  look: 'primary' | 'plain';
  isBusy: boolean;
  onConnect: (row: { paceSec: number; strokeRateSpm: number }, machine: Machine) => void;
};

/** Chooses a simulated erg: its machine, pace and rate. */
export function SimulatedChoice({ isOpen, look, isBusy, onConnect }: SimulatedChoiceProps) {
  const [machine, setMachine] = useState<Machine>('rower');
  const { paces, rates, at } = machines[machine];
  const [chosen, setChosen] = useState<{ paceSec?: number; strokeRateSpm?: number }>({});
  const row = { paceSec: at[0], strokeRateSpm: at[1], ...chosen };
  const { paceUnit, rateName, rateUnit } = figuresOn(machine);
  return (
    <details className={styles.simulated} open={isOpen}>
      <summary>No erg nearby? Try a simulated one</summary>
      <div className={styles.choice}>
        <NativeSelect
          label="Machine"
          value={machine}
          data={machineChoices}
          onChange={({ currentTarget: { value } }) => {
            setMachine(value === 'skierg' || value === 'bike' ? value : 'rower');
            setChosen({});
          }}
        />
        <NativeSelect
          label="Pace"
          value={`${row.paceSec}`}
          data={paces.map((pace) => ({
            value: `${pace}`,
            label: `${formatPaceOn(machine, pace)} ${paceUnit}`,
          }))}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, paceSec: Number(value) })}
        />
        <NativeSelect
          label={rateName}
          value={`${row.strokeRateSpm}`}
          data={rates.map((rate) => ({ value: `${rate}`, label: `${rate} ${rateUnit}` }))}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, strokeRateSpm: Number(value) })}
        />
        <Button size="touch" look={look} isBusy={isBusy} onClick={() => onConnect(row, machine)}>
          Use simulated erg
        </Button>
      </div>
      <p className={styles.hint}>It is marked as simulated for everyone and never ranked.</p>
    </details>
  );
}

const machineChoices = (['rower', 'skierg', 'bike'] as const).map((value) => ({
  value,
  label: machineNames[value],
}));
