import { beforeEach, describe, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type FakeRowPage } from '../../../test/model/fake-world.ts';
import { id, place, rowOn, startOn } from '../../../test/model/rowing.ts';
import { generalStatus } from '../../../test/record-factory.ts';

const next = { ...place, workoutItemIndex: 1, title: 'Next' };

let world: FakeRowWorld;
let phone: FakeDevice;
let page: FakeRowPage;
beforeEach(() => {
  world = new FakeRowWorld();
  phone = new FakeDevice('phone');
  page = world.open(phone);
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

describe('a row without a place', () => {
  beforeEach(() => row(0, 70));
  const held = () => page.begun.held;

  test('is offered, and gets the place that its athlete chooses', () => {
    expect(held()?.kept.progress.distanceM).toBe(280);
    page.begun.keepHeld(place);
    expect(held()).toBeUndefined();
    expect(page.state).toMatchObject({ place, heldUntilMs: null, stage: 'rowing' });
    world.pass(3_000);
    expect([...world.server.activities.values()]).toHaveLength(1);
  });

  test('ends when it gets a place after its workout was left on the monitor', () => {
    page.record(inMenu);
    page.begun.keepHeld(place);
    expect(page.state).toMatchObject({ place, stage: 'completing' });
  });

  test('is dropped when its athlete discards it', () => {
    page.begun.discardHeld();
    expect(page.lives.size).toBe(0);
    page.begun.discardHeld();
    page.begun.keepHeld(place);
    expect(page.lives.size).toBe(0);
  });

  test('has a simulated erg if one is connected', () => {
    page.begun.noteErg(true);
    expect(held()?.kept.isSimulated).toBe(true);
  });

  test("becomes the athlete's own row after a day, with a message", () => {
    page.take({ kind: 'finish' });
    world.pass(24 * 3_600_000 + 20_000);
    expect(held()).toBeUndefined();
    expect(page.told).toEqual([
      'You rowed 280 m without a workout. It is saved as your own workout, which only you see.',
    ]);
    expect(page.state?.place.sessionId).toBeNull();
  });
});

test("a row without a place on a session's page is also seen by its hosts", () => {
  page.begun.visit('s');
  row(0, 70);
  expect(page.begun.held?.kept.place.beside).toEqual({ sessionId: 's', workoutItemIndex: null });
  page.take({ kind: 'finish' });
  world.pass(600_000 + 20_000);
  expect(page.told).toEqual([
    "You rowed 280 m without a workout. It is saved as your own workout, which you and the session's hosts see. Its own page can move it to the session.",
  ]);
});

describe('Start', () => {
  test('gives the workout under way to the item, with the meters so far', () => {
    row(0, 4);
    page.begun.press(place, false);
    expect(page.lives.size).toBe(1);
    expect(page.state).toMatchObject({ place, progress: { distanceM: 16 } });
  });

  test('ends a row without a place whose workout was left', () => {
    row(0, 20);
    page.record(inMenu);
    page.begun.press(place, false);
    expect([...page.lives.values()].map(({ kept }) => kept.stage)).toEqual(['completing', 'rowing']);
  });

  test("does not end another device's row that the server hears", () => {
    const tablet = rowedOnPhone();
    tablet.begun.press(next, false);
    expect(tablet.lives.get(id)?.run).toMatchObject({ isTakingOver: false, isLeaving: false });
  });

  test('discards a row without values that the server does not know, and leaves one with values', () => {
    phone.isOnline = false;
    startOn(page, { isWaiting: true });
    page.begun.press(next, false);
    expect(page.lives.size).toBe(1);
    row(0, 20);
    page.begun.press(place, false);
    expect([...page.lives.values()].map(({ kept }) => [kept.stage, kept.isLeft])).toEqual([
      ['completing', true],
      ['rowing', false],
    ]);
  });
});
