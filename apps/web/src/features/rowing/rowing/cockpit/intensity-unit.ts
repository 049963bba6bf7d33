import { figuresOn, formatPaceOn, powerWOn } from '@boathouse/workout/machine';
import { caloriesPerHourOf } from '@boathouse/workout/pace';
import type { Machine } from '@boathouse/contract/activities';
import {
  intensityUnits,
  unitChoice,
  unitNames,
  type IntensityUnit,
} from '../../../../lib/device-choices/intensity-unit.ts';
import { whole } from './figures.ts';

export { unitNames };
export type { IntensityUnit };

export const setIntensityUnit = unitChoice.set;
export const useIntensityUnit = unitChoice.use;

export function nextUnit(unit: IntensityUnit): IntensityUnit {
  return intensityUnits[(intensityUnits.indexOf(unit) + 1) % intensityUnits.length] ?? 'pace';
}

/** Formats a pace (s/500 m) in a unit, as the machine shows it; null without a pace. */
export function formatIntensity(
  unit: IntensityUnit,
  machine: Machine,
  paceSec: number | null,
): string | null {
  if (paceSec === null) return null;
  const powerW = powerWOn(machine, paceSec);
  switch (unit) {
    case 'pace':
      return formatPaceOn(machine, paceSec);
    case 'watts':
      return whole(powerW);
    case 'calories':
      return whole(caloriesPerHourOf(powerW));
  }
}

/** Returns the label of a unit: 'pace per 500 m', 'watts', 'calories per hour'. */
export function intensityLabel(unit: IntensityUnit, machine: Machine): string {
  if (unit === 'pace') return `pace per ${figuresOn(machine).paceMeters} m`;
  return unit === 'watts' ? 'watts' : 'calories per hour';
}
