import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseWorkoutText } from './parse.ts';
import { describePlan } from './describe.ts';
import { readWorkoutText, type WorkoutReading } from './offers.ts';

/** A text, and the plans that it may be read or offered as, or the words for which it is refused. */
type Row = { kind: string; text: string; said: string };

function rowsOf(file: string): Row[] {
  const lines = readFileSync(new URL(`../test/texts/${file}`, import.meta.url), 'utf8').split('\n');
  let kind = '';
  return lines.flatMap((line) => {
    if (line.startsWith('# ')) kind = line.slice(2);
    const [text = '', said] = line.split(' => ');
    return said === undefined ? [] : [{ kind, text, said }];
  });
}

/** A text as `describePlan` writes its plan. */
function described(text: string): string {
  const plan = parseWorkoutText(text);
  if (plan === null) throw new Error(`the expected ${text} is not read`);
  return describePlan(plan);
}

function plansOf(reading: WorkoutReading): readonly string[] {
  if (reading.kind === 'plan') return [describePlan(reading.plan)];
  return reading.kind === 'offers' ? reading.offers : [];
}

test.each([...rowsOf('corpus.txt'), ...rowsOf('held-out.txt'), ...rowsOf('first-look.txt')])(
  '$kind: $text is $said',
  ({ text, said }) => {
    const reading = readWorkoutText(text);
    if (said.startsWith('! ')) {
      const words = said.slice(2).toLowerCase().split(' ');
      expect(reading.kind).toBe('unread');
      const { word = '' } = reading.kind === 'unread' ? (reading.unread ?? {}) : {};
      expect(
        words.some((each) => word.toLowerCase().includes(each)),
        `“${word}” is named`,
      ).toBe(true);
      return;
    }
    const expected = said.split(' | ').map(described);
    expect(
      plansOf(reading).some((plan) => expected.includes(plan)),
      plansOf(reading).join(' | '),
    ).toBe(true);
  },
);
