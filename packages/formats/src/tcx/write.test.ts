import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture, fixtureNames } from '../../test/fixtures.ts';
import { isPossible, onlyWorkout, readText, testNowMs } from '../../test/read-text.ts';
import { workouts } from '../../test/workout-factory.ts';
import { withoutControls } from './xml.ts';
import { readWorkouts } from '../read.ts';
import { type Workout, type WorkoutStroke, newInterval, newStroke, newWorkout } from '../workout.ts';
import { writeTcx } from '../write.ts';

const textOf = (workout: Workout) => new TextDecoder().decode(writeTcx(workout));
const whole = (value: number | null) => (value === null ? null : Math.round(value));
/** XML has no control characters, and its line ends are LF. */
const plain = (text: string | null) =>
  text === null ? null : withoutControls(text.replace(/\r\n?/g, '\n')).trim();

/** The parts of a workout that TCX keeps: whole beats, watts and strokes per minute, and no force curves. */
function asTcxSaysIt(workout: Workout): Partial<Workout> {
  const powerless = workout.strokes.every(({ power }) => power === null || power === 0);
  return {
    ...workout,
    title: plain(workout.title),
    comments: plain(workout.comments),
    app: plain(workout.app),
    forceCurveAxis: null,
    intervals: workout.intervals.map(({ kind, time, distance }) =>
      expect.objectContaining({ kind, time, distance: distance ?? 0 }),
    ),
    strokes: workout.strokes.map(({ elapsedTime, distance, pace, strokeRate, power, heartRate, interval }) =>
      expect.objectContaining({
        elapsedTime: expect.closeTo(elapsedTime, 2),
        distance: expect.closeTo(distance, 2),
        pace,
        strokeRate: whole(strokeRate),
        power: powerless ? null : whole(power),
        heartRate,
        interval,
      }),
    ),
  };
}

test('a workout is the same after TCX, to the resolution of TCX', () => {
  fc.assert(
    fc.property(workouts.filter(isPossible), (workout) => {
      const { workouts: read, problems } = readText(textOf(workout));
      expect(problems).toEqual([]);
      expect(read).toEqual([asTcxSaysIt(workout)]);
    }),
    { numRuns: 200 },
  );
});

test.each(fixtureNames)('what %s has is the same after TCX, within 0.01 s and 0.01 m', (name) => {
  for (const workout of readWorkouts(fixture(name), name, testNowMs).workouts) {
    const figuresOf = ({ elapsedTime, distance, interval, heartRate }: WorkoutStroke) => [
      expect.closeTo(elapsedTime, 2),
      expect.closeTo(distance, 2),
      interval,
      heartRate,
    ];
    const again = onlyWorkout(textOf(workout));
    expect(
      again.strokes.map(({ elapsedTime, distance, interval, heartRate }) => [
        elapsedTime,
        distance,
        interval,
        heartRate,
      ]),
    ).toEqual(workout.strokes.map(figuresOf));
    expect([again.elapsedTime, again.distance]).toEqual([workout.elapsedTime, workout.distance]);
  }
});

const interval = newWorkout({
  machine: 'skierg',
  startedAt: '2026-01-02T10:00:00+01:00',
  endedAt: '2026-01-02T10:02:00+01:00',
  elapsedTime: 60,
  distance: 250,
  restTime: 60,
  restDistance: 12,
  comments: 'a < b & "c"\u0001',
  intervals: [
    newInterval({ kind: 'work', time: 30, distance: 125 }),
    newInterval({ kind: 'rest', time: 60, distance: 12 }),
    newInterval({ kind: 'work', time: 30, distance: 125 }),
  ],
  strokes: [
    newStroke({ elapsedTime: 30, distance: 125, interval: 1, pace: 120, power: 202.4 }),
    newStroke({ elapsedTime: 60, distance: 250, interval: 2, strokeRate: 24, heartRate: 150 }),
  ],
});

test('the elements are in the order of the schema, with a lap per interval and a distance that continues', () => {
  const text = textOf(interval);
  expect(text.match(/<Lap StartTime="[^"]*"/g)).toEqual([
    '<Lap StartTime="2026-01-02T10:00:00+01:00"',
    '<Lap StartTime="2026-01-02T10:00:30+01:00"',
    '<Lap StartTime="2026-01-02T10:01:30+01:00"',
  ]);
  expect(text).toContain('<Intensity>Resting</Intensity>');
  expect(text).toContain(
    '<Trackpoint><Time>2026-01-02T10:02:00+01:00</Time><DistanceMeters>262</DistanceMeters><HeartRateBpm><Value>150</Value></HeartRateBpm><Cadence>24</Cadence><SensorState>Present</SensorState></Trackpoint>',
  );
  expect(text).toContain(
    '<TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Speed>4.16667</Speed><Watts>202</Watts></TPX>',
  );
  expect(text).toContain('<Notes>a &lt; b &amp; &quot;c&quot;</Notes>');
});

