import { describe, expect, test } from 'vitest';
import { buildNowRace } from '../../../../../test/races/factory.ts';
import { screenViewOf, turnMs } from './screen-view.ts';

const race = (state: 'called' | 'running' | 'started' | 'falseStart' | 'finished') => buildNowRace({ state });
const nothing = { race: null, next: [], last: [] };

describe('a screen', () => {
  test.each([
    ['called', 'call'],
    ['running', 'water'],
    ['finished', 'water'],
    ['falseStart', 'halted'],
  ] as const)('shows a race that is %s as %s', (state, kind) => {
    expect(screenViewOf({ ...nothing, race: race(state) }, null, 0).kind).toBe(kind);
  });

  test('shows only the command of a start, including ROW', () => {
    expect(screenViewOf({ ...nothing, race: race('started') }, 'attention', 0)).toMatchObject({
      kind: 'command',
      command: 'attention',
    });
    expect(screenViewOf({ ...nothing, race: race('running') }, 'row', 0)).toMatchObject({ command: 'row' });
  });

  test('does not show a command of a start that was stopped', () => {
    expect(screenViewOf({ ...nothing, race: race('falseStart') }, 'attention', 0).kind).toBe('halted');
  });

  test('alternates between races: the newest result, the next race, older results', () => {
    const between = {
      race: null,
      last: [buildNowRace({ number: 2 }), buildNowRace({ number: 1 })],
      next: [buildNowRace({ number: 3 })],
    };
    const shown = [0, 1, 2, 3].map((turn) => {
      const view = screenViewOf(between, null, turn * turnMs);
      return view.kind === 'empty' ? view.kind : `${view.kind} ${view.race.number}`;
    });
    expect(shown).toEqual(['result 2', 'next 3', 'result 1', 'result 2']);
    expect(screenViewOf(nothing, null, 0)).toEqual({ kind: 'empty' });
  });
});
