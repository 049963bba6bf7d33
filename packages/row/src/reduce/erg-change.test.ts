import { describe, expect, test } from 'vitest';
import { generalStatus, status1, stroke, summary } from '../../test/record-factory.ts';
import { beginRow, finishByHand, reduceRow, takeStrokes, tickRow, type RowProgress } from './progress.ts';
import type { ErgDevice, RowRecord } from './records.ts';
import { ofEarlierPage } from './erg-change.ts';

const ergA = { id: 'a', name: 'PM5 430000001 Row' };
const ergB = { id: 'b', name: 'PM5 430000002 Row' };
const justRow = { workoutType: 1, workoutDuration: 0 };
const set2000 = { workoutType: 3, workoutDuration: 2_000 };

function heard(before: RowProgress, device: ErgDevice | null, ...records: RowRecord[]): RowProgress {
  return records.reduce(
    (progress, record) => reduceRow(progress, device === null ? record : { ...record, device }, 0),
    before,
  );
}

/** Rows at 4 m/s, with a stroke every 2 s, from one second of the monitor's workout to another. */
function rowOn(
  before: RowProgress,
  device: ErgDevice | null,
  [fromSec, toSec]: [number, number],
  set: Partial<typeof set2000> = justRow,
): RowProgress {
  let progress = before;
  for (let sec = fromSec; sec <= toSec; sec += 1) {
    const at = { elapsedSec: sec, distanceM: 4 * sec };
    const records: RowRecord[] = [generalStatus({ ...set, ...at }), status1()];
    if (sec % 2 === 1) records.push(stroke({ ...at, strokeCount: (sec + 1) / 2 }));
    progress = heard(progress, device, ...records);
  }
  return progress;
}

const first = rowOn(beginRow(), ergA, [1, 75]);
const ended = { ...set2000, workoutState: 12, rowingState: 0, elapsedSec: 480, distanceM: 2_000 };
const countdown = { workoutState: 2, elapsedSec: 0, distanceM: 0 };
const idle = { workoutState: 0, rowingState: 0, elapsedSec: 0, distanceM: 0 };

describe('another monitor in the middle of a row', () => {
  test('gives the row nothing of the workout that had ended there', () => {
    const after = heard(
      first,
      ergB,
      generalStatus(ended),
      summary({ timeElapsedSec: 480, distanceM: 2_000 }),
    );
    expect(tickRow(after, 60_000)).toMatchObject({
      phase: 'waiting',
      pieceNumber: 1,
      distanceM: 300,
      result: null,
    });
    expect(finishByHand(after, 60_000).result).toMatchObject({ distanceM: 300, elapsedSec: 75 });
  });

  test('begins another workout, even if its values are higher, with only its own strokes', () => {
    const after = rowOn(first, ergB, [480, 490]);
    expect(after).toMatchObject({ pieceNumber: 2, distanceM: 1_960, track: { work: { device: ergB } } });
    const workouts = takeStrokes(after).strokes.map(({ pieceNumber, number }) => [pieceNumber, number]);
    expect(workouts.slice(36)).toEqual([
      [1, 37],
      [1, 38],
      [2, 241],
      [2, 242],
      [2, 243],
      [2, 244],
    ]);
  });

  test('is on a separate machine', () => {
    const onRow = heard(first, ergA, status1({ ergMachineType: 0 }));
    const onSki = rowOn(onRow, ergB, [1, 2]);
    expect(onSki.ergMachineType).toBeNull();
    expect(heard(onSki, ergB, status1({ ergMachineType: 128 })).ergMachineType).toBe(128);
  });

  test('leaves the row unchanged until something is rowed there, so that its own monitor can continue', () => {
    const stroked = heard(first, ergB, stroke({ strokeCount: 1 }), generalStatus(idle));
    expect(stroked).toMatchObject({
      phase: 'waiting',
      pieceNumber: 1,
      distanceM: 300,
      track: { work: { device: ergA } },
    });
    const on = rowOn(stroked, ergA, [76, 100]);
    expect(on).toMatchObject({ phase: 'rowing', pieceNumber: 1, distanceM: 400 });
    const numbers = takeStrokes(on).strokes.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 49 }, (_, index) => index + 1));
  });

  test('keeps a first stroke there that comes before its status', () => {
    const waiting = heard(first, ergB, generalStatus(idle), stroke({ elapsedSec: 0.8, distanceM: 3 }));
    expect(heard(waiting, ergB, generalStatus({ elapsedSec: 1, distanceM: 4 }))).toMatchObject({
      pieceNumber: 2,
      strokeCount: 1,
    });
  });

  test('does not end a row that was finished by hand', () => {
    const finished = finishByHand(first, 0);
    const own = summary({ workoutType: 1, timeElapsedSec: 480, distanceM: 2_000 });
    expect(heard(finished, ergB, generalStatus(ended), own)).toEqual(finished);
  });

  test('does not continue a finished row whose monitor is unknown', () => {
    const finished = finishByHand(rowOn(beginRow(), null, [1, 75]), 0);
    expect(heard(finished, ergB, generalStatus(idle))).toBe(finished);
  });

  test("begins the row if nothing was rowed on the first, without the first one's records", () => {
    const waiting = heard(beginRow(), ergA, generalStatus(idle), stroke({ strokeCount: 40, elapsedSec: 1 }));
    const after = rowOn(waiting, ergB, [1, 3]);
    expect(after).toMatchObject({ pieceNumber: 1, strokeCount: 2, track: { work: { device: ergB } } });
  });
});

