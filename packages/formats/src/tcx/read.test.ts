import { describe, expect, test } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { onlyWorkout, readText, testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';
import { parseTcx } from './parse.ts';

type Point = [time: string, meters: number, watts?: number];
type LapOptions = { start: string; seconds: number; meters: number; resting?: boolean; points?: Point[] };

/** Shaped like the Logbook's files: a blank after the start, whole seconds. */
function lap({ start, seconds, meters, resting = false, points = [] }: LapOptions): string {
  const track = points.map(
    ([time, distance, watts = 200]) =>
      `<Trackpoint><Time>2025-01-04T${time}Z</Time><DistanceMeters>${distance}</DistanceMeters><HeartRateBpm><Value>140</Value></HeartRateBpm><Cadence>24</Cadence><SensorState>Present</SensorState><Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Watts>${watts}</Watts></TPX></Extensions></Trackpoint>`,
  );
  return `<Lap StartTime="2025-01-04T${start}Z "><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters><MaximumSpeed>0</MaximumSpeed><Calories>5</Calories><Intensity>${resting ? 'Resting' : 'Active'}</Intensity><TriggerMethod>Manual</TriggerMethod>${points.length === 0 ? '' : `<Track>${track.join('\n')}</Track>`}</Lap>`;
}

function file(...laps: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Activities><Activity Sport="Other"><Id>2025-01-04T02:38:43Z</Id>
${laps.join('\n')}
<Creator xsi:type="Device_t"><Name>Concept2</Name><UnitId>0</UnitId><ProductID>5</ProductID></Creator></Activity></Activities></TrainingCenterDatabase>
`;
}

const firstPoints: Point[] = [
  ['02:38:46', 10],
  ['02:38:49', 24],
  ['02:38:53', 40],
];
const work = lap({ start: '02:38:43', seconds: 10, meters: 41.5, points: firstPoints });
const strokesOf = (text: string) =>
  onlyWorkout(text).strokes.map(({ elapsedTime, distance, interval }) => [elapsedTime, distance, interval]);

test('the values of a real file are read', () => {
  const { workouts, problems } = readWorkouts(fixture('3x250m.tcx'), 'a.tcx', testNowMs);
  expect(problems).toEqual([]);
  expect(workouts).toMatchObject([
    {
      machine: null,
      startedAt: '2016-07-28T09:35:29+00:00',
      endedAt: '2016-07-28T09:43:36+00:00',
      elapsedTime: 487,
      distance: 750,
      averageHeartRate: 168,
      averageStrokeRate: 32,
      strokeCount: 94,
      calories: 1,
      intervals: [{ kind: 'work', time: 487, distance: 750 }],
    },
  ]);
  expect(workouts[0]?.strokes[0]).toMatchObject({
    elapsedTime: 0,
    distance: 3.22,
    strokeRate: 35,
    power: null,
  });
  expect(workouts[0]?.strokes.at(-1)).toMatchObject({ elapsedTime: 487, distance: 750.29, heartRate: 184 });
});

describe('the file of the Logbook', () => {
  test('the file of the Logbook with one lap is one work interval', () => {
    expect(onlyWorkout(file(work))).toMatchObject({
      app: 'Concept2',
      startedAt: '2025-01-04T02:38:43Z',
      endedAt: '2025-01-04T02:38:53Z',
      elapsedTime: 10,
      distance: 41.5,
      restTime: 0,
      strokeCount: 3,
      calories: 5,
      intervals: [{ kind: 'work', time: 10, distance: 41.5, strokeCount: 3 }],
    });
  });

  const rest = (points: Point[], meters = 6) =>
    lap({ start: '02:38:53', seconds: 30, meters, resting: true, points });
  const next = (offset: number) =>
    lap({
      start: '02:39:23',
      seconds: 10,
      meters: 40,
      points: [
        ['02:39:26', offset + 10],
        ['02:39:30', offset + 25],
      ],
    });
  const joined = [
    [3, 10, 1],
    [6, 24, 1],
    [10, 40, 1],
    [13, 51.5, 2],
    [17, 66.5, 2],
  ];

  test.each([
    ['begins again in each lap', 0, 4],
    ['goes on and counts rests', 71.5, 60],
    ['goes on without rests', 41.5, 41.5],
  ])('counts the work whose distance %s', (_, offset, inRest) => {
    const text = file(work, rest([['02:39:10', inRest]], 30), next(offset));
    expect(strokesOf(text)).toEqual(joined);
    const workout = onlyWorkout(text);
    expect(workout).toMatchObject({ elapsedTime: 20, distance: 81.5, restTime: 30, restDistance: 30 });
    expect(workout.intervals.map(({ kind, time, distance }) => [kind, time, distance])).toEqual([
      ['work', 10, 41.5],
      ['rest', 30, 30],
      ['work', 10, 40],
    ]);
  });

  test('counts the work if the distance continues without rests, even if the rests are short', () => {
    const piece = (minute: number, at: number) =>
      lap({
        start: `02:${minute}:00`,
        seconds: 10,
        meters: 40,
        points: [
          [`02:${minute}:03`, at + 10],
          [`02:${minute}:10`, at + 40],
        ],
      });
    const pause = (minute: number) =>
      lap({ start: `02:${minute}:10`, seconds: 50, meters: 8, resting: true });
    const text = file(piece(40, 0), pause(40), piece(41, 40), pause(41), piece(42, 80));
    expect(strokesOf(text)).toEqual([
      [3, 10, 1],
      [10, 40, 1],
      [13, 50, 2],
      [20, 80, 2],
      [23, 90, 3],
      [30, 120, 3],
    ]);
  });

  test('does not count the false meters of a rest', () => {
    const text = file(work, rest([], 944.99), next(0));
    expect(onlyWorkout(text)).toMatchObject({ distance: 81.5, restTime: 30, restDistance: null });
  });

  test('leaves out the strokes of a rest', () => {
    const many = Array.from({ length: 6 }, (_, at): Point => [`02:39:0${at}`, at]);
    expect(strokesOf(file(work, rest(many), next(0)))).toEqual(joined);
  });

  test('keeps two strokes of one second, and levels a time that goes back', () => {
    const points: Point[] = [
      ['02:38:46', 10],
      ['02:38:46', 20],
      ['02:38:45', 30],
      ['02:38:50', 40],
    ];
    const text = file(lap({ start: '02:38:43', seconds: 10, meters: 41.5, points }));
    expect(strokesOf(text).map(([time]) => time)).toEqual([3, 3, 3, 7]);
  });

  test('has a last stroke at the end of its lap, though the clock’s second is later', () => {
    const points: Point[] = [...firstPoints, ['02:38:54', 41.5]];
    expect(strokesOf(file(lap({ start: '02:38:43', seconds: 10, meters: 41.5, points }))).at(-1)).toEqual([
      10, 41.5, 1,
    ]);
  });

  test.each([
    ['', 4.15, 200, null, 120.5],
    [', of a BikeErg', 8.3, 200, 'bike', 60.2],
  ])('gets its pace from watts%s', (_, speed, watts, machine, pace) => {
    const points = Array.from({ length: 20 }, (__, at): Point => [
      `02:39:${String(at * 3).padStart(2, '0')}`,
      at * 3 * speed,
      watts,
    ]);
    const workout = onlyWorkout(file(lap({ start: '02:39:00', seconds: 57, meters: 57 * speed, points })));
    expect(workout.machine).toBe(machine);
    expect(workout.strokes.at(-1)?.pace).toBeCloseTo(pace, 0);
  });
});

test('points of a watch, one per second, are not counted as strokes', () => {
  const points = Array.from({ length: 50 }, (_, at): Point => [
    `02:39:${String(at).padStart(2, '0')}`,
    at * 4,
  ]);
  const workout = onlyWorkout(file(lap({ start: '02:39:00', seconds: 50, meters: 200, points })));
  expect(workout.strokeCount).toBeNull();
  expect(workout.strokes).toHaveLength(50);
});

test('elements may have a prefix', () => {
  const prefixed = file(work)
    .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1t:')
    .replace('<t:TrainingCenterDatabase xmlns=', '<t:TrainingCenterDatabase xmlns:t=');
  expect(onlyWorkout(prefixed).strokes).toEqual(onlyWorkout(file(work)).strokes);
});

test.each([
  [32, 0],
  [33, 1],
])('elements may be nested 32 deep, and a file with %i is read with %i problems', (depth, problems) => {
  const inner = depth - ['TrainingCenterDatabase', 'Activities', 'Activity'].length;
  const nested = `${'<a>'.repeat(inner)}${'</a>'.repeat(inner)}<Creator`;
  const read = readText(file(work).replace('<Creator', nested));
  expect(read.problems).toHaveLength(problems);
  expect(read.workouts).toHaveLength(1 - problems);
});

describe('a file that is not understood', () => {
  const whole = file(work);

  test.each([
    ['a document type', whole.replace('?>', '?>\n<!DOCTYPE a [<!ENTITY b "c">]>'), /document type/, 2],
    ['half of its text', whole.slice(0, whole.length / 2), /ends in the middle/, 3],
    ['elements without end', `<TrainingCenterDatabase>${'<a>'.repeat(100_000)}`, /nested too deeply/, 1],
    ['no lap', file(), /has no laps/, 2],
    [
      'a lap without time and points',
      whole.replace('<TotalTimeSeconds>10</TotalTimeSeconds>', '').replace(/<Track>.*<\/Track>/s, ''),
      /has no time/,
      2,
    ],
  ])('is refused with its line: %s', (_, text, message, line) => {
    expect(readText(text)).toEqual({
      workouts: [],
      problems: [{ message: expect.stringMatching(message), line }],
    });
  });

  const second = lap({
    start: '02:39:10',
    seconds: 10,
    meters: 41.5,
    points: [
      ['02:39:13', 50],
      ['02:39:16', 64],
      ['02:39:19', 80],
    ],
  });
  const withoutElements = (text: string) => text.replace(/(<Lap [^>]*>).*?(?=<Track>)/, '$1');
  test.each([
    ['the only lap, which has nothing but its points', file(withoutElements(work)), 3, 1],
    ['a later lap with its totals', file(work, second), 6, 2],
    ['a later lap that has nothing but its points', file(work, withoutElements(second)), 3, 1],
  ])(
    'is read to its last complete point, or without a lap that may be a rest: %s',
    (_, text, strokes, laps) => {
      const { workouts } = readText(text.slice(0, text.lastIndexOf('</Trackpoint>') + 13));
      expect(workouts[0]?.strokes).toHaveLength(strokes);
      expect(workouts[0]?.intervals).toHaveLength(laps);
    },
  );

  test.each([
    [
      'the distance of a lap',
      whole.replace('>41.5<', '>-41.5<'),
      /distance of a lap is below zero. It is left out/,
    ],
    ['the start of a lap', whole.replace('02:38:43Z "', '"'), /not a date. The date is left out/],
    [
      'a year of five digits',
      whole.replace('StartTime="2025', 'StartTime="52870'),
      /not a date. The date is left out/,
    ],
  ])('leaves out and reports %s, and reads time and strokes', (_, text, message) => {
    const { workouts, problems } = readText(text);
    expect(workouts).toMatchObject([{ elapsedTime: 10, strokes: [{}, {}, {}] }]);
    expect(problems).toEqual([{ message: expect.stringMatching(message), line: 3 }]);
  });

  test('loses only one figure of one point', () => {
    const { workouts, problems } = readText(
      whole.replace('>24<', '>many<').replace('<Trackpoint><Time>2025-01-04T02:38:49Z', '\n$&'),
    );
    expect(workouts[0]?.strokes.map(({ strokeRate }) => strokeRate === null)).toContain(true);
    expect(workouts[0]?.strokes.length).toBe(3);
    expect(problems).toMatchObject([
      { line: 3, message: 'Cadence: “many” is not a number. It is left out.' },
    ]);
  });

  test('keeps the laps before it', () => {
    const { workouts, problems } = readText(whole.replace('Concept2', 'Concept<2'));
    expect(workouts).toMatchObject([{ elapsedTime: 10, strokes: [{}, {}, {}] }]);
    expect(problems).toEqual([{ line: 6, message: expect.stringMatching(/not well-formed/) }]);
  });

  test('keeps the activities before it', () => {
    const activity = whole.slice(whole.indexOf('<Activity '), whole.indexOf('</Activities>'));
    const { workouts, problems } = readText(whole.replace(activity, activity + activity.slice(0, 200)));
    expect(workouts).toHaveLength(1);
    expect(problems).toHaveLength(1);
  });
});

test('a file may have 5,000 laps', () => {
  const wordsOf = (count: number) => {
    const { problems } = parseTcx(file(...Array.from({ length: count }, () => '<Lap StartTime=""></Lap>')));
    return problems.map(({ message }) => message);
  };
  expect(wordsOf(5_000)).toEqual([]);
  expect(wordsOf(5_001)).toEqual(['The file has more than 5000 laps.']);
});
