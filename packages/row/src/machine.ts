import { machineOf, type ErgMachine as Pm5Machine } from '@boathouse/pm5/machine';
import { paceSecOfPowerOn, powerWOn } from '@boathouse/workout/machine';
import type { RowProgress } from './state.ts';

/** What a row is on, by the contract's names: what a PM5 is on, or a rower of another maker. */
export type ErgMachine = Pm5Machine | 'otherrower';

/** Stands for a rower of another maker among the machine types of PM5s, which are bytes. */
export const otherRowerType = 256;

type OnErg = Pick<RowProgress, 'ergMachineType'>;

/** Returns the kind of erg that a row is on; null while no monitor has told it. */
export function machineOfRow({ ergMachineType }: OnErg): ErgMachine | null {
  if (ergMachineType === otherRowerType) return 'otherrower';
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
