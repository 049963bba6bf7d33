import { machineOf, type ErgMachine } from '@boathouse/pm5/machine';
import { paceSecOfPowerOn, powerWOn } from '@boathouse/workout/machine';
import type { RowProgress } from './state.ts';

export type { ErgMachine } from '@boathouse/pm5/machine';

type OnErg = Pick<RowProgress, 'ergMachineType'>;

/** Returns the kind of erg that a row is on; null while no monitor has told it. */
export function machineOfRow({ ergMachineType }: OnErg): ErgMachine | null {
  return ergMachineType === null ? null : machineOf(ergMachineType);
}

/** Returns the machine by which a row's figures are shown: a RowErg's until another one is told. */
export function shownMachineOf(progress: OnErg): ErgMachine {
  return machineOfRow(progress) ?? 'rower';
}

/**
 * Converts a pace (s/500 m) to the watts that the row's monitor shows for it; null for an invalid pace, and on a machine
 * whose formula is not known.
 */
export function powerWOfRow(progress: OnErg, paceSec: number | null): number | null {
  return powerWOn(shownMachineOf(progress), paceSec);
}

/** Converts watts that the row's monitor sent to a pace (s/500 m), the inverse of `powerWOfRow`. */
export function paceSecOfRowPower(progress: OnErg, powerW: number | null): number | null {
  return paceSecOfPowerOn(shownMachineOf(progress), powerW);
}
