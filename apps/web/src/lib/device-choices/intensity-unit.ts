import { createDeviceChoice } from './device-choice.ts';

/** How the intensity of the user's own row is shown. */
export const intensityUnits = ['pace', 'watts', 'calories'] as const;
export type IntensityUnit = (typeof intensityUnits)[number];

export const unitNames: Record<IntensityUnit, string> = {
  pace: 'Pace',
  watts: 'Watts',
  calories: 'cal/h',
};

export const unitChoice = createDeviceChoice<IntensityUnit>(
  'intensityUnit',
  (stored) => intensityUnits.find((unit) => unit === stored) ?? 'pace',
  (unit) => unit,
);
