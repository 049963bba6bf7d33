/** The contract's type of this name, which this package may not import: of the contract it has the stroke alone. */
type Machine = 'rower' | 'dynamic' | 'slides' | 'skierg' | 'bike' | 'multierg' | 'other';

/**
 * Returns the kind of erg that a PM5 is on, by its machine type. A monitor that does not tell it, which has older firmware,
 * is taken for a rower's. Source: Concept2 PM CSAFE Communication Definition, ergometer machine types.
 */
export function machineOf(ergMachineType: number | null): Machine {
  if (ergMachineType === null) return 'rower';
  if (ergMachineType === 8 || ergMachineType === 32) return 'dynamic';
  if (ergMachineType >= 16 && ergMachineType <= 31) return 'slides';
  // Models A to E, and a monitor on a simulator.
  if (ergMachineType <= 7) return 'rower';
  if (ergMachineType >= 128 && ergMachineType <= 143) return 'skierg';
  if (ergMachineType >= 192 && ergMachineType <= 207) return 'bike';
  if (ergMachineType >= 224 && ergMachineType <= 239) return 'multierg';
  return 'other';
}
