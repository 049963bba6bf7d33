import { machineOf } from '../machine.ts';
import { ErgMachineType } from '../records.ts';

/** What of a simulated monitor depends on the machine that it is on. */
export type SimulatedMachine = {
  ergMachineType: number;
  /** Watts at 1 m/s: 2.8 on a RowErg and a SkiErg, 0.35 on a BikeErg. */
  wattsFactor: number;
  /** A BikeErg has no drive: no length, no forces. */
  hasDrive: boolean;
};

/** Returns the machine of a monitor's machine type: without one a simulator, which is rowed. */
export function simulatedMachineOf(ergMachineType: number = ErgMachineType.simulator): SimulatedMachine {
  const isBike = machineOf(ergMachineType) === 'bike';
  return { ergMachineType, wattsFactor: isBike ? 0.35 : 2.8, hasDrive: !isBike };
}
