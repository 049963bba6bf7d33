import { monitorBounds } from '@boathouse/contract/limits';
import { beforeEach, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type FakeRowPage } from '../../test/model/fake-world.ts';
import { id, place, rowOn, startOn } from '../../test/model/rowing.ts';
import { generalStatus, stroke } from '../../test/record-factory.ts';
import { beganAtMonoMs, heardAtMsOf, momentOf, rowedAfterMsMax, rowedMsOf } from './moments.ts';
import { at, lifeOf } from '../../test/lives.ts';
import { reduceRow } from '../reduce/progress.ts';

const dayMs = 86_400_000;

let world: FakeRowWorld;
let phone: FakeDevice;
let page: FakeRowPage;
beforeEach(() => {
  world = new FakeRowWorld();
  phone = new FakeDevice('phone');
  page = world.open(phone);
});

const start = () => startOn(page);
const row = (fromSec: number, toSec: number, on: FakeRowPage = page) => rowOn(on, world, fromSec, toSec);

test('a stroke has a moment for as long as the contract allows', () => {
  expect(rowedAfterMsMax).toBe(monitorBounds.rowedAfterMsMax);
});

function reload(): void {
  page.isOpen = false;
  page = world.open(phone);
}

const setClock = (wallMs: number) => (world.at = { ...world.at, wallMs });
const moments = () => {
  world.pass(3_000);
  return world.server.activities.get(id)?.strokes.map(({ rowedAfterMs }) => rowedAfterMs);
};

test("a stroke's moment is the end of its drive after the begin, even with a pause before it", () => {
  start();
  row(0, 4);
  world.pass(60_000);
  row(4, 6);
  expect(moments()).toEqual([1_000, 3_000, 65_000]);
});

test('neither a wrong wall clock nor setting it while the athlete rows changes a moment', () => {
  setClock(Date.UTC(2020, 0, 1));
  start();
  row(0, 4);
  setClock(Date.UTC(2030, 0, 1));
  row(4, 8);
  setClock(Date.UTC(2025, 0, 1));
  row(8, 10);
  expect(moments()).toEqual([1_000, 3_000, 5_000, 7_000, 9_000]);
});

test('strokes of a row begun offline that are sent hours later have the moments at which they were rowed', () => {
  phone.isOnline = false;
  start();
  row(0, 4);
  world.pass(7_200_000);
  phone.isOnline = true;
  world.pass(10_000);
  expect(moments()).toEqual([1_000, 3_000]);
});

test('after a reload, which restarts the monotonic clock, the moments continue by the wall clock', () => {
  start();
  row(0, 4);
  world.at = { wallMs: world.at.wallMs + 20_000, monoMs: 100 };
  reload();
  row(4, 6);
  expect(moments()).toEqual([1_000, 3_000, 25_000]);
});

test.each([
  ['back', -dayMs],
  ['forward by years', 1_000 * dayMs],
])('a wall clock that was set %s between two pages leaves the later moments unknown', (_, byMs) => {
  start();
  row(0, 4);
  setClock(world.at.wallMs + byMs);
  reload();
  row(4, 6);
  expect(moments()).toEqual([1_000, 3_000, null]);
});

test('a device that takes the row over does not know its begin, and the one that began it knows it again later', () => {
  start();
  row(0, 4);
  const tablet = world.open(new FakeDevice('tablet'));
  tablet.take({
    kind: 'resumed',
    key: id,
    activity: { id, owner: 'phone', isCompleted: false, machine: 'rower' as const },
    totals: { elapsedSec: 4, distanceM: 16 },
    place,
    begunAtMs: world.at.wallMs,
    owner: 'tablet',
    isSimulated: false,
    timeZone: 'Europe/Oslo',
  });
  tablet.take({ kind: 'takeOver' });
  world.pass(2_000);
  row(4, 8, tablet);
  world.pass(2_000);
  page.take({ kind: 'takeOver' });
  world.pass(2_000);
  row(8, 10);
  expect(moments()).toEqual([1_000, 3_000, null, null, 15_000]);
});

test('strokes that were rowed before a late press of Start have their moments, with the rest between them', () => {
  const rest = { workoutType: 7, workoutState: 9 };
  const work = { workoutType: 7, workoutState: 5 };
  const heard = [
    [500, generalStatus({ ...work, elapsedSec: 0.5, distanceM: 2 })],
    [500, stroke({ strokeCount: 1, elapsedSec: 1, distanceM: 4 })],
    [1_000, stroke({ strokeCount: 1, elapsedSec: 2, distanceM: 8, recoveryTimeSec: 1.4 })],
    [3_000, generalStatus({ ...rest, elapsedSec: 5, distanceM: 20, totalWorkDistanceM: 20 })],
    [60_000, generalStatus({ ...work, elapsedSec: 0.5, distanceM: 2, totalWorkDistanceM: 20 })],
    [500, stroke({ strokeCount: 1, elapsedSec: 1, distanceM: 4 })],
    [1_000, stroke({ strokeCount: 1, elapsedSec: 2, distanceM: 8, recoveryTimeSec: 1.4 })],
  ] as const;
  for (const [ms, record] of heard) {
    world.pass(ms);
    page.record(record);
  }
  page.begun.press(place, false);
  world.pass(5_000);
  const [activity] = world.server.activities.values();
  expect(activity?.strokes.map(({ rowedAfterMs }) => rowedAfterMs)).toEqual([1_000, 65_500]);
});

