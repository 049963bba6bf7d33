import { emptyRowerData } from '@boathouse/pm5/ftms/rower-data';
import { beforeEach, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type FakeRowPage } from '../../../test/model/fake-world.ts';
import { generalStatus, status1 } from '../../../test/record-factory.ts';
import { place, startOn } from '../../../test/model/rowing.ts';

const waterRower = { id: 'a', name: 'WaterRower' };

let world: FakeRowWorld;
let page: FakeRowPage;
beforeEach(() => {
  world = new FakeRowWorld();
  page = world.open(new FakeDevice('phone'));
});

/** Rows some seconds at 4 m/s, on a machine with earlier counts. */
function rowOn(seconds: number, countedSec: number, device = waterRower): void {
  for (let sec = countedSec; sec < countedSec + seconds; sec += 1) {
    const counts = { distanceM: 4 * sec, strokeCount: Math.floor(sec / 2) };
    page.record({ ...emptyRowerData, ...counts, device });
    world.pass(1_000);
  }
}

const stored = () =>
  [...world.server.activities.values()].map(({ isCompleted, isLeft, strokes }) => ({
    isCompleted,
    isLeft,
    strokes: strokes.length,
  }));
const distances = () => [...page.lives.values()].map(({ kept }) => kept.progress.distanceM);

test('a planned row on a rower of another maker is completed by itself, and its run-out begins nothing', () => {
  startOn(page);
  rowOn(140, 1_000);
  world.pass(5_000);
  expect(stored()).toEqual([{ isCompleted: true, isLeft: false, strokes: 62 }]);
  expect(page.lives.size).toBe(1);
});

test('after a pause, the first stroke begins the next item', () => {
  startOn(page);
  rowOn(130, 1_000);
  world.pass(20_000);
  page.begun.expect({ ...place, workoutItemIndex: 1 });
  rowOn(20, 1_130);
  world.pass(2_000);
  expect(stored()).toMatchObject([{ isCompleted: true }, { isCompleted: false }]);
  expect(distances().at(-1)).toBeGreaterThanOrEqual(76);
});

test.each([
  ['a restarted rower', waterRower],
  ['another rower', { id: 'b', name: 'WaterRower' }],
])('%s in the middle of a row begins a separate row, without a stroke of the first', (_, device) => {
  startOn(page);
  rowOn(60, 1_000);
  rowOn(60, 0, device);
  world.pass(5_000);
  expect(stored()).toMatchObject([
    { isCompleted: true, isLeft: true, strokes: 29 },
    { isCompleted: false, isLeft: false },
  ]);
  expect(distances()).toEqual([236, 236]);
});

test('a PM5 in the middle of a row on another rower begins a separate row, on its own machine', () => {
  startOn(page);
  rowOn(60, 1_000);
  for (let sec = 1; sec <= 60; sec += 1) {
    page.record(generalStatus({ elapsedSec: sec, distanceM: 4 * sec }));
    page.record(status1({ elapsedSec: sec, ergMachineType: 0 }));
    world.pass(1_000);
  }
  world.pass(5_000);
  expect(stored()).toMatchObject([
    { isCompleted: true, isLeft: true, strokes: 29 },
    { isCompleted: false, isLeft: false, strokes: 0 },
  ]);
  expect([...world.server.activities.values()].map(({ machine }) => machine)).toEqual([
    'otherrower',
    'rower',
  ]);
  expect(distances()).toEqual([236, 240]);
});
