import { expect, test } from 'vitest';
import { recordsOfSteps, recordSteps, type ByHand, type Candidate } from './rules.ts';

const rowed = (userId: string, score: number, day: string, given: Partial<Candidate> = {}): Candidate => ({
  userId,
  activityId: `${userId} ${day}`,
  score,
  rowedAt: new Date(`${day}T12:00:00.000Z`),
  sex: null,
  birthYear: null,
  ...given,
});
const byHand = (score: number, day: string, given: Partial<ByHand> = {}): ByHand => ({
  id: day,
  score,
  sex: null,
  ageGroup: null,
  holder: 'Erna',
  day,
  note: '',
  ...given,
});
const stepsOf = (candidates: Candidate[], hand: ByHand[] = []) =>
  recordSteps('distance', candidates, hand, 10).map(({ category, steps }) => [
    category.sex,
    category.ageGroup,
    steps.map(({ score, isEqual }) => (isEqual ? `=${score}` : score)),
  ]);

test('a record is beaten by a tenth, and an equal result is shown beside it', () => {
  const results = [
    rowed('Ben', 4_000, '2025-01-01'),
    rowed('Ann', 4_100, '2024-01-01'),
    rowed('Cem', 4_000, '2025-02-01'),
    rowed('Dora', 4_001, '2025-03-01'),
    rowed('Eve', 3_999, '2026-01-01'),
  ];
  expect(stepsOf(results)).toEqual([[null, null, [3_999, '=4000', 4_000, 4_100]]]);
  // Without the newest, which was deleted, the previous ones are the records again.
  expect(stepsOf(results.slice(0, 4))).toEqual([[null, null, ['=4000', 4_000, 4_100]]]);
});

test('records by hand come before results of the same day, and hide slower results', () => {
  expect(stepsOf([rowed('Ann', 4_000, '2020-01-01')], [byHand(3_950, '1999-05-01')])).toEqual([
    [null, null, [3_950]],
  ]);
  expect(stepsOf([rowed('Ann', 3_900, '2020-01-01')], [byHand(3_950, '2020-01-01')])).toEqual([
    [null, null, [3_900, 3_950]],
  ]);
});

test('a result counts for everyone, for its sex, and for its age group in that year', () => {
  const ann = { sex: 'female', birthYear: 1980 } as const;
  expect(
    stepsOf([
      rowed('Ann', 4_300, '2019-06-01', ann),
      rowed('Ann', 4_250, '2026-06-01', ann),
      rowed('Ben', 3_900, '2024-06-01', { sex: 'male' }),
    ]),
  ).toEqual([
    [null, null, [3_900, 4_300]],
    ['female', null, [4_250, 4_300]],
    ['female', 30, [4_300]],
    ['female', 40, [4_250]],
    ['male', null, [3_900]],
  ]);
});

test('in a piece of fixed time the most meters are the record', () => {
  const steps = recordSteps(
    'time',
    [rowed('Ann', 8_000, '2024-01-01'), rowed('Ben', 8_100, '2025-01-01')],
    [],
    10,
  );
  expect(steps[0]?.steps.map(({ score }) => score)).toEqual([8_100, 8_000]);
});

test('the oldest records are left out beyond the limit', () => {
  const results = Array.from({ length: 12 }, (_, index) =>
    rowed('Ann', 4_000 - index, `20${10 + index}-01-01`),
  );
  expect(recordSteps('distance', results, [], 3)[0]?.steps.map(({ score }) => score)).toEqual([
    3_989, 3_990, 3_991,
  ]);
});

test('a holder whom the viewer may not see is left out', () => {
  const steps = recordSteps('distance', [rowed('Ann', 4_000, '2024-01-01')], [], 10);
  expect(recordsOfSteps(steps, new Map())).toEqual([]);
});
