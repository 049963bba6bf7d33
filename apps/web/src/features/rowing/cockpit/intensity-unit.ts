import { caloriesPerHourOf, formatPace, powerWOf } from '@boathouse/workout/pace';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { createListeners } from '../../../lib/store.ts';
import { whole } from './figures.ts';

/** How the intensity of the row is shown; kept on this device. */
export const intensityUnits = ['pace', 'watts', 'calories'] as const;
type IntensityUnit = (typeof intensityUnits)[number];

export const unitNames: Record<IntensityUnit, string> = {
  pace: 'Pace',
  watts: 'Power',
  calories: 'cal/h',
};

const storageKey = 'boathouse.intensityUnit';
const UnitSchema = z.enum(intensityUnits);
const listeners = createListeners();
/** Holds the choice where storage is disabled or full. */
let chosen: IntensityUnit | null = null;

function getIntensityUnit(): IntensityUnit {
  chosen ??= stored();
  return chosen;
}

function stored(): IntensityUnit {
  try {
    const parsed = UnitSchema.safeParse(localStorage.getItem(storageKey));
    return parsed.success ? parsed.data : 'pace';
  } catch {
    return 'pace';
  }
}

export function setIntensityUnit(unit: IntensityUnit): void {
  chosen = unit;
  try {
    localStorage.setItem(storageKey, unit);
  } catch {
    // The choice then applies to this page only.
  }
  listeners.call();
}

/** Forgets the choice of this page, so that the stored one is read again. */
export function resetIntensityUnit(): void {
  chosen = null;
}

export function useIntensityUnit(): IntensityUnit {
  return useSyncExternalStore(listeners.subscribe, getIntensityUnit);
}

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
