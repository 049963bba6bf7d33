import { describe, expect, test } from 'vitest';
import { onlyWorkout, readText } from '../../test/read-text.ts';

const logbook =
  'Number,"Time (seconds)","Distance (meters)","Pace (seconds)",Watts,Cal/Hr,"Stroke Rate","Heart Rate"';

/** Rows with a stroke every 3 s and 12 m, at a pace of 125 s. */
function steadyRows(count: number, from = 1): string[] {
  return Array.from(
    { length: count },
    (_, at) => `${from + at},${(at + 1) * 3},${(at + 1) * 12},125,179,916,20,140`,
  );
}

const figuresOf = (text: string) =>
  onlyWorkout(text).strokes.map(({ elapsedTime, distance, interval }) => [elapsedTime, distance, interval]);

/** Strokes of 3 s with these meters each; time and distance begin at 0. */
function intervalRows(...meters: number[]): string[] {
  return meters.map((_, at) => {
    const distance = meters.slice(0, at + 1).reduce((sum, each) => sum + each, 0);
    return `${at + 1},${(at + 1) * 3},${distance},125,179,916,20,140`;
  });
}

describe('a stroke file of intervals', () => {
  const work = [12, 12, 12, 12, 12, 12];
  const wordsOf = (...rows: string[]) => {
    const { problems } = readText([logbook, ...rows, ''].join('\n'));
    return problems.map(({ message }) => message).join(' ');
  };

  test('reports how many of them seem to end with a rowed rest', () => {
    const rested = intervalRows(...work, 9, 9, 9);
    const words = wordsOf(...rested, ...intervalRows(...work), ...rested);
    expect(words).toMatch(/^The file has 3 intervals and does not say where their work ends\. 2 of them /);
  });

  test('reports it also if the last two strokes of a rest have the same second', () => {
    const rested = [...intervalRows(...work, 4, 4, 4), '10,27,86,125,179,916,20,140'];
    expect(wordsOf(...rested, ...rested)).toMatch(/2 of them seem to end with a rest/);
  });

  test.each([
    ['two slow strokes', [...work, 9, 9]],
    ['strokes at more than 80 % of the speed', [...work, 10, 10, 10]],
    ['slow strokes in the middle', [12, 12, 12, 9, 9, 9, 12]],
  ])('reports nothing for %s', (_, meters) => {
    expect(wordsOf(...intervalRows(...meters), ...intervalRows(...meters))).toBe('');
  });

  test('reports nothing for an interval without meters', () => {
    const still = intervalRows(0, 0, 0, 0);
    expect(wordsOf(...intervalRows(...work), ...still, ...intervalRows(...work))).toBe('');
  });

  test('reports nothing for a slow end of a single piece', () => {
    expect(wordsOf(...intervalRows(...work, 9, 9, 9))).toBe('');
  });
});

