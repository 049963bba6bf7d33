import { firstDays, type FirstDay } from '@boathouse/contract/week';
import { createDeviceChoice } from './device-choice.ts';

/** The first day of the week that was chosen on this device before accounts had one; null without one. */
export const firstDayOfDevice = createDeviceChoice<FirstDay | null>(
  'firstDay',
  (stored) => firstDays.find((day) => day === stored) ?? null,
  (day) => day ?? '',
);