test('a file that lost the extension keeps times, distances and strokes', () => {
  const text = textOf(interval).replace(/<Extensions><Workout.*<\/Workout><\/Extensions>/, '');
  const { strokes, ...read } = onlyWorkout(text);
  expect(read).toMatchObject({
    machine: null,
    elapsedTime: 60,
    distance: 250,
    restTime: 60,
    restDistance: 12,
  });
  expect(strokes.map(({ elapsedTime, distance }) => [elapsedTime, distance])).toEqual([
    [30, 125],
    [60, 250],
  ]);
});

test.each([
  ['of none, where its last stroke is at its end', { elapsedTime: 60, distance: 250 }, [0, 125, 137, 262]],
  ['of one, where its last stroke is earlier', { elapsedTime: 59, distance: 250 }, [0, 125, 137, 262, 262]],
  ['of one, where its last stroke is before it', { elapsedTime: 60, distance: 249 }, [0, 125, 137, 261, 262]],
])('a later lap is written with a sample %s', (_, last, meters) => {
  const [first, second] = interval.strokes;
  if (first === undefined || second === undefined) throw new Error('The workout has two strokes');
  const text = textOf({ ...interval, strokes: [first, { ...second, ...last }] });
  const points = text.matchAll(/<Trackpoint>.*?<DistanceMeters>([^<]*)/gs);
  const laps = text.split('<Lap ').length - 1;
  expect(laps).toBe(3);
  expect(Array.from(points, ([, distance]) => Number(distance))).toEqual(meters);
});

test('a pause between pieces stays a gap between laps', () => {
  const [, , third] =
    textOf({
      ...interval,
      strokes: interval.strokes.map((stroke, at) => ({ ...stroke, rowedAfter: at === 0 ? 30 : 180 })),
    }).match(/<Lap StartTime="[^"]*"/g) ?? [];
  expect(third).toBe('<Lap StartTime="2026-01-02T10:02:30+01:00"');
});

test('a workout without a date is read without one', () => {
  const undated = { ...interval, startedAt: null, endedAt: null };
  expect(onlyWorkout(textOf(undated))).toMatchObject({ startedAt: null, endedAt: null, elapsedTime: 60 });
});

/** The order of the schema, TrainingCenterDatabasev2.xsd. */
const order: Readonly<Record<string, readonly string[]>> = {
  Activity: ['Id', 'Lap', 'Notes', 'Training', 'Creator', 'Extensions'],
  Lap: [
    'TotalTimeSeconds',
    'DistanceMeters',
    'MaximumSpeed',
    'Calories',
    'AverageHeartRateBpm',
    'MaximumHeartRateBpm',
    'Intensity',
    'Cadence',
    'TriggerMethod',
    'Track',
    'Notes',
    'Extensions',
  ],
  Trackpoint: [
    'Time',
    'Position',
    'AltitudeMeters',
    'DistanceMeters',
    'HeartRateBpm',
    'Cadence',
    'SensorState',
    'Extensions',
  ],
};

/** Returns the names of the elements within each element of a name, in their order. */
function childrenOf(xml: string, parent: string): string[][] {
  const found: string[][] = [];
  const path: string[] = [];
  for (const [, close, name = '', isEmpty] of xml.matchAll(/<(\/?)([A-Z]\w*)[^>]*?(\/?)>/g)) {
    if (close === '/') path.pop();
    else {
      if (path.at(-1) === parent) found.at(-1)?.push(name);
      if (name === parent) found.push([]);
      if (isEmpty !== '/') path.push(name);
    }
  }
  return found;
}

test('any workout begins with a point at 0, ends with one at the result, and has the order of the schema', () => {
  fc.assert(
    fc.property(workouts.filter(isPossible), (workout) => {
      const xml = textOf(workout);
      for (const [parent, names] of Object.entries(order)) {
        for (const children of childrenOf(xml, parent)) {
          const places = children.map((name) => names.indexOf(name));
          expect(places).toEqual(places.toSorted((one, other) => one - other));
          expect(places).not.toContain(-1);
        }
      }
      const points = [...xml.matchAll(/<Trackpoint>.*?<DistanceMeters>([^<]*)/gs)].map(([, meters]) =>
        Number(meters),
      );
      const restM = workout.intervals
        .slice(0, workout.intervals.findLastIndex(({ kind }) => kind === 'work') + 1)
        .reduce((sum, { kind, distance }) => sum + (kind === 'rest' ? (distance ?? 0) : 0), 0);
      expect(points.length).toBeGreaterThanOrEqual(2);
      expect(points[0]).toBe(0);
      expect(points.at(-1)).toBeCloseTo((workout.distance ?? 0) + restM, 1);
      expect(points).toEqual(points.toSorted((one, other) => one - other));
    }),
    { numRuns: 150 },
  );
});
