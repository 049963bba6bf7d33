import { expect, test } from 'vitest';
import type { Caller, Facts } from './facts.ts';
import { forgottenBy, readsOf } from './reads.ts';

const id = '019a0000-0000-7000-8000-000000000001';
const caller: Caller = {
  _id: id,
  uid: 'bench-10',
  number: 10,
  activity: id,
  hosted: id,
  club: id,
  clubURL: 'harbour',
  test: id,
  token: 'token',
};
const facts: Facts = {
  callers: [caller],
  cast: {
    heavy: id,
    light: id,
    popular: id,
    follower: id,
    commented: id,
    crew: id,
    large: { club: id, test: id, tests: Array.from({ length: 5 }, () => id), members: [caller.number] },
  },
};

test('every GET endpoint of the contract has a read, or a reason for having none', () => {
  const reads = readsOf(facts, { boardKeys: ['key'], rowers: [caller] }, new Date('2027-03-10T09:30:00Z'));
  expect(forgottenBy(reads)).toEqual([]);
  expect(new Set(reads.map(({ name }) => name)).size).toBe(reads.length);
});

test('a read builds its address from the contract', () => {
  const reads = readsOf(facts, { boardKeys: ['key'], rowers: [caller] }, new Date('2026-11-22'));
  const pathOf = (name: string) => reads.find((read) => read.name === name)?.call(0).path;
  expect(pathOf('history, 10,000, by distance')).toBe(
    `/api/activities/search?user=${id}&distance%5B%24gte%5D=4000&distance%5B%24lte%5D=6500`,
  );
  expect(pathOf('heatmap, 100 activities')).toBe(
    `/api/users/${id}/activity-heatmap?currentYear=2026&yearOffset=0`,
  );
});
