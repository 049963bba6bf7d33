import { expect, test } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { readWorkouts } from '../read.ts';

const strokeFiles = [
  {
    // Its last row has 44 strokes, 499 m and 2:00; a row without a workout follows.
    file: 'boatcoach.csv',
    workout: {
      app: 'BoatCoach',
      startedAt: '2016-11-28T08:37:00',
      elapsedTime: 120,
      distance: 499,
      strokeCount: 44,
    },
    strokes: 44,
    first: { elapsedTime: 2, distance: 6, pace: 182, strokeRate: null, power: 58, heartRate: 76 },
    last: { elapsedTime: 120, distance: 499, pace: 118, strokeRate: 20, power: 211, heartRate: 143 },
  },
  {
    file: 'ergdata_example.csv',
    workout: { app: 'ErgData', startedAt: null, elapsedTime: 523.9, distance: 1992, strokeCount: 180 },
    strokes: 180,
    first: { elapsedTime: 3.9, distance: 12, pace: 172.1, strokeRate: null, power: null, heartRate: 80 },
    last: { elapsedTime: 523.9, distance: 1992, pace: 133.4, strokeRate: 20, power: null, heartRate: 130 },
  },
  {
    // Its last row has 89 strokes; eleven rows after the end repeat 4:58.9 and 965 m.
    file: 'ergstick2.csv',
    workout: { app: 'ErgStick', startedAt: null, elapsedTime: 298.9, distance: 965, strokeCount: 89 },
    strokes: 89,
    first: { elapsedTime: 4.1, distance: 12, pace: 168.2, strokeRate: null, power: null, heartRate: 100 },
    last: { elapsedTime: 298.9, distance: 965, pace: 161.8, strokeRate: 15, power: null, heartRate: 125 },
  },
  {
    // Its summary contains 15' and 3521.3 m.
    file: 'herodata.csv',
    workout: {
      app: 'RowHero',
      startedAt: '2021-04-26T06:37:32-07:00',
      elapsedTime: 900,
      distance: 3521.3,
      strokeCount: 300,
      title: "15'",
    },
    strokes: 300,
    first: { elapsedTime: 1.4, distance: 2.9, pace: 252.5, strokeRate: null, power: 21.7, driveLength: 1.03 },
    last: {
      elapsedTime: 897.9,
      distance: 3512.7,
      pace: 120.7,
      strokeRate: 21,
      power: 199,
      workPerStroke: 586.4,
    },
  },
  {
    file: 'rowingdata_eth.csv',
    workout: { app: null, startedAt: null, elapsedTime: 125, distance: 481, strokeCount: 45 },
    strokes: 45,
    first: { elapsedTime: 3, distance: 12, pace: 146, strokeRate: null, power: 138, peakForce: 676.78 },
    last: { elapsedTime: 125, distance: 481, pace: 147, strokeRate: 20, power: 111, heartRate: null },
  },
  {
    // It counts 739 strokes, the first without time and distance.
    file: 'smartrow_intervals.csv',
    workout: { app: 'SmartRow', startedAt: null, elapsedTime: 2339, distance: 6979, strokeCount: 739 },
    strokes: 738,
    first: { elapsedTime: 4, distance: 9, pace: null, strokeRate: null, power: null, workPerStroke: 190.9 },
    last: { elapsedTime: 2339, distance: 6979, pace: 155, strokeRate: 21.2, power: 93, heartRate: 132 },
  },
  {
    file: 'logbook_stroke_export_concept2-result-44214428.csv',
    workout: {
      app: 'Concept2 Logbook',
      startedAt: null,
      elapsedTime: 1798.6,
      distance: 7584.1,
      strokeCount: 689,
    },
    strokes: 689,
    first: { elapsedTime: 0.7, distance: 2.4, pace: 163.3, strokeRate: null, power: 80, heartRate: null },
    last: { elapsedTime: 1798.6, distance: 7584.1, pace: 109, strokeRate: 26, power: 270, heartRate: null },
  },
  {
    // Its strokes are numbered to 388, 387 and 395; two are missing.
    file: 'painsled_strokes_2016-03-11.csv',
    workout: {
      app: 'Painsled',
      startedAt: '2016-03-11T11:50:02.833Z',
      endedAt: '2016-03-11T12:52:34.785Z',
      elapsedTime: 3629.66,
      distance: 14951.7,
      strokeCount: 1170,
      calories: 980,
    },
    strokes: 1168,
    first: {
      elapsedTime: 0.88,
      distance: 3.6,
      pace: 125.65,
      strokeRate: null,
      power: 179,
      workPerStroke: null,
    },
    last: {
      elapsedTime: 3629.66,
      distance: 14951.7,
      pace: 133.45,
      strokeRate: 18,
      power: 184,
      dragFactor: 122,
    },
  },
];

