import { describe, expect, test } from 'vitest';
import { generalStatus, status1 } from '../../../test/record-factory.ts';
import { beginRow, reduceRow, type RowRecord } from '../../reduce/progress.ts';
import { Aside } from './aside.ts';

const status = (elapsedSec: number) => generalStatus({ elapsedSec, distanceM: 4 * elapsedSec });
const inMenu = generalStatus({ workoutState: 0, rowingState: 0 });
const upTo = (elapsedSec: number) => reduceRow(beginRow(), status(elapsedSec), 0);

function asideOf(records: readonly RowRecord[], heldKey: string | null = null): Aside {
  const aside = new Aside('row', heldKey, 0);
  records.forEach((record, index) => aside.note(record, index));
  return aside;
}

describe('the records beside a row', () => {
  const heard = [status(10), status1(), status(20), status(30)];
  const atMsOf = (aside: Aside, elapsedSec: number) =>
    aside.newerThan(upTo(elapsedSec))?.map(({ atMs }) => atMs) ?? null;

  test('are those after its last one', () => {
    expect(atMsOf(asideOf(heard), 5)).toEqual([0, 1, 2, 3]);
    expect(atMsOf(asideOf(heard), 20)).toEqual([1, 2, 3]);
    expect(atMsOf(asideOf(heard), 25)).toEqual([3]);
  });

  test('are all of another workout, whose totals are below those of the row', () => {
    expect(atMsOf(asideOf(heard), 90)).toEqual([0, 1, 2, 3]);
  });

  test('are those since the menu of the monitor', () => {
    expect(atMsOf(asideOf([...heard, inMenu, status(1), status1()]), 0)).toEqual([5, 6]);
  });

  test('are unknown after a reload, until the next workout', () => {
    expect(atMsOf(asideOf(heard, 'held'), 5)).toBeNull();
    expect(atMsOf(asideOf([...heard, inMenu, status(1)], 'held'), 0)).toEqual([5]);
  });

  test('are unknown after 40,000 records', () => {
    const many = Array.from({ length: 40_000 }, () => status1());
    expect(asideOf(many).newerThan(beginRow())).toHaveLength(40_000);
    expect(asideOf([...many, status1()]).newerThan(beginRow())).toBeNull();
  });
});

test.each([
  [9.9, true],
  [10, false],
])('the first meters end after 10 m: %d m', (distanceM, isFirst) => {
  const aside = asideOf([]);
  expect(aside.isFirstMeters(200)).toBe(true);
  expect(aside.isFirstMeters(200 + distanceM)).toBe(isFirst);
  expect(asideOf([], 'held').isFirstMeters(0)).toBe(false);
});
