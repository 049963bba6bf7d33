import { readChoice } from './read-choice.ts';

/** The hour cycles of `Intl`: 12 hours with AM and PM, and 24. */
export const clocks = ['h12', 'h23'] as const;
export type Clock = (typeof clocks)[number];

export const clockKey = 'boathouse.clock';

/** The clock that the reader has chosen; null follows the language of the browser. */
export function getClock(): Clock | null {
  return readChoice(clockKey, clocks);
}