test('a row that the server had begun at another time sends its strokes without moments', () => {
  phone.isOnline = false;
  start();
  row(0, 4);
  const other = '018f0000-0000-7000-8000-000000000009';
  world.server.handle(other, { kind: 'begin', item: 's 0', owner: 'phone', machine: null });
  phone.isOnline = true;
  world.pass(10_000);
  row(4, 6);
  world.pass(3_000);
  const strokes = world.server.activities.get(other)?.strokes;
  expect(strokes?.map(({ rowedAfterMs }) => rowedAfterMs)).toEqual([null, null, null]);
  const kept = [...(phone.journal?.strokes.values() ?? [])];
  expect(kept.map((one) => one.stroke.rowedAfterMs)).toEqual([null, null, null]);
});

test.each([
  ['a stroke after that', 60_000, [10_000, 59_900], 940_000],
  ['a stroke at that moment', 60_000, [60_000], 940_000],
  ['no stroke', 60_000, [], 940_000],
  ['strokes without a moment', 60_000, [null, undefined], 940_000],
  ['a later stroke, so the clock was set back', 60_000, [10_000, 60_100, 20_000], null],
  ['a begin in the future', -1, [], null],
  ['the oldest begin', rowedAfterMsMax, [], 1_000_000 - rowedAfterMsMax],
  ['an impossible age', rowedAfterMsMax + 1, [], null],
])('a row is loaded some ms after its begin, with %s', (_, sinceBeginMs, moments, began) => {
  start();
  row(0, 4);
  const kept = page.life?.kept;
  const [one] = phone.journal?.strokes.values() ?? [];
  if (kept === undefined || one === undefined) throw new Error('The row has no stroke');
  const strokes = moments.map((rowedAfterMs) => ({ ...one, stroke: { ...one.stroke, rowedAfterMs } }));
  const at = { wallMs: 5_000_000_000, monoMs: 1_000_000 };
  expect(beganAtMonoMs({ ...kept, begunAtMs: at.wallMs - sinceBeginMs }, strokes, at)).toBe(began);
});

test.each([
  ['its moment', 2_000, 990_000, 5_000_000_000 - 8_000],
  ['no moment', null, 990_000, null],
  ['a moment that was never known', undefined, 990_000, null],
  ['a moment of a row without a known begin', 2_000, null, null],
])(
  'a stored stroke was received at a time of the wall clock, from %s',
  (_, rowedAfterMs, began, heardAtMs) => {
    start();
    if (page.life === null) throw new Error('The row is gone');
    const life = { ...page.life, run: { ...page.life.run, beganAtMonoMs: began } };
    const at = { wallMs: 5_000_000_000, monoMs: 1_000_000 };
    expect(heardAtMsOf(life, { rowedAfterMs }, at)).toBe(heardAtMs);
  },
);

test.each([
  ['after the begin', 5_000, 3_000, 2_000],
  ['at the begin', 5_000, 5_000, 0],
  ['before the begin', 5_000, 5_100, null],
  ['at the bound', rowedAfterMsMax + 1_000, 1_000, rowedAfterMsMax],
  ['beyond the bound', rowedAfterMsMax + 1_100, 1_000, null],
  ['in the future', 5_000, -700, 5_000],
])('the moment of a stroke %s', (_, begunAgoMs, heardAgoMs, momentMs) => {
  const life = lifeOf({}, { beganAtMonoMs: at.monoMs - begunAgoMs });
  expect(momentOf(life, at.wallMs - heardAgoMs, at)).toBe(momentMs);
});

test('the part rowed before Start lasted since its first stroke, rests included, and at least its work time', () => {
  const { progress } = lifeOf().kept;
  expect(rowedMsOf(progress, at)).toBe(25_000);
  const rowedAt = (heardAtMs: number) =>
    reduceRow(progress, stroke({ elapsedSec: 26, distanceM: 104, strokeCount: 13 }), heardAtMs);
  expect(rowedMsOf(rowedAt(at.wallMs - 40_000), at)).toBe(66_000);
  expect(rowedMsOf(rowedAt(at.wallMs + 9_000), at)).toBe(25_000);
});
