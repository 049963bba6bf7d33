import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from '../../test/csv-variants.ts';
import { fixture, fixtureNames } from '../../test/fixtures.ts';
import { isPossible, onlyWorkout, readText, testNowMs } from '../../test/read-text.ts';
import { workouts } from '../../test/workout-factory.ts';
import { readWorkouts } from '../read.ts';
import { cellsOf } from './columns.ts';
import { newInterval, newStroke, newWorkout } from '../workout.ts';
import { writeSeasonCsv, writeStrokesCsv } from '../write.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('any workout is the same after stroke CSV: intervals, rests, dates, machines and half-known strokes', () => {
  fc.assert(
    fc.property(workouts.filter(isPossible), (workout) => {
      const { workouts: read, problems } = readText(textOf(writeStrokesCsv(workout)));
      expect(problems).toEqual([]);
      expect(read).toEqual([workout]);
    }),
    { numRuns: 300 },
  );
});

test.each(fixtureNames)('each workout of %s comes back from stroke CSV as it was', (name) => {
  for (const { entry: _, ...workout } of readWorkouts(fixture(name), name, testNowMs).workouts)
    expect(onlyWorkout(textOf(writeStrokesCsv(workout)))).toEqual(workout);
});

test('stroke CSV begins at 0 and ends with the result, even without strokes', () => {
  fc.assert(
    fc.property(workouts.filter(isPossible), (workout) => {
      const [, ...rows] = textOf(writeStrokesCsv(workout))
        .trim()
        .split(/\n(?=\d*,\d)/);
      const ends = (row = '') => row.split(',').slice(1, 3).map(Number);
      expect(ends(rows[0])).toEqual([0, 0]);
      expect(ends(rows.at(-1))).toEqual([workout.elapsedTime, workout.distance]);
      expect(rows.filter((row) => /^\d/.test(row))).toHaveLength(workout.strokes.length);
    }),
    { numRuns: 100 },
  );
});

test('stroke CSV that a spreadsheet saved with semicolons and decimal commas is the same workout', () => {
  const name = 'smartrow_intervals.csv';
  const [workout] = readWorkouts(fixture(name), name, testNowMs).workouts;
  const lines = textOf(writeStrokesCsv(workout ?? newWorkout({})))
    .trim()
    .split('\n');
  const [header = [], ...rows] = lines.map((line) => cellsOf(line, ','));
  const text = csvText({ above: [], header, rows }, { delimiter: ';', decimal: ',', end: '\r\n' });
  expect(onlyWorkout(text)).toEqual(workout);
});

test('stroke CSV with a damaged column of totals keeps its strokes, and reports it', () => {
  const text = textOf(writeStrokesCsv(newWorkout({ elapsedTime: 60, distance: 250 })));
  const strokes = '1,30,125,,,,,,\n2,60,250,,,,,,\n';
  const { workouts: read, problems } = readText(text.replace(/"\{.*\}"\n/, `"{"\n${strokes}`));
  expect(read).toMatchObject([{ elapsedTime: 60, distance: 250 }]);
  expect(problems).toMatchObject([{ message: expect.stringContaining('left out') }]);
});

test('the strokes of the Logbook are written in its own columns', () => {
  const name = 'logbook_stroke_export_concept2-result-44214428.csv';
  const original = textOf(fixture(name)).trim().split('\n');
  const [workout] = readWorkouts(fixture(name), name, testNowMs).workouts;
  const written = textOf(writeStrokesCsv(workout ?? newWorkout({})))
    .trim()
    .split('\n');
  expect(written[0]).toBe(`${original[0]},Workout`);
  const figures = (row: string) => row.split(',').map((cell) => (cell === '' ? null : Number(cell)));
  const calories = 5;
  for (const [at, row] of original.slice(1).entries()) {
    const expected = figures(row);
    const actual = figures(written[at + 2] ?? '').slice(0, -1);
    expect(actual.toSpliced(calories, 1)).toEqual(expected.toSpliced(calories, 1));
    expect(Math.abs((actual[calories] ?? 0) - (expected[calories] ?? 0))).toBeLessThanOrEqual(1);
  }
});

