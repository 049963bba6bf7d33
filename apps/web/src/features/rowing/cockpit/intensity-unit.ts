import { caloriesPerHourOf, formatPace, powerWOf } from '@boathouse/workout/pace';
import {
  intensityUnits,
  unitChoice,
  unitNames,
  type IntensityUnit,
} from '../../../lib/device-choices/intensity-unit.ts';
import { whole } from './figures.ts';

export { unitNames };
export type { IntensityUnit };

export const setIntensityUnit = unitChoice.set;
export const useIntensityUnit = unitChoice.use;

export function nextUnit(unit: IntensityUnit): IntensityUnit {
  return intensityUnits[(intensityUnits.indexOf(unit) + 1) % intensityUnits.length] ?? 'pace';
}

/** Formats a pace in a unit; null without a pace. */
export function formatIntensity(unit: IntensityUnit, paceSec: number | null): string | null {
  if (paceSec === null) return null;
  const powerW = powerWOf(paceSec);
  switch (unit) {
    case 'pace':
      return formatPace(paceSec);
    case 'watts':
      return whole(powerW);
    case 'calories':
      return whole(caloriesPerHourOf(powerW));
  }
}

export const intensityLabels: Record<IntensityUnit, string> = {
  pace: 'pace per 500 m',
  watts: 'watts',
  calories: 'calories per hour',
};