test.each(strokeFiles)('$file is read as it says itself', ({ file, workout, strokes, first, last }) => {
  const { workouts, problems } = readWorkouts(fixture(file), file);
  expect(problems).toEqual([]);
  expect(workouts).toMatchObject([{ machine: null, ...workout }]);
  const [read] = workouts;
  expect(read?.strokes).toHaveLength(strokes);
  expect(read?.strokes[0]).toMatchObject(first);
  expect(read?.strokes.at(-1)).toMatchObject(last);
});

test('the pieces of a Painsled file are intervals', () => {
  const name = 'painsled_strokes_2016-03-11.csv';
  const [workout] = readWorkouts(fixture(name), name).workouts;
  expect(
    workout?.intervals.map(({ kind, time, distance, strokeCount }) => [kind, time, distance, strokeCount]),
  ).toEqual([
    ['work', 1198.8, 4942.9, 388],
    ['work', 1199.06, 4947.6, 387],
    ['work', 1231.8, 5061.2, 393],
  ]);
});

test('the force curve of a stroke is read in newtons', () => {
  const [workout] = readWorkouts(fixture('rowingdata_eth.csv'), 'a.csv').workouts;
  const curve = workout?.strokes[0]?.forceCurve ?? [];
  expect(curve).toHaveLength(39);
  expect(Math.max(...curve)).toBe(workout?.strokes[0]?.peakForce);
});

/** Monitors send 255 for no heart rate. */
function heartRateOf(cell = ''): number | null {
  return cell === '255' ? null : Number(cell) || null;
}

const rowsOf = (name: string) => new TextDecoder().decode(fixture(name)).trim().split('\r\n').slice(1);

test.each(['concept2-season-2017.csv', 'concept2-season-2021.csv'])('each row of %s is a workout', (name) => {
  const { workouts, problems } = readWorkouts(fixture(name), name);
  // Three rows of the older file have the monitor's 255 for no heart rate.
  expect(problems.map(({ message }) => message)).toEqual(
    name.includes('2017')
      ? ['Its heart rate is impossible (255): left out. The same in lines 241, 254.']
      : [],
  );
  const rows = rowsOf(name);
  expect(workouts).toHaveLength(rows.length);
  for (const [at, row] of rows.entries()) {
    // No field of these files contains the field separator.
    const cells = row.slice(1, -1).split('","');
    expect(workouts[at]).toMatchObject({
      machine: 'rower',
      logbookId: cells[0],
      startedAt: null,
      endedAt: cells[1]?.replace(' ', 'T'),
      title: cells[2],
      elapsedTime: Number(cells[4]),
      restTime: cells[6] === '' ? null : Number(cells[6]),
      distance: Number(cells[7]),
      restDistance: cells[8] === '' ? null : Number(cells[8]),
      averageStrokeRate: Number(cells[9]) || null,
      strokeCount: Number(cells[10]) || null,
      averagePower: cells[12] === '' ? null : Number(cells[12]),
      calories: Number(cells[14]) || null,
      averageHeartRate: heartRateOf(cells[15]),
      dragFactor: Number(cells[16]) || null,
    });
  }
});

test('the interval workouts of a real season have the intervals of their description', () => {
  const { workouts } = readWorkouts(fixture('concept2-season-2021.csv'), 'a.csv');
  const described = workouts.filter(({ title }) => title?.startsWith('10x1:00/1:00r'));
  expect(described).toHaveLength(1);
  const [workout] = described;
  expect(workout).toMatchObject({ elapsedTime: 600, distance: 2850, restTime: 600, restDistance: 1556 });
  expect(workout?.intervals.filter(({ kind, time }) => kind === 'work' && time === 60)).toHaveLength(10);
  expect(workout?.intervals.filter(({ kind, time }) => kind === 'rest' && time === 60)).toHaveLength(10);
});
