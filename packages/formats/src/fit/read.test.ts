import { expect, test } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { readWorkouts } from '../read.ts';

const read = (name: string) => readWorkouts(fixture(name), name);
const only = (name: string) => {
  const { workouts, problems } = read(name);
  expect(problems).toEqual([]);
  expect(workouts).toHaveLength(1);
  const [workout] = workouts;
  if (!workout) throw new Error(name);
  return workout;
};

test('an interval workout of the Logbook is read by its session and its work laps, not by its rests', () => {
  const workout = only('concept2-logbook-interval.fit');
  expect(workout).toMatchObject({
    machine: 'rower',
    startedAt: '2025-12-14T10:40:00Z',
    endedAt: '2025-12-14T11:03:00Z',
    elapsedTime: 960,
    distance: 3843,
    restTime: 420,
    restDistance: 90,
    averageHeartRate: 158,
    strokeCount: 352,
    calories: 246,
    app: 'Concept2',
  });
  expect(workout.intervals.map(({ kind, time, distance }) => [kind, time, distance])).toEqual([
    ['work', 60, 236],
    ['rest', 60, 3],
    ['work', 120, 481],
    ['rest', 60, 2],
    ['work', 180, 754],
    ['rest', 60, null],
    ['work', 240, 932],
    ['rest', 60, 23],
    ['work', 180, 721],
    ['rest', 60, 2],
    ['work', 120, 474],
    ['rest', 60, null],
    ['work', 60, 245],
  ]);
});

test('the strokes of the Logbook continue over the work, without the stroke rowed in a rest', () => {
  const { strokes, intervals } = only('concept2-logbook-interval.fit');
  expect(strokes).toHaveLength(351);
  expect(strokes[0]).toMatchObject({ elapsedTime: 0, distance: 2.9, pace: 166.94, power: 75, heartRate: 76 });
  expect(strokes[0]?.strokeRate).toBeNull();
  const works = intervals.filter(({ kind }) => kind === 'work');
  let [sec, meters] = [0, 0];
  for (const [at, { time, distance }] of works.entries()) {
    const rowed = strokes.filter(({ interval }) => interval === at + 1);
    for (const stroke of rowed) {
      expect(stroke.elapsedTime).toBeGreaterThanOrEqual(sec);
      expect(stroke.elapsedTime).toBeLessThanOrEqual(sec + (time ?? 0));
      expect(stroke.distance).toBeGreaterThanOrEqual(meters);
      expect(stroke.distance).toBeLessThanOrEqual(meters + (distance ?? 0) + 1);
    }
    sec += time ?? 0;
    meters += distance ?? 0;
  }
});

test("the standard's example has its force curves in newtons and its lengths in meters", () => {
  const workout = only('rowingdata_standard_example.fit');
  expect(workout).toMatchObject({
    machine: 'rower',
    startedAt: '2016-07-28T09:35:32Z',
    endedAt: '2016-07-28T10:21:30Z',
    elapsedTime: 2758.72,
    distance: 8829,
    averageHeartRate: 156,
    strokeCount: 844,
    forceCurveAxis: 'time',
  });
  expect(workout.intervals.map(({ kind, time, distance }) => [kind, time, distance])).toEqual([
    ['work', 598.9, 2948],
    ['work', 481.37, 0],
    ['work', 1078.45, 2953],
    ['work', 1.64, 0],
    ['work', 598.36, 2929],
  ]);
  expect(workout.strokes[1]).toMatchObject({
    elapsedTime: 1,
    distance: 11.26,
    driveLength: 1.52,
    driveTime: 0.79,
    recoveryTime: 1.07,
    peakForce: 540,
    averageForce: 603.8,
    forceCurve: [0, 221, 345, 417, 467, 500, 530, 533, 504, 480, 389, 324, 265, 179, 93, 9],
  });
});

test('a record is a stroke only if the count of cycles changes', () => {
  const { strokes } = only('rowingdata_standard_example.fit');
  expect(strokes).toHaveLength(843);
  expect(strokes.every(({ forceCurve }) => forceCurve?.length === 16)).toBe(true);
});

test('laps with gaps between them are intervals whose rests are missing in the file', () => {
  const workout = only('3x250m.fit');
  expect(workout).toMatchObject({
    machine: null,
    elapsedTime: 171.4,
    distance: 751.65,
    restTime: null,
    restDistance: null,
    app: 'Nielsen-Kellerman',
  });
  expect(workout.intervals.map(({ distance }) => distance)).toEqual([250.39, 250.88, 250.38]);
  expect(workout.strokes).toHaveLength(94);
  expect(workout.strokes.at(-1)).toMatchObject({ elapsedTime: 170.8, distance: 750.29, interval: 3 });
});

test('wrong scales are refused with the contradicting value', () => {
  const { workouts, problems } = read('broken-scales.fit');
  expect(workouts).toEqual([]);
  expect(problems.map(({ message }) => message)).toContain(
    'It says 3,349,299 s of work, more than 500 hours.',
  );
});
