import type { MemberState } from '@boathouse/contract/live';
import { describe, expect, test } from 'vitest';
import { crewReadiness, readinessOf } from './readiness.ts';

const ready: MemberState = {
  isErgConnected: true,
  setItems: [0],
  isInFront: true,
  item: null,
  isRowing: false,
};

const silent = { isErgConnected: false, setItems: [] };

describe('whether a member is ready for an item', () => {
  test.each([
    ['sent no state', undefined, 'noErg'],
    ['has its erg connected, set to the item, and its page in front', ready, 'ready'],
    ['has begun the item and waits', { ...ready, item: 0 }, 'ready'],
    ['rows it', { ...ready, item: 0, isRowing: true, isInFront: false, setItems: null }, 'rowing'],
    ['rows another', { ...ready, item: 1, isRowing: true }, 'busy'],
    ['has a silent monitor', { ...ready, isErgConnected: false, setItems: [] }, 'silent'],
    ['rows, and the monitor is silent', { ...ready, ...silent, item: 0, isRowing: true }, 'noSignal'],
    [
      'rows, and the erg is gone',
      { ...ready, isErgConnected: false, setItems: null, item: 0, isRowing: true },
      'noSignal',
    ],
    ['waits for the start while the monitor is silent', { ...ready, ...silent, item: 0 }, 'silent'],
    ['has an older page without an erg', { ...ready, isErgConnected: false, setItems: null }, 'noErg'],
    ['has an erg with no program of the session', { ...ready, setItems: [] }, 'notSet'],
    ['has its monitor set to another item', { ...ready, setItems: [1] }, 'notSet'],
    ['has its monitor in a menu', { ...ready, setItems: null }, 'notSet'],
    ['has another page in front', { ...ready, isInFront: false }, 'away'],
  ] as const)('who %s', (_, state, readiness) => {
    expect(readinessOf(state && { ...state, setItems: state.setItems && [...state.setItems] }, 0)).toBe(
      readiness,
    );
  });

  const [ann, ben, cas] = ['Ann', 'Ben', 'Cas'].map((displayName) => ({
    _id: displayName,
    displayName,
    iconURL: null,
  }));
  const crew = [ann, ben, cas].filter((member) => member !== undefined);
  const of = (states: Array<[string, MemberState]>, hostId: string, doneBy: string[] = []) => {
    const {
      readyCount,
      rowingCount,
      crew: shown,
    } = crewReadiness(crew, new Map(states), { item: 0, hostId, doneBy });
    return `${readyCount}${rowingCount > 0 ? ` and ${rowingCount} rowing` : ''}: ${shown.map(({ member, readiness }) => `${member.displayName} ${readiness}`).join(', ')}`;
  };

  test('is counted over the crew, the missing ones first', () => {
    expect(
      of(
        [
          ['Ann', ready],
          ['Cas', ready],
        ],
        'nobody',
      ),
    ).toBe('2: Ben noErg, Ann ready, Cas ready');
  });

  test('no longer applies to an athlete who already rows', () => {
    const rowing: MemberState = { ...ready, item: 0, isRowing: true };
    expect(
      of(
        [
          ['Ann', rowing],
          ['Ben', ready],
          ['Cas', { ...ready, ...silent }],
        ],
        'nobody',
      ),
    ).toBe('1 and 1 rowing: Ann rowing, Cas silent, Ben ready');
  });

  test('is not expected from an athlete with a result', () => {
    expect(of([['Ann', ready]], 'nobody', ['Ben', 'Cas'])).toBe('1: Ann ready');
  });

  test('is not expected from a host who coaches, but from one with an erg', () => {
    expect(of([['Ben', ready]], 'Ann')).toBe('1: Cas noErg, Ben ready');
    expect(of([['Ann', { ...ready, setItems: [] }]], 'Ann')).toBe('0: Ann notSet, Ben noErg, Cas noErg');
  });
});
