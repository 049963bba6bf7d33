import { beforeEach, describe, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type FakeRowPage } from '../../../test/model/fake-world.ts';
import { id, place, rowOn, startOn } from '../../../test/model/rowing.ts';
import { generalStatus, status1 } from '../../../test/record-factory.ts';
import { changed } from '../life-state.ts';
import { step } from '../life.ts';

const rowErg = 0;
const bikeErg = 192;

let world: FakeRowWorld;
let page: FakeRowPage;
beforeEach(() => {
  world = new FakeRowWorld();
  page = world.open(new FakeDevice('phone'));
});

const tell = (ergMachineType: number, on = page) => on.record(status1({ ergMachineType }));
const machinesStored = () => [...world.server.activities.values()].map(({ machine }) => machine);
const askedFor = (kind: string) => page.sent.filter(({ request }) => request.kind === kind);

describe('the machine of a row is sent', () => {
  test('the machine of a row is sent with its begin, if the monitor reported it before', () => {
    tell(bikeErg);
    page.record(generalStatus({ elapsedSec: 1, distanceM: 9 }));
    page.begun.press(place, false);
    world.pass(1_000);
    expect(askedFor('begin')[0]?.request).toMatchObject({ machine: 'bike' });
    expect(machinesStored()).toEqual(['bike']);
    expect(askedFor('machine')).toEqual([]);
  });

  test('the machine of a row is sent at once, if a monitor reports it after the begin', () => {
    startOn(page);
    world.pass(1_000);
    expect(machinesStored()).toEqual(['rower']);
    tell(bikeErg);
    world.pass(1_000);
    expect(machinesStored()).toEqual(['bike']);
    rowOn(page, world, 0, 30);
    expect(askedFor('machine')).toHaveLength(1);
  });

  test('only with the begin if it is the one that the server assumes', () => {
    startOn(page);
    tell(rowErg);
    rowOn(page, world, 0, 30);
    expect(askedFor('machine')).toEqual([]);
  });

  test('only once if the server refuses it', () => {
    startOn(page);
    world.pass(1_000);
    world.server.refuse = ({ kind }) =>
      kind === 'machine' ? { class: 'bad', message: 'Refused', retryAfterMs: null } : null;
    tell(bikeErg);
    rowOn(page, world, 0, 30);
    expect(askedFor('machine')).toHaveLength(1);
    expect(page.state?.refusal).toBeNull();
  });
});

describe('a row that another device takes over', () => {
  let tablet: FakeRowPage;

  function takeOverFromBike(): void {
    tell(bikeErg);
    startOn(page);
    tell(bikeErg);
    rowOn(page, world, 0, 10);
    tablet = world.open(new FakeDevice('tablet'));
    tablet.take({
      kind: 'resumed',
      key: id,
      activity: { id, owner: 'phone', isCompleted: false, machine: 'bike' },
      totals: { elapsedSec: 10, distanceM: 40 },
      place,
      begunAtMs: world.at.wallMs,
      owner: 'tablet',
      isSimulated: false,
      timeZone: 'Europe/Oslo',
    });
    tablet.take({ kind: 'takeOver' });
    world.pass(2_000);
  }

  test('stays on its machine until the monitor there continues it', () => {
    takeOverFromBike();
    tell(rowErg, tablet);
    world.pass(12_000);
    expect(machinesStored()).toEqual(['bike']);
  });

  test('has the machine of the monitor that continues it', () => {
    takeOverFromBike();
    tell(rowErg, tablet);
    rowOn(tablet, world, 10, 12);
    expect(machinesStored()).toEqual(['rower']);
  });

  test("stays on its machine if the monitor there begins another workout, which has that monitor's machine", () => {
    takeOverFromBike();
    tell(rowErg, tablet);
    rowOn(tablet, world, 0, 6);
    world.pass(3_000);
    expect(machinesStored()).toEqual(['bike', 'rower']);
  });
});

test.each([
  ['with the machine of its values', bikeErg, 'bike'],
  ['with the one told before, if its values have none', null, 'rower'],
] as const)('after a patch the server knows the row %s', (_, ergMachineType, toldMachine) => {
  startOn(page);
  world.pass(1_000);
  if (page.life === null) throw new Error('The row is gone');
  const progress = { ...page.life.kept.progress, ergMachineType };
  const asking = { number: 9, kind: 'patch' as const, strokes: 0 };
  const life = changed(page.life, { progress }, { asking });
  const activity = { id, owner: 'phone', isCompleted: false, machine: 'rower' as const };
  const answer = { kind: 'activity' as const, activity, totals: { elapsedSec: 0, distanceM: 0 } };
  const request = { kind: 'patch' as const, progress };
  const after = step(life, { kind: 'answered', number: 9, request, answer }, world.at);
  expect(after.life?.run.toldMachine).toBe(toldMachine);
  expect(after.effects.filter(({ kind }) => kind === 'send')).toEqual([]);
});

test.each([
  ['another device rows it', { lostTo: 'device' as const }],
  ['it was ended elsewhere', { isEndedElsewhere: true }],
  ['its result is being sent', { stage: 'completing' as const }],
])('the machine is not sent once %s', (_, kept) => {
  startOn(page);
  world.pass(1_000);
  if (page.life === null) throw new Error('The row is gone');
  const progress = { ...page.life.kept.progress, ergMachineType: bikeErg };
  const life = changed(page.life, { ...kept, progress });
  const { effects } = step(life, { kind: 'tick', isWaiting: false }, world.at);
  const sent = effects.flatMap((effect) => (effect.kind === 'send' ? [effect.request.kind] : []));
  expect(sent).not.toContain('machine');
});
