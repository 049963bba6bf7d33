import type { Gap } from '@boathouse/row/reduce/gaps';
import { formatWhole } from '../../../../lib/format.ts';
import { stretchOf } from './plottable.ts';

/** More than these are only counted. */
const namedMax = 5;

function inIntervals({ fromInterval, toInterval }: Gap): string {
  return fromInterval === toInterval
    ? `, in interval ${fromInterval}`
    : `, in intervals ${fromInterval} to ${toInterval}`;
}

/** Returns a sentence for each gap: `Bluetooth was away from 200 to 430 m.` */
export function gapSentences(gaps: readonly Gap[], hasIntervals: boolean): string[] {
  const sentences = gaps.slice(0, namedMax).map((gap) => {
    if (gap.where === 'start') return `Strokes before ${formatWhole(Math.round(gap.toM))} m were not heard.`;
    return `Bluetooth was away from ${stretchOf(gap)}${hasIntervals ? inIntervals(gap) : ''}.`;
  });
  const more = gaps.length - sentences.length;
  return more > 0 ? [...sentences, `And ${more} more ${more === 1 ? 'time' : 'times'}.`] : sentences;
}