describe('a stroke file of the Logbook', () => {
  test('continues if time and distance restart in an interval', () => {
    const text = [logbook, ...steadyRows(2), ...steadyRows(3, 3), ''].join('\n');
    expect(figuresOf(text)).toEqual([
      [3, 12, 1],
      [6, 24, 1],
      [9, 36, 2],
      [12, 48, 2],
      [15, 60, 2],
    ]);
    expect(onlyWorkout(text)).toMatchObject({
      elapsedTime: 15,
      distance: 60,
      restTime: null,
      intervals: [
        { kind: 'work', time: 6, distance: 24, strokeCount: 2 },
        { kind: 'work', time: 9, distance: 36, strokeCount: 3 },
      ],
    });
  });

  test('has no new interval if the time goes back by a second', () => {
    const rows = ['1,3,12,125,179,916,20,140', '2,6,24,125,179,916,20,140', '3,5,30,125,179,916,20,140'];
    const text = [logbook, ...rows, '4,9,36,125,179,916,20,140', ''].join('\n');
    expect(figuresOf(text)).toEqual([
      [3, 12, 1],
      [6, 24, 1],
      [6, 30, 1],
      [9, 36, 1],
    ]);
    expect(onlyWorkout(text).intervals).toEqual([]);
  });

  test('keeps both strokes of one second', () => {
    const text = [logbook, ...steadyRows(2), '3,6,26,125,179,916,20,140', ''].join('\n');
    expect(figuresOf(text).at(-1)).toEqual([6, 26, 1]);
  });

  test.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['line ends of old Macs', (text: string) => text.replaceAll('\n', '\r')],
    [
      'quoted fields',
      (text: string) => text.replace(/^[\d.,]+$/gm, (row) => `"${row.replaceAll(',', '","')}"`),
    ],
    ['semicolons', (text: string) => text.replaceAll(',', ';')],
    ['tabs', (text: string) => text.replaceAll(',', '\t')],
    ['blank lines', (text: string) => text.replaceAll('\n', '\n\n')],
  ])('may have %s', (_, change) => {
    const text = [logbook, ...steadyRows(3), ''].join('\n');
    expect(onlyWorkout(change(text))).toEqual(onlyWorkout(text));
  });

  test('may have decimal commas', () => {
    const rows = ['1;3,5;12,25;125,5;179;916;20;140', '2;306,5;1.224,5;125,5;179;916;20;140'];
    const [first, second] = onlyWorkout([logbook.replaceAll(',', ';'), ...rows, ''].join('\n')).strokes;
    expect(first).toMatchObject({ elapsedTime: 3.5, distance: 12.25, pace: 125.5 });
    expect(second).toMatchObject({ elapsedTime: 306.5, distance: 1224.5 });
  });

  test('may have decimal commas in quotation marks', () => {
    const text = [
      logbook,
      '1,"3,5","12,2","125,5",179,916,20,140',
      '2,"6,5","24,2","125,5",179,916,20,140',
      '',
    ];
    expect(onlyWorkout(text.join('\n')).strokes[0]).toMatchObject({
      elapsedTime: 3.5,
      distance: 12.2,
      pace: 125.5,
    });
  });

  test('is a BikeErg’s if its pace is per 1000 m', () => {
    const rows = Array.from(
      { length: 20 },
      (_, at) => `${at + 1},${at + 1},${(at + 1) * 9},111.1,255,1178,80,0`,
    );
    const workout = onlyWorkout([logbook, ...rows, ''].join('\n'));
    expect(workout.machine).toBe('bike');
    expect(workout.strokes[5]?.pace).toBeCloseTo(55.55);
  });

  test.each([
    ['negative meters', '3,9,-36,125,179,916,20,140', 'Distance (meters) is below zero.'],
    ['a word for a number', '3,9,abc,125,179,916,20,140', 'Distance (meters): “abc” is not a number.'],
    ['a hexadecimal number', '3,9,0x24,125,179,916,20,140', 'Distance (meters): “0x24” is not a number.'],
    ['no time', '3,,36,125,179,916,20,140', 'Time (seconds) is missing.'],
    ['an impossible time', '3,1:75,36,125,179,916,20,140', 'Time (seconds): “1:75” is not a time.'],
    [
      'a quotation mark without its pair',
      '3,9,"36,125,179,916,20,140',
      'The quotation marks of this line are not in pairs.',
    ],
  ])('loses only the line with %s', (_, row, message) => {
    const { workouts, problems } = readText(
      [logbook, ...steadyRows(2), row, '4,12,48,125,179,916,20,140', '5,15,60,125,179,916,20,140', ''].join(
        '\n',
      ),
    );
    expect(problems).toEqual([{ line: 4, message }]);
    expect(workouts[0]?.strokes.map(({ elapsedTime }) => elapsedTime)).toEqual([3, 6, 12, 15]);
  });

  const steadyText = (rows: number) => [logbook, ...steadyRows(rows), ''].join('\n');
  const whole = steadyText(10);
  test.each([
    ['after a number', whole.slice(0, whole.lastIndexOf(',179')), 11],
    ['after a comma', `${whole}11,33,`, 12],
    ['in quotation marks', `${whole}"11","33`, 12],
  ])('is read up to the line that is cut in the middle, %s', (_, text, line) => {
    const message = 'The file ends in the middle of this line, which is left out. More may be missing.';
    const { workouts, problems } = readText(text);
    expect(problems).toEqual([{ line, message }]);
    expect(workouts[0]?.strokes).toEqual(onlyWorkout(steadyText(line - 2)).strokes);
  });

  const ending = (last: string) =>
    readText(
      [
        'number,time (seconds),pace (seconds),distance (meters)',
        '1,3,125,12',
        '2,6,125,24',
        '3,9,125,112',
        last,
      ].join('\n'),
    );
  test.each([
    ['the beginning of its distance', '4,12,125,12'],
    ['a distance that no one reaches', '4,12,125,9124'],
  ])('is read without an unfinished last line if that line has %s', (_, last) => {
    const { workouts, problems } = ending(last);
    expect(workouts[0]).toMatchObject({ elapsedTime: 9, distance: 112, strokeCount: 3 });
    expect(problems).toMatchObject([
      { line: 5, message: expect.stringMatching(/ends in the middle of this line/) },
    ]);
  });
  test.each([
    ['4,10,125,152', 152],
    ['4,12,125,232', 232],
    // Less than a second counts as one.
    ['4,9.5,125,152', 152],
  ])('is read with an unfinished last line that is as fast as the others: %s', (last, distance) => {
    expect(ending(last)).toMatchObject({ workouts: [{ distance }], problems: [] });
  });
  test('is read with an unfinished last line if it continues', () => {
    expect(ending('4,12,125,124')).toMatchObject({ workouts: [{ distance: 124 }], problems: [] });
  });

  test('reports that it has no strokes', () => {
    expect(readText(`${logbook}\n`)).toEqual({
      workouts: [],
      problems: [{ message: 'The file has no strokes.' }],
    });
  });
});

