import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange, type ItemFacts } from './item-order.ts';

const empty: ItemFacts = {
  isOwn: false,
  isDone: false,
  activeCount: 0,
  silentCount: 0,
  resultCount: 0,
  isStarting: false,
};
const own: ItemFacts = { ...empty, isOwn: true, activeCount: 1 };
const rowed: ItemFacts = { ...empty, activeCount: 3 };
const done: ItemFacts = { ...empty, isDone: true, resultCount: 4 };
const missed: ItemFacts = { ...empty, resultCount: 4 };

describe('the workout items of a session', () => {
  test.each<[string, ItemFacts[], number[], number | null, boolean[]]>([
    ['nothing rowed: the first is next', [empty, empty, empty], [0, 1, 2], 0, [true, false, false]],
    ['one done: the one after it is next', [done, empty, empty], [0, 1, 2], 1, [false, true, false]],
    ['one left out: the one after the results is next', [missed, empty], [0, 1], 1, [false, true]],
    [
      'others row the third: it is first, and to join',
      [done, empty, rowed],
      [2, 0, 1],
      2,
      [false, false, true],
    ],
    [
      'the viewer rows the second: nothing else to begin',
      [done, own, empty],
      [1, 0, 2],
      null,
      [false, true, false],
    ],
    ['the own item is before that of the others', [rowed, own], [1, 0], null, [true, true]],
    [
      'done while others row on: the next is to begin',
      [{ ...rowed, isDone: true }, empty],
      [0, 1],
      1,
      [true, true],
    ],
    ['a start is set', [empty, { ...empty, isStarting: true }], [1, 0], 1, [false, true]],
    ['all done: the last result is open', [done, done], [0, 1], null, [false, true]],
    ['only missed ones are left', [done, missed], [0, 1], 1, [false, true]],
  ])('%s', (_, items, order, next, isOpen) => {
    expect(arrange(items)).toMatchObject({ order, next, isOpen });
  });

  test('after the session has ended, all results are open and nothing can begin', () => {
    const silent = { ...empty, silentCount: 1 };
    const { next, isOpen } = arrange([done, empty, missed, silent], { isOver: true });
    expect(next).toBeNull();
    expect(isOpen).toEqual([true, false, true, true]);
  });

  test('are each shown once, and change neither order nor action with every athlete and result', () => {
    const anyItem = fc.record({
      isOwn: fc.constant(false),
      isDone: fc.boolean(),
      activeCount: fc.nat(3),
      silentCount: fc.nat(1),
      resultCount: fc.nat(3),
      isStarting: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 4 }), (items) => {
        const { order, next } = arrange(items);
        expect(order.toSorted()).toEqual(items.map((_, index) => index));
        if (next !== null) expect(items[next]?.isDone).toBe(false);
        const more = items.map((item) => ({
          ...item,
          activeCount: item.activeCount > 0 ? item.activeCount + 5 : 0,
          resultCount: item.resultCount > 0 ? item.resultCount + 5 : 0,
        }));
        expect(arrange(more)).toEqual(arrange(items));
      }),
    );
  });
});
