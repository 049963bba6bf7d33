import { plannedLengthOf } from '@boathouse/workout-text/planned-length';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { expect, test } from 'vitest';
import { readResult, resultInWords } from './typed-result.ts';

const planned = (text: string) => plannedLengthOf(parseWorkoutText(text));
const figures = { strokeRate: null, heartRate: null };

test.each([
  ['2000 m', { time: '7:05.3' }, { distance: 2_000, elapsedTime: 425.3 }],
  ['4 x 500 m / 2:00 rest', { time: '7.05,3' }, { distance: 2_000, elapsedTime: 425.3 }],
  ['30:00', { distance: '7,850' }, { distance: 7_850, elapsedTime: 1_800 }],
  ['Just row', { distance: '5k', time: '2010' }, { distance: 5_000, elapsedTime: 1_210 }],
  // A value typed in addition to a plan counts: the workout was not rowed to its end.
  ['2000 m', { distance: '1500', time: '5:20' }, { distance: 1_500, elapsedTime: 320 }],
])('a result of %s typed as %j is read', (text, texts, result) => {
  expect(readResult('rower', planned(text), texts)).toEqual({
    result: { ...figures, ...result },
    problems: {},
  });
});

test.each([
  ['2000 m', { strokeRate: '28' }, { time: 'Type the time.' }],
  ['30:00', { heartRate: '150' }, { distance: 'Type the distance.' }],
  ['Just row', { time: '7:05' }, { distance: 'Type the distance.' }],
  ['2000 m', { time: '7.05' }, { time: expect.stringContaining('7:05 or seconds') }],
  ['2000 m', { time: '45.2' }, { time: expect.stringContaining("0:11.3 /500 m isn't possible") }],
  ['30:00', { distance: '78500' }, { distance: expect.stringContaining("isn't possible") }],
  [
    '2000 m',
    { time: '7:05', strokeRate: '28.5', heartRate: '999' },
    {
      strokeRate: 'Type a whole number up to 255.',
      heartRate: 'Type a whole number up to 255.',
    },
  ],
])('a result of %s typed as %j names the field', (text, texts, problems) => {
  expect(readResult('rower', planned(text), texts)).toEqual({ result: null, problems });
});

test('empty fields give neither a result nor a problem', () => {
  expect(readResult('rower', planned('2000 m'), { time: ' ' })).toEqual({ result: null, problems: {} });
});

test('shows the reading', () => {
  expect(resultInWords({ distance: 2_000, elapsedTime: 425.3 }, 'rower')).toBe(
    '2,000 m in 7:05.3, 1:46.3 /500 m',
  );
  expect(resultInWords({ distance: 5_000, elapsedTime: 500 }, 'bike')).toBe(
    '5,000 m in 8:20.0, 1:40.0 /1000 m',
  );
});
