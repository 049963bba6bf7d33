import { createDeviceChoice } from './device-choice.ts';

/** The hour cycles of `Intl`: 12 hours with AM and PM, and 24. */
export const clocks = ['h12', 'h23'] as const;
export type Clock = (typeof clocks)[number];

/** The clock that the reader has chosen; null follows the language of the browser. */
export const clockChoice = createDeviceChoice<Clock | null>(
  'clock',
  (stored) => clocks.find((clock) => clock === stored) ?? null,
  (clock) => clock ?? '',
);
