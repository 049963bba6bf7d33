import { describe, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld } from '../../../test/model/fake-world.ts';
import { place, startOn } from '../../../test/model/rowing.ts';
import { beginRow, finishByHand } from '../../reduce/progress.ts';
import type { KeptLife, Life } from '../life.ts';
import { at, lifeOf } from '../../../test/lives.ts';
import {
  heldOf,
  isBusy,
  isLeftByItsDevice,
  isUnderWayHere,
  isWaitingToBegin,
  mayBeOf,
  newestHeldOf,
  Watcher,
} from './watcher.ts';

const next = { ...place, workoutItemIndex: 1 };
const ready = () => Promise.resolve();

/** Returns a row of 500 m that has just begun. */
function lifeWith(change: Partial<KeptLife>): Life {
  const page = new FakeRowWorld().open(new FakeDevice('phone'));
  startOn(page);
  if (page.life === null) throw new Error('The row is gone');
  return { ...page.life, kept: { ...page.life.kept, ...change } };
}

describe('the first stroke of a tab that does not run the rows yet', () => {
  test('waits only once', async () => {
    const watcher = new Watcher();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = watcher.isFirstAfter(() => promise);
    expect(await watcher.isFirstAfter(ready)).toBe(false);
    resolve();
    expect(await first).toBe(true);
    expect(await watcher.isFirstAfter(ready)).toBe(true);
  });

  test('tries again 200 records after a failure', async () => {
    const watcher = new Watcher();
    const failure = new Error('No storage');
    await expect(watcher.isFirstAfter(() => Promise.reject(failure))).rejects.toBe(failure);
    for (let record = 1; record <= 200; record += 1) expect(await watcher.isFirstAfter(ready)).toBe(false);
    expect(await watcher.isFirstAfter(ready)).toBe(true);
  });
});

describe('the place of a workout after one that was left', () => {
  const placeAfter = (change: Partial<KeptLife>) => {
    const watcher = new Watcher();
    watcher.expected = next;
    return watcher.placeAfter(lifeWith(change), beginRow());
  };

  test('is the same if the row left is open', () => {
    expect(placeAfter({})).toEqual(place);
  });

  test.each<[string, Partial<KeptLife>]>([
    ['has no place', { heldUntilMs: 1 }],
    ['ended elsewhere', { isEndedElsewhere: true }],
    ['was refused', { refusal: { class: 'gone', message: 'The session is deleted' } }],
  ])('is the expected item if the row left %s', (_, change) => {
    expect(placeAfter(change)).toEqual(next);
  });
});

describe('the values of the monitor after a row', () => {
  const before = lifeWith({});
  const { result } = finishByHand(before.kept.progress, 60_000);
  if (result === null) throw new Error('The row has no result');
  const heardAfter = (source: typeof result.source) => {
    const watcher = new Watcher();
    const progress = { ...before.kept.progress, result: { ...result, source } };
    watcher.rowEnded(before, lifeWith({ progress }), false);
    return watcher.heard;
  };

  test.each(['summary', 'lastStatus'] as const)(
    'are those of the next workout where it ended by its %s',
    (source) => {
      expect(heardAfter(source)).not.toBe(before.kept.progress);
    },
  );

  test('still belong to that row if another device ended it', () => {
    expect(heardAfter(result.source)).toBe(before.kept.progress);
  });
});

test.each([
  ['may be that row', '1 m and 1 s', 79, 19, true],
  ['is another', 'more than 1 m', 78.9, 20, false],
  ['is another', 'more than 1 s', 80, 18.9, false],
])("a workout %s if its totals are %s below a row's", (_, _by, distanceM, elapsedSec, mayBe) => {
  const life = lifeWith({ takenUpAt: { distanceM: 80, elapsedSec: 20 } });
  expect(mayBeOf(life, { ...beginRow(), distanceM, elapsedSec })).toBe(mayBe);
});

test.each([
  ['500m', { kind: 'distance' as const, distanceM: 500 }, true],
  ['500m', { kind: 'distance' as const, distanceM: 2000 }, false],
  ['Just row', { kind: 'distance' as const, distanceM: 2000 }, true],
  ['As you feel', { kind: 'distance' as const, distanceM: 2000 }, true],
])("a monitor's workout may be that of %s if the monitor is set to %o: %s", (workout, work, mayBe) => {
  const life = lifeWith({ place: { ...place, workout } });
  const setup = { workoutType: 3, work, isBegun: true };
  expect(mayBeOf(life, { ...beginRow(), setup, distanceM: 80, elapsedSec: 20 })).toBe(mayBe);
});

test.each<[string, Partial<KeptLife>, boolean]>([
  ['that was just begun', {}, true],
  ['that the server refuses for now', { refusal: { class: 'busy', message: 'Busy' } }, true],
  ['that is stored', { begin: 'stored' }, false],
  ['that is being discarded', { stage: 'discarding' }, false],
  ['without a place', { heldUntilMs: 1 }, false],
  ['of another tab', { lostTo: 'tab' }, false],
  ['that was refused', { refusal: { class: 'gone', message: 'Deleted' } }, false],
])('a row %s waits to begin: %s', (_, change, isWaiting) => {
  expect(isWaitingToBegin(lifeWith(change))).toBe(isWaiting);
});

test.each<[string, Partial<KeptLife>, boolean, boolean]>([
  ['is rowed here', {}, true, true],
  ['has no totals yet', {}, false, false],
  ['waits for its first stroke', { progress: beginRow() }, true, false],
  ['has ended', { stage: 'completing' }, true, false],
  ['is on another device', { lostTo: 'device' }, true, false],
])('a row that %s is under way here: %s', (_, change, isCurrent, isUnderWay) => {
  const life = lifeOf(change, { isCurrent });
  expect(isUnderWayHere(life)).toBe(isUnderWay);
});

test('of the rows without a place one takes the records, and the newest with values is offered', () => {
  const held = { heldUntilMs: at.wallMs + 1 };
  const lives = new Map([
    ['placed', lifeOf()],
    ['ended', lifeOf({ ...held, stage: 'completing' })],
    ['rowing', lifeOf(held)],
    ['empty', lifeOf({ ...held, progress: beginRow() })],
  ]);
  expect(heldOf(lives)).toBe(lives.get('rowing'));
  expect(newestHeldOf(lives)).toBe(lives.get('rowing'));
  lives.delete('rowing');
  expect(newestHeldOf(lives)).toBe(lives.get('ended'));
});

test.each([
  ['heard', false],
  ['silent', true],
  ['none', true],
] as const)('a row whose device is %s was left by it: %s', (otherDevice, isLeft) => {
  expect(isLeftByItsDevice(lifeOf({}, { otherDevice }))).toBe(isLeft);
});

test('only a refusal because of another activity makes a row busy', () => {
  expect(isBusy(lifeOf({ refusal: { class: 'busy', message: 'Busy' } }))).toBe(true);
  expect(isBusy(lifeOf({ refusal: { class: 'gone', message: 'Deleted' } }))).toBe(false);
  expect(isBusy(lifeOf())).toBe(false);
  expect(isBusy(undefined)).toBe(false);
});
