import { describe, expect, test } from 'vitest';
import { comparisonOf, type Rowed } from './rules.ts';

const rowed = (given: Partial<Rowed>): Rowed => ({
  userId: '019a0000-0000-7000-8000-00000000000a',
  createdAt: new Date('2026-05-01T06:00:00Z'),
  machine: 'rower',
  source: 'monitor',
  ranksEntered: false,
  isCompleted: true,
  isPartial: false,
  workout: '3000m',
  plan: null,
  workoutType: null,
  distance: 3_000,
  elapsedTime: 690,
  pieces: [],
  ...given,
});

const intervals = { workout: '4 x 500m / 1:00 rest', distance: 2_000, elapsedTime: 400, workoutType: 7 };
const times = { workout: '3 x 4:00 / 2:00 rest', distance: 3_150, elapsedTime: 720, workoutType: 6 };

describe('a result is compared', () => {
  test.each<[string, Partial<Rowed>, object]>([
    [
      'of a ranked distance, by time',
      { pieces: ['2k'] },
      { by: 'piece', piece: '2k', decides: 'elapsedTime' },
    ],
    [
      'of a ranked time, by distance',
      { workout: '30:00', pieces: ['30min'] },
      { by: 'piece', decides: 'distance' },
    ],
    ['of two at once, by what was planned', { workout: '4:00', pieces: ['1k', '4min'] }, { piece: '4min' }],
    [
      'of two at once and Just Row, by the first',
      { workout: 'Just row', pieces: ['1k', '4min'] },
      { piece: '1k' },
    ],
    ['of another distance, by its plan', {}, { by: 'plan', decides: 'elapsedTime', isOfIntervals: false }],
    ['of intervals, by their plan', intervals, { by: 'plan', decides: 'elapsedTime', isOfIntervals: true }],
    ['of times, by the distance', times, { by: 'plan', decides: 'distance' }],
    ['of calories, by time', { workout: '100 cal' }, { by: 'plan', decides: 'elapsedTime' }],
    ['of mixed pieces, by pace', { workout: '1000m + 4:00' }, { by: 'plan', decides: 'averagePace' }],
    [
      'entered for a club that counts these, too',
      { source: 'entered', ranksEntered: true },
      { by: 'plan', decides: 'elapsedTime' },
    ],
    ['ended by hand just after, too', { distance: 3_000.9 }, { by: 'plan' }],
    [
      'of a time, not of the distance that it happens to be',
      { workout: '20:00', elapsedTime: 1_200, distance: 5_000, pieces: ['5k'] },
      { by: 'plan', decides: 'distance' },
    ],
  ])('%s', (_, given, expected) => {
    expect(comparisonOf(rowed(given))).toMatchObject(expected);
  });

  test('a result is compared without the targets of its plan', () => {
    expect(comparisonOf(rowed({ workout: '3k @ 2:10 r20' }))).toEqual(comparisonOf(rowed({})));
  });
});

test.each<[string, Partial<Rowed>]>([
  ['in progress', { isCompleted: false }],
  ['partial', { isPartial: true }],
  ['of a simulated erg', { source: 'simulated' }],
  ['that was entered without a club that counts these', { source: 'entered' }],
  ['of Just Row that is over no ranked piece', { workout: 'Just row' }],
  ['of a text without a plan', { workout: 'as you like' }],
  ['that went on well after its end', { distance: 3_001.2 }],
  ['of times that went on', { ...times, elapsedTime: 720.2 }],
  ['of a single piece rowed as intervals', { workoutType: 7 }],
  ['of intervals rowed as a single piece', { ...intervals, workoutType: 3 }],
])('a result %s is compared with no other', (_, given) => {
  expect(comparisonOf(rowed(given))).toBeNull();
});
