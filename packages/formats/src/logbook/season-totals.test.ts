import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';
import { newInterval, newStroke, newWorkout, type Workout } from '../workout.ts';
import { withSeasonTotals } from './season-totals.ts';

const header =
  '"Log ID",Date,Description,"Work Time (Formatted)","Work Time (Seconds)","Rest Time (Formatted)","Rest Time (Seconds)","Work Distance","Rest Distance","Stroke Rate/Cadence","Stroke Count",Pace,"Avg Watts",Cal/Hour,"Total Cal","Avg Heart Rate","Drag Factor",Age,Weight,Type,Ranked,Comments,"Date Entered"';
const row = (id: number) =>
  `${id},"2026-03-01 18:04:00","3x1:00/0:30r row",3:00.0,180,1:30.0,90,900,60,29,89,1:40.0,350,1504,75,,130,30,Hwt,RowErg,No,,"2026-03-01 18:45:21"`;
const strokes = fixture('reported/concept2-result-intervals-with-rowed-rests.csv');

function read(season: string, name: string) {
  const zip = zipSync({ 'season.csv': strToU8(season), [name]: strokes });
  const { workouts, problems } = readWorkouts(zip, 'logbook.zip', testNowMs);
  return { workouts, words: problems.map(({ message }) => message) };
}

describe('the strokes of a result with rowed rests, in one archive with its season', () => {
  const { workouts, words } = read(`${header}\n${row(77)}\n${row(78)}\n`, 'concept2-result-77.csv');

  test('have the time, distance, date and rests of the row, once', () => {
    expect(workouts).toMatchObject([
      { logbookId: '78', strokes: [] },
      { logbookId: '77', elapsedTime: 180, distance: 900, restTime: 90, endedAt: '2026-03-01T18:04:00' },
    ]);
  });

  test('are those of its work, and the others are reported', () => {
    const [, joined] = workouts;
    const of = (interval: number) => joined?.strokes.filter((stroke) => stroke.interval === interval).length;
    expect([of(1), of(2), of(3)]).toEqual([30, 29, 30]);
    expect(joined?.strokes.at(-1)?.elapsedTime).toBeLessThanOrEqual(180);
    expect(words).toEqual([expect.stringMatching(/^\d+ strokes of rests are left out\.$/)]);
  });
});

test('strokes of a result that is not in the season stay a workout, and report that rests may count', () => {
  const { workouts, words } = read(`${header}\n${row(78)}\n`, 'concept2-result-77.csv');
  expect(workouts.map(({ strokes: { length } }) => length > 0)).toEqual([false, true]);
  expect(words.join(' ')).toMatch(/does not say where their work ends/);
});

describe('a row of a season', () => {
  const seasonRow = newWorkout({
    logbookId: '77',
    machine: 'skierg',
    endedAt: '2026-03-01T18:04:00',
    elapsedTime: 120,
    distance: 500,
    intervals: [
      newInterval({ kind: 'work', time: 60, distance: 250 }),
      newInterval({ kind: 'rest', time: 30 }),
      newInterval({ kind: 'work', time: 60, distance: 250 }),
    ],
  });
  const strokeAt = (elapsedTime: number, distance: number, interval: number) =>
    newStroke({ elapsedTime, distance, interval });
  const file = newWorkout({
    logbookId: '77',
    machine: 'rower',
    entry: 'strokes.csv',
    strokes: [strokeAt(30, 125, 1), strokeAt(60, 250, 1), strokeAt(90, 375, 2), strokeAt(120, 500, 2)],
  });

  test('gets the strokes of its file, at the time and distance of the work, with its own machine', () => {
    const [joined, ...others] = withSeasonTotals([seasonRow, file]);
    expect(others).toEqual([]);
    expect(joined).toMatchObject({
      workout: { machine: 'skierg', entry: 'strokes.csv', elapsedTime: 120, distance: 500 },
      leftOut: [],
    });
    expect(
      joined?.workout.strokes.map(({ elapsedTime, distance, interval }) => [elapsedTime, distance, interval]),
    ).toEqual([
      [30, 125, 1],
      [60, 250, 1],
      [90, 375, 2],
      [120, 500, 2],
    ]);
  });

  test('gets the machine of its file if the season names none', () => {
    const [joined] = withSeasonTotals([{ ...seasonRow, machine: null }, file]);
    expect(joined?.workout.machine).toBe('rower');
  });

  test.each<[string, Partial<Workout>, Partial<Workout>]>([
    ['the row has another result', { logbookId: '78' }, {}],
    ['the row has no result', { logbookId: null }, {}],
    ['the row has no time', { elapsedTime: null }, {}],
    ['the row has no distance', { distance: null }, {}],
    ['the row has no date', { endedAt: null }, {}],
    ['the row has strokes of its own', { strokes: [strokeAt(1, 2, 1)] }, {}],
    ['the file has a start', {}, { startedAt: '2026-03-01T18:00:00' }],
    ['the file has an end', {}, { endedAt: '2026-03-01T18:04:00' }],
    ['the file has no strokes', {}, { strokes: [] }],
    ['the file has no result', {}, { logbookId: null }],
  ])('stays a separate workout if %s', (_, row, strokeFile) => {
    const given = [
      { ...seasonRow, ...row },
      { ...file, ...strokeFile },
    ];
    expect(withSeasonTotals(given)).toEqual(given.map((workout) => ({ workout, leftOut: null })));
  });
});
