import { emptyRowerData } from '@boathouse/pm5/ftms/rower-data';
import { beginRow, reduceRow, type RowRecord } from '@boathouse/row/reduce/progress';
import { generalStatus, status1 } from '@boathouse/row/test/record-factory';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { expect, test } from 'vitest';
import { noticeOf } from './row-notice.ts';

const progressOf = (...records: RowRecord[]) =>
  records.reduce((progress, record) => reduceRow(progress, record, 0), beginRow());
const idle = generalStatus({ workoutState: 0, rowingState: 0 });
const halfway = generalStatus({ elapsedSec: 62.5, distanceM: 250 });
const rowing = {
  progress: progressOf(idle, halfway),
  stage: 'rowing',
  isEndedElsewhere: false,
  saving: { journalProblem: null },
} as const;
const plan = parseWorkoutText('500m');

test('a row that goes as planned has no notice', () => {
  expect(noticeOf(rowing, plan, null)).toBeNull();
  expect(noticeOf({ ...rowing, progress: progressOf(idle) }, plan, null)).toBeNull();
});

test('a monitor reset in mid-workout has a notice, because its last values stay on the screen', () => {
  const progress = progressOf(idle, halfway, idle);
  expect(noticeOf({ ...rowing, progress }, plan, null)).toBe(
    'You left this workout on the monitor at 250 m. Row on to start again, or press Finish.',
  );
  const again = generalStatus({ elapsedSec: 0.5, distanceM: 2 });
  expect(noticeOf({ ...rowing, progress: progressOf(idle, halfway, idle, again) }, plan, null)).toBeNull();
});

test("another rower than the row's has a notice", () => {
  const on = (id: string, distanceM: number): RowRecord => ({
    ...emptyRowerData,
    distanceM,
    device: { id, name: 'WaterRower' },
  });
  const progress = progressOf(on('a', 100), on('a', 112), on('b', 700));
  expect(noticeOf({ ...rowing, progress }, plan, null)).toBe(
    'This is another erg than the one of your first 12 m. Row on to start again, or press Finish.',
  );
  expect(noticeOf({ ...rowing, progress: reduceRow(progress, on('b', 704), 0) }, plan, null)).toBeNull();
});

test("another monitor than the row's has a notice until the row continues", () => {
  const on = (id: string, record: RowRecord) => ({ ...record, device: { id, name: `PM5 43000000${id}` } });
  const over = generalStatus({ workoutState: 12, rowingState: 0, elapsedSec: 480, distanceM: 2_000 });
  const progress = progressOf(on('1', halfway), on('2', over));
  expect(noticeOf({ ...rowing, progress }, plan, null)).toBe(
    'This is another erg than the one of your first 250 m. Row on to start again, or press Finish.',
  );
  expect(noticeOf({ ...rowing, progress: reduceRow(progress, on('1', halfway), 0) }, plan, null)).toBeNull();
});

test.each([
  ['an end elsewhere', { isEndedElsewhere: true }, /^This workout was finished on another page/],
  [
    'a row that this device can’t keep',
    { saving: { journalProblem: 'The disk is full.' } },
    /^The disk is full\.$/,
  ],
])('tells of %s', (_, given, words) => {
  expect(noticeOf({ ...rowing, ...given }, plan, null)).toMatch(words);
});

test('reports another workout on the monitor', () => {
  expect(noticeOf(rowing, parseWorkoutText('2000m'), null)).toMatch(/^Your monitor is set to 500 m/);
});

test('another machine on the monitor in mid-workout has a notice, but an unknown machine has none', () => {
  const onRowErg = { ...rowing, progress: progressOf(status1({ ergMachineType: 0 }), idle, halfway) };
  expect(noticeOf(onRowErg, plan, 'rower')).toBeNull();
  expect(noticeOf(rowing, plan, 'bike')).toBeNull();
  expect(noticeOf(onRowErg, plan, 'bike')).toBe(
    'This workout began on a RowErg and counts as one. The connected monitor is on a BikeErg.',
  );
  expect(noticeOf(onRowErg, plan, 'otherrower')).toMatch(
    /The connected monitor is on an erg of another maker\.$/,
  );
  expect(noticeOf(onRowErg, plan, 'other')).toMatch(/The connected monitor is on another machine\.$/);
});
