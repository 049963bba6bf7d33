import { readChoice } from './stored-choice.ts';

export const clocks = ['12-hour', '24-hour'] as const;
export type Clock = (typeof clocks)[number];

export const clockKey = 'boathouse.clock';

/** The clock that the reader has chosen; null follows the language of the browser. */
export function getClock(): Clock | null {
  return readChoice(clockKey, clocks);
}
