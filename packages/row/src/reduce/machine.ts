import { machineOf, type ErgMachine as Pm5Machine } from '@boathouse/pm5/machine';
import { paceSecOfPowerOn, powerWOn } from '@boathouse/workout/machine';
import type { RowProgress } from './state.ts';

/** The machine of a row, by the contract's names: a PM5's, or an erg of another maker. */
export type ErgMachine = Pm5Machine | 'otherrower';

/** Represents an erg of another maker among the machine types of PM5s, which are bytes. */
export const otherRowerType = 256;

type OnErg = Pick<RowProgress, 'ergMachineType'>;

/** Returns the kind of erg of a row; null until a monitor has reported it. */
export function machineOfRow({ ergMachineType }: OnErg): ErgMachine | null {
  if (ergMachineType === otherRowerType) return 'otherrower';
  return ergMachineType === null ? null : machineOf(ergMachineType);
}

/** Returns the machine for a row's figures: a RowErg until another one is reported. */
export function shownMachineOf(progress: OnErg): ErgMachine {
  return machineOfRow(progress) ?? 'rower';
}

/**
 * Converts a pace (s/500 m) to the watts that the row's monitor shows for it; null for an invalid pace, and on a
 * machine with an unknown formula.
 */
export function powerWOfRow(progress: OnErg, paceSec: number | null): number | null {
  return powerWOn(shownMachineOf(progress), paceSec);
}

/** Converts watts that the row's monitor sent to a pace (s/500 m), the inverse of `powerWOfRow`. */
export function paceSecOfRowPower(progress: OnErg, powerW: number | null): number | null {
  return paceSecOfPowerOn(shownMachineOf(progress), powerW);
}
