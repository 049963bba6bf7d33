/** The kinds of ergs by the contract's names, which this package may not import. */
export type ErgMachine = 'rower' | 'dynamic' | 'slides' | 'skierg' | 'bike' | 'multierg' | 'other';

/**
 * Returns the kind of erg that a monitor is on, by its machine type: the last byte of 0x0032, or 0x0016. A number without
 * a meaning is 'other'.
 * Source: Concept2 PM CSAFE Communication Definition 0.25, ergometer machine types (0 to 32 rowing, from 128 SkiErg, from
 * 192 BikeErg, from 224 MultiErg).
 */
export function machineOf(ergMachineType: number): ErgMachine {
  if (ergMachineType === 8 || ergMachineType === 32) return 'dynamic';
  if (ergMachineType >= 16 && ergMachineType <= 31) return 'slides';
  // Models A to E, and a monitor on a simulator.
  if (ergMachineType >= 0 && ergMachineType <= 7) return 'rower';
  if (ergMachineType >= 128 && ergMachineType <= 143) return 'skierg';
  if (ergMachineType >= 192 && ergMachineType <= 207) return 'bike';
  if (ergMachineType >= 224 && ergMachineType <= 239) return 'multierg';
  return 'other';
}

const typeOfEnding = [
  [/\brow$/i, 0],
  [/\bski$/i, 128],
  [/\bbike$/i, 192],
] as const;

/**
 * Returns the machine type by the monitor's name, for firmware that sends none; null for a name without one. A monitor
 * leaves the factory as 'PM5 430000000 Row', ' Ski' or ' Bike', and its owner can rename it; the oldest names end with
 * the serial number. Source: names in TrackMyIndoorWorkout issue 469.
 */
export function machineTypeOfName(name: string): number | null {
  const trimmed = name.trim();
  return typeOfEnding.find(([ending]) => ending.test(trimmed))?.[1] ?? null;
}