describe('the monitor of a row continues it', () => {
  const isGoneOn = { phase: 'rowing', pieceNumber: 1, distanceM: 400 };
  const reloaded = ofEarlierPage({ progress: first }).progress;
  const named = ofEarlierPage({
    progress: rowOn(rowOn(beginRow(), { id: 'a', name: 'PM5' }, [1, 60]), ergA, [61, 75]),
  }).progress;
  const bareZ = { id: 'z', name: 'PM5' };

  test.each<[string, RowProgress, ErgDevice | null]>([
    ['after a drop', first, ergA],
    ['after a reload, where the browser gives it another id', reloaded, { ...ergA, id: 'z' }],
    ['under another id, by the serial number in its name', first, { ...ergA, id: 'z' }],
    ['by the other id that the browser gave it', rowOn(first, { ...ergA, id: 'z' }, [76, 80]), bareZ],
    ['where its name lacks the erg', reloaded, { id: 'z', name: 'PM5 430000001' }],
    ['where its name lacks the serial number after a reload', reloaded, bareZ],
    ['where a record does not tell it', first, null],
    ['where the row does not know it', rowOn(beginRow(), null, [1, 75]), ergB],
  ])('%s', (_, before, device) => {
    expect(rowOn(before, device, [90, 100])).toMatchObject(isGoneOn);
  });

  test.each<[string, RowProgress, ErgDevice]>([
    ['of another serial number after a reload', reloaded, { id: 'a', name: 'PM5 430000002' }],
    ['of another serial number than it told in the row', named, { id: 'a', name: 'PM5 430000002' }],
    [
      'without a serial number',
      rowOn(beginRow(), { id: 'a', name: 'PM5' }, [1, 75]),
      { id: 'b', name: 'PM5' },
    ],
    ['that is simulated', first, { id: 'simulated', name: 'Simulated RowErg' }],
    ['that is simulated after a reload', reloaded, { id: 'simulated', name: 'Simulated RowErg' }],
  ])('but not one %s', (_, before, device) => {
    expect(rowOn(before, device, [90, 100])).toMatchObject({ ...isGoneOn, pieceNumber: 2 });
  });
});

test('a stroke held of another monitor is dropped when that monitor shows an end', () => {
  const held = heard(first, ergB, stroke({ elapsedSec: 0.8, distanceM: 3 }));
  expect(held.track.strokes.earlyStrokes).toHaveLength(1);
  expect(heard(held, ergB, generalStatus(ended)).track.strokes.earlyStrokes).toEqual([]);
  expect(heard(held, ergB, generalStatus(idle)).track.strokes.earlyStrokes).toHaveLength(1);
});

test('the status of another monitor is noted once', () => {
  const waiting = heard(first, ergB, generalStatus(idle));
  expect(waiting).toMatchObject({ phase: 'waiting', distanceM: 300 });
  expect(heard(waiting, ergB, generalStatus(idle))).toBe(waiting);
});

test.each([
  ['counts down to its start', countdown, 1],
  ['is in work', { elapsedSec: 1, distanceM: 4 }, 2],
])('the row with another monitor that %s', (_, fields, pieceNumber) => {
  expect(heard(first, ergB, generalStatus({ ...fields })).pieceNumber).toBe(pieceNumber);
});
