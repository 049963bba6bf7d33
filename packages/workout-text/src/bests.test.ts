import { describe, expect, test } from 'vitest';
import { bestsNeeded, ownPlanOf, withBests } from './bests.ts';
import { parseWorkoutText } from './parse.ts';

const bests = [
  { distanceM: 2000, timeSec: 460 },
  { distanceM: 5000, timeSec: 1240 },
];

function targetsOf(workout: string, machine: 'rower' | 'bike' | 'skierg' = 'rower') {
  return ownPlanOf({ workout, bests }, machine)?.pieces.map(({ target }) => target);
}

describe('a relative target is the athlete’s own', () => {
  test.each([
    ['8 x 500m @ 2k+10 / 1:00 rest', { paceSec: 125 }],
    ['5k @ 2k pace', { paceSec: 115 }],
    ['3 x 1000m @ 5k pace - 2 / 3:00 rest', { paceSec: 122 }],
    ['20 min @ 2k + 10.5', { paceSec: 125.5 }],
    ['20 min @ 70% 2k watts', { powerW: 161 }],
  ])('%s', (workout, own) => {
    const targets = targetsOf(workout);
    expect(targets?.[0]).toMatchObject({ ...own, relative: { bestSec: expect.any(Number) } });
    expect(new Set(targets?.map((target) => JSON.stringify(target))).size).toBe(1);
  });

  test('the target of each athlete is different', () => {
    const workout = '5k @ 2k+10';
    const other = ownPlanOf({ workout, bests: [{ distanceM: 2000, timeSec: 400 }] }, 'rower');
    expect(other?.pieces[0]?.target?.paceSec).toBe(110);
  });
});

describe('a relative target stays relative', () => {
  test.each([
    ['without a best of that distance', '5k @ 1k+10', 'rower'],
    ['on another machine than the bests are of', '5k @ 2k+10', 'bike'],
    ['on a SkiErg', '5k @ 2k+10', 'skierg'],
  ] as const)('%s', (_, workout, machine) => {
    expect(targetsOf(workout, machine)).toEqual(
      parseWorkoutText(workout)?.pieces.map(({ target }) => target),
    );
  });

  test('beside a pace of the text, which is the target', () => {
    const [target] = targetsOf('5k @ 2:05 @ 2k+20') ?? [];
    expect(target).toEqual({ paceSec: 125, relative: { ofDistanceM: 2000, offsetSec: 20 } });
  });

  test('beside watts of the text, which are the target', () => {
    const [target] = targetsOf('5k 180w @ 70% 2k watts') ?? [];
    expect(target).toEqual({ powerW: 180, relative: { ofDistanceM: 2000, powerShare: 0.7 } });
  });
});

test('the bests that a plan needs are named once', () => {
  expect(bestsNeeded(parseWorkoutText('500m @ 2k pace + 500m @ 2k+5 + 1000m @ 5k pace'))).toEqual([
    2000, 5000,
  ]);
  expect(bestsNeeded(parseWorkoutText('5k @ 2:05'))).toEqual([]);
  expect(bestsNeeded(null)).toEqual([]);
});

test('a pace of the text and watts of a best are both targets', () => {
  expect(targetsOf('5k @ 2:05 @ 70% 2k watts')).toMatchObject([{ paceSec: 125, powerW: 161 }]);
});

test('a plan of absolute targets is unchanged', () => {
  const plan = parseWorkoutText('4 x 500m @ 1:55 / 1:00 rest');
  expect(plan && withBests(plan, bests)).toEqual(plan);
});
