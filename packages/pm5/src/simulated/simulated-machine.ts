import { machineOf } from '../machine.ts';
import { ErgMachineType } from '../records.ts';

/** The parts of a simulated monitor that depend on its machine. */
export type SimulatedMachine = {
  ergMachineType: number;
  /** Watts at 1 m/s: 2.8 on a RowErg and a SkiErg, 0.35 on a BikeErg. */
  wattsFactor: number;
  /** A BikeErg has no drive: no length, no forces. */
  hasDrive: boolean;
  /** Typical values of real rows are near this; 85 on a SkiErg, 60 on a BikeErg. */
  dragFactor: number;
};

/** Returns the machine for a monitor's machine type; without a type it is a rower. */
export function simulatedMachineOf(ergMachineType: number = ErgMachineType.simulator): SimulatedMachine {
  const machine = machineOf(ergMachineType);
  const isBike = machine === 'bike';
  const dragFactor = isBike ? 60 : machine === 'skierg' ? 85 : 112;
  return { ergMachineType, wattsFactor: isBike ? 0.35 : 2.8, hasDrive: !isBike, dragFactor };
}
