import { beforeEach, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type FakeRowPage } from '../../../test/model/fake-world.ts';
import { id, place, rowOn, startOn } from '../../../test/model/rowing.ts';
import { isEarlierUnsettled, keyOfActivity } from './lives.ts';

const later = '018f0000-0000-7000-8000-000000000099';

let world: FakeRowWorld;
let page: FakeRowPage;
beforeEach(() => {
  world = new FakeRowWorld();
  page = world.open(new FakeDevice('phone'));
  startOn(page);
  rowOn(page, world, 0, 20);
});

function startLater(): void {
  const { owner } = page;
  page.take({ kind: 'start', id: later, place, owner, isSimulated: false, timeZone: 'UTC', isWaiting: true });
}

test('a row waits for an earlier one that is not stored, and not for itself or a later one', () => {
  startLater();
  expect([...page.lives.keys()]).toEqual([id, later]);
  expect(isEarlierUnsettled(page.lives, later)).toBe(true);
  expect(isEarlierUnsettled(page.lives, id)).toBe(false);
  expect(isEarlierUnsettled(page.lives, null)).toBe(true);
});

test('a row waits no longer once the earlier one is stored', () => {
  page.take({ kind: 'finish' });
  world.pass(5_000);
  expect(isEarlierUnsettled(page.lives, null)).toBe(false);
  startLater();
  expect(isEarlierUnsettled(page.lives, later)).toBe(false);
});

test('the row of an activity is found by its id, and none for another', () => {
  expect(keyOfActivity(page.lives, id)).toBe(id);
  expect(keyOfActivity(page.lives, later)).toBeNull();
});
