import { expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld } from '../test/model/fake-world.ts';
import { generalStatus } from '../test/record-factory.ts';
import type { RowRecord } from './progress.ts';

const id = '018f0000-0000-7000-8000-000000000001';

/** A row that the server has 50 m of, taken up by a page that hears these records. */
function takenUp(records: readonly RowRecord[]) {
  const world = new FakeRowWorld();
  const page = world.open(new FakeDevice('tablet'));
  page.take({
    kind: 'resumed',
    key: id,
    activity: { id, owner: 'tablet', isCompleted: false },
    totals: { elapsedSec: 12.5, distanceM: 50 },
    place: { sessionId: 's', workoutItemIndex: 0, title: 'Evening', workout: '500m' },
    begunAtMs: world.at.wallMs,
    owner: 'tablet',
    isSimulated: false,
    timeZone: 'Europe/Oslo',
  });
  for (const record of records) page.record(record);
  return [...page.lives.values()].map(({ kept }) => [kept.isLeft, kept.progress.distanceM]);
}

const on = generalStatus({ elapsedSec: 20, distanceM: 80 });

test('a row that was taken up goes on with higher values', () => {
  expect(takenUp([on])).toEqual([[false, 80]]);
});

test.each([
  ['in its menu', 0],
  ['at an end', 11],
])(
  'a piece that is first heard of after the monitor was %s is another one, also with higher values',
  (_, state) => {
    const between = generalStatus({ workoutState: state, rowingState: 0, elapsedSec: 0, distanceM: 0 });
    expect(takenUp([between, on])).toEqual([
      [true, 0],
      [false, 80],
    ]);
  },
);
