import { beforeEach, describe, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type FakeRowPage } from '../../../test/model/fake-world.ts';
import { id, place, rowOn, startOn } from '../../../test/model/rowing.ts';
import { generalStatus } from '../../../test/record-factory.ts';

const next = { ...place, workoutItemIndex: 1, title: 'Next' };

let world: FakeRowWorld;
let page: FakeRowPage;
beforeEach(() => {
  world = new FakeRowWorld();
  page = world.open(new FakeDevice('phone'));
});

const row = (fromSec: number, toSec: number, on: FakeRowPage = page) => rowOn(on, world, fromSec, toSec);
const inMenu = generalStatus({ workoutState: 0, rowingState: 0, elapsedSec: 0, distanceM: 0 });

/** The phone rows 20 s, and a tablet of the same athlete shows the row. */
function rowedOnPhone(): FakeRowPage {
  startOn(page);
  row(0, 20);
  world.pass(3_000);
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
  return tablet;
}

describe('the first stroke', () => {
  test('begins the expected item after a row that is stored', () => {
    startOn(page);
    row(0, 20);
    page.take({ kind: 'finish' });
    world.pass(3_000);
    page.begun.expect(next);
    page.record(inMenu);
    row(0, 5);
    expect(page.lives.size).toBe(2);
    expect(page.state).toMatchObject({ place: next, heldUntilMs: null });
  });

  test('begins a row without a place after a row whose end the server has refused', () => {
    const refusal = { class: 'gone', message: 'The session is deleted', retryAfterMs: null } as const;
    world.server.refuse = ({ kind }) => (kind === 'complete' ? refusal : null);
    startOn(page);
    row(0, 20);
    page.take({ kind: 'finish' });
    world.pass(3_000);
    page.begun.expect(next);
    page.record(inMenu);
    row(0, 5);
    expect(page.lives.size).toBe(2);
    expect(page.begun.held?.kept.key).toBe(page.state?.key);
  });

  test('begins a row without a place in addition to a row of another device that may be the same', () => {
    const tablet = rowedOnPhone();
    tablet.begun.expect(next);
    row(20, 30, tablet);
    expect(tablet.lives.size).toBe(2);
    expect(tablet.begun.held?.kept.progress.distanceM).toBe(120);
  });
});

test("the id of a row that begins in mid-workout has the time of the workout's beginning", () => {
  const beganAtMs = world.at.wallMs;
  page.record(generalStatus({ elapsedSec: 0, distanceM: 0 }));
  world.pass(8_000);
  page.record(generalStatus({ elapsedSec: 8, distanceM: 32 }));
  expect(page.begunAtMs).toEqual([beganAtMs]);
});

test('a row that is taken over has the strokes that this device received before', () => {
  const tablet = rowedOnPhone();
  row(20, 22, tablet);
  expect(tablet.lives.size).toBe(1);
  tablet.take({ kind: 'takeOver' });
  world.pass(2_000);
  row(22, 30, tablet);
  world.pass(3_000);
  expect(world.server.activities.get(id)?.strokes.map(({ number }) => number)).toEqual(
    Array.from({ length: 15 }, (_, index) => index + 1),
  );
});

test('a row that is taken over gets the strokes of the row without a place that continued it, which is discarded', () => {
  const tablet = rowedOnPhone();
  row(20, 30, tablet);
  expect(tablet.lives.size).toBe(2);
  tablet.take({ kind: 'takeOver' }, id);
  world.pass(2_000);
  row(30, 40, tablet);
  world.pass(3_000);
  expect([...tablet.lives.keys()]).toEqual([id]);
  expect(world.server.activities.get(id)?.strokes.map(({ number }) => number)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});
