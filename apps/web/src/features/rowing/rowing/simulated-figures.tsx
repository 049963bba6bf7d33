import { machineNames } from '@boathouse/contract/activities/machine';
import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import { NativeSelect } from '../../../ui/field/field.tsx';

/**
 * Seconds per 500 m and strokes or revolutions per minute, from racing to a paddle, and the values of a steady pace.
 */
const machines = {
  rower: {
    paces: [95, 105, 115, 120, 130, 140, 150],
    rates: [18, 20, 22, 24, 26, 28, 30, 32, 36],
    steady: { paceSec: 120, strokeRateSpm: 24 },
  },
  skierg: {
    paces: [105, 115, 120, 130, 140, 150, 160],
    rates: [24, 28, 32, 36, 40, 44, 48],
    steady: { paceSec: 130, strokeRateSpm: 36 },
  },
  bike: {
    paces: [47.5, 50, 55, 60, 65, 70, 75],
    rates: [60, 70, 75, 80, 85, 90, 100],
    steady: { paceSec: 60, strokeRateSpm: 80 },
  },
} as const;

export type SimulatedRow = { machine: keyof typeof machines; paceSec: number; strokeRateSpm: number };

const machineChoices = (['rower', 'skierg', 'bike'] as const).map((value) => ({
  value,
  label: machineNames[value],
}));

type SimulatedFiguresProps = { row: SimulatedRow; onChange: (row: SimulatedRow) => void };

/** Chooses the machine of a simulated erg, its pace and its rate. */
export function SimulatedFigures({ row, onChange }: SimulatedFiguresProps) {
  const { machine } = row;
  const { paces, rates } = machines[machine];
  const { paceUnit, rateName, rateUnit } = figuresOn(machine);
  return (
    <>
      <NativeSelect
        label="Machine"
        value={machine}
        data={machineChoices}
        onChange={({ currentTarget: { value } }) => {
          const chosen = value === 'skierg' || value === 'bike' ? value : 'rower';
          onChange({ machine: chosen, ...machines[chosen].steady });
        }}
      />
      <NativeSelect
        label="Pace"
        value={`${row.paceSec}`}
        data={paces.map((pace) => ({
          value: `${pace}`,
          label: `${formatPaceOn(machine, pace)} ${paceUnit}`,
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...row, paceSec: Number(value) })}
      />
      <NativeSelect
        label={rateName}
        value={`${row.strokeRateSpm}`}
        data={rates.map((rate) => ({ value: `${rate}`, label: `${rate} ${rateUnit}` }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...row, strokeRateSpm: Number(value) })}
      />
    </>
  );
}