describe('a RowingData file', () => {
  const header =
    ',index, Stroke Number, lapIdx,TimeStamp (sec), ElapsedTime (sec), HRCur (bpm),DistanceMeters, Cadence (stokes/min), Stroke500mPace (sec/500m), Power (watts), StrokeDistance (meters), DriveTime (ms), DriveLength (meters), StrokeRecoveryTime (ms),Speed, Horizontal (meters), Calories (kCal), DragFactor, PeakDriveForce (N), PeakForcePositionNorm, AverageDriveForce (N),Handle_Force_(N),Handle_Velocity_(m/s),Handle_Power_(W)';
  const row = (at: number, lap = 0) =>
    `${at},${at},${at},${lap},${1_700_000_000 + 3 * at},${3 * at},140,${12 * at},20,125,179,12,900,1.4,2100,4,${12 * at},${at},120,800,0.4,450,"1.5,300,20","1,2,3","1,2,3"`;

  test('has a start by its clock, curves and laps', () => {
    const workout = onlyWorkout([header, row(1), row(2), row(3, 1), ''].join('\n'));
    expect(workout).toMatchObject({
      startedAt: '2023-11-14T22:13:20Z',
      endedAt: '2023-11-14T22:13:29Z',
      elapsedTime: 9,
      distance: 36,
      calories: 3,
      intervals: [
        { time: 6, distance: 24 },
        { time: 3, distance: 12 },
      ],
    });
    expect(workout.strokes[0]).toMatchObject({
      forceCurve: [1.5, 300, 20],
      rowedAfter: 3,
      driveTime: 0.9,
      recoveryTime: 2.1,
      peakForce: 800,
      averageForce: 450,
      dragFactor: 120,
    });
  });

  test('leaves out strokes of a rest, by the monitor’s state', () => {
    const lines = [
      'TimeStamp (sec), ElapsedTime (sec), Horizontal (meters), Cadence (stokes/min), WorkoutState',
      ...[
        [3, 12, 4],
        [6, 24, 4],
        [20, 30, 3],
        [36, 40, 3],
        [39, 52, 4],
        [42, 64, 4],
      ].map(([time = 0, meters, state]) => `${1_700_000_000 + time},${time},${meters},20,${state}`),
      '',
    ];
    const workout = onlyWorkout(lines.join('\n'));
    expect(workout).toMatchObject({ elapsedTime: 12, distance: 48, restTime: 30, restDistance: 16 });
    expect(workout.intervals.map(({ kind }) => kind)).toEqual(['work', 'rest', 'work']);
    expect(workout.strokes.map(({ elapsedTime, distance }) => [elapsedTime, distance])).toEqual([
      [3, 12],
      [6, 24],
      [9, 36],
      [12, 48],
    ]);
  });
});

