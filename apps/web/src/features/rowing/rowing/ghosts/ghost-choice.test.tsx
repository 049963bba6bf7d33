// @vitest-environment happy-dom
import { limits } from '@boathouse/contract/limits';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { idOf } from '../../../../../test/people.ts';
import { addGhost, removeGhost, useGhostPicks, type GhostPick } from './ghost-choice.ts';

const eve = idOf(1);
beforeEach(() => localStorage.clear());

const picksOf = (userId: string, workout: string) =>
  renderHook(() => useGhostPicks(userId, workout)).result.current;
const resultOf = (number: number): GhostPick => ({ kind: 'result', activityId: idOf(number) });

test("a workout's ghosts are shared by all texts with its meaning, and belong to one user", () => {
  addGhost(eve, '2000 m', { kind: 'best' });
  expect(picksOf(eve, '2k')).toEqual([{ kind: 'best' }]);
  expect(picksOf(eve, '5k')).toEqual([]);
  expect(picksOf(idOf(2), '2000 m')).toEqual([]);
});

test('the same ghost is stored once, and a steady pace replaces the previous one', () => {
  addGhost(eve, '2k', { kind: 'pace', paceSec: 120 });
  addGhost(eve, '2k', resultOf(5));
  addGhost(eve, '2k', resultOf(5));
  addGhost(eve, '2k', { kind: 'pace', paceSec: 115 });
  expect(picksOf(eve, '2k')).toEqual([{ kind: 'pace', paceSec: 115 }, resultOf(5)]);
});

test('one too many is refused, and changes nothing', () => {
  const numbers = Array.from({ length: limits.ghostsMax }, (_, index) => index + 1);
  expect(numbers.map((number) => addGhost(eve, '2k', resultOf(number)))).not.toContain(false);
  expect(addGhost(eve, '2k', { kind: 'last' })).toBe(false);
  expect(picksOf(eve, '2k')).toEqual(numbers.map(resultOf));
});

test('a removed ghost disappears at once from the page', () => {
  addGhost(eve, '2k', { kind: 'best' });
  const { result } = renderHook(() => useGhostPicks(eve, '2k'));
  act(() => removeGhost(eve, '2k', { kind: 'best' }));
  expect(result.current).toEqual([]);
});

test('values of another version are not ghosts', () => {
  for (const stored of [
    'rubbish',
    '{"a":1}',
    JSON.stringify([{ userId: eve, workoutKey: '2k', picks: [{ kind: 'tide' }] }]),
  ]) {
    localStorage.setItem('boathouse.ghosts', stored);
    expect(picksOf(eve, '2k')).toEqual([]);
  }
});
