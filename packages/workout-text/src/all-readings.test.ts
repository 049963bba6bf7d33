import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { saidOf } from '../test/said.ts';
import { describePlan } from './describe.ts';
import { readWorkoutText } from './offers.ts';
import { parseWorkoutText } from './parse.ts';

/** 'text => its plan or its offers', with a heading for each kind. */
const lines = readFileSync(new URL('../test/texts/readings.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.includes(' => '));
const textOf = (line: string) => line.slice(0, line.indexOf(' => '));

test('each text is read or offered exactly as its line says, the likeliest meaning first', () => {
  expect(lines.map((line) => `${textOf(line)} => ${saidOf(textOf(line))}`)).toEqual(lines);
});

test('each offer is a text that is read with its own meaning', () => {
  const offers = lines.flatMap((line) => {
    const reading = readWorkoutText(textOf(line));
    return reading.kind === 'offers' ? reading.offers : [];
  });
  const read = offers.map((offer) => {
    const plan = parseWorkoutText(offer);
    return plan && describePlan(plan);
  });
  expect(offers.length).toBeGreaterThan(200);
  expect(read).toEqual(offers);
});