describe('an ErgStick file', () => {
  test('may have seconds and meters in its header', () => {
    const header =
      'Total elapsed time (s),Total distance (m),Stroke rate (/min),Speed (m/s),Current heart rate (bpm),Stroke count,Current pace (/500m),Drive length (m),Peak drive force (lbs)';
    const rows = [
      '1.1,4,0,4,90,1,125.5,1.2,100',
      '2.1,8,0,4,91,1,125.5,1.2,100',
      '3.1,12,20,4,92,2,124.5,1.3,110',
      '',
    ];
    const workout = onlyWorkout([header, ...rows].join('\n'));
    expect(workout).toMatchObject({ elapsedTime: 3.1, distance: 12, strokeCount: 2 });
    expect(
      workout.strokes.map(({ elapsedTime, pace, driveLength }) => [elapsedTime, pace, driveLength]),
    ).toEqual([
      [2.1, 125.5, 1.2],
      [3.1, 124.5, 1.3],
    ]);
    expect(workout.strokes[0]?.peakForce).toBeCloseTo(444.822);
  });
});

describe('a BoatCoach file', () => {
  test('has rests apart from work, and continues its counts over intervals', () => {
    const header =
      'workoutType,intervalType,intervalCount,strokeRate,currentHeartRate,workTime,restTime,workDistance,stroke500MPace,strokePower,strokeCount';
    const rows = [
      'FixedTimeInterval,Time,0,20,100,0:00:03,0:00:00,12,0:02:05,179,1',
      'FixedTimeInterval,Time,0,20,100,0:00:06,0:00:00,24,0:02:05,179,2',
      'FixedTimeInterval,Rest,0,20,100,0:00:06,0:00:30,24,0:02:05,179,2',
      'FixedTimeInterval,Rest,0,20,100,0:00:06,0:00:10,30,0:02:05,179,3',
      'FixedTimeInterval,Time,1,20,100,0:00:03,0:00:00,12,0:02:05,179,1',
      'FixedTimeInterval,Time,1,20,100,0:00:06,0:00:00,24,0:02:05,179,2',
    ];
    const workout = onlyWorkout(
      ['Workout data for: A    Club: B    Date: 2016-11-28 08:37', header, ...rows, ''].join('\n'),
    );
    expect(workout).toMatchObject({ elapsedTime: 12, distance: 48, restTime: 30, restDistance: 6 });
    expect(workout.strokes.map(({ elapsedTime, interval }) => [elapsedTime, interval])).toEqual([
      [3, 1],
      [6, 1],
      [9, 2],
      [12, 2],
    ]);
  });
});

describe('a SmartRow file', () => {
  test('has a start and semicolons in a newer version', () => {
    const header =
      'Stroke (#);Second (#);Timestamp (UTC);Distance (m);Work (J);Actual power (W);Average power (W);Actual split (s);Average split (s);Stroke rate (SPM);Heart rate (bpm)';
    const rows = ['1; ; ; ; ; ; ; ; ; ;84', '2;4;2022-03-04 05:06:10;9;190,9;72;64,2;161,5;181;20,1;85', ''];
    const workout = onlyWorkout([header, ...rows].join('\n'));
    expect(workout).toMatchObject({ startedAt: '2022-03-04T05:06:06Z', elapsedTime: 4, strokeCount: 2 });
    expect(workout.strokes).toMatchObject([
      { pace: 161.5, strokeRate: 20.1, power: 72, workPerStroke: 190.9 },
    ]);
  });
});

describe('a RowHero file', () => {
  test('has the time and distance of its piece when its strokes end long before it', () => {
    const text = [
      'Date,Piece,Distance,Split,Watts,Stroke Rate,Drag Factor,Stroke Length,Potential Split',
      "2021-04-26 06:37:32 -07:00,15',3521.3,2:07.8,167.7,20,106,142,2:07.5",
      ',,,,,,,,',
      'Stroke #,Time,Distance,Split,Watts,Stroke Rate,Drag Factor,Stroke Length,HR',
      '1,0:01.4,2.9,4:12.5,21.7,,108,103,70',
      '2,0:04.7,10.5,3:32.0,36.8,19,108,136,73',
      '',
    ];
    const { workouts, problems } = readText(text.join('\n'));
    expect(workouts).toMatchObject([{ elapsedTime: 900, distance: 3521.3, strokeCount: 2 }]);
    expect(problems).toEqual([{ message: 'The strokes end at 11 m of 3521 m. The rest is missing.' }]);
  });
});

test('a file of an unknown kind is named by its first line', () => {
  expect(readText('a,b,c\n1,2,3\n').problems).toEqual([
    { message: 'This kind of file is not known. Its first line is: a,b,c' },
  ]);
});
