import { emptyRowerData } from '@boathouse/pm5/ftms/rower-data';
import { describe, expect, test } from 'vitest';
import { generalStatus, status1, stroke } from '../../../test/record-factory.ts';
import { otherRowerType } from '../machine.ts';
import { beginRow, reduceRow, takeStrokes, type RowProgress } from '../progress.ts';
import { ofEarlierPage } from '../erg-change.ts';

const club = { id: 'a', name: 'WaterRower' };

type Machine = { device?: { id: string; name: string }; fromM?: number; fromSec?: number };

/** Rows at 4 m/s from one second to another, on a machine with counts of its own. */
function rowOn(before: RowProgress, fromSec: number, toSec: number, machine: Machine = {}) {
  const { device = club, fromM = 4_000 } = machine;
  let progress = before;
  for (let sec = fromSec; sec <= toSec; sec += 1) {
    const rowedSec = sec - (machine.fromSec ?? 0);
    const counts = { distanceM: fromM + 4 * rowedSec, strokeCount: 500 + Math.floor(rowedSec / 2) };
    progress = reduceRow(progress, { ...emptyRowerData, ...counts, device }, sec * 1_000);
  }
  return progress;
}

const first = rowOn(beginRow(), 0, 60);

/** The row is one workout, or a second one with these meters. */
const isGoneOn = (meters: number) => ({ phase: 'rowing', pieceNumber: 1, distanceM: meters });
const isAnew = (meters: number) => ({ phase: 'rowing', pieceNumber: 2, distanceM: meters });

describe('rowing on two machines is never one workout', () => {
  test.each([
    ['of another name', { id: 'b', name: 'SmartRow' }],
    ['of the same name', { id: 'b', name: 'WaterRower' }],
  ])('if another rower %s is chosen in the middle', (_, device) => {
    const waiting = rowOn(first, 61, 61, { device, fromM: 4_000 });
    expect(waiting).toMatchObject({ phase: 'waiting', distanceM: 240 });
    expect(rowOn(waiting, 62, 81, { device, fromM: 4_000 })).toMatchObject(isAnew(80));
  });

  test('if the machine is restarted', () => {
    const again = rowOn(first, 61, 80, { fromM: 0, fromSec: 60 });
    expect(again).toMatchObject(isAnew(80));
    const pieces = takeStrokes(again).strokes.map(({ pieceNumber, number }) => `${pieceNumber}/${number}`);
    expect(pieces.slice(28, 33)).toEqual(['1/29', '1/30', '2/1', '2/2', '2/3']);
  });

  test('if the machine is restarted and sends zeros until it is rowed', () => {
    let standing = first;
    for (let sec = 61; sec <= 90; sec += 1) {
      const zeros = { distanceM: 0, strokeCount: 0, elapsedSec: 0 };
      standing = reduceRow(standing, { ...emptyRowerData, ...zeros, device: club }, sec * 1_000);
    }
    expect(standing).toMatchObject({ phase: 'paused', pieceNumber: 1, distanceM: 240 });
    expect(rowOn(standing, 91, 110, { fromM: 0, fromSec: 90 })).toMatchObject(isAnew(80));
  });

  test('if another rower of the same name is connected after a reload', () => {
    const { progress } = ofEarlierPage({ progress: first });
    const device = { id: 'b', name: 'WaterRower' };
    const again = rowOn(progress, 61, 81, { device, fromM: 9_000 });
    expect(again).toMatchObject(isAnew(80));
  });
});

describe('a rower of another maker and a monitor', () => {
  const general = (elapsedSec: number, distanceM: number, workoutState = 1) =>
    generalStatus({ elapsedSec, distanceM, workoutState });
  /** A PM5 that sends its values, at 4 m/s, from one second of its workout to another. */
  function onMonitor(before: RowProgress, fromSec: number, toSec: number, ergMachineType: number | null = 0) {
    let progress = before;
    for (let sec = fromSec; sec <= toSec; sec += 1) {
      const atMs = (100 + sec) * 1_000;
      progress = reduceRow(progress, general(sec, 4 * sec), atMs);
      progress = reduceRow(progress, status1({ elapsedSec: sec, ergMachineType }), atMs + 100);
    }
    return progress;
  }

  test.each([
    ['that begins its workout', 1, 20],
    ['in the middle of its workout, behind', 20, 40],
    ['in the middle of its workout, further', 90, 110],
  ])('are two workouts if a PM5 is connected %s', (_, fromSec, toSec) => {
    const after = onMonitor(first, fromSec, toSec);
    expect(after).toMatchObject({ ...isAnew(4 * toSec), ergMachineType: 0, track: { rower: null } });
    const strokes = takeStrokes(after).strokes.map(({ pieceNumber }) => pieceNumber);
    expect(strokes).toEqual(Array.from({ length: 30 }, () => 1));
  });

  test('are two workouts, the second on an unknown machine if an old PM5 does not report it', () => {
    expect(onMonitor(first, 30, 40, null)).toMatchObject({ ...isAnew(160), ergMachineType: null });
  });

  test('keep the first workout unchanged until a workout begins on the PM5, and use no stroke of the PM5 before that', () => {
    const waiting = reduceRow(first, general(0, 0, 0), 61_000);
    expect(waiting).toMatchObject({ pieceNumber: 1, distanceM: 240, ergMachineType: otherRowerType });
    expect(reduceRow(first, stroke({ strokeCount: 1 }), 61_000)).toEqual(first);
    expect(reduceRow(first, status1({ ergMachineType: 0 }), 61_000)).toEqual(first);
  });

  test('are two workouts if a rower takes over from a PM5', () => {
    const rowed = onMonitor(beginRow(), 1, 3);
    const after = rowOn(rowed, 104, 124, { fromSec: 104 });
    expect(after).toMatchObject({ ...isAnew(80), ergMachineType: otherRowerType });
  });

  test('are one workout if nothing was rowed on the first', () => {
    const still = rowOn(beginRow(), 0, 0);
    expect(onMonitor(still, 1, 20)).toMatchObject({
      phase: 'rowing',
      pieceNumber: beginRow().pieceNumber + 1,
      distanceM: 80,
      ergMachineType: 0,
    });
  });
});

describe('a row continues with its machine', () => {
  test('a row continues with its machine after a reload, where the browser gives it another id', () => {
    const { progress } = ofEarlierPage({ progress: first });
    expect(rowOn(progress, 61, 80, { device: { id: 'z', name: 'WaterRower' } })).toMatchObject(isGoneOn(320));
  });

  test('a row continues with its machine after impossible counts for a moment, also at its start', () => {
    const begun = rowOn(beginRow(), 0, 3);
    const odd = { ...emptyRowerData, distanceM: 90_000, strokeCount: 9_000, device: club };
    expect(rowOn(reduceRow(begun, odd, 4_000), 5, 20)).toMatchObject(isGoneOn(80));
  });

  test('a row continues with its machine from its place after impossible counts that the machine keeps', () => {
    expect(rowOn(first, 61, 80, { fromM: 70_000 })).toMatchObject(isGoneOn(240 + 4 * 19));
  });
});
