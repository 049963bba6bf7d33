import { beforeEach, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type FakeRowPage } from '../../../test/model/fake-world.ts';
import { id, place, startOn } from '../../../test/model/rowing.ts';
import { generalStatus, stroke, summary } from '../../../test/record-factory.ts';
import type { ErgDevice, RowRecord } from '../../reduce/records.ts';

const ergA = { id: 'a', name: 'PM5 430000001' };
const ergB = { id: 'b', name: 'PM5 430000002' };
const justRow = { workoutType: 1, workoutDuration: 0 };

let world: FakeRowWorld;
let phone: FakeDevice;
let page: FakeRowPage;
beforeEach(() => {
  world = new FakeRowWorld();
  phone = new FakeDevice('phone');
  page = world.open(phone);
});

const tell = (device: ErgDevice, record: RowRecord) => page.record({ ...record, device });

/** Rows some seconds at 4 m/s, with a stroke every 2 s, on a monitor with earlier counts. */
function rowOn(device: ErgDevice, [fromSec, toSec]: [number, number], set = justRow): void {
  for (let sec = fromSec; sec <= toSec; sec += 1) {
    const at = { elapsedSec: sec, distanceM: 4 * sec };
    tell(device, generalStatus({ ...set, ...at }));
    if (sec % 2 === 1) tell(device, stroke({ ...at, strokeCount: (sec + 1) / 2 }));
    world.pass(1_000);
  }
}

const stored = () =>
  [...world.server.activities.values()].map(({ isCompleted, isLeft, totals, strokes }) => [
    isCompleted ? (isLeft ? 'left' : 'completed') : 'in progress',
    Math.round(totals.distanceM ?? 0),
    strokes.length,
  ]);

test("a team-mate's finished workout on another monitor is not the result of a row", () => {
  startOn(page);
  rowOn(ergA, [1, 75]);
  world.pass(60_000);
  const ended = { workoutType: 3, workoutDuration: 2_000, workoutState: 12, rowingState: 0 };
  tell(ergB, generalStatus({ ...ended, elapsedSec: 480, distanceM: 2_000 }));
  tell(ergB, summary({ timeElapsedSec: 480, distanceM: 2_000 }));
  world.pass(60_000);
  expect(stored()).toEqual([['in progress', 300, 38]]);
  rowOn(ergB, [1, 21]);
  world.pass(15_000);
  expect(stored()).toEqual([
    ['left', 300, 38],
    ['in progress', 84, 10],
  ]);
});

test('a workout on another monitor is a separate row, even with higher values', () => {
  startOn(page);
  rowOn(ergA, [1, 75]);
  rowOn(ergB, [480, 499]);
  world.pass(15_000);
  expect(stored()).toEqual([
    ['left', 300, 38],
    ['in progress', 1_996, 9],
  ]);
});

test('a warm-up and the workout that is rowed on the same monitor during a drop are two rows', () => {
  startOn(page);
  rowOn(ergA, [1, 75]);
  world.pass(240_000);
  rowOn(ergA, [130, 149], { workoutType: 3, workoutDuration: 2_000 });
  world.pass(15_000);
  expect(stored()).toEqual([
    ['left', 300, 38],
    ['in progress', 596, 9],
  ]);
});

test('a row continues after a reload, where the browser gives its monitor another id', () => {
  startOn(page);
  rowOn(ergA, [1, 75]);
  page.take({ kind: 'closing' });
  page.isOpen = false;
  page = world.open(phone);
  rowOn({ ...ergA, id: 'z' }, [80, 100]);
  world.pass(15_000);
  expect(stored()).toEqual([['in progress', 400, 47]]);
});

test('a row continues that another device of the athlete takes over and gives back, each with its own id of the monitor', () => {
  startOn(page);
  rowOn(ergA, [1, 20]);
  const tablet = world.open(new FakeDevice('tablet'));
  tablet.take({
    kind: 'resumed',
    key: id,
    activity: { id, owner: 'phone', isCompleted: false, machine: 'rower' },
    totals: { elapsedSec: 20, distanceM: 80 },
    place,
    begunAtMs: world.at.wallMs,
    owner: 'tablet',
    isSimulated: false,
    timeZone: 'Europe/Oslo',
  });
  const first = page;
  page = tablet;
  page.take({ kind: 'takeOver' });
  world.pass(2_000);
  rowOn({ ...ergA, id: 'y' }, [23, 40]);
  page = first;
  page.take({ kind: 'takeOver' });
  world.pass(2_000);
  rowOn(ergA, [43, 60]);
  world.pass(15_000);
  expect(stored()).toMatchObject([['in progress', 240, expect.any(Number)]]);
});
