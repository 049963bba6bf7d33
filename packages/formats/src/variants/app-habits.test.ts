// Habits of apps besides plain strokes.
import { describe, expect, test } from 'vitest';
import { onlyWorkout } from '../../test/read-text.ts';

const figuresOf = (text: string) =>
  onlyWorkout(text).strokes.map(({ elapsedTime, distance, interval }) => [elapsedTime, distance, interval]);
const intervalsOf = (text: string) =>
  onlyWorkout(text).intervals.map(({ kind, time, distance, strokeCount }) => [
    kind,
    time,
    distance,
    strokeCount,
  ]);

describe('OpenRowingMonitor', () => {
  const header =
    ',index, Stroke Number, lapIdx,TimeStamp (sec), ElapsedTime (sec), HRCur (bpm),DistanceMeters, Cadence (stokes/min), Stroke500mPace (sec/500m), Power (watts),Handle_Force_(N)';
  let line = 0;
  const row = (stroke: number, lap: number, afterSec: number, sec: number, meters: number) => {
    line += 1;
    const figures = stroke === 0 ? 'NaN,NaN,NaN,"NaN"' : '24.0,120.00,200,"12.50,300.25"';
    return `${line},${line},${stroke},${lap},${(1_700_000_000 + afterSec).toFixed(3)},${sec.toFixed(5)},NaN,${meters.toFixed(1)},${figures}`;
  };
  const text = [
    header,
    row(0, 0, 0, 0, 0),
    row(1, 0, 2.5, 2.5, 10),
    row(2, 0, 5, 5, 20),
    // The end of the interval, within a stroke.
    row(2, 0, 6, 6, 24),
    row(3, 1, 7.5, 7.5, 30),
    row(4, 1, 10, 10, 40),
    // A pause of 30 s begins and ends.
    row(4, 1, 11, 11, 43),
    row(4, 2, 41, 11, 43),
    row(5, 2, 43, 13, 51),
    '',
  ].join('\n');

  test('writes rows at the start and end of intervals and pauses; they are not strokes', () => {
    expect(figuresOf(text)).toEqual([
      [2.5, 10, 1],
      [6, 24, 1],
      [7.5, 30, 2],
      [11, 43, 2],
      [13, 51, 3],
    ]);
    expect(onlyWorkout(text)).toMatchObject({
      startedAt: '2023-11-14T22:13:20Z',
      elapsedTime: 13,
      distance: 51,
      strokeCount: 5,
    });
    expect(intervalsOf(text)).toEqual([
      ['work', 6, 24, 2],
      ['work', 5, 19, 2],
      ['work', 2, 8, 1],
    ]);
  });

  test('has no force curve before the first drive', () => {
    expect(onlyWorkout(text).strokes[0]?.forceCurve).toEqual([12.5, 300.25]);
  });
});

describe('the Logbook', () => {
  const header =
    'Number,"Time (seconds)","Distance (meters)","Pace (seconds)",Watts,Cal/Hr,"Stroke Rate","Heart Rate"';
  const row = (number: number, sec: number, meters: number) => `${number},${sec},${meters},125,179,916,24,0`;

  test.each([
    ['of three strokes each', [2.4, 4.9, 7.4], [10, 21, 31]],
    ['whose first stroke is late', [8.1, 10.6, 13], [33, 43, 53]],
  ])('restarts in each of many short intervals %s', (_, seconds, meters) => {
    const lines = Array.from({ length: 10 }, (_unused, part) =>
      seconds.map((sec, at) => row(part * 3 + at + 1, sec, meters[at] ?? 0)),
    ).flat();
    const workout = onlyWorkout([header, ...lines, ''].join('\n'));
    expect(workout.intervals).toHaveLength(10);
    expect(workout.strokes).toHaveLength(30);
    expect(workout.elapsedTime).toBeCloseTo((seconds[2] ?? 0) * 10);
    expect(workout.distance).toBeCloseTo((meters[2] ?? 0) * 10);
    expect(workout.averageHeartRate).toBeNull();
  });

  test('may begin each interval with an empty row', () => {
    const lines = [
      row(1, 0, 0),
      row(2, 3, 12),
      row(3, 6, 24),
      row(4, 0, 0),
      row(5, 3, 13),
      row(6, 6, 25),
      '',
    ];
    const text = [header, ...lines].join('\n');
    expect(intervalsOf(text)).toEqual([
      ['work', 6, 24, 2],
      ['work', 6, 25, 2],
    ]);
    expect(onlyWorkout(text).strokeCount).toBe(4);
  });
});

describe('ErgStick', () => {
  const header =
    'Total elapsed time,Total distance,Stroke rate (/min),Current heart rate (bpm),Interval type,Workout state,Stroke count,Current pace (/500m),Rest distance,Rest time';
  const row = (time: string, meters: number, kind: string, stroke: number, rest = '0:00', restMeters = 0) =>
    `${time},${meters} m,24,140,${kind},Running,${stroke},2:05.0,${restMeters} m,${rest}`;

  test('names the rests between intervals, whose figures restart', () => {
    const text = [
      header,
      row('0:02.5', 10, 'Time', 1),
      row('0:03.5', 14, 'Time', 1),
      row('0:05.0', 20, 'Time', 2),
      row('0:05.0', 20, 'Rest', 2, '0:20', 0),
      row('0:05.0', 20, 'Rest', 3, '0:10', 6),
      row('0:02.0', 9, 'Time', 1),
      row('0:05.0', 21, 'Time', 2),
      '',
    ].join('\n');
    expect(onlyWorkout(text)).toMatchObject({ elapsedTime: 10, distance: 41, restTime: 20, restDistance: 6 });
    expect(figuresOf(text)).toEqual([
      [3.5, 14, 1],
      [5, 20, 1],
      [7, 29, 2],
      [10, 41, 2],
    ]);
  });
});

test('the first strokes of a SmartRow file may have no time', () => {
  const text = [
    'Stroke (#),Second (#),Distance (m),Work (J),Actual power (W),Average power (W),Actual split (s),Average split (s),Stroke rate (SPM),Heart rate (bpm)',
    '1, , , , , , , , ,84',
    '2, , ,150.5, , , , , ,85',
    '3,4,9,190.9, , , , , ,86',
    '4,7,17,197.0,83,64.2,161,176,20.2,88',
    '',
  ].join('\n');
  expect(onlyWorkout(text)).toMatchObject({ elapsedTime: 7, distance: 17, strokeCount: 4 });
  expect(onlyWorkout(text).strokes).toHaveLength(2);
});
