import type { Race } from '@boathouse/contract/races/race';
import { describe, expect, test } from 'vitest';
import { buildRace } from '../../../../../test/races/factory.ts';
import { holderOf, nextStepOf, raceToDo } from './next-step.ts';

const inState = (number: number, state: Race['state']) => buildRace(number, { state });

describe('the next step of a race', () => {
  test.each([
    ['draft', 'publish'],
    ['published', 'call'],
    ['called', 'arm'],
    ['armed', 'start'],
    ['started', 'wait'],
    ['running', 'finish'],
    ['finished', 'provisional'],
    ['provisional', 'official'],
    ['falseStart', 'prepare'],
    ['stopped', 'prepare'],
  ] as const)('the next step of a race after %s is %s', (state, kind) => {
    const race = inState(1, state);
    expect(nextStepOf(race, [race])).toEqual({ kind });
  });

  test('the next step of a race after the official result is the next race, and without one the day is done', () => {
    const [done, other] = [inState(1, 'official'), inState(2, 'published')];
    expect(nextStepOf(done, [done, other])).toEqual({ kind: 'next', race: other._id });
    expect(nextStepOf(done, [done])).toEqual({ kind: 'done' });
  });

  test('the race to show is the one under way, then the first to come, then one that waits for its official result', () => {
    const races = [inState(1, 'provisional'), inState(2, 'published'), inState(3, 'running')];
    expect(raceToDo(races)?.number).toBe(3);
    expect(raceToDo(races.slice(0, 2))?.number).toBe(2);
    expect(raceToDo(races.slice(0, 1))?.number).toBe(1);
    expect(raceToDo([inState(1, 'official'), inState(2, 'void')])).toBeUndefined();
  });
});

test('one page holds the control: the same user on another page does not have it', () => {
  const user = { _id: 'u', displayName: 'Cleo Coach', iconURL: null };
  const control = { user, device: 'one', since: '2026-05-02T08:00:00.000Z' };
  expect(holderOf(control, 'one')).toEqual({ kind: 'own' });
  expect(holderOf(control, 'other')).toEqual({
    kind: 'other',
    userId: 'u',
    name: 'Cleo Coach',
    since: control.since,
  });
  expect(holderOf(null, 'one')).toEqual({ kind: 'free' });
});
