import { describePlan } from '../src/describe.ts';
import { readWorkoutText } from '../src/offers.ts';

/** Returns a reading in the notation of the tables: the plan, or the offers and the word, joined by ' | '. */
export function saidOf(text: string): string {
  const reading = readWorkoutText(text);
  if (reading.kind === 'plan') return describePlan(reading.plan);
  const word = reading.unread === null ? [] : [`“${reading.unread.word}”`];
  return [...(reading.kind === 'offers' ? reading.offers : []), ...word].join(' | ');
}
