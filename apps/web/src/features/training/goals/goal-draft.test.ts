import { expect, test } from 'vitest';
import { draftOf, goalOfDraft } from './goal-draft.ts';

const today = Temporal.PlainDate.from('2026-11-23');
const draft = draftOf(null, today);

test('a new goal is a weekly one, and a season begins today', () => {
  expect(draft).toEqual({ period: 'week', meters: '', from: '2026-11-23', to: '2027-05-22' });
});

test('an edited goal begins with the stored values', () => {
  const span = { from: '2026-10-01', to: '2027-03-31' };
  expect(draftOf({ period: 'season', meters: 9, rowedMeters: 1, ...span }, today)).toEqual({
    period: 'season',
    meters: '9',
    ...span,
  });
});

test.each([
  [{ meters: '20000' }, { period: 'week', meters: 20_000 }],
  [{ meters: '30.000' }, { period: 'week', meters: 30_000 }],
  [{ meters: '50k' }, { period: 'week', meters: 50_000 }],
  [{ meters: '' }, { meters: 'Enter a whole number of meters' }],
  [{ meters: '0' }, { meters: 'Enter a whole number of meters' }],
  [{ meters: '1.5' }, { meters: 'Enter a whole number of meters' }],
  [{ meters: '100000001' }, { meters: 'Enter fewer meters' }],
  [
    { period: 'season' as const, meters: '5000' },
    { period: 'season', meters: 5_000, from: '2026-11-23', to: '2027-05-22' },
  ],
  [
    { period: 'season' as const, meters: '5000', to: '2026-11-22' },
    { to: 'Choose a day after the first one' },
  ],
  [{ period: 'season' as const, meters: '5000', to: '2029-11-22' }, { to: 'Choose a day within two years' }],
  [
    { period: 'season' as const, meters: '5000', from: '', to: '' },
    { from: 'A date is required', to: 'A date is required' },
  ],
])('%o is %o', (change, expected) => {
  expect(goalOfDraft({ ...draft, ...change })).toEqual(expected);
});
