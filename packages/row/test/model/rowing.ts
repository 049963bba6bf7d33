import type { RowRecord } from '../../src/reduce/records.ts';
import { generalStatus, status1, stroke } from '../record-factory.ts';
import type { FakeRowPage, FakeRowWorld } from './fake-world.ts';

export const place = { sessionId: 's', workoutItemIndex: 0, title: 'Evening', workout: '500m' };
export const id = '018f0000-0000-7000-8000-000000000001';

/** Starts an item of 500 m, whose activity is `id`. */
export function startOn(page: FakeRowPage, { isWaiting = false } = {}): void {
  const { owner } = page;
  const timeZone = 'Europe/Oslo';
  page.take({ kind: 'start', id, place, owner, isSimulated: false, timeZone, isWaiting });
}

/**
 * Returns a monitor's records at a half second of rowing at 4 m/s, with a stroke every 2 s whose drive ends in the
 * middle. Its force identifies the workout.
 */
export function recordsAt(elapsedSec: number, forceLbf = 100): RowRecord[] {
  const distanceM = elapsedSec * 4;
  const strokeCount = Math.ceil(elapsedSec / 2);
  const at = { elapsedSec, distanceM, strokeCount, peakForceLbf: forceLbf + strokeCount / 10 };
  return [
    generalStatus({ elapsedSec, distanceM }),
    status1(),
    ...(elapsedSec % 2 === 1 ? [stroke(at)] : []),
    ...(elapsedSec % 2 === 0 ? [stroke({ ...at, recoveryTimeSec: 1.4 })] : []),
  ];
}

/** Rows with the records of `recordsAt`. */
export function rowOn(
  page: FakeRowPage,
  world: FakeRowWorld,
  fromSec: number,
  toSec: number,
  forceLbf = 100,
): void {
  for (let elapsedSec = fromSec + 0.5; elapsedSec <= toSec; elapsedSec += 0.5) {
    world.pass(500);
    for (const record of recordsAt(elapsedSec, forceLbf)) page.record(record);
  }
}
