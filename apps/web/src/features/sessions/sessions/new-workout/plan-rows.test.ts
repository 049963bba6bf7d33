import { limits } from '@boathouse/contract/limits';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { describe, expect, test } from 'vitest';
import { emptyRow, errorsOfRow, rowsOf, textOf, type PlanRow } from './plan-rows.ts';

const row = (part: Partial<PlanRow>): PlanRow => ({ ...emptyRow, ...part });
const minute = { rest: '1', restUnit: 'min' } as const;

describe('the rows of a text', () => {
  test.each<[string, Partial<PlanRow>[]]>([
    ['2000m', [{ amount: '2000' }]],
    ['4x500m/1:00', [{ count: '4', amount: '500', ...minute }]],
    ['30 min', [{ amount: '30', unit: 'min' }]],
    ['1:30', [{ amount: '1:30', unit: 'min' }]],
    ['10 x 40s / 20s', [{ count: '10', amount: '40', unit: 's', rest: '20', restUnit: 's' }]],
    ['20 cal / undefined rest', [{ amount: '20', unit: 'cal', restUnit: 'undefined' }]],
    [
      "20' UT2 @ 2:05.5 r18-20 hr <150 200w",
      [
        {
          amount: '20',
          unit: 'min',
          intensity: 'UT2',
          pace: '2:05.5',
          strokeRate: '18-20',
          heartRate: '<150',
          power: '200',
        },
      ],
    ],
    [
      'WU 2k + 4x500m/2:00',
      [
        { amount: '2000', intensity: 'WU' },
        { count: '4', amount: '500', rest: '2', restUnit: 'min' },
      ],
    ],
    ['5k @ 2k+10', [{ amount: '5000', pace: '2k+10' }]],
    ['5k @ 2:05 @ 2k+20', [{ amount: '5000', pace: '2:05, 2k+20' }]],
    ['Just row', []],
  ])('%s', (text, rows) => {
    expect(rowsOf(text)).toEqual(rows.map(row));
  });

  test('a text that is not understood has none', () => {
    expect(rowsOf('4x500')).toBeNull();
    expect(rowsOf('')).toBeNull();
  });

  test.each([
    '2000m',
    '4x500m/1:00',
    "1'/2'/3'/2'/1' 1' rest",
    '2 x (5x500m / 1:00) / 5:00',
    "10 x 1' hard / 1' easy",
    'Warm up: 10 min easy, main: 4 x 500m r28 / 2:00 rest, cool down: 5 min',
    '10 x 20 cal @ 1:59.5 200w, rest as needed',
    '3:07:30 hr 140-150',
    '2k @ 7:00/500m',
    '5k @ 2:05 rate 20 @ 2k+20',
    '20:00 @ 2:10 @ 70% 2k watts',
  ])('write a text of the same plan: %s', (text) => {
    const plan = parseWorkoutText(text);
    expect(plan).not.toBeNull();
    const written = textOf(rowsOf(text) ?? []);
    expect(parseWorkoutText('text' in written ? written.text : '')).toEqual(plan);
  });
});

describe('the text of rows', () => {
  test('is compact', () => {
    const hard = row({ amount: '1', unit: 'min', intensity: 'hard' });
    const easy = row({ amount: '1', unit: 'min', intensity: 'easy' });
    expect(textOf([hard, easy, hard, easy])).toEqual({ text: '2 x (1:00 hard + 1:00 easy)' });
    expect(textOf([row({ count: ' 4 ', amount: ' 500 ', ...minute })])).toEqual({
      text: '4 x 500 m / 1:00 rest',
    });
    expect(textOf([])).toEqual({ text: '' });
  });

  test.each<[Partial<PlanRow>, string]>([
    [{ amount: '5,000' }, '5000 m'],
    [{ amount: '5.000' }, '5000 m'],
    [{ amount: '2k' }, '2000 m'],
    [{ amount: '7,5', unit: 'km' }, '7500 m'],
    [{ amount: '500', rest: '1,5', restUnit: 'min' }, '500 m / 1:30 rest'],
    [{ amount: '500', pace: '1:45,5' }, '500 m @ 1:45.5/500m'],
    [{ amount: '500', pace: '1:45,5, 2k+10' }, '500 m @ 1:45.5/500m @ 2k+10'],
  ])('reads %o as it is written', (part, text) => {
    const written = textOf([row(part)]);
    expect(parseWorkoutText('text' in written ? written.text : '')).toEqual(parseWorkoutText(text));
  });

  test('is not written while a row is not complete', () => {
    expect(textOf([row({ amount: '500' }), emptyRow])).toEqual({
      refusal: 'Row 2 is not complete, so the text is unchanged',
    });
  });

  test('is never longer than an item may be, and never has more than 100 pieces', () => {
    const rows = Array.from({ length: 20 }, (_, index) =>
      row({ amount: `${500 + index}`, strokeRate: '18-20' }),
    );
    const written = textOf(rows);
    expect('refusal' in written && written.refusal).toMatch(`at most ${limits.workoutItemMax}`);
    expect(textOf([row({ count: '60', amount: '100' }), row({ count: '41', amount: '200' })])).toEqual({
      refusal: 'A workout item has at most 100 pieces, so the text is unchanged',
    });
  });

  test.each<[Partial<PlanRow>, keyof PlanRow]>([
    [{ count: '0' }, 'count'],
    [{ count: '101' }, 'count'],
    [{ count: '2.5' }, 'count'],
    [{ amount: '99' }, 'amount'],
    [{ amount: '500 m + 2' }, 'amount'],
    [{ amount: '2.5' }, 'amount'],
    [{ amount: '19', unit: 's' }, 'amount'],
    [{ restUnit: 'min' }, 'rest'],
    [{ rest: '1 min rest + 2', restUnit: 'min' }, 'rest'],
    [{ pace: '205' }, 'pace'],
    [{ pace: '0:30' }, 'pace'],
    [{ strokeRate: '20 + 2k' }, 'strokeRate'],
    [{ pace: '2:05, 2:10' }, 'pace'],
    [{ pace: '2:05, ' }, 'pace'],
    [{ strokeRate: '22-20' }, 'strokeRate'],
    [{ heartRate: '300' }, 'heartRate'],
    [{ power: 'hard' }, 'power'],
    [{ power: '5' }, 'power'],
  ])('%o has an error only in that field', (part, field) => {
    expect(Object.keys(errorsOfRow(row({ amount: '500', ...part })))).toEqual([field]);
  });
});
