import { expect, test } from 'vitest';
import { ageGroupIn, ageGroupName, ageGroups } from './age-groups.ts';

test.each([
  [2026, 2014, 0],
  [2026, 2013, 13],
  [2026, 2008, 17],
  [2026, 2007, 19],
  [2026, 1997, 19],
  [2026, 1996, 30],
  [2026, 1926, 100],
  [2026, 1900, 100],
  [2026, 2027, null],
])('in %i an athlete born in %i is in the group from %s', (year, birthYear, group) => {
  expect(ageGroupIn(year, birthYear)).toBe(group);
});

test('age groups are named by their ages', () => {
  expect(ageGroups.map(ageGroupName)).toEqual(
    'up to 12,13–14,15–16,17–18,19–29,30–39,40–49,50–59,60–69,70–79,80–89,90–99,100+'.split(','),
  );
});
