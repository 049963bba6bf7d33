import { readWorkouts } from '@boathouse/formats/read';
import { expect, test } from 'vitest';
import { fileWorkoutOf } from '../workoutfiles/index.ts';
import { storedOf } from './rules.ts';

const nowMs = Date.UTC(2026, 10, 20, 12);
const header = 'Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Work Distance,Type';
/** Reads a workout of 8:00 that ended at a time of the wall clock. */
function read(endedAt: string, timeZone: string) {
  const season = `${header}\n1,${endedAt},2000m row,8:00.0,480,2000,RowErg\n`;
  const { workouts, problems } = readWorkouts(new TextEncoder().encode(season), 'season.csv', nowMs);
  expect(problems).toEqual([]);
  return workouts.map((workout) => fileWorkoutOf(workout, { timeZone, nowMs }));
}

test.each([
  ['2026-11-20 12:14:00', 'UTC', true],
  ['2026-11-20 12:16:00', 'UTC', false],
  ['1995-01-01 00:30:00', 'UTC', true],
  ['1995-01-01 00:05:00', 'UTC', false],
  ['1995-01-01 12:00:00', 'Pacific/Auckland', false],
])('a workout that ended at %s (%s) is stored if it was read: %s', (endedAt, timeZone, isRead) => {
  const [workout] = read(endedAt, timeZone);
  if (workout === undefined || typeof workout === 'string') return expect(isRead).toBe(false);
  expect(isRead).toBe(true);
  const choice = { machine: 'rower' as const, starts: [], timeZone };
  const stored = storedOf(
    { index: 0, file: 'season.csv', workout },
    '018f0000-0000-7000-8000-000000000001',
    choice,
    nowMs,
  );
  expect(stored.startedMs).toBe(workout.startedMs);
});