test('the pace of a BikeErg is written per 1000 m and read again', () => {
  const strokes = Array.from({ length: 12 }, (_, at) =>
    newStroke({ elapsedTime: at + 1, distance: (at + 1) * 10, pace: 50, power: 350 }),
  );
  const text = textOf(writeStrokesCsv(newWorkout({ machine: 'bike', strokes })));
  expect(text.split('\n')[2]).toBe('1,1,10,100,350,1504,,,');
  expect(onlyWorkout(text)).toMatchObject({ machine: 'bike', strokes: strokes.map(() => ({ pace: 50 })) });
});

test.each(['concept2-season-2017.csv', 'concept2-season-2021.csv'])(
  '%s is the same after writing and reading',
  (name) => {
    const { workouts: season } = readWorkouts(fixture(name), name, testNowMs);
    const { workouts: again, problems } = readText(textOf(writeSeasonCsv(season)));
    expect(problems).toEqual([]);
    expect(again).toEqual(season);
  },
);

const tenths = (value: number | null) => (value === null ? null : expect.closeTo(value, 1));
const whole = (value: number | null) => (value === null ? null : Math.round(value));

test('totals are the same after a season file, to tenths of a second and whole meters', () => {
  fc.assert(
    fc.property(fc.array(workouts.filter(isPossible), { minLength: 1, maxLength: 5 }), (season) => {
      const { workouts: read, problems } = readText(textOf(writeSeasonCsv(season)));
      expect(problems).toEqual([]);
      expect(read).toMatchObject(
        season.map((workout) => ({
          machine: workout.machine,
          logbookId: workout.logbookId,
          elapsedTime: tenths(workout.elapsedTime),
          distance: whole(workout.distance),
          restTime: tenths(workout.restTime),
          restDistance: whole(workout.restDistance),
          averageStrokeRate: whole(workout.averageStrokeRate),
          averagePower: whole(workout.averagePower),
          strokeCount: workout.strokeCount,
          calories: workout.calories,
          dragFactor: workout.dragFactor,
        })),
      );
    }),
    { numRuns: 100 },
  );
});

test.each([
  '=HYPERLINK("http://a.example")',
  '+1',
  '-2',
  '@SUM(1)',
  "'=1",
  "''-1",
  '\t=1',
  'plain',
  "'plain",
])('the comment %s is a text for a spreadsheet, and is read unchanged', (comments) => {
  const workout = newWorkout({ machine: 'rower', elapsedTime: 60, distance: 250, comments });
  const text = textOf(writeSeasonCsv([workout]));
  expect(text).not.toMatch(/[",][=+\-@\t]/);
  expect(onlyWorkout(text).comments).toBe(comments);
});

test.each([
  [[['work', 60, 250]], 60, 250, '1:00 row'],
  [[], 1200.4, 5000, '5000m row'],
  [[], 1801.7, 7075, '30:01 row'],
  [
    [
      ['work', 100, 500],
      ['rest', 30, 5],
      ['work', 101, 500],
      ['rest', 30, 5],
    ],
    201,
    1000,
    '2x500m/0:30r row',
  ],
  [
    [
      ['work', 60, 251],
      ['rest', 30, 5],
      ['work', 60, 249],
    ],
    120,
    500,
    '2x1:00/0:30r row',
  ],
  [
    [
      ['work', 100, 500],
      ['rest', 30, 5],
      ['work', 200, 1000],
    ],
    300,
    1500,
    'v500m/0:30r...2 row',
  ],
  [
    [
      ['work', 100, 500],
      ['work', 101, 500],
    ],
    201,
    1000,
    '1000m row',
  ],
] as const)(
  'the intervals %j are described as the Logbook does',
  (parts, elapsedTime, distance, description) => {
    const intervals = parts.map(([kind, time, meters]) => newInterval({ kind, time, distance: meters }));
    const text = textOf(writeSeasonCsv([newWorkout({ machine: 'rower', elapsedTime, distance, intervals })]));
    expect(onlyWorkout(text).title).toBe(description);
  },
);

test('a season without workouts is a header', () => {
  expect(textOf(writeSeasonCsv([]))).toMatch(/^"Log ID",Date,.*"Date Entered"\r\n$/);
});
