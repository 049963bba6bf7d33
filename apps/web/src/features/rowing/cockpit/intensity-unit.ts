import { caloriesPerHourOf, formatPace, powerWOf } from '@boathouse/workout/pace';
import * as z from 'zod/mini';
import { createDeviceChoice } from '../../../lib/device-choices/device-choice.ts';
import { whole } from './figures.ts';

/** How the intensity of the row is shown; kept on this device. */
export const intensityUnits = ['pace', 'watts', 'calories'] as const;
export type IntensityUnit = (typeof intensityUnits)[number];

export const unitNames: Record<IntensityUnit, string> = {
  pace: 'Pace',
  watts: 'Watts',
  calories: 'cal/h',
};

const UnitSchema = z.enum(intensityUnits);
const choice = createDeviceChoice<IntensityUnit>(
  'intensityUnit',
  (stored) => UnitSchema.safeParse(stored).data ?? 'pace',
  (unit) => unit,
);
export const setIntensityUnit = choice.set;
export const useIntensityUnit = choice.use;

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
